package rules

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
)

// UnlikeError says that a relation of one program is not the one of that name in another.
type UnlikeError struct {
	Here, There       *Relation
	HasHere, HasThere string // what is not the same, such as 2 columns and 3 columns
}

// Error says how the relations differ.
func (e *UnlikeError) Error() string {
	return fmt.Sprintf("the relation %s has %s here and %s there", e.Here.Name, e.HasHere, e.HasThere)
}

// Toward returns what leads from a program to another one: a program that concludes what p does and knows the relations
// of both, and the change that makes it conclude what q does. Rules of the same text are the same rule, under the name
// that p gives it; likewise constraints. All constraints only report. The error joins an *UnlikeError for each relation
// that differs in columns, types or semantics, or is a Diagnostics.
func (p *Program) Toward(q *Program) (*Program, RuleChange, error) {
	var unlike []error
	for _, u := range p.Unlike(q) {
		unlike = append(unlike, u)
	}
	if unlike != nil {
		return nil, RuleChange{}, errors.Join(unlike...)
	}
	c := newChecker(slices.Concat(p.docs, q.docs))
	c.keep(p)
	for _, theirs := range q.Relations {
		c.numbered[theirs.Name] = max(c.numbered[theirs.Name], q.numbered[theirs.Name])
		if mine := p.byName[theirs.Name]; mine == nil || mine.open || !theirs.open {
			c.keepRelation(theirs)
		}
	}
	c.keepRules(p, RuleChange{})
	for _, r := range c.constraints {
		r.violation = Report
	}
	c.collect()
	program := c.check()
	if program == nil {
		return nil, RuleChange{}, c.diagnostics()
	}
	return program, program.change(q), nil
}

// unlike says what is not the same in two relations, empty where nothing is.
func (r *Relation) unlike(other *Relation) (here, there string) {
	switch {
	case len(r.Columns) != len(other.Columns):
		return plural(len(r.Columns), "column"), plural(len(other.Columns), "column")
	case r.Bag != other.Bag:
		semantics := map[bool]string{true: "the semantics of a bag", false: "those of a set"}
		return semantics[r.Bag], semantics[other.Bag]
	}
	for i, c := range r.Columns {
		if d := other.Columns[i]; c.Type != d.Type && c.Type != belief.NoType && d.Type != belief.NoType {
			return fmt.Sprintf("the type %s in column %s", c.Type, c.Name), d.Type.String()
		}
	}
	return "", ""
}

// change returns what makes the program conclude what q does.
func (p *Program) change(q *Program) RuleChange {
	var change RuleChange
	kept := p.sharedRules(q)
	taken := map[string]bool{}
	for _, r := range p.Rules {
		if kept[r] == nil {
			change.RemoveRules = append(change.RemoveRules, NameAt{r.Name, r.Place})
		} else {
			taken[r.Name] = true
		}
	}
	stays := map[*Rule]bool{}
	for _, r := range kept {
		stays[r] = true
	}
	for _, r := range q.Rules {
		switch {
		case stays[r]:
		case taken[r.Name]: // a number that was given, since a given name is not taken: it gets another
			change.AddRules = append(change.AddRules, r.node)
		default:
			change.RestoreRules = append(change.RestoreRules, r)
		}
	}
	for _, c := range p.Constraints {
		if !slices.ContainsFunc(q.Constraints, c.same) {
			change.RemoveConstraints = append(change.RemoveConstraints, NameAt{c.Name, c.Place})
		}
	}
	for _, c := range q.Constraints {
		if !slices.ContainsFunc(p.Constraints, c.same) {
			reporting := *c
			reporting.OnViolation = Report
			change.RestoreConstraints = append(change.RestoreConstraints, &reporting)
		}
	}
	return change
}

// sharedRules pairs the rules of the program with those of q that have their text, best with those that have their name
// as well, each once. A rule that q has under another name is not shared where that would leave two rules with one
// name.
func (p *Program) sharedRules(q *Program) map[*Rule]*Rule {
	return p.paired(q, func(mine, theirs *Rule) bool { return mine.Name == theirs.Name },
		func(mine, _ *Rule) bool { return !q.givesName(mine.Name) })
}

// paired pairs the rules of the program with those of q that have their text, by the first criterion as far as it goes, then
// by the next. Each is paired once.
func (p *Program) paired(q *Program, criteria ...func(mine, theirs *Rule) bool) map[*Rule]*Rule {
	pairs, used := map[*Rule]*Rule{}, map[*Rule]bool{}
	for _, same := range criteria {
		for _, mine := range p.Rules {
			i := slices.IndexFunc(q.Rules, func(theirs *Rule) bool {
				return pairs[mine] == nil && !used[theirs] && mine.Text == theirs.Text && same(mine, theirs)
			})
			if i >= 0 {
				pairs[mine], used[q.Rules[i]] = q.Rules[i], true
			}
		}
	}
	return pairs
}

// givesName reports whether a rule has the name because it is written beside it.
func (p *Program) givesName(name string) bool {
	return slices.ContainsFunc(p.Rules, func(r *Rule) bool { return r.Name == name && r.node.Field("name") != nil })
}

// same reports whether two constraints say the same under the same name, whatever they do about it.
func (c *Constraint) same(other *Constraint) bool {
	return c.Name == other.Name && c.Text == other.Text && slices.Equal(c.Message, other.Message)
}
