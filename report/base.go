package report

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// baseEntry says what became of one base belief.
type baseEntry struct {
	sign string // none: it is not there
	atom string
	note string
	from []belief.Attribution
}

// baseEntries says what became of the belief base: what is gone, what came, what stands. Where one request withdraws and
// asserts the same belief, only the outcome is told.
func baseEntries(b revise.BaseChanges) []baseEntry {
	var entries []baseEntry
	add := func(sign string, f belief.Fact, note string, from []belief.Attribution) {
		entries = append(entries, baseEntry{sign, atom(f), note, from})
	}
	concluded := supports(b.StillConcluded)
	for _, w := range b.Withdrawn {
		note := ""
		if s, ok := concluded[w.Fact.String()]; ok {
			note = "no longer believed, but still concluded, support " + grouped(s.Total())
		}
		add(goneSign, w.Fact, note, w.Attributions)
	}
	held := factSet(b.AlreadyHeld)
	for _, a := range b.Asserted {
		note := ""
		if held[a.Fact.String()] {
			note = "was concluded before; now it is believed as well"
		}
		add(cameSign, a.Fact, note, a.Attributions)
	}
	entries = append(entries, sourceEntries(b)...)
	told := factSet(slices.Concat(factsOf(b.Asserted), factsChanged(b.SourcesAdded), factsChanged(b.SourcesRemoved)))
	for _, a := range b.AlreadyBelieved {
		if !told[a.Fact.String()] {
			add(standsSign, a.Fact, "was believed already: nothing changed", a.Attributions)
		}
	}
	return append(entries, unmatchedEntries(b)...)
}

// sourceEntries says which sources, or occurrences of a bag, of what was believed before and is still came and went.
func sourceEntries(b revise.BaseChanges) []baseEntry {
	var entries []baseEntry
	added, removed := factSet(factsChanged(b.SourcesAdded)), factSet(factsChanged(b.SourcesRemoved))
	for _, c := range b.SourcesRemoved {
		e := baseEntry{sign: standsSign, atom: atom(c.Fact)}
		switch {
		case c.OccurrencesBefore > 0:
			e.sign, e.note, e.from = goneSign, occurrences(c), c.Changed
		case added[c.Fact.String()]:
			e.note = "no longer from " + orUnnamed(c.Changed) + "; now from " + orUnnamed(c.Remain)
		default:
			e.note = "no longer from " + orUnnamed(c.Changed) + "; still believed from " + orUnnamed(c.Remain)
		}
		entries = append(entries, e)
	}
	for _, c := range b.SourcesAdded {
		switch {
		case c.OccurrencesBefore > 0:
			entries = append(entries, baseEntry{cameSign, atom(c.Fact), occurrences(c), c.Changed})
		case !removed[c.Fact.String()]:
			entries = append(entries, baseEntry{standsSign, atom(c.Fact), "was believed already; now also from " + orUnnamed(c.Changed), nil})
		}
	}
	return entries
}

// unmatchedEntries says which withdrawals found nothing. One that another withdrawal of the request was before is none.
func unmatchedEntries(b revise.BaseChanges) []baseEntry {
	var entries []baseEntry
	asserted := factSet(factsOf(b.Asserted))
	before := factSet(slices.Concat(factsOf(b.Withdrawn), factsOf(b.AlreadyBelieved), factsChanged(b.SourcesAdded), factsChanged(b.SourcesRemoved)))
	for _, u := range b.NotBelieved {
		if before[u.Text] && !asserted[u.Text] {
			continue
		}
		note := "is not believed: nothing to withdraw"
		switch {
		case u.Conclusions > 0:
			note = "matches no base belief: nothing to withdraw; " + counted(u.Conclusions, "conclusion") + " of that form"
		case u.Undone:
			note = "was undone already: nothing changed"
		case asserted[u.Text]:
			note = "was not believed: nothing to withdraw"
		}
		entries = append(entries, baseEntry{"", harmless(u.Text), note + placed(u.Place), nil})
	}
	return entries
}

func factsOf(beliefs []belief.Belief) []belief.Fact {
	facts := make([]belief.Fact, len(beliefs))
	for i, b := range beliefs {
		facts[i] = b.Fact
	}
	return facts
}

func factsChanged(changes []revise.SourceChange) []belief.Fact {
	facts := make([]belief.Fact, len(changes))
	for i, c := range changes {
		facts[i] = c.Fact
	}
	return facts
}

// occurrences says how often a fact of a bag was believed and is.
func occurrences(c revise.SourceChange) string {
	return "believed " + counted(c.OccurrencesBefore, "time") + ", now " + grouped(c.Occurrences)
}

func orUnnamed(attributions []belief.Attribution) string {
	if names := sourceNames(attributions); names != "" {
		return names
	}
	return "an unnamed source"
}

func supports(holdings []revise.Holding) map[string]revise.Support {
	m := map[string]revise.Support{}
	for _, h := range holdings {
		m[h.Fact.String()] = h.Support
	}
	return m
}

func factSet(facts []belief.Fact) map[string]bool {
	m := map[string]bool{}
	for _, f := range facts {
		m[f.String()] = true
	}
	return m
}
