package revise

import (
	"cmp"
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/rules"
)

const (
	// remediesShown is how many remedies a refusal lists.
	remediesShown = 5
	// remedyTrials and remedyInstances bound the what-ifs that are tried to find them, and the rule instances that these
	// enumerate: a refusal must not cost more than it is worth.
	remedyTrials    = 500
	remedyInstances = 1 << 21
)

// addRemedies lists minimal sets of base beliefs whose withdrawal retracts the conclusion: minimal hitting sets of its
// supports, found breadth first with a support computed where none is known (Reiter's tree; algorithms.md, 5.4).
func (e *Engine) addRemedies(ctx context.Context, d *RefusedConclusionDetail) {
	s := &search{Engine: e, ctx: ctx, goal: d.Fact, trials: remedyTrials}
	s.run()
	d.Complete = s.complete()
	for _, set := range s.solutions {
		d.Remedies = append(d.Remedies, s.remedy(set))
	}
	slices.SortStableFunc(d.Remedies, func(a, b Remedy) int { return e.compareRemedies(a, b) })
	if len(d.Remedies) > remediesShown {
		d.Remedies, d.Complete = d.Remedies[:remediesShown], false
	}
}

// search looks for the remedies of one conclusion.
type search struct {
	*Engine
	ctx       context.Context
	goal      belief.Fact
	trials    int
	instances uint64          // enumerated so far
	supports  [][]belief.Fact // sets of base beliefs from which the goal follows
	solutions [][]belief.Fact
	cut       bool // something was left out
	negation  bool // a support rests on what is absent, so other sets may exist
}

func (s *search) complete() bool { return !s.cut && !s.otherWays() }

// otherWays reports whether a withdrawal could retract the goal by making something else hold: whether some base beliefs
// lie below it through two negations, or below the value of a group. Such ways are not searched.
func (s *search) otherWays() bool {
	type node struct {
		relation          *plan.Relation
		negative, through bool
	}
	seen := map[node]bool{}
	var visit func(n node) bool
	visit = func(n node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		if n.through && !n.negative && n.relation.User != nil && s.base.Existing(n.relation.Name) != nil {
			return true
		}
		rules := n.relation.Rules
		if n.relation.Aggregate != nil {
			rules = []*plan.Rule{n.relation.Aggregate.Body}
		}
		for _, r := range rules {
			for _, lit := range r.Literals {
				below := node{lit.Relation, n.negative != lit.Negated, n.through || lit.Negated || n.relation.Aggregate != nil}
				if visit(below) || n.relation.Aggregate != nil && visit(node{lit.Relation, !below.negative, true}) {
					return true
				}
			}
		}
		return false
	}
	return visit(node{relation: s.program.Named(s.goal.Relation)})
}

func (s *search) run() {
	level := [][]belief.Fact{nil}
	seen := map[string]bool{}
	for len(level) > 0 && len(s.solutions) <= remediesShown {
		var next [][]belief.Fact
		for _, path := range level {
			if slices.ContainsFunc(s.solutions, func(sol []belief.Fact) bool { return subset(sol, path) }) {
				continue
			}
			if s.spent() || s.ctx.Err() != nil || len(s.solutions) > remediesShown {
				s.cut = true
				return
			}
			support, holds := s.supportWithout(path)
			if !holds {
				s.solve(path)
				continue
			}
			s.leastEntrenchedFirst(support)
			for _, f := range support {
				child := slices.Clone(path)
				at, _ := slices.BinarySearchFunc(child, f, belief.Fact.Compare)
				child = slices.Insert(child, at, f)
				if len(next) == remedyTrials {
					s.cut = true
					break
				}
				if key := setKey(child); !seen[key] {
					seen[key] = true
					next = append(next, child)
				}
			}
		}
		level = next
	}
	s.cut = s.cut || len(level) > 0
}

// spent reports whether the search has cost what it may.
func (s *search) spent() bool { return s.trials <= 0 || s.instances > remedyInstances }

// leastEntrenchedFirst sorts a support so that what is given up sooner is tried sooner: the search may stop early.
func (s *search) leastEntrenchedFirst(support []belief.Fact) {
	entrenchment := func(f belief.Fact) int {
		b, _ := s.base.Find(f)
		return b.Entrenchment()
	}
	slices.SortStableFunc(support, func(a, b belief.Fact) int {
		return cmp.Or(cmp.Compare(entrenchment(a), entrenchment(b)), a.Compare(b))
	})
}

func subset(a, b []belief.Fact) bool {
	return !slices.ContainsFunc(a, func(f belief.Fact) bool { return !contains(b, f) })
}

func contains(set []belief.Fact, f belief.Fact) bool { return slices.ContainsFunc(set, f.Equal) }

func setKey(set []belief.Fact) string {
	key := ""
	for _, f := range set {
		key += f.String() + "\n"
	}
	return key
}

// supportWithout returns a support of the goal that none of the beliefs takes part in, and whether the goal holds
// without them.
func (s *search) supportWithout(path []belief.Fact) ([]belief.Fact, bool) {
	for _, k := range s.supports {
		if !s.negation && !slices.ContainsFunc(k, func(f belief.Fact) bool { return contains(path, f) }) {
			return k, true
		}
	}
	var support []belief.Fact
	holds := false
	s.try(path, func() {
		r, row, ok := s.rowOf(s.goal)
		if holds = ok && r.Holds(row); holds {
			l := newLeaves(s.Engine)
			l.visit(r, row)
			support, s.negation = l.sorted(), s.negation || l.negation
		}
	})
	if holds {
		s.supports = append(s.supports, support)
	}
	return support, holds
}

// holdsWithout tries whether the goal holds without the beliefs.
func (s *search) holdsWithout(path []belief.Fact) bool {
	holds := true
	s.try(path, func() { holds = s.holds(s.goal) })
	return holds
}

// solve keeps the set of beliefs, without those that are not needed, as a solution.
func (s *search) solve(path []belief.Fact) {
	for i := 0; i < len(path); {
		rest := slices.Delete(slices.Clone(path), i, i+1)
		if s.holdsWithout(rest) {
			i++
		} else {
			path, i = rest, 0
		}
	}
	if !slices.ContainsFunc(s.solutions, func(sol []belief.Fact) bool { return setKey(sol) == setKey(path) }) {
		s.solutions = append(s.solutions, path)
	}
}

// try withdraws the beliefs, calls f in that state, and takes the withdrawal back.
func (s *search) try(set []belief.Fact, f func()) {
	s.trials--
	tx := s.begin(withdrawal(set), true)
	if err := tx.apply(s.ctx); err == nil {
		f()
	} else {
		s.cut = true
	}
	if tx.turn != nil {
		s.instances += tx.turn.Instances
	}
	tx.takeBack()
}

func withdrawal(set []belief.Fact) Request {
	var req Request
	for _, f := range set {
		q := rules.Query{Relation: f.Relation}
		for _, v := range f.Values {
			q.Terms = append(q.Terms, rules.Term{Kind: rules.ConstantTerm, Value: v})
		}
		req.Withdraw = append(req.Withdraw, Withdrawal{Pattern: &q, All: true})
	}
	return req
}

// remedy says what else the withdrawal would do.
func (s *search) remedy(set []belief.Fact) Remedy {
	m := Remedy{Withdraw: set}
	tx := s.begin(withdrawal(set), true)
	defer tx.takeBack()
	if err := tx.apply(s.ctx); err != nil {
		return m
	}
	var retracted, gained []Change
	for _, r := range tx.program.Relations {
		if r.User == nil || r.Stratum == nil {
			continue
		}
		for _, row := range r.Lost {
			if f := tx.fact(r, row); !f.Equal(s.goal) {
				retracted = append(retracted, Change{Fact: f})
			}
		}
		for _, row := range r.Gained {
			gained = append(gained, Change{Fact: tx.fact(r, row)})
		}
	}
	m.Changes = len(pairValues(tx.program.Source, &retracted, &gained))
	m.Retracts, m.Gains = len(retracted), len(gained)
	return m
}

// compareRemedies puts what gives up less entrenched beliefs first, then fewer, then by their texts.
func (e *Engine) compareRemedies(a, b Remedy) int {
	return cmp.Or(
		slices.Compare(e.entrenchments(a), e.entrenchments(b)),
		cmp.Compare(len(a.Withdraw), len(b.Withdraw)),
		slices.CompareFunc(a.Withdraw, b.Withdraw, belief.Fact.Compare),
	)
}

// entrenchments returns those of a remedy's beliefs, the highest first.
func (e *Engine) entrenchments(m Remedy) []int {
	var list []int
	for _, f := range m.Withdraw {
		b, _ := e.base.Find(f)
		list = append(list, b.Entrenchment())
	}
	slices.SortFunc(list, func(x, y int) int { return y - x })
	return list
}
