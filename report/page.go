package report

import (
	"bufio"
	"strings"
)

// page writes lines for a terminal, none wider than it but for atoms. Its writer keeps the first error.
type page struct {
	out *bufio.Writer
	Options
}

func newPage(out *bufio.Writer, o Options) *page {
	if o.Width <= 0 {
		o.Width = defaultWidth
	}
	return &page{out: out, Options: o}
}

// line writes one line as it is.
func (p *page) line(text string) {
	p.out.WriteString(text)
	p.out.WriteByte('\n')
}

func (p *page) blank() { p.line("") }

// say writes a phrase as a paragraph: its first line indented by first, the others by rest.
func (p *page) say(first, rest int, text phrase) {
	indent := first
	for _, l := range text.lines(p.Width - max(first, rest)) {
		p.line(strings.Repeat(" ", indent) + l.render(p.Colour))
		indent = rest
	}
}

// under writes a label and a phrase beside it, all lines of the phrase below each other. It returns blanks as long as
// the label, for the next phrase of the same kind.
func (p *page) under(label string, text phrase) string {
	space := strings.Repeat(" ", width(label))
	for i, l := range text.lines(p.Width - width(label)) {
		if i > 0 {
			label = space
		}
		p.line(label + l.render(p.Colour))
	}
	return space
}
