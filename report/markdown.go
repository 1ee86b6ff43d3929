package report

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// markdown writes a document for auditors: a summary, each revision with all that it did to the relations that are
// shown, and an appendix with what the run can be repeated from. Nothing is cut.
type markdown struct {
	out     *bufio.Writer
	options Options
}

func writeMarkdown(out *bufio.Writer, d *Document, o Options) {
	m := &markdown{out: out, options: o}
	m.heading(1, Safe(orElse(d.title(), "Report")))
	for _, text := range paragraphs(d.About) {
		m.paragraph("%s", escapedLine(text))
	}
	m.start(d)
	m.summary(d)
	for i, outcome := range d.Outcomes {
		m.revision(d, i, outcome)
	}
	m.appendix(d)
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// paragraph writes Markdown with a blank line before it.
func (m *markdown) paragraph(format string, args ...any) {
	fmt.Fprintf(m.out, "\n"+format+"\n", args...)
}

func (m *markdown) heading(level int, title string) {
	if level > 1 {
		m.out.WriteByte('\n')
	}
	m.out.WriteString(strings.Repeat("#", level) + " " + escaped(title) + "\n")
}

// table writes cells that are Markdown already; without rows it writes nothing.
func (m *markdown) table(header []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	m.out.WriteByte('\n')
	m.row(header)
	rule := make([]string, len(header))
	for i := range rule {
		rule[i] = "---"
	}
	m.row(rule)
	for _, r := range rows {
		m.row(r)
	}
}

func (m *markdown) row(cells []string) {
	m.out.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func (m *markdown) start(d *Document) {
	s := d.Start
	m.paragraph("At the start: %s, %s, %s, %s.", counted(s.BaseBeliefs, "base belief"), counted(s.Rules, "rule"),
		counted(s.Constraints, "constraint"), counted(s.Conclusions, "conclusion"))
	if d.Shown != nil && !m.options.All {
		m.paragraph("Shown are the changes of %s. The others are counted.", codes(d.Shown))
	}
	if len(s.Violations) > 0 {
		m.heading(2, "Violations at the start")
		m.violations(s.Violations, "")
	}
}

func codes(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = code(Safe(name))
	}
	return strings.Join(quoted, ", ")
}

// summary counts what each revision did.
func (m *markdown) summary(d *Document) {
	m.heading(2, "Summary")
	var rows [][]string
	for i, o := range d.Outcomes {
		s := newSelection(o, m.options.shown(d))
		rows = append(rows, []string{
			grouped(i + 1), escaped(d.titleOf(i, o)), status(o),
			grouped(len(s.retracted)), grouped(len(s.gained)), grouped(len(s.kept)), grouped(len(s.changed)), grouped(s.hiddenSize()),
			grouped(len(o.NewViolations)), grouped(len(o.MendedViolations)),
		})
	}
	m.table([]string{"#", "revision", "status", "retracted", "gained", "kept with less support", "value changed", "not shown", "new violations", "mended"}, rows)
	e := d.end()
	m.paragraph("At the end: %s, %s, %s.", counted(e.baseBeliefs, "base belief"), counted(e.conclusions, "conclusion"), counted(e.violations, "violation"))
}

func status(o *revise.Outcome) string {
	switch {
	case o.Refused != nil:
		return "refused"
	case o.WhatIf:
		return "what if, taken back"
	default:
		return "done"
	}
}

func (m *markdown) appendix(d *Document) {
	m.heading(2, "Appendix: what this was made from")
	if d.Tool.Name != "" {
		m.paragraph("Made by %s.", escaped(Safe(d.Tool.Name)+" "+Safe(d.Tool.Version)))
	}
	var rows [][]string
	for _, in := range d.Inputs {
		rows = append(rows, []string{escaped(Safe(in.Name)), grouped(in.Bytes), code(hex.EncodeToString(in.SHA256[:]))})
	}
	m.table([]string{"file", "bytes", "SHA-256"}, rows)
	m.strategies(d.Start.Strata)
	m.paragraph("%s", legend)
}

const legend = "A *base belief* is believed because someone asserted it; a *conclusion* follows from base beliefs by rules. " +
	"*Support* counts the ways in which a conclusion follows, one more if it is a base belief as well: at 0 it no longer holds."
