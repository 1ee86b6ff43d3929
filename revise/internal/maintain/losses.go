package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// losses are instances of one rule that went, and whose heads have yet to lose a support: many heads are looked up together,
// so that their accesses to memory overlap (algorithms.md, 9.1).
type losses struct {
	rule   *plan.Rule
	heads  []plan.ID
	strict []uint64 // by instance, as strictAbove says
	rows   []store.Row
	finder store.Finder
}

// LoseLater takes from the instance's head the support that the instance was, now or when LoseAll is called, in the order of
// calls. It calls lost, if there is one, with the head when that is done. What an enumeration sees does not depend on it.
func (t *Turn) LoseLater(x *plan.Run, lost func(Fact)) {
	l := &t.losses
	if x.Rule != l.rule || len(l.strict) == plan.Gathered {
		t.LoseAll(lost)
		l.rule = x.Rule
	}
	l.heads = append(l.heads, x.Head...)
	l.strict = append(l.strict, strictAbove(x))
}

// LoseAll takes what LoseLater has not taken yet. Of a stratum that was given up it forgets it.
func (t *Turn) LoseAll(lost func(Fact)) {
	l := &t.losses
	if len(l.strict) > 0 && !t.Abandoned {
		h := l.rule.Head
		l.rows = l.finder.Rows(h.Relation, l.heads, len(l.strict), l.rows[:0])
		for i, row := range l.rows {
			if lose(l.rule, row, l.strict[i]); lost != nil {
				lost(Fact{h, row})
			}
		}
	}
	l.forget()
}

func (l *losses) forget() { l.heads, l.strict = l.heads[:0], l.strict[:0] }
