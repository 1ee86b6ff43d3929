package rules

import (
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
)

// RuleChange is what a revision does to the rules. Rules are removed first, then added.
type RuleChange struct {
	AddRules          []*Node
	RemoveRules       []NameAt
	AddConstraints    []*Node
	RemoveConstraints []NameAt
	// What an undo puts back, under the names it had.
	RestoreRules       []*Rule
	RestoreConstraints []*Constraint
}

// ReadRuleChange reads what a revision, which is a map, does to the rules.
func ReadRuleChange(revision *Node) RuleChange {
	items := func(key string) []*Node {
		if field := revision.Field(key); field != nil && field.Kind == List {
			return field.Items
		}
		return nil
	}
	names := func(key string) []NameAt {
		var list []NameAt
		for _, n := range items(key) {
			list = append(list, NameAt{Name: n.Text, Place: n.Place})
		}
		return list
	}
	return RuleChange{
		AddRules: items("add_rules"), RemoveRules: names("remove_rules"),
		AddConstraints: items("add_constraints"), RemoveConstraints: names("remove_constraints"),
	}
}

// NameAt is a name and where it stands.
type NameAt struct {
	Name  string
	Place belief.Place
}

// IsEmpty reports whether nothing is changed.
func (c RuleChange) IsEmpty() bool {
	return len(c.AddRules)+len(c.RemoveRules)+len(c.AddConstraints)+len(c.RemoveConstraints)+
		len(c.RestoreRules)+len(c.RestoreConstraints) == 0
}

// With returns a program with the change applied, checked as a whole. The relations and the types of their columns
// stay; rules that stay keep their names, and an unnamed rule that is added gets a number that no rule had before.
// The Program is nil when the diagnostics have an error. The receiver does not change.
func (p *Program) With(change RuleChange) (*Program, Diagnostics) {
	c := p.changed(change)
	program := c.check()
	if program != nil {
		c.warnAdded()
	}
	return program, c.diagnostics()
}

// Observe returns a program that knows in addition what facts show about relations: new ones, and types of columns that
// had none. The Program is nil when the diagnostics have an error. The receiver does not change.
func (p *Program) Observe(sig Signature) (*Program, Diagnostics) {
	c := newChecker(p.docs)
	c.signature = sig
	c.keep(p)
	c.keepRules(p, RuleChange{})
	c.collect()
	return c.check(), c.diagnostics()
}

// changed takes everything from the program and the change that check needs.
func (p *Program) changed(change RuleChange) *checker {
	c := newChecker(p.docs)
	c.keep(p)
	c.keepRules(p, change)
	for _, n := range change.AddRules {
		if r := c.rule(n); r != nil {
			c.rules = append(c.rules, r)
		}
	}
	for _, n := range change.AddConstraints {
		violation := Report
		if n.doc != nil && n.doc.Root != nil {
			violation = c.onViolation(n.doc.Root, Report)
		}
		if r := c.constraint(n, violation); r != nil {
			c.constraints = append(c.constraints, r)
		}
	}
	c.collect()
	return c
}

// keep takes over the relations of a program.
func (c *checker) keep(p *Program) {
	c.numbered, c.lost, c.omitted = maps.Clone(p.numbered), p.lost, p.omitted
	for _, old := range p.Relations {
		c.keepRelation(old)
	}
}

// keepRelation takes over a relation with its columns and their types.
func (c *checker) keepRelation(old *Relation) {
	r := c.relation(old.Name, old.Place)
	r.Bag, r.MayAssert, r.About, r.observed = old.Bag, old.MayAssert, old.About, r.observed || old.observed
	if old.open {
		return
	}
	if !r.shaped {
		r.shape(slices.Clone(old.Columns), old.Place)
	}
	for i, column := range old.Columns {
		r.cells[i].narrow(setOf(column.Type), old.Place, "column "+column.Name+" of "+old.Name+" is "+column.Type.String())
	}
}

// keepRules takes over the rules and constraints that the change does not remove, and those that it restores.
func (c *checker) keepRules(p *Program, change RuleChange) {
	gone := map[string]bool{}
	for _, name := range c.removed("rule", change.RemoveRules, p.ruleNames()) {
		gone[name] = true
	}
	stay := slices.DeleteFunc(slices.Clone(p.Rules), func(r *Rule) bool { return gone[r.Name] })
	for _, old := range append(stay, change.RestoreRules...) {
		r := c.rule(old.node)
		r.name, r.kept = old.Name, true
		c.rules = append(c.rules, r)
	}
	gone = map[string]bool{}
	for _, name := range c.removed("constraint", change.RemoveConstraints, p.constraintNames()) {
		gone[name] = true
	}
	stand := slices.DeleteFunc(slices.Clone(p.Constraints), func(r *Constraint) bool { return gone[r.Name] })
	for _, old := range append(stand, change.RestoreConstraints...) {
		r := c.constraint(old.node, old.OnViolation)
		r.violation, r.kept = old.OnViolation, true
		c.constraints = append(c.constraints, r)
	}
}

// removed returns the names that are to be removed, and reports those that are not there.
func (c *checker) removed(kind string, names []NameAt, known []string) []string {
	var removed []string
	for _, n := range names {
		if slices.Contains(known, n.Name) {
			removed = append(removed, n.Name)
			continue
		}
		if c.omitted.has(n.Name) {
			continue
		}
		d := c.errorPlace(CodeUnknownName, n.Place, len([]rune(n.Name)), "there is no %s called %s", kind, belief.Quote(n.Name))
		if near := c.suggest(n.Name, known); near != "" {
			d.caret("did you mean %s?", near)
		}
	}
	return removed
}

func (p *Program) ruleNames() []string {
	names := make([]string, len(p.Rules))
	for i, r := range p.Rules {
		names[i] = r.Name
	}
	return names
}

func (p *Program) constraintNames() []string {
	names := make([]string, len(p.Constraints))
	for i, r := range p.Constraints {
		names[i] = r.Name
	}
	return names
}
