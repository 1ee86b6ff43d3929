package plan

import (
	"slices"

	"github.com/beliefbase/revise/rules"
)

// guard is a literal that is no positive atom: a negated atom, an aggregate, a comparison, a computation or a condition.
// A partial one can be undefined; it and all guards after it are evaluated in their order, once every positive atom is
// joined, so that no fault depends on the plan (docs/reference/language.md, The order of conditions).
type guard struct {
	literal     *Literal // of a negated atom or an aggregate
	comparison  *rules.Comparison
	condition   *rules.Condition
	simple      bool // both sides of the comparison are terms
	left, right Term
	partial     bool
	user        int // its index in the body as written
}

// reads calls f with every register that the guard needs before it can be evaluated.
func (g *guard) reads(f func(register int)) {
	switch {
	case g.literal != nil && g.literal.Negated:
		for _, t := range g.literal.Terms {
			if t.Register >= 0 {
				f(t.Register)
			}
		}
	case g.literal != nil && g.literal.ZeroGroup:
		for _, t := range g.literal.Terms[:len(g.literal.Terms)-1] {
			f(t.Register)
		}
	case g.comparison != nil:
		if g.comparison.Binds < 0 {
			readsOf(&g.comparison.Left, f)
		}
		readsOf(&g.comparison.Right, f)
	case g.condition != nil:
		for i := range g.condition.Call.Args {
			readsOf(&g.condition.Call.Args[i], f)
		}
	}
}

func readsOf(e *rules.Expr, f func(register int)) {
	switch e.Kind {
	case rules.VariableExpr:
		f(e.Variable)
	case rules.CallExpr:
		for i := range e.Call.Args {
			readsOf(&e.Call.Args[i], f)
		}
	}
}

// isPartial reports whether evaluating the expression can be undefined.
func isPartial(e *rules.Expr) bool {
	if e.Kind != rules.CallExpr {
		return false
	}
	switch e.Call.Func {
	case rules.Add, rules.Subtract, rules.Multiply, rules.Divide, rules.Mod, rules.Negate, rules.Abs, rules.AddDays, rules.ToInt, rules.Concat:
		return true
	}
	for i := range e.Call.Args {
		if isPartial(&e.Call.Args[i]) {
			return true
		}
	}
	return false
}

// hasPartial reports whether some guard can be undefined.
func (r *Rule) hasPartial() bool {
	return slices.ContainsFunc(r.guards, func(g guard) bool { return g.partial })
}
