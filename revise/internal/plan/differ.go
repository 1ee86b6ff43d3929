package plan

import "slices"

// HeadsDiffer reports whether any two instances of the rule have different heads, because a head says which facts the body
// has: it has the values of all their columns, or these follow from values that it has.
func (r *Rule) HeadsDiffer() bool {
	known := make([]bool, r.Registers)
	for _, t := range r.HeadTerms {
		if t.Register >= 0 {
			known[t.Register] = true
		}
	}
	for more := true; more; {
		more = false
		for i := range r.guards {
			if result, ok := r.guards[i].gives(known); ok && !known[result] {
				known[result], more = true, true
			}
		}
	}
	return !slices.ContainsFunc(r.Literals, func(lit *Literal) bool {
		return !lit.Negated && (lit.Relation.IsBag() || !areKnown(lit.Terms, known))
	})
}

// gives returns the register whose value follows from the known ones.
func (g *guard) gives(known []bool) (register int, ok bool) {
	switch {
	case g.literal != nil && !g.literal.Negated:
		value := len(g.literal.Terms) - 1
		register = g.literal.Terms[value].Register
		return register, register >= 0 && areKnown(g.literal.Terms[:value], known)
	case g.comparison != nil && g.comparison.Binds >= 0:
		ok = true
		g.reads(func(r int) { ok = ok && known[r] })
		return g.comparison.Binds, ok
	default:
		return 0, false
	}
}

func areKnown(terms []Term, known []bool) bool {
	return !slices.ContainsFunc(terms, func(t Term) bool { return t.Register >= 0 && !known[t.Register] })
}
