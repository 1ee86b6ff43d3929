package naive

import (
	"math/big"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// CheckBraces faults on what is undefined in the braces of a body. Braces are evaluated wherever their own positive
// atoms hold, whether or not the rest of the rule does; those with parameters for every value that the literals before
// the aggregate give them, as far as they lie below the relations that are own.
func (s *Solver) CheckBraces(body []rules.Literal, order []int, own map[string]bool) error {
	for n, i := range order {
		a, ok := body[i].(*rules.Aggregate)
		if !ok {
			continue
		}
		alone := func(*big.Int) error {
			inner := Solver{Facts: s.Facts, Given: s.Given, Rule: s.Rule, Env: make([]belief.Value, len(s.Env))}
			for _, p := range a.Parameters {
				inner.Env[p] = s.Env[p]
			}
			return inner.Solve(a.Body, a.Order, big.NewInt(1), func(*big.Int) error { return nil })
		}
		var domain []int
		if len(a.Parameters) > 0 {
			domain = below(body, order[:n], own)
		}
		if err := s.Solve(body, domain, big.NewInt(1), alone); err != nil {
			return err
		}
	}
	return nil
}

// below returns the literals that are no positive atoms of own relations and need nothing that only those bind.
func below(body []rules.Literal, order []int, own map[string]bool) []int {
	var kept, bound []int
	for _, i := range order {
		if a, ok := body[i].(*rules.Atom); ok && !a.Negated && own[a.Relation.Name] {
			continue
		}
		needs, gives := Variables(body[i])
		if !slices.ContainsFunc(needs, func(v int) bool { return !slices.Contains(bound, v) }) {
			kept, bound = append(kept, i), append(bound, gives...)
		}
	}
	return kept
}

// Variables are the variables that must have a value before the literal, and those that have one after it.
func Variables(l rules.Literal) (needs, gives []int) {
	switch l := l.(type) {
	case *rules.Atom:
		for _, t := range l.Terms {
			if t.Kind == rules.VariableTerm {
				gives = append(gives, t.Variable)
			}
		}
		if l.Negated {
			return gives, nil
		}
		return nil, gives
	case *rules.Comparison:
		needs = variablesOfExpr(l.Right)
		if l.Binds >= 0 {
			return needs, []int{l.Binds}
		}
		return append(needs, variablesOfExpr(l.Left)...), nil
	case *rules.Condition:
		return variablesOfExpr(rules.Expr{Kind: rules.CallExpr, Call: &l.Call}), nil
	default:
		a := l.(*rules.Aggregate)
		needs = a.Parameters
		if a.ZeroGroups {
			needs = a.Group
		}
		return needs, append(slices.Clone(a.Group), a.Result)
	}
}

func variablesOfExpr(e rules.Expr) []int {
	switch e.Kind {
	case rules.VariableExpr:
		return []int{e.Variable}
	case rules.CallExpr:
		var list []int
		for _, arg := range e.Call.Args {
			list = append(list, variablesOfExpr(arg)...)
		}
		return list
	default:
		return nil
	}
}
