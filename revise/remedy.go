package revise

import (
	"cmp"
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

const (
	// remediesShown is how many remedies a refusal lists, and how many of what was found are told when the time is up.
	remediesShown = 5
	// remedyTrials and remedyInstances bound the what-ifs that are tried to find them, and the rule instances that these
	// enumerate: a refusal must not cost more than it is worth.
	remedyTrials    = 500
	remedyInstances = 1 << 21
)

// addRemedies lists minimal changes of base beliefs that retract the conclusion.
func (e *Engine) addRemedies(ctx context.Context, d *RefusedConclusionDetail) {
	bounds := remedyBounds{most: remediesShown, trials: remedyTrials, width: remedyTrials, work: remedyInstances}
	d.Remedies, d.Complete = e.search(ctx, e.retract(d.Fact), bounds).remedies()
}

// change is one change of the belief base: a belief withdrawn, in a bag every occurrence of it, or a fact asserted.
type change struct {
	fact   belief.Fact
	assert bool
}

// remedies searches, and returns at most as many as are wanted, the best first, and whether there are no others.
func (s *search) remedies() ([]Remedy, bool) {
	s.run()
	complete := !s.cut && s.ctx.Err() == nil
	var found []Remedy
	for _, set := range s.solutions {
		found = append(found, s.remedy(set))
	}
	slices.SortStableFunc(found, func(a, b Remedy) int { return cmp.Or(s.goal.compare(&a, &b), s.compareRemedies(a, b)) })
	if s.most > 0 && len(found) > s.most {
		found, complete = found[:s.most], false
	}
	told := s.each(found, s.count)
	return told, complete && len(told) == len(found)
}

// each calls f with the remedies in turn, each of which is told whole. After the end of the context it goes on with the
// first few, and returns only those that f was called with.
func (s *search) each(list []Remedy, f func(context.Context, *Remedy)) []Remedy {
	for i := range list {
		if i >= remediesShown && s.ctx.Err() != nil {
			return list[:i]
		}
		f(context.WithoutCancel(s.ctx), &list[i])
	}
	return list
}

// remedy lists the changes.
func (s *search) remedy(set environment) Remedy {
	var m Remedy
	for _, n := range set {
		switch c := s.changes[n]; {
		case c.assert:
			m.Assert = append(m.Assert, c.fact)
		default:
			m.Withdraw = append(m.Withdraw, c.fact)
			if b, _ := s.base.Find(c.fact); s.program.Named(c.fact.Relation).IsBag() && len(b.Attributions) > 1 {
				m.Every = append(m.Every, c.fact)
			}
		}
	}
	for _, list := range [][]belief.Fact{m.Withdraw, m.Assert, m.Every} {
		slices.SortFunc(list, belief.Fact.Compare)
	}
	return m
}

// count tries the remedy and counts the further conclusions that come and go.
func (s *search) count(ctx context.Context, m *Remedy) {
	tx := s.begin(m.Request(), true)
	defer tx.takeBack()
	if err := tx.apply(ctx); err != nil {
		return
	}
	var retracted, gained []Change
	for _, r := range tx.program.Relations {
		if r.User == nil || r.Stratum == nil {
			continue
		}
		for _, row := range r.Lost {
			retracted = append(retracted, Change{Fact: tx.fact(r, row)})
		}
		for _, row := range r.Gained {
			gained = append(gained, Change{Fact: tx.fact(r, row)})
		}
	}
	m.Changes = len(PairValues(tx.program.Source, &retracted, &gained))
	further := func(list []Change) int {
		return len(slices.DeleteFunc(list, func(c Change) bool { return c.Fact.Equal(s.goal.fact) }))
	}
	m.Retracts, m.Gains = further(retracted), further(gained)
}

// Request returns the request that makes the remedy's changes.
func (m *Remedy) Request() Request {
	var req Request
	for _, f := range m.Withdraw {
		req.Withdraw = append(req.Withdraw, Withdrawal{Pattern: queryOf(f), All: slices.ContainsFunc(m.Every, f.Equal)})
	}
	for _, f := range m.Assert {
		req.Assert = append(req.Assert, Assertion{Fact: f})
	}
	return req
}

// queryOf returns the query that the fact alone matches.
func queryOf(f belief.Fact) *rules.Query {
	q := &rules.Query{Relation: f.Relation}
	for _, v := range f.Values {
		q.Terms = append(q.Terms, rules.Term{Kind: rules.ConstantTerm, Value: v})
	}
	return q
}

// compareRemedies puts what asserts less first, for it says what nobody has said; then what gives up less entrenched
// beliefs, then fewer, then by their texts.
func (e *Engine) compareRemedies(a, b Remedy) int {
	return cmp.Or(
		cmp.Compare(len(a.Assert), len(b.Assert)),
		slices.Compare(e.entrenchments(a), e.entrenchments(b)),
		cmp.Compare(len(a.Withdraw), len(b.Withdraw)),
		slices.CompareFunc(a.Withdraw, b.Withdraw, belief.Fact.Compare),
		slices.CompareFunc(a.Assert, b.Assert, belief.Fact.Compare),
	)
}

// entrenchments returns those of a remedy's beliefs, the highest first.
func (e *Engine) entrenchments(m Remedy) []int {
	var list []int
	for _, f := range m.Withdraw {
		list = append(list, e.entrenchment(f))
	}
	slices.SortFunc(list, func(x, y int) int { return y - x })
	return list
}

func (e *Engine) entrenchment(f belief.Fact) int {
	b, _ := e.base.Find(f)
	return b.Entrenchment()
}
