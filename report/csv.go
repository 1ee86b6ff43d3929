package report

import (
	"bufio"
	"encoding/csv"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// csvHeader names the columns of a report as CSV; docs/reference/report.md says what each holds.
var csvHeader = []string{
	"number", "revision", "what_if", "change", "relation", "fact", "before", "after", "rule", "place", "cause", "roots", "sources", "note",
}

// csvRow is one change.
type csvRow struct {
	change        string
	relation      string
	fact          string
	before, after string
	rule          revise.RuleRef
	cause, roots  string
	sources       []belief.Attribution
	place         belief.Place
	note          string
}

// changesWriter writes changes as CSV.
type changesWriter struct {
	csv            *csv.Writer
	forSpreadsheet bool
	position       int // of the outcome, from 1
	outcome        *revise.Outcome
}

// writeCSV writes one row a change, of all relations, whatever is shown to people.
func writeCSV(out *bufio.Writer, d *Document, o Options) error {
	w := &changesWriter{csv: csv.NewWriter(out), forSpreadsheet: o.ForSpreadsheet}
	if err := w.csv.Write(csvHeader); err != nil {
		return err
	}
	for i, outcome := range d.Outcomes {
		w.position, w.outcome = i+1, outcome
		w.revision()
	}
	w.csv.Flush()
	return w.csv.Error()
}

// write writes a row; the writer keeps the first error.
func (w *changesWriter) write(r csvRow) {
	place := r.place
	if place == (belief.Place{}) {
		place = r.rule.Place
	}
	o := w.outcome
	texts := []string{
		revisionName(o.Request), strconv.FormatBool(o.WhatIf), r.change, r.relation, r.fact, r.before, r.after,
		r.rule.Name, place.String(), r.cause, r.roots, strings.Join(namedSources(r.sources), "\n"), r.note,
	}
	if w.forSpreadsheet {
		for i, t := range texts {
			if csvHeader[i+1] != "before" && csvHeader[i+1] != "after" {
				texts[i] = inert(t)
			}
		}
	}
	_ = w.csv.Write(append([]string{strconv.Itoa(w.position)}, texts...))
}

func revisionName(r revise.Request) string {
	if r.Name == "" && r.Undo != "" {
		return "undo: " + r.Undo
	}
	return r.Name
}

func namedSources(attributions []belief.Attribution) []string {
	var names []string
	for _, a := range attributions {
		if a.Source != "" {
			names = append(names, Safe(a.Source))
		}
	}
	return names
}

func (w *changesWriter) revision() {
	o := w.outcome
	if o.Refused != nil {
		w.write(csvRow{change: "refused", cause: string(o.Refused.Kind), note: o.Refused.Message, place: o.Refused.Place})
		return
	}
	w.base(o.Base)
	w.rules("rule removed", o.Rules.RemovedRules)
	w.rules("rule added", o.Rules.AddedRules)
	w.rules("constraint removed", o.Rules.RemovedConstraints)
	w.rules("constraint added", o.Rules.AddedConstraints)
	w.supports("retracted", o.Retracted)
	w.supports("gained", o.Gained)
	w.supports("kept", o.Kept)
	for _, c := range o.Changed {
		row := w.reason("changed", atomAround(c.After, c.Column), c.After.Relation, c.Reason)
		row.before, row.after = c.Before.Values[c.Column].String(), c.After.Values[c.Column].String()
		w.write(row)
	}
	w.violations("violation mended", o.MendedViolations)
	w.violations("violation new", o.NewViolations)
}

func (w *changesWriter) base(b revise.BaseChanges) {
	beliefs := func(change string, list []belief.Belief) {
		for _, x := range list {
			w.write(csvRow{
				change: change, relation: x.Fact.Relation, fact: atom(x.Fact), sources: x.Attributions, place: firstPlace(x.Attributions),
			})
		}
	}
	sources := func(change string, list []revise.SourceChange) {
		for _, x := range list {
			w.write(csvRow{
				change: change, relation: x.Fact.Relation, fact: atom(x.Fact), sources: x.Changed, place: firstPlace(x.Changed),
			})
		}
	}
	beliefs("withdrawn", b.Withdrawn)
	beliefs("asserted", b.Asserted)
	sources("source removed", b.SourcesRemoved)
	sources("source added", b.SourcesAdded)
	beliefs("already believed", b.AlreadyBelieved)
	for _, u := range b.NotBelieved {
		w.write(csvRow{change: "not believed", note: u.Text, place: u.Place})
	}
	for _, h := range b.StillConcluded {
		w.write(csvRow{change: "still concluded", relation: h.Fact.Relation, fact: atom(h.Fact), after: total(h.Support)})
	}
	for _, f := range b.AlreadyHeld {
		w.write(csvRow{change: "already concluded", relation: f.Relation, fact: atom(f)})
	}
}

func (w *changesWriter) rules(change string, refs []revise.RuleRef) {
	for _, r := range refs {
		w.write(csvRow{change: change, rule: r, note: r.Text})
	}
}

func (w *changesWriter) supports(change string, changes []revise.Change) {
	for _, c := range changes {
		row := w.reason(change, atom(c.Fact), c.Fact.Relation, c.Reason)
		row.before, row.after = total(c.Before), total(c.After)
		w.write(row)
	}
}

func (w *changesWriter) violations(change string, violations []revise.Violation) {
	for _, v := range violations {
		row := w.reason(change, atom(v.Fact), v.Fact.Relation, v.Reason)
		row.rule, row.note = v.Constraint, v.Message
		w.write(row)
	}
}

// reason is a row with what is behind the change: the literal that changed, and the base changes, one a line.
func (w *changesWriter) reason(change, fact, relation string, r revise.Reason) csvRow {
	row := csvRow{change: change, fact: fact, relation: relation, rule: r.Rule}
	if p, ok := cause(r); ok {
		row.cause = p.Text
	}
	roots := make([]string, len(r.Roots))
	for i, root := range r.Roots {
		roots[i] = changeOf(root) + " " + atom(root.Fact)
	}
	row.roots = strings.Join(roots, "\n")
	return row
}

func total(s revise.Support) string { return strconv.FormatUint(s.Total(), 10) }
