package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Lose takes from the instance's head the support that the instance was, and returns the head.
func (t *Turn) Lose(x *plan.Run) Fact {
	row := x.Rule.Head.Find(x.Head)
	lose(x.Rule, row, strictAbove(x))
	return Fact{x.Rule.Head, row}
}

// lose takes from a row a support that an instance of the rule was, a strict one if the row's rank is at least so high. The
// strict supports of what holds, and those from below where they are counted apart, stay exact too.
func lose(rule *plan.Rule, row store.Row, strict uint64) {
	h := rule.Head
	h.Unsupport(row)
	if h.Stratum.Recursive && h.Holds(row) && uint64(h.Rank(row)) >= strict {
		h.UnsupportStrictly(row)
	}
	if h.Stratum.Below && h.Stratum.Recursive && !rule.Recursive() {
		h.AddBelow(row, -1)
	}
}

// Win counts for the instance's head the support that the instance is, and returns the head.
func (t *Turn) Win(x *plan.Run) Fact {
	h := x.Rule.Head
	row := t.Add(x)
	h.Support(row)
	if h.Stratum.Recursive && h.Holds(row) && Strict(x, row) {
		h.SupportStrictly(row)
	}
	if h.Stratum.Below && h.Stratum.Recursive && !x.Rule.Recursive() {
		h.AddBelow(row, 1)
	}
	return Fact{h, row}
}

// FromBelow returns how many instances of rules without a literal of the stratum derive the fact. In a recursive stratum
// they must be counted apart.
func (f Fact) FromBelow() uint64 {
	if f.Stratum.Recursive {
		return uint64(f.Below(f.Row))
	}
	return f.Count(f.Row)
}

// Doubtful reports whether the fact holds and is no base belief.
func (f Fact) Doubtful() bool { return f.Holds(f.Row) && f.State(f.Row)&store.Base == 0 }

// Insert lets in what comes, with everything that follows: the queued rows, new base beliefs, and the heads of the
// instances that lower changes made true.
func (t *Turn) Insert(s *plan.Stratum) {
	t.Clock++
	EachTouched(s, func(f Fact) {
		if !f.Holds(f.Row) && f.State(f.Row)&store.Base != 0 {
			Queue(f.Relation, f.Row)
		}
	})
	t.Gained(s.Rules, func(x *plan.Run) {
		if f := t.Win(x); !f.Holds(f.Row) {
			Queue(f.Relation, f.Row)
		}
	})
	t.Close(s)
	t.CountRederived(s)
}
