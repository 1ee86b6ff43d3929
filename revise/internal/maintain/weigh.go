package maintain

import (
	"math/bits"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Telescoped enumerates the change of a sum of products of multiplicities, by Δ(p) = Σᵢ newⱼ﹤ᵢ · Δ(sᵢ) · oldⱼ﹥ᵢ
// (Gupta, Mumick, Subrahmanian 1993, section 4; algorithms.md, 1.2, T). It calls add with the signed weight of each term.
// Terms and sums on the way may pass 64 bits where neither the old nor the new multiplicity does. Then the stratum is
// abandoned, to be evaluated from scratch, which has no such terms.
func (t *Turn) Telescoped(rules []*plan.Rule, add func(x *plan.Run, weight int64) error) {
	for _, r := range rules {
		for _, lit := range r.Literals {
			for _, d := range deltas(lit) {
				t.Drive(r, lit.Position, d.rows, &crossed, func(x *plan.Run) {
					w, fits := weigh(x, lit, d.sign)
					if t.Abandoned || !fits || add(x, w) != nil {
						t.Abandoned = true
						x.Halt()
					}
				})
			}
		}
	}
}

// Weighed enumerates every instance that is true now, each with the product of its multiplicities. What does not fit, and
// what add says, is in the Turn's Run.
func (t *Turn) Weighed(rules []*plan.Rule, add func(x *plan.Run, weight int64) error) {
	for _, r := range rules {
		t.Drive(r, plan.Full, nil, &Now, func(x *plan.Run) {
			w, fits := weigh(x, nil, 1)
			if !fits {
				t.Stop(store.ErrOverflow)
			} else if err := add(x, w); err != nil {
				t.Stop(err)
			}
		})
	}
}

type delta struct {
	rows []store.Row
	sign int64
}

func deltas(lit *plan.Literal) []delta {
	switch {
	case lit.Negated:
		return []delta{{lit.Relation.Gained, -1}, {lit.Relation.Lost, 1}}
	case lit.Relation.IsBag():
		return []delta{{lit.Relation.Altered, 0}}
	default:
		return []delta{{lit.Relation.Lost, -1}, {lit.Relation.Gained, 1}}
	}
}

// weigh multiplies the multiplicities of the instance's literals: new ones before the driver, old ones behind it, and
// the difference (or the sign, for a set) at the driver. Without a driver all are new.
func weigh(x *plan.Run, driver *plan.Literal, sign int64) (int64, bool) {
	weight := int64(1)
	ok := true
	for _, lit := range x.Rule.Literals {
		factor := int64(1)
		switch row := x.Rows[lit.Position]; {
		case lit == driver && sign != 0:
			factor = sign
		case lit.Negated || row == store.NoRow:
		case lit == driver:
			now, before := lit.Relation.Multiplicity(row)
			factor = now - before
		case driver == nil || lit.Position < driver.Position:
			factor, _ = lit.Relation.Multiplicity(row)
		default:
			_, factor = lit.Relation.Multiplicity(row)
		}
		weight, ok = Times(weight, factor)
		if !ok {
			return 0, false
		}
	}
	return weight, true
}

// Times multiplies, and reports whether the product fits.
func Times(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}
