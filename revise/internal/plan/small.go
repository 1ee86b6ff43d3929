package plan

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// smallArithmetic is a sum, a difference or a product of two terms. Where both are small ints it always has a value, in 64
// bits, and no value need be made of an ID first.
type smallArithmetic struct {
	function    rules.Func
	left, right Term
}

// smallArithmetic returns the expression as such, nil if it is none.
func (b *body) smallArithmetic(e *rules.Expr) *smallArithmetic {
	if e.Kind != rules.CallExpr || e.Call.Func != rules.Add && e.Call.Func != rules.Subtract && e.Call.Func != rules.Multiply {
		return nil
	}
	for _, arg := range e.Call.Args {
		if arg.Kind == rules.CallExpr || arg.Kind == rules.ConstantExpr && arg.Value.Type() != belief.IntType {
			return nil
		}
	}
	left, _ := b.simpleTerm(&e.Call.Args[0])
	right, _ := b.simpleTerm(&e.Call.Args[1])
	return &smallArithmetic{e.Call.Func, left, right}
}

// small returns the value of the expression, and reports false if it has a term that is no small int.
func (x *Run) small(a *smallArithmetic) (ID, bool) {
	left, ok := belief.SmallInt(x.valueOf(a.left))
	right, also := belief.SmallInt(x.valueOf(a.right))
	if !ok || !also {
		return 0, false
	}
	switch a.function {
	case rules.Add:
		left += right
	case rules.Subtract:
		left -= right
	default:
		left *= right
	}
	return x.program.Dictionary.IntID(left), true
}
