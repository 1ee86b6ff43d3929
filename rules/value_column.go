package rules

import "slices"

// ValueColumn returns the first column in which every rule of the relation has the result of an aggregate, or -1. Facts
// of the relation that differ there alone are one fact whose value changes.
func (r *Relation) ValueColumn() int {
	if len(r.Rules) == 0 {
		return -1
	}
	for c := range r.Columns {
		if !slices.ContainsFunc(r.Rules, func(rule *Rule) bool { return !rule.hasValueAt(c) }) {
			return c
		}
	}
	return -1
}

func (r *Rule) hasValueAt(column int) bool {
	t := r.Head.Terms[column]
	return t.Kind == VariableTerm && slices.ContainsFunc(r.Body, func(l Literal) bool {
		a, ok := l.(*Aggregate)
		return ok && a.Result == t.Variable
	})
}
