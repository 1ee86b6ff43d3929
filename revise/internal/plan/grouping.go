package plan

import "slices"

// carried returns the column whose value most recursive rules of the relation take over from a fact of the stratum: what
// they derive from one such fact after another then lies in one group. Of equals it is the one that later literals have:
// most instances are enumerated from the last literal of the stratum, which sees what came with its wave through all
// others.
func carried(r *Relation) int {
	best, most, latest := 0, 0, 0
	for c := range r.Arity {
		votes, late := 0, 0
		for _, rule := range r.Rules {
			if from := carrier(rule, c); from >= 0 {
				votes++
				late += from
			}
		}
		if votes > most || votes == most && late > latest {
			best, most, latest = c, votes, late
		}
	}
	return best
}

// carrier returns the position of the last literal of the stratum that has the value of the head's column, -1 if none has.
func carrier(rule *Rule, column int) int {
	t, last := rule.HeadTerms[column], -1
	for _, lit := range rule.Literals {
		if t.Register >= 0 && lit.InStratum && slices.Contains(lit.Terms, t) {
			last = lit.Position
		}
	}
	return last
}

// Suits reports whether most of what is derived from the present waves lies in one group for many heads in a row, if the
// relation is grouped by the column: because the head takes the column's value over from rows that lie side by side, or
// because such rows are a bunch.
func (r *Relation) Suits(column int) bool {
	all, suited := 0, 0
	for _, rule := range r.Rules {
		for _, lit := range rule.Literals {
			if !lit.InStratum {
				continue
			}
			all += len(lit.Relation.Wave)
			if carries, bunches := rule.suits(lit, column); carries || bunches {
				suited += len(lit.Relation.Wave)
			}
		}
	}
	return 2*suited > all
}

// Carries reports whether a rule takes the column's value over from rows that lie side by side.
func (r *Relation) Carries(column int) bool {
	return slices.ContainsFunc(r.Rules, func(rule *Rule) bool {
		return slices.ContainsFunc(rule.Literals, func(lit *Literal) bool {
			carries, _ := rule.suits(lit, column)
			return carries
		})
	})
}

// suits says how heads come in groups, grouped by the column, when rows of the stratum drive that the literal has.
func (r *Rule) suits(driver *Literal, column int) (carries, bunches bool) {
	if !driver.InStratum || driver.Relation.Arity == 0 {
		return false, false
	}
	group := driver.Relation.GroupColumn()
	if driver.Relation == r.Head {
		group = column
	}
	from, to := driver.Terms[group], r.HeadTerms[column]
	if to.Register < 0 || from.Register < 0 {
		return false, false
	}
	steps := r.join(driver.Position).steps
	later := slices.ContainsFunc(steps[2:], func(s step) bool { return s.loops() })
	bunches = !r.hasPartial() && steps[1].reads(from.Register) && (later || !slices.Contains(driver.Terms, to))
	return from == to, bunches
}

// GroupAnew groups the relation by another column, if there are not too many groups then, and forgets what was compiled for
// the old one. It reports whether it did. Nothing may be under way.
func (r *Relation) GroupAnew(column int) bool {
	if !r.Relation.GroupAnew(column) {
		return false
	}
	for _, rule := range r.Stratum.Rules {
		clear(rule.joins)
	}
	return true
}
