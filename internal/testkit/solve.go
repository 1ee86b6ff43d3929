package testkit

import (
	"math/big"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// solver enumerates the solutions of one body by nested loops, in the canonical order of its literals.
type solver struct {
	model *Model
	rule  string
	env   []belief.Value // by variable; the zero Value is unbound
	// projects says that `_` in a positive atom makes no further solution: where it is all that an atom leaves open, one
	// fact is enough.
	projects bool
}

func (s *solver) bound(variable int) bool { return s.env[variable].Type() != belief.NoType }

func (s *solver) term(t rules.Term) belief.Value {
	if t.Kind == rules.VariableTerm {
		return s.env[t.Variable]
	}
	return t.Value
}

func (s *solver) fault(what string) error { return &Fault{Rule: s.rule, What: what} }

// solve calls found with env bound to each solution of the literals in order; weight is the product of the
// multiplicities of the bag facts used so far.
func (s *solver) solve(body []rules.Literal, order []int, weight *big.Int, found func(weight *big.Int) error) error {
	if len(order) == 0 {
		return found(weight)
	}
	rest := func(weight *big.Int) error { return s.solve(body, order[1:], weight, found) }
	switch l := body[order[0]].(type) {
	case *rules.Atom:
		if l.Negated {
			return s.negated(l, weight, rest)
		}
		return s.positive(l, weight, rest)
	case *rules.Comparison:
		return s.comparison(l, weight, rest)
	case *rules.Condition:
		v, err := s.call(l.Call)
		if err != nil || !v.Bool() {
			return err
		}
		return rest(weight)
	case *rules.Aggregate:
		return s.aggregate(l, weight, rest)
	default:
		panic("a literal of unknown kind")
	}
}

func (s *solver) positive(a *rules.Atom, weight *big.Int, rest func(*big.Int) error) error {
	for _, row := range s.candidates(a, s.model) {
		undo, ok := s.match(a.Terms, row.Values)
		if ok {
			w := weight
			if row.Weight != nil {
				w = new(big.Int).Mul(weight, row.Weight)
			}
			if err := rest(w); err != nil {
				return err
			}
		}
		s.unbind(undo)
		if ok && s.projects && len(undo) == 0 {
			return nil
		}
	}
	return nil
}

func (s *solver) negated(a *rules.Atom, weight *big.Int, rest func(*big.Int) error) error {
	in := s.model
	if in.given != nil {
		in = in.given
	}
	for _, row := range s.candidates(a, in) {
		undo, ok := s.match(a.Terms, row.Values)
		s.unbind(undo)
		if ok {
			return nil
		}
	}
	return rest(weight)
}

// candidates returns the rows of a model that the atom may match: the one it names if all its terms have values, else all.
func (s *solver) candidates(a *rules.Atom, in *Model) Extension {
	rows := in.Relations[a.Relation.Name]
	values := make([]belief.Value, len(a.Terms))
	for i, t := range a.Terms {
		if values[i] = s.term(t); values[i].Type() == belief.NoType {
			return rows
		}
	}
	key := Key(values)
	if row := rows[key]; row != nil {
		return Extension{key: row}
	}
	return nil
}

// match unifies the terms with a row and returns the variables it bound, also when it fails.
func (s *solver) match(terms []rules.Term, row []belief.Value) (bound []int, ok bool) {
	for i, t := range terms {
		switch t.Kind {
		case rules.ConstantTerm:
			if t.Value != row[i] {
				return bound, false
			}
		case rules.VariableTerm:
			if !s.bound(t.Variable) {
				s.env[t.Variable] = row[i]
				bound = append(bound, t.Variable)
			} else if s.env[t.Variable] != row[i] {
				return bound, false
			}
		}
	}
	return bound, true
}

func (s *solver) unbind(variables []int) {
	for _, v := range variables {
		s.env[v] = belief.Value{}
	}
}

func (s *solver) comparison(c *rules.Comparison, weight *big.Int, rest func(*big.Int) error) error {
	right, err := s.expr(c.Right)
	if err != nil {
		return err
	}
	if c.Binds >= 0 && !s.bound(c.Binds) {
		s.env[c.Binds] = right
		defer s.unbind([]int{c.Binds})
		return rest(weight)
	}
	left, err := s.expr(c.Left)
	if err != nil {
		return err
	}
	if !holds(c.Op, order(left, right)) {
		return nil
	}
	return rest(weight)
}

func holds(op rules.Op, order int) bool {
	switch op {
	case rules.Equal:
		return order == 0
	case rules.NotEqual:
		return order != 0
	case rules.Less:
		return order < 0
	case rules.LessEqual:
		return order <= 0
	case rules.Greater:
		return order > 0
	default:
		return order >= 0
	}
}

// order compares two values of one type: -1, 0 or 1.
func order(a, b belief.Value) int {
	less := func(a, b belief.Value) bool {
		switch a.Type() {
		case belief.StringType:
			return a.Text() < b.Text()
		case belief.FloatType:
			return a.Float() < b.Float()
		case belief.BoolType:
			return !a.Bool() && b.Bool()
		case belief.DateType:
			return a.Days() < b.Days()
		default:
			return a.Int() < b.Int()
		}
	}
	switch {
	case less(a, b):
		return -1
	case less(b, a):
		return 1
	default:
		return 0
	}
}
