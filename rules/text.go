package rules

import (
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// text is the content of a scalar beside the place of each of its characters.
type text struct {
	node    *Node
	content string
	marks   []mark // by byte of content; nil when places cannot be followed
}

// mark is where a character stands in the file.
type mark struct{ line, column int32 }

// newText maps the node's content to its places in one walk over the source.
func newText(n *Node) *text {
	t := &text{node: n, content: n.Text}
	if n.doc == nil || n.Place.Line == 0 {
		return t
	}
	marks := make([]mark, len(t.content)+1)
	c := newCursor(n)
	column := columnCounter{lines: n.doc.Lines}
	for i := 0; i < len(t.content); {
		r, size := utf8.DecodeRuneInString(t.content[i:])
		if !blank(r) && !c.find(r) {
			return t
		}
		m := mark{int32(c.line + 1), column.at(c.line, c.at)}
		for range size {
			marks[i] = m
			i++
		}
		if !blank(r) {
			c.step()
		}
	}
	marks[len(t.content)] = mark{int32(c.line + 1), column.at(c.line, c.at)}
	t.marks = marks
	return t
}

// place returns where byte i of the content is written.
func (t *text) place(i int) belief.Place {
	if t.marks == nil {
		return t.node.Place
	}
	m := t.marks[min(i, len(t.content))]
	return belief.Place{File: t.node.Place.File, Line: int(m.line), Column: int(m.column)}
}

// length returns how many characters of its first line the span takes.
func (s span) length() int {
	from, to := s.place(), s.text.place(s.end)
	if from.Line == to.Line && to.Column > from.Column {
		return to.Column - from.Column
	}
	return utf8.RuneCountInString(s.text.content[s.start:s.end])
}

// columnCounter turns byte offsets, which only grow, into columns without counting a line again and again.
type columnCounter struct {
	lines  []string
	line   int
	offset int
	column int32
}

func (c *columnCounter) at(line, offset int) int32 {
	if line >= len(c.lines) {
		return 1
	}
	if line != c.line || c.column == 0 {
		c.line, c.offset, c.column = line, 0, 1
	}
	source := c.lines[line]
	offset = max(c.offset, min(offset, len(source)))
	c.column += int32(utf8.RuneCountInString(source[c.offset:offset]))
	c.offset = offset
	return c.column
}
