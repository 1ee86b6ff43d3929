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

// under writes a signed line behind a lead, its further lines below the text. It returns blanks as wide as the lead, for
// the next line of the same kind.
func (p *page) under(lead string, s signed) string {
	space := strings.Repeat(" ", width(lead))
	sign := orElse(s.sign, " ")
	if p.Colour {
		sign = paintOf(s.sign).on(sign)
	}
	start := lead + sign + " "
	hang := strings.Repeat(" ", width(lead)+4)
	for i, l := range s.text.lines(p.Width - width(hang)) {
		if i > 0 {
			start = hang
		}
		p.line(start + l.render(p.Colour))
	}
	return space
}

// more says how many lines were left out, and how to see them.
func (p *page) more(indent, n int, what string) {
	p.say(indent, indent, phrase{}.words("… "+grouped(n)+" more"+what+" (-v shows all)").painted(faint))
}
