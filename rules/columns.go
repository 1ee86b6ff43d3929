package rules

import "unicode/utf8"

// columnCursor turns byte offsets of lines into columns, which count characters from 1, and back. Going through a line
// from left to right costs no more than the line, however many places are asked for.
type columnCursor struct {
	line int // index of the line
	at   int // a byte offset in it
	col  int // the column of that offset; 0 before the first use
}

// rewind makes sure that the cursor stands in the line, not behind the offset and column that are wanted.
func (c *columnCursor) rewind(line int, behind bool) {
	if c.col == 0 || c.line != line || behind {
		*c = columnCursor{line: line, col: 1}
	}
}

// column returns the column of byte i of the text of a line.
func (c *columnCursor) column(line int, text string, i int) int {
	i = min(i, len(text))
	c.rewind(line, i < c.at)
	c.col += utf8.RuneCountInString(text[c.at:i])
	c.at = i
	return c.col
}

// byteOf returns the byte offset of a column of the text of a line, at most its length.
func (c *columnCursor) byteOf(line int, text string, column int) int {
	c.rewind(line, column < c.col)
	for c.col < column && c.at < len(text) {
		_, size := utf8.DecodeRuneInString(text[c.at:])
		c.at += size
		c.col++
	}
	return c.at
}
