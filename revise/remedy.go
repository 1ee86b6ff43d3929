package revise

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
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

// addRemedies lists minimal sets of base beliefs whose withdrawal retracts the conclusion.
func (e *Engine) addRemedies(ctx context.Context, d *RefusedConclusionDetail) {
	bounds := remedyBounds{most: remediesShown, size: math.MaxInt, trials: remedyTrials, width: remedyTrials, work: remedyInstances}
	s := &search{Engine: e, ctx: ctx, goal: d.Fact, remedyBounds: bounds}
	d.Remedies, d.Complete = s.remedies()
}

// remedyBounds bound a search.
type remedyBounds struct {
	most   int    // remedies that are wanted
	size   int    // withdrawals that a remedy may have
	trials int    // what-ifs that may be tried
	width  int    // sets that wait to be tried, on one level of the tree
	work   uint64 // rule instances that may be enumerated
}

// search looks for the remedies of one fact: minimal hitting sets of its supports, found breadth first with a support
// computed where none is known (Reiter's tree; docs/explanation/algorithms.md).
type search struct {
	*Engine
	ctx  context.Context
	goal belief.Fact
	remedyBounds
	instances uint64          // enumerated so far
	supports  [][]belief.Fact // sets of base beliefs from which the goal follows
	solutions [][]belief.Fact
	cut       bool // something was left out
	negation  bool // a support rests on what is absent, so other sets may exist
}

// remedies searches, and returns at most as many as are wanted, least entrenched first, and whether there are no others.
func (s *search) remedies() ([]Remedy, bool) {
	s.run()
	if s.ctx.Err() != nil {
		s.cut = true
		s.ctx = context.WithoutCancel(s.ctx) // what was found is told whole
	}
	var found []Remedy
	for _, set := range s.solutions {
		found = append(found, s.remedy(set))
	}
	slices.SortStableFunc(found, func(a, b Remedy) int { return s.compareRemedies(a, b) })
	if len(found) > s.most {
		return found[:s.most], false
	}
	return found, s.complete()
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
	for len(level) > 0 && len(s.solutions) <= s.most {
		var next [][]belief.Fact
		for _, path := range level {
			if slices.ContainsFunc(s.solutions, func(sol []belief.Fact) bool { return subset(sol, path) }) {
				continue
			}
			if s.spent() || s.ctx.Err() != nil || len(s.solutions) > s.most {
				s.cut = true
				return
			}
			support, state := s.supportWithout(path)
			switch {
			case s.ctx.Err() != nil:
				s.cut = true
				return
			case state == goalRetracted:
				s.solve(path)
			case state == goalHolds && len(path) == s.size:
				s.cut = s.cut || len(support) > 0
				continue
			}
			s.leastEntrenchedFirst(support)
			for _, f := range support {
				child := slices.Clone(path)
				at, _ := slices.BinarySearchFunc(child, f, belief.Fact.Compare)
				child = slices.Insert(child, at, f)
				if len(next) == s.width {
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
func (s *search) spent() bool { return s.trials <= 0 || s.instances > s.work }

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

// tried is what became of the goal in a trial.
type tried int

const (
	nothingKnown tried = iota // a fault or a limit
	goalHolds
	goalRetracted
)

// supportWithout returns a support of the goal that none of the beliefs takes part in, and what becomes of the goal
// without them.
func (s *search) supportWithout(path []belief.Fact) ([]belief.Fact, tried) {
	for _, k := range s.supports {
		if !s.negation && !slices.ContainsFunc(k, func(f belief.Fact) bool { return contains(path, f) }) {
			return k, goalHolds
		}
	}
	var support []belief.Fact
	state := s.try(path, func(r *plan.Relation, row store.Row) {
		l := newLeaves(s.Engine)
		l.visit(r, row)
		support, s.negation = l.sorted(), s.negation || l.negation
	})
	if state == goalHolds {
		s.supports = append(s.supports, support)
	}
	return support, state
}

// solve keeps the set of beliefs, without those that are not needed, as a solution.
func (s *search) solve(path []belief.Fact) {
	for i := 0; i < len(path); {
		rest := slices.Delete(slices.Clone(path), i, i+1)
		if s.try(rest, func(*plan.Relation, store.Row) {}) == goalRetracted {
			path, i = rest, 0
		} else {
			i++
		}
	}
	if s.ctx.Err() == nil && !slices.ContainsFunc(s.solutions, func(sol []belief.Fact) bool { return setKey(sol) == setKey(path) }) {
		s.solutions = append(s.solutions, path)
	}
}

// try withdraws the beliefs, calls f in that state with the goal if it holds, and takes the withdrawal back.
func (s *search) try(set []belief.Fact, f func(*plan.Relation, store.Row)) tried {
	s.trials--
	tx := s.begin(withdrawal(set), true)
	defer tx.takeBack()
	err := tx.apply(s.ctx)
	if tx.turn != nil {
		s.instances += tx.turn.Instances
	}
	if err != nil {
		s.cut = true
		return nothingKnown
	}
	r, row, ok := s.rowOf(s.goal)
	if !ok || !r.Holds(row) {
		return goalRetracted
	}
	f(r, row)
	return goalHolds
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
