package rules

import "slices"

// Replacing returns the change that makes the rules and constraints of p those of q, which knows every relation of p as p
// does. A rule stays if q has its text under its name, or if it has no name in either. Nothing is restored: what comes is
// where q has it.
func (p *Program) Replacing(q *Program) RuleChange {
	var change RuleChange
	kept := p.paired(q, func(mine, theirs *Rule) bool { return mine.Name == theirs.Name }, func(mine, theirs *Rule) bool {
		return mine.node.Field("name") == nil && theirs.node.Field("name") == nil
	})
	stays := map[*Rule]bool{}
	for _, r := range p.Rules {
		if theirs := kept[r]; theirs != nil {
			stays[theirs] = true
		} else {
			change.RemoveRules = append(change.RemoveRules, NameAt{r.Name, r.Place})
		}
	}
	for _, r := range q.Rules {
		if !stays[r] {
			change.AddRules = append(change.AddRules, r.node)
		}
	}
	for _, c := range p.Constraints {
		if !slices.ContainsFunc(q.Constraints, c.equal) {
			change.RemoveConstraints = append(change.RemoveConstraints, NameAt{c.Name, c.Place})
		}
	}
	for _, c := range q.Constraints {
		if !slices.ContainsFunc(p.Constraints, c.equal) {
			change.AddConstraints = append(change.AddConstraints, c.node)
		}
	}
	return change
}

// equal reports whether two constraints say and do the same under the same name.
func (c *Constraint) equal(other *Constraint) bool {
	return c.same(other) && c.OnViolation == other.OnViolation
}

// Unlike returns where q has a relation of p otherwise, in columns, types or semantics.
func (p *Program) Unlike(q *Program) []*UnlikeError {
	var found []*UnlikeError
	for _, mine := range p.Relations {
		theirs := q.byName[mine.Name]
		if theirs == nil || mine.open || theirs.open {
			continue
		}
		if here, there := mine.unlike(theirs); here != "" {
			found = append(found, &UnlikeError{mine, theirs, here, there})
		}
	}
	return found
}
