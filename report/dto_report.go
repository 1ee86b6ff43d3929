package report

import (
	"encoding/hex"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// list converts a list; none becomes an empty one, so that readers need not tell them apart.
func list[A, B any](from []A, convert func(A) B) []B {
	to := make([]B, len(from))
	for i, x := range from {
		to[i] = convert(x)
	}
	return to
}

func newReportJSON(d *Document, timings []time.Duration) reportJSON {
	r := reportJSON{
		Schema: schemaVersion,
		Title:  d.title(),
		About:  d.About,
		File:   d.File,
		Tool:   toolJSON(d.Tool),
		Inputs: list(d.Inputs, newInputJSON),
		Start: startJSON{
			BaseBeliefs: d.Start.BaseBeliefs, Rules: d.Start.Rules, Constraints: d.Start.Constraints,
			Conclusions: d.Start.Conclusions, Strata: list(d.Start.Strata, newStratumJSON),
			Violations: list(d.Start.Violations, newViolationJSON),
		},
		Shown:     d.Shown,
		Revisions: list(d.Outcomes, newRevisionJSON),
	}
	for i := range r.Revisions {
		r.Revisions[i].Position = i + 1
	}
	for i, took := range timings[:min(len(timings), len(r.Revisions))] {
		ns := took.Nanoseconds()
		r.Revisions[i].Nanoseconds = &ns
	}
	t := newTotals(d.Outcomes, nil)
	r.Totals = totalsJSON{t.revisions, t.refused, t.takenBack, t.retracted, t.gained, t.kept, t.changed}
	e := d.end()
	r.End = endJSON{e.baseBeliefs, e.conclusions, e.violations}
	return r
}

func newInputJSON(in Input) inputJSON {
	return inputJSON{Name: in.Name, SHA256: hex.EncodeToString(in.SHA256[:]), Bytes: number(in.Bytes)}
}

func newRevisionJSON(o *revise.Outcome) revisionJSON {
	s := &steps{list: []stepJSON{}, number: map[*revise.Step]int{}}
	r := revisionJSON{
		Number:  o.Number,
		Request: newRequestJSON(o.Request),
		WhatIf:  o.WhatIf,
		Base:    newBaseJSON(o.Base),
		Rules: ruleChangesJSON{
			AddedRules: list(o.Rules.AddedRules, newRuleJSON), RemovedRules: list(o.Rules.RemovedRules, newRuleJSON),
			AddedConstraints: list(o.Rules.AddedConstraints, newRuleJSON), RemovedConstraints: list(o.Rules.RemovedConstraints, newRuleJSON),
		},
		Retracted: list(o.Retracted, s.change),
		Gained:    list(o.Gained, s.change),
		Kept:      list(o.Kept, s.change),
		Changed:   list(o.Changed, s.value),
		Violations: violationsJSON{
			New: list(o.NewViolations, s.violation), Mended: list(o.MendedViolations, s.violation), Standing: o.Violations,
		},
		BaseBeliefs: o.BaseBeliefs,
		Conclusions: o.Conclusions,
		Strata:      list(o.Strata, newStratumJSON),
	}
	r.Steps = s.list
	if o.Refused != nil {
		r.Refused = newRefusalJSON(o.Refused)
	}
	return r
}

func newRequestJSON(r revise.Request) requestJSON {
	return requestJSON{
		Name: r.Name, Because: r.Because, By: r.By, At: r.At, Place: placeJSON(r.Place),
		Undo: r.Undo, WhatIf: r.WhatIf, Strict: r.Strict,
		Withdraw: list(r.Withdraw, newWithdrawalJSON), Assert: list(r.Assert, newAssertionJSON),
		AddRules: list(r.Rules.AddRules, newNodeJSON), RemoveRules: list(r.Rules.RemoveRules, newNamedJSON),
		AddConstraints: list(r.Rules.AddConstraints, newNodeJSON), RemoveConstraints: list(r.Rules.RemoveConstraints, newNamedJSON),
	}
}

func newWithdrawalJSON(w revise.Withdrawal) withdrawalJSON {
	j := withdrawalJSON{Source: w.Source, All: w.All, Place: placeJSON(w.Place)}
	if w.Pattern != nil {
		j.Atom = pattern(*w.Pattern)
	}
	return j
}

func newAssertionJSON(a revise.Assertion) assertionJSON {
	return assertionJSON{newFactJSON(a.Fact), newAttributionJSON(a.Attribution)}
}

func newNodeJSON(n *rules.Node) nodeJSON { return nodeJSON{n.Text, placeJSON(n.Place)} }

func newNamedJSON(n rules.NameAt) namedJSON { return namedJSON{n.Name, placeJSON(n.Place)} }

func newFactJSON(f belief.Fact) factJSON {
	return factJSON{
		Atom: atom(f), Relation: f.Relation,
		Values: list(f.Values, func(v belief.Value) datum { return datum{v} }),
		Types:  list(f.Values, func(v belief.Value) string { return v.Type().String() }),
	}
}

func newAttributionJSON(a belief.Attribution) attributionJSON {
	return attributionJSON{a.Source, a.Entrenchment, placeJSON(a.Place)}
}

func newBeliefJSON(b belief.Belief) beliefJSON {
	return beliefJSON{newFactJSON(b.Fact), list(b.Attributions, newAttributionJSON)}
}

func newSupportJSON(s revise.Support) supportJSON {
	return supportJSON{Total: number(s.Total()), Instances: number(s.Count), Base: s.Base, Bag: s.Bag}
}

func newBaseJSON(b revise.BaseChanges) baseJSON {
	return baseJSON{
		Asserted:  list(b.Asserted, newBeliefJSON),
		Withdrawn: list(b.Withdrawn, newBeliefJSON),
		StillConcluded: list(b.StillConcluded, func(h revise.Holding) holdingJSON {
			return holdingJSON{newFactJSON(h.Fact), newSupportJSON(h.Support)}
		}),
		AlreadyHeld:     list(b.AlreadyHeld, newFactJSON),
		SourcesAdded:    list(b.SourcesAdded, newSourceChangeJSON),
		SourcesRemoved:  list(b.SourcesRemoved, newSourceChangeJSON),
		AlreadyBelieved: list(b.AlreadyBelieved, newBeliefJSON),
		NotBelieved: list(b.NotBelieved, func(u revise.Unmatched) unmatchedJSON {
			return unmatchedJSON{u.Conclusions, u.Undone, u.Text, placeJSON(u.Place)}
		}),
	}
}

func newSourceChangeJSON(c revise.SourceChange) sourceChangeJSON {
	return sourceChangeJSON{
		newFactJSON(c.Fact), list(c.Changed, newAttributionJSON), list(c.Remain, newAttributionJSON), c.Occurrences, c.OccurrencesBefore,
	}
}

func newRuleJSON(r revise.RuleRef) ruleJSON { return ruleJSON{r.Name, r.Text, placeJSON(r.Place)} }

func newStratumJSON(s revise.StratumReport) stratumJSON {
	return stratumJSON{
		Relations: list(s.Relations, func(name string) string { return name }),
		Recursive: s.Recursive, Strategy: string(s.Strategy), Because: s.Because,
		Cost: costJSON{
			Instances: number(s.Cost.Instances), Overdeleted: number(s.Cost.Overdeleted), Rederived: number(s.Cost.Rederived),
			Retracted: number(s.Cost.Retracted), Gained: number(s.Cost.Gained),
		},
	}
}
