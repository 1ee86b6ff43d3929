package report

import (
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

func (m *markdown) revision(d *Document, i int, o *revise.Outcome) {
	m.heading(2, grouped(i+1)+". "+d.titleOf(i, o))
	m.request(i, o)
	if o.Refused != nil {
		m.refused(o.Refused)
		return
	}
	m.base(o.Base)
	m.rules(o.Rules)
	s := newSelection(o, m.options.shown(d))
	m.lost("Retracted conclusions", "support that went last", s.retracted, true)
	m.lost("Gained conclusions", "support that came", s.gained, false)
	m.kept(s.kept)
	m.changed(s.changed)
	m.hidden(s)
	if len(o.MendedViolations)+len(o.NewViolations) > 0 {
		m.heading(3, "Violations")
		m.violations(o.MendedViolations, mendedStatus)
		m.violations(o.NewViolations, newStatus)
	}
	m.costs(worked(o))
}

// request says who asked for the revision, when and why.
func (m *markdown) request(i int, o *revise.Outcome) {
	var rows [][]string
	add := func(what, text string) {
		if text != "" {
			rows = append(rows, []string{what, text})
		}
	}
	if o.WhatIf {
		add("status", "a what-if: everything below was taken back")
	}
	add("because", escapedOr(o.Request.Because))
	add("by", escapedOr(o.Request.By))
	add("at", escapedOr(o.Request.At))
	add("undoes", escapedOr(o.Request.Undo))
	add("written at", placeCell(o.Request.Place))
	if i < len(m.options.Timings) {
		add("took", spoken(m.options.Timings[i]))
	}
	m.table([]string{"request", ""}, rows)
}

func escapedOr(s string) string {
	if s == "" {
		return ""
	}
	return escaped(Safe(s))
}

func placeCell(p belief.Place) string {
	if p == (belief.Place{}) {
		return ""
	}
	return escaped(lineOf(p))
}

func (m *markdown) refused(r *revise.Refusal) {
	message, details := messageOf(r)
	m.paragraph("**Refused, nothing was changed:** %s", escaped(message))
	m.block(details)
	if c := r.Conclusion; c != nil {
		m.remedies(c)
	}
	if f := r.Fault; f != nil {
		m.fault(f)
	}
	m.violations(r.Violations, newStatus)
}

// block writes lines as a block of code.
func (m *markdown) block(lines []string) {
	for i, line := range lines {
		if i == 0 {
			m.out.WriteByte('\n')
		}
		m.out.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
}

func (m *markdown) remedies(c *revise.RefusedConclusionDetail) {
	m.sentence(supportedBy(c).String())
	if len(c.Remedies) == 0 {
		m.sentence(noRemedy(c.Complete))
		return
	}
	var rows [][]string
	for i, r := range c.Remedies {
		var written []string
		for _, k := range keys(r) {
			written = append(written, code(k.String()))
		}
		rows = append(rows, []string{grouped(i + 1), strings.Join(written, " and "), alsoDoes(r)})
	}
	m.sentence(remedyLead(c.Remedies, "retracts it") + ":")
	m.table([]string{"", "to write", "and"}, rows)
	if !c.Complete {
		m.sentence(moreRemedies)
	}
}

// sentence writes a text that starts with a lower-case letter as a sentence.
func (m *markdown) sentence(text string) {
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ":") {
		text += "."
	}
	m.paragraph("%s", escaped(text))
}

func (m *markdown) fault(f *revise.Fault) {
	rows := [][]string{
		{"rule", ruleCell(f.Rule)},
		{"literal", code(harmless(f.Literal))},
		{"undefined", escaped(harmless(f.What))},
	}
	for _, b := range f.Bindings {
		rows = append(rows, []string{code("?" + harmless(b.Variable)), code(b.Value.String())})
	}
	for _, b := range f.Beliefs {
		rows = append(rows, []string{"base belief", code(atom(b.Fact)) + " " + escaped(sourcesAndPlace(b))})
	}
	m.table([]string{"fault", ""}, rows)
}

// base lists what became of the belief base.
func (m *markdown) base(b revise.BaseChanges) {
	m.heading(3, "Base beliefs")
	entries := baseEntries(b)
	if len(entries) == 0 {
		m.paragraph("No base belief changed.")
	}
	var rows [][]string
	for _, e := range entries {
		rows = append(rows, []string{signCell(e.sign), code(e.atom), escaped(e.note), escaped(sourceNames(e.from)), places(e.from)})
	}
	m.table([]string{"", "base belief", "note", "sources", "written at"}, rows)
}

const (
	newStatus    = "new"
	mendedStatus = "mended"
)

// signCell is a sign in words, for those whose renderer makes a list of it.
func signCell(sign string) string {
	switch sign {
	case goneSign:
		return "withdrawn"
	case cameSign:
		return "asserted"
	case "":
		return "not there"
	default:
		return "still believed"
	}
}

func places(attributions []belief.Attribution) string {
	var cells []string
	for _, a := range attributions {
		if cell := placeCell(a.Place); cell != "" {
			cells = append(cells, cell)
		}
	}
	return strings.Join(cells, ", ")
}

func (m *markdown) rules(c revise.RuleChanges) {
	var rows [][]string
	add := func(what string, refs []revise.RuleRef) {
		for _, r := range refs {
			rows = append(rows, []string{what, ruleCell(r), code(harmless(r.Text))})
		}
	}
	add("rule removed", c.RemovedRules)
	add("rule added", c.AddedRules)
	add("constraint removed", c.RemovedConstraints)
	add("constraint added", c.AddedConstraints)
	if len(rows) > 0 {
		m.heading(3, "Rules")
	}
	m.table([]string{"", "name", "text"}, rows)
}

func ruleCell(r revise.RuleRef) string { return escaped(Safe(r.Name) + placed(r.Place)) }

func (m *markdown) lost(heading, which string, changes []revise.Change, went bool) {
	if len(changes) == 0 {
		return
	}
	m.heading(3, heading)
	var rows [][]string
	for _, c := range changes {
		rows = append(rows, []string{code(atom(c.Fact)), supportChange(c), ruleOf(c.Reason), becauseCell(c.Reason, went), rootsCell(c.Reason)})
	}
	m.table([]string{"conclusion", "support", which, "because", "base change behind it"}, rows)
}

func ruleOf(r revise.Reason) string {
	if r.Base {
		return "the base belief itself"
	}
	return ruleCell(r.Rule)
}

func becauseCell(r revise.Reason, went bool) string {
	if r.Base || r.RuleChange {
		return whole(r, went)
	}
	p, ok := cause(r)
	if !ok {
		return ""
	}
	return code(harmless(p.Text)) + " " + happened(p, went)
}

func rootsCell(r revise.Reason) string {
	roots := make([]string, len(r.Roots))
	for i, e := range r.Roots {
		roots[i] = code(atom(e.Fact)) + " was " + changeOf(e)
	}
	return strings.Join(roots, ", ")
}

func (m *markdown) kept(changes []revise.Change) {
	if len(changes) == 0 {
		return
	}
	m.heading(3, "Kept with less support")
	var rows [][]string
	for _, c := range changes {
		rows = append(rows, []string{code(atom(c.Fact)), supportChange(c), ruleOf(c.Reason)})
	}
	m.table([]string{"conclusion", "support", "still by"}, rows)
}

func (m *markdown) changed(changes []revise.ValueChange) {
	if len(changes) == 0 {
		return
	}
	m.heading(3, "Changed values")
	var rows [][]string
	for _, c := range changes {
		rows = append(rows, []string{
			code(atomAround(c.After, c.Column)), code(valueAt(c.Before, c.Column)), code(valueAt(c.After, c.Column)),
			ruleOf(c.Reason), rootsCell(c.Reason),
		})
	}
	m.table([]string{"conclusion", "before", "after", "rule", "base change behind it"}, rows)
}

func (m *markdown) hidden(s selection) {
	if s.size()+len(s.hidden) == 0 {
		m.paragraph("No conclusion changed.")
	}
	if len(s.hidden) > 0 {
		m.paragraph("Not shown: %s.", escaped(hiddenText(s)))
	}
}

// violations lists violations of one status; those at the start have none, and nothing brought them.
func (m *markdown) violations(violations []revise.Violation, status string) {
	var rows [][]string
	for _, v := range violations {
		row := []string{code(atom(v.Fact)), escapedOr(v.Message), placeCell(v.Constraint.Place)}
		if status != "" {
			row = append(row, status, becauseCell(v.Reason, status == mendedStatus), rootsCell(v.Reason))
		}
		rows = append(rows, row)
	}
	header := []string{"violation", "message", "constraint at"}
	if status != "" {
		header = append(header, "status", "because", "base change behind it")
	}
	m.table(header, rows)
}

func (m *markdown) costs(strata []revise.StratumReport) {
	if len(strata) == 0 {
		return
	}
	m.heading(3, "How it was kept in step")
	var rows [][]string
	for _, s := range strata {
		rows = append(rows, []string{
			codes(s.Relations), string(s.Strategy), escaped(harmless(s.Because)), grouped(s.Cost.Instances),
			grouped(s.Cost.Overdeleted), grouped(s.Cost.Rederived), grouped(s.Cost.Retracted), grouped(s.Cost.Gained),
		})
	}
	m.table([]string{"relations", "strategy", "because", "rule instances", "taken out on suspicion", "put back", "retracted", "gained"}, rows)
}

// strategies says how conclusions are kept in step, stratum by stratum.
func (m *markdown) strategies(strata []revise.StratumReport) {
	if len(strata) == 0 {
		return
	}
	var rows [][]string
	for _, s := range strata {
		rows = append(rows, []string{codes(s.Relations), string(s.Strategy), escaped(harmless(s.Because))})
	}
	m.paragraph("How conclusions are kept in step, those that depend on each other together:")
	m.table([]string{"relations", "strategy", "because"}, rows)
}
