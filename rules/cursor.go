package rules

import "unicode/utf8"

// cursor walks the source text of a scalar beside its content.
type cursor struct {
	lines []string
	line  int // index in lines
	at    int // byte in the line
	quote byte
	rune  rune // at the cursor, escapes undone
	size  int  // bytes that rune takes
}

func newCursor(n *Node) *cursor {
	c := &cursor{lines: n.doc.Lines, line: n.Place.Line - 1}
	line := n.doc.Line(n.Place.Line)
	c.at = byteColumn(line, n.Place.Column)
	if !n.Quoted || c.at >= len(line) {
		return c
	}
	switch line[c.at] {
	case '"', '\'':
		c.quote = line[c.at]
		c.at++
	case '|', '>':
		c.line, c.at = c.line+1, 0
	}
	return c
}

// find moves to the next character that is not blank, and reports whether it is r.
func (c *cursor) find(r rune) bool {
	for c.read() {
		if !blank(c.rune) {
			return c.rune == r
		}
		c.step()
	}
	return false
}

// read decodes what stands at the cursor; line ends count as blanks.
func (c *cursor) read() bool {
	if c.line >= len(c.lines) {
		return false
	}
	line := c.lines[c.line]
	if c.at >= len(line) {
		c.rune, c.size = '\n', 0
		return true
	}
	c.rune, c.size = utf8.DecodeRuneInString(line[c.at:])
	switch {
	case c.quote == '\'' && len(line) > c.at+1 && line[c.at:c.at+2] == "''":
		c.size = 2
	case c.quote == '"' && c.rune == '\\':
		c.rune, c.size = unescape(line[c.at:])
	}
	return true
}

func (c *cursor) step() {
	if c.size == 0 {
		c.line, c.at = c.line+1, 0
		return
	}
	c.at += c.size
}

// unescape returns the character that a YAML escape at the start of s stands for, and the bytes it takes.
func unescape(s string) (rune, int) {
	if len(s) < 2 {
		return '\n', len(s) // an escaped line end
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
	if digits > 0 && len(s) >= 2+digits {
		var r rune
		for _, c := range []byte(s[2 : 2+digits]) {
			r = r<<4 | hexDigit(c)
		}
		return r, 2 + digits
	}
	switch s[1] {
	case 'n', 't', 'r':
		return ' ', 2
	}
	r, size := utf8.DecodeRuneInString(s[1:])
	return r, 1 + size
}

func hexDigit(c byte) rune {
	switch {
	case c >= 'a':
		return rune(c-'a') + 10
	case c >= 'A':
		return rune(c-'A') + 10
	}
	return rune(c - '0')
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// byteColumn turns a column, counted in characters from 1, into a byte offset of the line.
func byteColumn(line string, column int) int {
	for i := range line {
		if column--; column == 0 {
			return i
		}
	}
	return len(line)
}

// runeColumn turns a byte offset of the line into a column.
func runeColumn(line string, at int) int {
	return utf8.RuneCountInString(line[:min(at, len(line))]) + 1
}
