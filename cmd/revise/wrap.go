package main

import (
	"strings"
	"unicode/utf8"
)

// wrapped breaks a text between words; further lines are indented as far as the first one starts.
func wrapped(text string, indent, columns int) string {
	var b strings.Builder
	column := indent
	for i, word := range strings.Split(text, " ") {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > columns:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}

// folded breaks a line of talk that is wider than the terminal. Where no terminal is, lines stay whole: what reads them
// there looks for words.
func (c *console) folded(s stream, line string) string {
	if !s.terminal && c.width == 0 {
		return line
	}
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	return line[:indent] + wrapped(text, indent+2, c.columnsOf(s))
}
