package fuzz

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/scenarios/draft"
)

// sample is what random facts are made of: the user's facts, found by their values.
type sample struct {
	facts     []belief.Fact
	byValue   map[belief.Value][]int // facts with the value
	columns   map[string][][]belief.Value
	relations []*draft.Relation // whose facts may be believed
}

// mostFacts bounds what is looked at of a very large base, evenly over it.
const mostFacts = 20_000

// sampleOf looks at what the draft believes and asserts. Without any fact of a relation, it may be believed if no rule
// concludes it.
func sampleOf(d *draft.Draft) *sample {
	s := &sample{byValue: map[belief.Value][]int{}, columns: map[string][][]belief.Value{}}
	stride := len(d.Beliefs)/mostFacts + 1
	for i := 0; i < len(d.Beliefs); i += stride {
		s.add(d.Beliefs[i].Fact)
	}
	for _, r := range d.Revisions {
		for _, a := range r.Assert {
			s.add(a.Fact)
		}
	}
	for _, r := range d.Relations {
		concluded := slices.ContainsFunc(d.Rules, func(x *draft.Rule) bool { return x.Head.Relation == r.Name })
		if (!concluded || s.columns[r.Name] != nil) && !slices.Contains(r.Types, belief.NoType) {
			s.relations = append(s.relations, r)
		}
	}
	return s
}

func (s *sample) add(f belief.Fact) {
	columns := s.columns[f.Relation]
	if columns == nil {
		columns = make([][]belief.Value, len(f.Values))
		s.columns[f.Relation] = columns
	}
	for c, v := range f.Values {
		columns[c] = append(columns[c], v)
		if at := s.byValue[v]; len(at) == 0 || at[len(at)-1] != len(s.facts) {
			s.byValue[v] = append(at, len(s.facts))
		}
	}
	s.facts = append(s.facts, f)
}

// near returns a fact of the user's: most often one that shares a value with a fact that was chosen before, so that
// rules find something to join.
func (s *sample) near(d *Dice, chosen []belief.Fact) (belief.Fact, bool) {
	if len(s.facts) == 0 {
		return belief.Fact{}, false
	}
	if len(chosen) > 0 && d.Chance(75) {
		if f := Pick(d, chosen); len(f.Values) > 0 {
			if at := s.byValue[Pick(d, f.Values)]; len(at) > 0 {
				return s.facts[Pick(d, at)], true
			}
		}
	}
	return Pick(d, s.facts), true
}

// fact makes a fact of a relation, each value from the same column, or a fresh one.
func (s *sample) fact(d *Dice, r *draft.Relation) belief.Fact {
	f := belief.Fact{Relation: r.Name, Values: make([]belief.Value, len(r.Types))}
	for c, t := range r.Types {
		if known := s.columns[r.Name]; known != nil && d.Chance(70) {
			f.Values[c] = Pick(d, known[c])
		} else {
			f.Values[c] = fresh(d, t)
		}
	}
	return f
}

// fresh returns one of a few values of the type, the troublesome ones among them.
func fresh(d *Dice, t belief.Type) belief.Value {
	var v belief.Value
	var err error
	switch t {
	case belief.StringType:
		v = belief.String(Pick(d, []string{"fresh", "other", ""}))
	case belief.FloatType:
		v, err = belief.Float(Pick(d, []float64{0, 0.1, -2.5, 1e16}))
	case belief.BoolType:
		v = belief.Bool(d.Chance(50))
	case belief.DateType:
		v, err = belief.Date(Pick(d, []int64{20000, 20001, -1}))
	default:
		v = belief.Int(Pick(d, []int64{0, 1, 2, -1}))
	}
	if err != nil {
		panic(err) // the lists above hold only values
	}
	return v
}
