package report

import (
	"cmp"
	"slices"

	"github.com/beliefbase/revise/revise"
)

// selection is what people are shown of the changes of an outcome, and what they are not.
type selection struct {
	retracted, gained, kept []revise.Change
	changed                 []revise.ValueChange
	hidden                  []hiddenChanges // sorted by relation
}

// hiddenChanges counts the changes of a relation that is not shown.
type hiddenChanges struct {
	relation string
	count    int
}

// newSelection picks the changes of the relations; nil picks all.
func newSelection(o *revise.Outcome, shown []string) selection {
	hidden := map[string]int{}
	seen := func(relation string) bool {
		if shown == nil || slices.Contains(shown, relation) {
			return true
		}
		hidden[relation]++
		return false
	}
	pick := func(changes []revise.Change) []revise.Change {
		var picked []revise.Change
		for _, c := range changes {
			if seen(c.Fact.Relation) {
				picked = append(picked, c)
			}
		}
		return picked
	}
	s := selection{retracted: pick(o.Retracted), gained: pick(o.Gained), kept: pick(o.Kept)}
	for _, c := range o.Changed {
		if seen(c.After.Relation) {
			s.changed = append(s.changed, c)
		}
	}
	for relation, n := range hidden {
		s.hidden = append(s.hidden, hiddenChanges{relation, n})
	}
	slices.SortFunc(s.hidden, func(a, b hiddenChanges) int { return cmp.Compare(a.relation, b.relation) })
	return s
}

func (s selection) size() int {
	return len(s.retracted) + len(s.gained) + len(s.kept) + len(s.changed)
}

func (s selection) hiddenSize() int {
	n := 0
	for _, h := range s.hidden {
		n += h.count
	}
	return n
}

// totals counts the revisions, and the changes of those that last.
type totals struct {
	revisions, refused, takenBack    int
	retracted, gained, kept, changed int
	hidden                           int
}

func newTotals(outcomes []*revise.Outcome, shown []string) totals {
	t := totals{revisions: len(outcomes)}
	for _, o := range outcomes {
		switch {
		case o.Refused != nil:
			t.refused++
		case o.WhatIf:
			t.takenBack++
		default:
			s := newSelection(o, shown)
			t.retracted += len(s.retracted)
			t.gained += len(s.gained)
			t.kept += len(s.kept)
			t.changed += len(s.changed)
			t.hidden += s.hiddenSize()
		}
	}
	return t
}
