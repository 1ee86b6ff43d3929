package naive

import (
	"fmt"
	"iter"
	"math/big"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Row is one fact with what supports it.
type Row struct {
	Values    []belief.Value
	Base      int      // base beliefs: 1 or 0 in a set, the occurrences in a bag
	Instances int      // rule instances that derive it; meaningless in a bag
	Weight    *big.Int // of a bag: its multiplicity, base beliefs included; else nil
	Number    int      // the caller's
}

// Facts is what holds.
type Facts interface {
	// Matching yields at least the rows of the relation that agree with the values; the zero Value agrees with any.
	Matching(relation *rules.Relation, values []belief.Value) iter.Seq[*Row]
}

// Fault is an undefined operation that the search reached.
type Fault struct {
	Rule string
	What string
}

// Error names the rule and what is undefined.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Rule, f.What) }

// Key is a text that two rows share exactly if they are equal.
func Key(values []belief.Value) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte('0' + byte(v.Type()))
		b.WriteString(v.Plain())
		b.WriteByte(0)
	}
	return b.String()
}

// Solver enumerates the solutions of one body by nested loops, in the canonical order of its literals.
type Solver struct {
	Facts Facts
	Given Facts          // what negated atoms are about; nil: Facts
	Rule  string         // that faults name
	Env   []belief.Value // by variable; the zero Value is unbound
	// Projects says that `_` in a positive atom makes no further solution: where it is all that an atom leaves open, one
	// fact is enough.
	Projects bool
	Matched  []*Row // by literal: the row that a positive atom has now; kept where it is not nil

	solved map[*rules.Aggregate]map[string][]*group // groups by the values of what was bound before
}

// Bound reports whether the variable has a value.
func (s *Solver) Bound(variable int) bool { return s.Env[variable].Type() != belief.NoType }

// Term returns the value of a term, the zero Value where it has none.
func (s *Solver) Term(t rules.Term) belief.Value {
	if t.Kind == rules.VariableTerm {
		return s.Env[t.Variable]
	}
	return t.Value
}

func (s *Solver) fault(what string) error { return &Fault{Rule: s.Rule, What: what} }

// Solve calls found with env bound to each solution of the literals in order; weight is the product of the
// multiplicities of the bag facts used so far.
func (s *Solver) Solve(body []rules.Literal, order []int, weight *big.Int, found func(weight *big.Int) error) error {
	if len(order) == 0 {
		return found(weight)
	}
	rest := func(weight *big.Int) error { return s.Solve(body, order[1:], weight, found) }
	switch l := body[order[0]].(type) {
	case *rules.Atom:
		if l.Negated {
			return s.negated(l, weight, rest)
		}
		return s.positive(l, weight, func(weight *big.Int, row *Row) error {
			if s.Matched != nil {
				s.Matched[order[0]] = row
			}
			return rest(weight)
		})
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

func (s *Solver) positive(a *rules.Atom, weight *big.Int, rest func(*big.Int, *Row) error) error {
	for row := range s.Facts.Matching(a.Relation, s.Values(a)) {
		undo, ok := s.Match(a.Terms, row.Values)
		if ok {
			w := weight
			if row.Weight != nil {
				w = new(big.Int).Mul(weight, row.Weight)
			}
			if err := rest(w, row); err != nil {
				return err
			}
		}
		s.unbind(undo)
		if ok && s.Projects && len(undo) == 0 {
			return nil
		}
	}
	return nil
}

func (s *Solver) negated(a *rules.Atom, weight *big.Int, rest func(*big.Int) error) error {
	in := s.Given
	if in == nil {
		in = s.Facts
	}
	for row := range in.Matching(a.Relation, s.Values(a)) {
		undo, ok := s.Match(a.Terms, row.Values)
		s.unbind(undo)
		if ok {
			return nil
		}
	}
	return rest(weight)
}

// Values returns the values of the atom's terms as far as they are known.
func (s *Solver) Values(a *rules.Atom) []belief.Value {
	values := make([]belief.Value, len(a.Terms))
	for i, t := range a.Terms {
		values[i] = s.Term(t)
	}
	return values
}

// Match unifies the terms with a row and returns the variables it bound, also when it fails.
func (s *Solver) Match(terms []rules.Term, row []belief.Value) (bound []int, ok bool) {
	for i, t := range terms {
		switch t.Kind {
		case rules.ConstantTerm:
			if t.Value != row[i] {
				return bound, false
			}
		case rules.VariableTerm:
			if !s.Bound(t.Variable) {
				s.Env[t.Variable] = row[i]
				bound = append(bound, t.Variable)
			} else if s.Env[t.Variable] != row[i] {
				return bound, false
			}
		}
	}
	return bound, true
}

func (s *Solver) unbind(variables []int) {
	for _, v := range variables {
		s.Env[v] = belief.Value{}
	}
}

func (s *Solver) comparison(c *rules.Comparison, weight *big.Int, rest func(*big.Int) error) error {
	right, err := s.expr(c.Right)
	if err != nil {
		return err
	}
	if c.Binds >= 0 && !s.Bound(c.Binds) {
		s.Env[c.Binds] = right
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
