package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// readRevisions takes the revisions sections. What needs the rules is left to checkSteps.
func (l *loader) readRevisions() {
	for _, doc := range l.order {
		if doc.Root == nil {
			continue
		}
		strict := textOf(doc.Root, "strict") == "true"
		for _, n := range itemsOf(doc.Root, "revisions") {
			if n.Kind == rules.Map {
				l.steps = append(l.steps, l.revision(n, strict))
			}
		}
	}
	l.checkNamesAndUndos()
}

func (l *loader) revision(n *rules.Node, strict bool) Step {
	r := revise.Request{
		Name: textOf(n, "name"), Because: textOf(n, "because"), By: textOf(n, "by"), At: textOf(n, "at"), Undo: textOf(n, "undo"),
		WhatIf: textOf(n, "what_if") == "true", Strict: strict, Place: n.Place,
	}
	if s := textOf(n, "strict"); s != "" {
		r.Strict = s == "true"
	}
	if revise.IsNumber(r.Name) {
		l.report(rules.CodeRevisionName, n.Field("name"), fmt.Sprintf("a revision cannot be called %s: a number stands for the revision that has it", show(r.Name))).Hint = "put a word before it"
	}
	if _, _, err := belief.ParseMoment(r.At); err != nil {
		l.report(rules.CodeRevisionAt, n.Field("at"), err.Error())
	}
	if n.Field("undo") != nil {
		for _, key := range []string{"withdraw", "assert", "add_rules", "remove_rules", "add_constraints", "remove_constraints"} {
			if v := n.Field(key); v != nil {
				l.report(rules.CodeRevisionEntry, v, fmt.Sprintf("a revision that undoes another has no %s", key)).Hint = "make two revisions of it"
			}
		}
	}
	for _, w := range itemsOf(n, "withdraw") {
		if withdrawal, ok := l.withdrawal(w); ok {
			r.Withdraw = append(r.Withdraw, withdrawal)
		}
	}
	for _, a := range itemsOf(n, "assert") {
		if assertion, ok := l.assertion(a); ok {
			r.Assert = append(r.Assert, assertion)
		}
	}
	r.Rules = rules.ReadRuleChange(n)
	step := Step{Request: r, Place: n.Place}
	if e := n.Field("expect"); e != nil && e.Kind == rules.Map {
		step.Expect = l.expectation(e)
	}
	return step
}

// atomOf returns the atom that an entry is, or has under belief:.
func atomOf(entry *rules.Node) *rules.Node {
	if entry.Kind == rules.Scalar {
		return entry
	}
	return entry.Field("belief")
}

func (l *loader) withdrawal(n *rules.Node) (revise.Withdrawal, bool) {
	w := revise.Withdrawal{Place: n.Place, Source: textOf(n, "source"), All: textOf(n, "all") == "true"}
	atom := atomOf(n)
	switch {
	case n.Kind == rules.List || n.IsEmpty():
		return w, false
	case atom == nil && w.Source == "":
		l.report(rules.CodeMissingKey, n, "the entry names neither a belief nor a source").Hint = "write belief: with an atom, or source: with a name"
		return w, false
	case atom == nil:
		if all := n.Field("all"); all != nil {
			l.report(rules.CodeRevisionEntry, all, "all does not go together with source").Hint = "withdrawing a source takes everything that came from it"
		}
		return w, true
	case w.Source != "":
		l.report(rules.CodeRevisionEntry, n.Field("source"), "the entry names a belief and a source").Hint = "make two entries of it; withdrawing a belief removes it whatever its sources"
		return w, false
	}
	q, ok := l.atom(atom)
	w.Pattern = &q
	return w, ok
}

func (l *loader) assertion(n *rules.Node) (revise.Assertion, bool) {
	atom := atomOf(n)
	if atom == nil {
		return revise.Assertion{}, false // package shape has spoken
	}
	f, ok := l.fact(atom, "what is asserted")
	if !ok {
		l.observeName(atom)
		return revise.Assertion{}, false
	}
	l.observe(f, atom.Place)
	a := revise.Assertion{Fact: f, Attribution: attributionOf(n)}
	a.Attribution.Place = atom.Place
	return a, true
}

// checkNamesAndUndos reports names that are used twice, and undos of what cannot be undone.
func (l *loader) checkNamesAndUndos() {
	byName := map[string]*Step{}
	var names []string
	for i := range l.steps {
		step := &l.steps[i]
		r := step.Request
		if r.Undo != "" {
			l.checkUndo(step, byName[r.Undo], names)
		}
		if r.Name == "" {
			continue
		}
		if first := byName[r.Name]; first != nil {
			d := l.reportAt(rules.CodeRevisionName, r.Place, 1, fmt.Sprintf("two revisions are called %s", show(r.Name)))
			d.Related = []rules.Related{{Place: first.Place, Message: "the first is here"}}
			continue
		}
		byName[r.Name] = step
		names = append(names, r.Name)
	}
}

// mostNames bounds the revisions that a hint names.
const mostNames = 5

func (l *loader) checkUndo(step, undone *Step, earlier []string) {
	name := step.Request.Undo
	if _, _, before := l.history.find(name); undone == nil && before {
		return
	}
	if undone == nil {
		earlier = slices.Concat(l.history.Names, earlier)
		d := l.reportAt(rules.CodeUndoUnknown, step.Place, 1, fmt.Sprintf("no revision before this one is called %s", show(name)))
		if near := rules.Suggest(name, earlier); near != "" {
			d.Caret = "did you mean " + near + "?"
		} else if last := earlier[max(0, len(earlier)-mostNames):]; len(last) > 0 {
			d.Hint = "the last before it are " + strings.Join(last, ", ")
		}
		return
	}
	if undone.Request.WhatIf {
		d := l.reportAt(rules.CodeUndoWhatIf, step.Place, 1, fmt.Sprintf("%s was a what-if, which changed nothing", show(name)))
		d.Related = []rules.Related{{Place: undone.Place, Message: "it is here"}}
	}
}

// checkSteps checks the patterns and rule changes of the revisions against the program as it is when each comes, and
// returns the program of each.
func (l *loader) checkSteps(program *rules.Program) []*rules.Program {
	known := map[string]bool{}
	var programs []*rules.Program
	changes := map[string][2]*rules.Program{} // by the name of a revision: the programs before and after it
	for i := range l.steps {
		step := &l.steps[i]
		during := l.programOf(step, program, changes)
		programs = append(programs, during)
		for _, r := range during.Relations {
			known[r.Name] = true
		}
		l.checkAtoms(step, during)
		if !step.Request.WhatIf {
			changes[step.Request.Name] = [2]*rules.Program{program, during}
			program = during
		}
	}
	for _, r := range program.Relations {
		known[r.Name] = true
	}
	if !program.MissesRelations() {
		l.checkReport(known)
	}
	return programs
}

// programOf returns the program that a revision leads to.
func (l *loader) programOf(step *Step, program *rules.Program, changes map[string][2]*rules.Program) *rules.Program {
	change := step.Request.Rules
	if undone, ok := changes[step.Request.Undo]; ok && step.Request.Undo != "" {
		change = inverse(undone[0], undone[1], program)
	} else if before, after, ok := l.history.find(step.Request.Undo); ok {
		change = inverse(before, after, program)
	}
	if change.IsEmpty() {
		return program
	}
	changed, diags := program.With(change)
	if step.Request.Undo == "" {
		l.add(diags)
	}
	if changed == nil {
		changed = program.Salvage(change)
	}
	return cmp.Or(changed, program)
}

// inverse is the change that takes back, as far as it still stands in now, what led from one program to another.
func inverse(before, after, now *rules.Program) rules.RuleChange {
	var change rules.RuleChange
	gone, back := takeBack(before.Rules, after.Rules, now.Rules, func(r *rules.Rule) string { return r.Name + ": " + r.Text })
	for _, r := range gone {
		change.RemoveRules = append(change.RemoveRules, rules.NameAt{Name: r.Name})
	}
	ended, again := takeBack(before.Constraints, after.Constraints, now.Constraints, func(c *rules.Constraint) string {
		return fmt.Sprint(c.Name, ": ", c.Text, c.OnViolation, c.Message)
	})
	for _, c := range ended {
		change.RemoveConstraints = append(change.RemoveConstraints, rules.NameAt{Name: c.Name})
	}
	change.RestoreRules, change.RestoreConstraints = back, again
	return change
}

// takeBack returns what after has more than before, and now still has, and what it has less, and now still has not.
func takeBack[T any](before, after, now []T, key func(T) string) (gone, back []T) {
	was, became, is := keysOf(before, key), keysOf(after, key), keysOf(now, key)
	for _, item := range after {
		if k := key(item); !was[k] && is[k] {
			gone = append(gone, item)
		}
	}
	for _, item := range before {
		if k := key(item); !became[k] && !is[k] {
			back = append(back, item)
		}
	}
	return gone, back
}

func keysOf[T any](items []T, key func(T) string) map[string]bool {
	keys := make(map[string]bool, len(items))
	for _, item := range items {
		keys[key(item)] = true
	}
	return keys
}

// checkAtoms checks every atom of a revision against the relations of its program.
func (l *loader) checkAtoms(step *Step, program *rules.Program) {
	check := func(q rules.Query) {
		if err := program.Check(q); err != nil {
			l.addError(err)
		}
	}
	for _, w := range step.Request.Withdraw {
		if w.Pattern != nil {
			check(*w.Pattern)
		}
	}
	if step.Expect != nil {
		for _, q := range step.Expect.queries {
			check(q)
		}
		for i, v := range step.Expect.Violations {
			if err := program.CheckViolation(v.Fact, step.Expect.violationsAt[i]); err != nil {
				l.addError(err)
			}
		}
	}
}

// checkReport reports the names under report: that are no relation's.
func (l *loader) checkReport(known map[string]bool) {
	var names []string
	for _, doc := range l.order {
		if doc.Root == nil {
			continue
		}
		for _, n := range itemsOf(doc.Root, "report") {
			if known[n.Text] || n.IsEmpty() || n.Kind != rules.Scalar {
				continue
			}
			if names == nil {
				names = sortedKeys(known)
			}
			l.shape().ReportUnknown(rules.CodeReportUnknown, n, fmt.Sprintf("there is no relation %s to report", show(n.Text)), n.Text, names)
		}
	}
}
