package plan

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Comparison is what a comparison comes to for given values.
type Comparison struct {
	Left, Right belief.Value // of a computation that binds its variable, Left is not looked at
	Holds       bool
	Undefined   string // why a side has no value; then nothing else is said
}

// Compare evaluates a comparison; binds says that its left side is a variable that gets its value now.
func Compare(c *rules.Comparison, binds bool, value func(variable int) belief.Value) Comparison {
	right, bad := eval(&c.Right, value)
	if bad != "" {
		return Comparison{Undefined: string(bad)}
	}
	if binds {
		return Comparison{Right: right, Holds: true}
	}
	left, bad := eval(&c.Left, value)
	return Comparison{Left: left, Right: right, Holds: bad == "" && compareValues(c.Op, left.Compare(right)), Undefined: string(bad)}
}

// Holds evaluates a condition.
func Holds(c *rules.Condition, value func(variable int) belief.Value) (holds bool, undefined string) {
	v, bad := evalCall(&c.Call, value)
	return bad == "" && v.Bool(), string(bad)
}

// Reads calls f with every variable that a literal needs a value of before it can be looked at: none for a positive
// atom, none for the variable that a computation binds, and those of an aggregate's group that it does not bind.
func Reads(l rules.Literal, f func(variable int)) {
	switch l := l.(type) {
	case *rules.Atom:
		for _, t := range l.Terms {
			if l.Negated && t.Kind == rules.VariableTerm {
				f(t.Variable)
			}
		}
	case *rules.Comparison:
		if l.Binds < 0 {
			readsOf(&l.Left, f)
		}
		readsOf(&l.Right, f)
	case *rules.Condition:
		for i := range l.Call.Args {
			readsOf(&l.Call.Args[i], f)
		}
	case *rules.Aggregate:
		for _, v := range l.Group {
			if l.ZeroGroups || slices.Contains(l.Parameters, v) {
				f(v)
			}
		}
	}
}
