package report

import (
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

// baseEntries says what became of the belief base: what is gone, what came, what stands.
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
	for _, c := range b.SourcesRemoved {
		if c.OccurrencesBefore > 0 {
			add(goneSign, c.Fact, occurrences(c), c.Changed)
			continue
		}
		add(standsSign, c.Fact, "no longer from "+orUnnamed(c.Changed)+"; still believed from "+orUnnamed(c.Remain), nil)
	}
	for _, c := range b.SourcesAdded {
		if c.OccurrencesBefore > 0 {
			add(cameSign, c.Fact, occurrences(c), c.Changed)
			continue
		}
		add(standsSign, c.Fact, "was believed already; now also from "+orUnnamed(c.Changed), nil)
	}
	for _, a := range b.AlreadyBelieved {
		add(standsSign, a.Fact, "was believed already: nothing changed", a.Attributions)
	}
	for _, u := range b.NotBelieved {
		note := "is not believed: nothing to withdraw"
		if u.Undone {
			note = "was undone already: nothing changed"
		}
		if u.Conclusions > 0 {
			note = "matches no base belief: nothing to withdraw; " + counted(u.Conclusions, "conclusion") + " of that form"
		}
		entries = append(entries, baseEntry{"", harmless(u.Text), note + placed(u.Place), nil})
	}
	return entries
}

// occurrences says how often a fact of a bag was believed and is.
func occurrences(c revise.SourceChange) string {
	return "believed " + grouped(c.OccurrencesBefore) + " times, now " + grouped(c.Occurrences)
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
