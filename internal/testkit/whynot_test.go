package testkit

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// checkAbsence checks every claim of an answer: what holds, what fails, that no miss is nearer, and that every rule whose
// head fits has one.
func (s *State) checkAbsence(a *revise.Absence) (misses int, err error) {
	if a.Circular || a.Shared || a.Cut {
		return 0, nil
	}
	next := 0
	for _, r := range s.Program.Rules {
		if r.Head.Relation.Name != a.Atom.Relation || !headFits(r, &a.Atom) {
			continue
		}
		if next == len(a.Misses) || a.Misses[next].Rule.Text != r.Text {
			return 0, fmt.Errorf("%s has no miss by %s", a.Atom, r.Name)
		}
		n, err := s.checkMiss(r, &a.Atom, &a.Misses[next])
		if err != nil {
			return 0, fmt.Errorf("%s by %s: %w", a.Atom, r.Text, err)
		}
		misses += 1 + n
		next++
	}
	if next != len(a.Misses) {
		return 0, fmt.Errorf("%s has %d misses, expected %d", a.Atom, len(a.Misses), next)
	}
	return misses, nil
}

// headFits reports whether some values make the head of the rule the atom.
func headFits(r *rules.Rule, q *rules.Query) bool {
	env, _ := headValues(r, q)
	return env != nil
}

// headValues gives the variables of the rule the values that the atom has for them, nil if they cannot have them. A
// variable of the atom that stands twice wants the terms of the same class to be equal.
func headValues(r *rules.Rule, q *rules.Query) (env []belief.Value, same [][2]rules.Term) {
	env = make([]belief.Value, len(r.Variables))
	for again := true; again; { // equal terms share what becomes known
		again = false
		first := map[int]rules.Term{}
		same = nil
		for c, t := range q.Terms {
			head := r.Head.Terms[c]
			x := naive.Solver{Env: env}
			value := x.Term(head)
			switch t.Kind {
			case rules.ConstantTerm:
				if value.Type() == belief.NoType {
					env[head.Variable], again = t.Value, true
				} else if value != t.Value {
					return nil, nil
				}
			case rules.VariableTerm:
				if other, known := first[t.Variable]; known {
					same = append(same, [2]rules.Term{other, head})
				} else {
					first[t.Variable] = head
				}
			}
		}
	}
	if !agree(env, same) {
		return nil, nil
	}
	return env, same
}

func agree(env []belief.Value, same [][2]rules.Term) bool {
	x := naive.Solver{Env: env}
	for _, pair := range same {
		a, b := x.Term(pair[0]), x.Term(pair[1])
		if a.Type() != belief.NoType && b.Type() != belief.NoType && a != b {
			return false
		}
	}
	return true
}

func (s *State) checkMiss(r *rules.Rule, q *rules.Query, m *revise.Miss) (int, error) {
	env, same := headValues(r, q)
	for _, b := range m.Bindings {
		v := slices.IndexFunc(r.Variables, func(x rules.Variable) bool { return x.Name == b.Variable })
		if env[v].Type() != belief.NoType && env[v] != b.Value {
			return 0, fmt.Errorf("?%s is said to be %s, and the atom says %s", b.Variable, b.Value, env[v])
		}
		env[v] = b.Value
	}
	if !agree(env, same) {
		return 0, errors.New("the head is not the atom")
	}
	holds, below := 0, 0
	for k, l := range m.Literals {
		is, ready, err := s.literalHolds(r, k, env, same)
		var fault *naive.Fault
		if err != nil && !errors.As(err, &fault) {
			return 0, err
		}
		if a, ok := r.Body[k].(*rules.Aggregate); ok && len(a.Parameters) > 0 && l.State == revise.LiteralOpen {
			continue
		}
		want := revise.LiteralFails
		switch {
		case !ready:
			want = revise.LiteralOpen
		case is:
			want = revise.LiteralHolds
			holds++
		}
		if l.State != want {
			return 0, fmt.Errorf("%s is in state %d, expected %d", l.Text, l.State, want)
		}
		if c, ok := r.Body[k].(*rules.Comparison); ok && want == revise.LiteralFails && fault == nil && holdsFor(c.Op, l.Left, l.Right) {
			return 0, fmt.Errorf("%s fails for %s and %s", l.Text, l.Left, l.Right)
		}
		if (fault != nil) != (l.Undefined != "") && want == revise.LiteralFails {
			return 0, fmt.Errorf("%s is undefined: %q, expected %v", l.Text, l.Undefined, fault)
		}
		if l.InTheWay != nil {
			if !s.Model.Holds(l.InTheWay.Fact) {
				return 0, fmt.Errorf("%s is in the way, and does not hold", l.InTheWay.Fact)
			}
		} else if l.Kind == revise.AbsencePremise && want == revise.LiteralFails {
			return 0, fmt.Errorf("nothing is in the way of %s", l.Text)
		}
		if l.Absence != nil {
			n, err := s.checkAbsence(l.Absence)
			if below += n; err != nil {
				return 0, err
			}
		} else if l.Kind == revise.AtomPremise && want == revise.LiteralFails {
			return 0, fmt.Errorf("%s is not followed down", l.Text)
		}
	}
	if best, ok := s.mostTogether(r, q); ok && m.Nearest && holds != best {
		return 0, fmt.Errorf("%d literals hold together, and %d could: %+v", holds, best, *m)
	}
	return below, nil
}

func holdsFor(op rules.Op, left, right belief.Value) bool {
	switch c := left.Compare(right); op {
	case rules.Equal:
		return c == 0
	case rules.NotEqual:
		return c != 0
	case rules.Less:
		return c < 0
	case rules.LessEqual:
		return c <= 0
	case rules.Greater:
		return c > 0
	default:
		return c >= 0
	}
}

// known reports whether every variable has a value that must have one before the literal can be looked at.
func known(l rules.Literal, env []belief.Value) bool {
	needs, _ := naive.Variables(l)
	return !slices.ContainsFunc(needs, func(v int) bool { return env[v].Type() == belief.NoType })
}

// literalHolds reports whether one literal is true for the values, and whether it can be looked at.
func (s *State) literalHolds(r *rules.Rule, k int, env []belief.Value, same [][2]rules.Term) (is, ready bool, err error) {
	x := naive.Solver{Facts: s.Model, Rule: r.Name, Env: slices.Clone(env)}
	if !known(r.Body[k], env) {
		return false, false, nil
	}
	err = x.Solve(r.Body, []int{k}, big.NewInt(1), func(*big.Int) error {
		if !agree(x.Env, same) {
			return nil
		}
		return errFound
	})
	if errors.Is(err, errFound) {
		return true, true, nil
	}
	return false, true, err
}

// mostTogether tries every set of literals and returns the size of the largest that has a solution, unless something in
// it is undefined.
func (s *State) mostTogether(r *rules.Rule, q *rules.Query) (int, bool) {
	env, same := headValues(r, q)
	r, ok := computing(r)
	if len(same) > 0 || !ok {
		return 0, false // what one variable is, the other is too, which the solver here does not know
	}
	most := 0
	for set := range 1 << len(r.Body) {
		var order []int
		bound := slices.Clone(env)
		for again := true; again; {
			again = false
			for _, k := range r.Order {
				if set>>k&1 == 1 && !slices.Contains(order, k) && s.canLook(r, k, bound, set) {
					order, again = append(order, k), true
					bindAll(r.Body[k], bound)
				}
			}
		}
		n := 0
		for k := range r.Body {
			n += set >> k & 1
		}
		if len(order) < n || n <= most {
			continue
		}
		x := naive.Solver{Facts: s.Model, Rule: r.Name, Env: slices.Clone(env)}
		err := x.Solve(r.Body, order, big.NewInt(1), func(*big.Int) error {
			return errFound
		})
		switch {
		case errors.Is(err, errFound):
			most = n
		case err != nil:
			return 0, false
		}
	}
	return most, true
}

// computing is the rule with every equation of a variable written as a computation of it: here an atom need not have a
// fact that binds it. It reports false where either side could be computed.
func computing(r *rules.Rule) (*rules.Rule, bool) {
	made := *r
	made.Body = slices.Clone(r.Body)
	for k, l := range r.Body {
		c, is := l.(*rules.Comparison)
		if !is || c.Op != rules.Equal || c.Binds >= 0 {
			continue
		}
		left, right := c.Left.Kind == rules.VariableExpr, c.Right.Kind == rules.VariableExpr
		switch {
		case left && right:
			return nil, false
		case left:
			made.Body[k] = &rules.Comparison{Op: c.Op, Left: c.Left, Right: c.Right, Binds: c.Left.Variable}
		case right:
			made.Body[k] = &rules.Comparison{Op: c.Op, Left: c.Right, Right: c.Left, Binds: c.Right.Variable}
		}
	}
	return &made, true
}

// canLook reports whether a literal can be looked at when those variables have values; an aggregate with parameters wants
// all that stands before it to be in the set.
func (s *State) canLook(r *rules.Rule, k int, bound []belief.Value, set int) bool {
	ready := known(r.Body[k], bound)
	if a, ok := r.Body[k].(*rules.Aggregate); ok && len(a.Parameters) > 0 {
		for _, earlier := range r.Order[:slices.Index(r.Order, k)] {
			ready = ready && set>>earlier&1 == 1
		}
	}
	return ready
}

// bindAll marks the variables that a literal gives a value.
func bindAll(l rules.Literal, bound []belief.Value) {
	_, gives := naive.Variables(l)
	for _, v := range gives {
		if bound[v].Type() == belief.NoType {
			bound[v] = belief.Int(0)
		}
	}
}

// questions are atoms that nothing matches: facts of the values that the columns have, and patterns.
func (s *State) questions(d *Dice) []rules.Query {
	values := s.columnValues()
	var list []rules.Query
	for _, r := range s.Program.Relations {
		for range 3 {
			q := rules.Query{Relation: r.Name}
			for c := range r.Columns {
				known := values[column(r, c)]
				switch {
				case d.Chance(15):
					q.Terms = append(q.Terms, rules.Term{Kind: rules.WildcardTerm})
				case d.Chance(15) || len(known) == 0:
					q.Terms = append(q.Terms, rules.Term{Kind: rules.VariableTerm, Variable: 0})
					q.Variables = []string{"q"}
				default:
					q.Terms = append(q.Terms, rules.Term{Value: fuzz.Pick(d, known)})
				}
			}
			if s.Program.Check(q) == nil && !slices.ContainsFunc(s.Model.facts(r.Name), func(f belief.Fact) bool { return matches(&q, f) }) {
				list = append(list, q)
			}
		}
	}
	return list
}

// TestWhyNot asks why atoms of random worlds do not hold, and checks every claim of the answers.
func TestWhyNot(t *testing.T) {
	worlds, checked := max(150, programCount()/8), 0
	for i := range worlds {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		s, err := Start(w)
		if err != nil {
			continue // something is undefined
		}
		e := start(t, w, strategyOf(seed))
		if e == nil {
			continue
		}
		before := dump(e)
		for _, q := range s.questions(NewDice(seed)) {
			found, err := e.WhyNot(context.Background(), q, revise.WhyNotLimits{Depth: 4})
			if err == nil {
				var n int
				n, err = s.checkAbsence(found.Absence)
				checked += n
			}
			if err != nil {
				t.Fatalf("seed %d: %s: %v\nwith\n%s", seed, q, err, w.Text(false))
			}
		}
		for _, name := range []string{s.Program.Relations[0].Name} {
			for _, f := range s.Model.facts(name)[:min(1, len(s.Model.facts(name)))] {
				if _, err := e.WhyNot(context.Background(), queryOf(f), revise.WhyNotLimits{}); !errors.Is(err, revise.ErrHolds) {
					t.Fatalf("seed %d: %s holds, and the error is %v", seed, f, err)
				}
			}
		}
		if after := dump(e); !slices.Equal(before, after) {
			t.Fatalf("seed %d: the state is another one", seed)
		}
	}
	if t.Logf("%d misses", checked); checked < 3*worlds {
		t.Errorf("%d misses only", checked)
	}
}

func queryOf(f belief.Fact) rules.Query {
	q := rules.Query{Relation: f.Relation}
	for _, v := range f.Values {
		q.Terms = append(q.Terms, rules.Term{Value: v})
	}
	return q
}

// TestAttain compares the ways to make atoms of small worlds hold with what trying every set of changes gives.
func TestAttain(t *testing.T) {
	worlds, attained := max(150, programCount()/8), 0
	any := func(*Model) bool { return true }
	eachChangedWorld(t, worlds, any, func(seed uint64, w *changedWorld, e *revise.Engine, size int) error {
		before := dump(e)
		for _, q := range w.questions(NewDice(seed)) {
			found, err := e.Attain(context.Background(), q, revise.RemedyLimits{Size: size})
			if err == nil {
				err = w.checkRemedyList(found.List, func(m *Model) bool {
					return slices.ContainsFunc(m.facts(q.Relation), func(f belief.Fact) bool { return matches(&q, f) })
				})
			}
			if err != nil {
				return fmt.Errorf("%s: %w", q, err)
			}
			attained += len(found.List)
		}
		if after := dump(e); !slices.Equal(before, after) {
			return errors.New("the state is another one")
		}
		return nil
	})
	if t.Logf("%d ways", attained); attained < worlds {
		t.Errorf("%d ways only", attained)
	}
}
