package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// omissions are the names of the rules and constraints that a salvaged program does without.
type omissions struct {
	names   map[string]bool
	unnamed bool // a rule without a name is among them, so that nobody knows what name#2 is
	any     bool // whole documents are left out
}

func (o omissions) has(name string) bool {
	return o.any || o.names[name] || o.unnamed && strings.Contains(name, "#")
}

// Salvage returns what is right in documents of which Parse finds errors: all relations, and the rules and constraints
// that have no error of their own. What is left out is remembered, so that nothing that needs it is called unknown.
// The program serves to find what else is wrong, by Check, CheckViolation and With; it has no strata and is not to be
// run. It is nil when there is too much wrong to go on. The time is that of Parse.
func Salvage(docs []*Document, sig Signature) *Program { return readAll(docs, sig).salvage() }

// Salvage is what With would return if what is wrong with the change were left out of it; see the function Salvage.
func (p *Program) Salvage(change RuleChange) *Program { return p.changed(change).salvage() }

// MissesRelations reports whether the program does without something of which it is not known what it concludes, so
// that there may be more relations than it has.
func (p *Program) MissesRelations() bool { return p.lost }

func (c *checker) salvage() *Program {
	c.examine()
	if c.full() {
		return nil
	}
	omitted := c.omitted
	if omitted.names = maps.Clone(c.omitted.names); omitted.names == nil {
		omitted.names = map[string]bool{}
	}
	faulty := func(r *clause) bool {
		if !r.faulty && r.isResolved() {
			return false
		}
		omitted.names[r.name] = true
		return true
	}
	c.rules = slices.DeleteFunc(c.rules, faulty)
	c.constraints = slices.DeleteFunc(c.constraints, faulty)
	for _, r := range slices.Concat(c.broken, c.unreadable) {
		omitted.names[r.name] = true
		omitted.unnamed = omitted.unnamed || r.name == ""
	}
	c.omitted = omitted
	return c.build()
}

// isResolved reports whether every atom of the clause has its relation.
func (r *clause) isResolved() bool {
	if r.head != nil && r.head.relation == nil {
		return false
	}
	return !slices.ContainsFunc(r.body, func(l *literal) bool {
		return slices.ContainsFunc(l.atoms(), func(inner *literal) bool { return inner.atom.relation == nil })
	})
}

// CheckViolation resolves a violation, whose relation is the name of a constraint, against the program's constraints:
// the constraint is known, and the number of values and their types are those of its variables. At is where the
// violation is written. The error is of type Diagnostics.
func (p *Program) CheckViolation(v belief.Fact, at *Node) error {
	r := &reporter{}
	i := slices.IndexFunc(p.Constraints, func(c *Constraint) bool { return c.Name == v.Relation })
	switch {
	case i < 0 && p.omitted.has(v.Relation):
	case i < 0:
		d := r.errorAt(CodeExpectation, at, "there is no constraint %s", belief.Quote(v.Relation))
		if near := Suggest(v.Relation, p.constraintNames()); near != "" {
			d.caret("did you mean %s?", near)
		} else if len(p.Constraints) > 0 {
			d.hint("the constraints are %s", strings.Join(p.constraintNames(), ", "))
		}
	default:
		r.violation(p.Constraints[i], v, at)
	}
	if len(r.found) == 0 {
		return nil
	}
	return r.diagnostics()
}

// violation compares the values of a violation with the variables of its constraint.
func (r *reporter) violation(c *Constraint, v belief.Fact, at *Node) {
	names := make([]string, len(c.Arguments))
	for i, n := range c.Arguments {
		names[i] = "?" + c.Variables[n].Name
	}
	if len(names) != len(v.Values) {
		r.errorAt(CodeExpectation, at, "a violation of %s has %s, and here it has %s", c.Name, plural(len(names), "value"), plural(len(v.Values), "value")).
			related(c.Place, "%s is here", c.Name).hint("write the values of its variables in the order of the conditions: %s(%s)", c.Name, strings.Join(names, ", "))
		return
	}
	for i, value := range v.Values {
		if want := c.Variables[c.Arguments[i]].Type; want != belief.NoType && want != value.Type() {
			r.errorAt(CodeType, at, "%s of %s is %s, and here it is %s", names[i], c.Name, want, value.Type()).
				related(c.Place, "%s is here", c.Name).hint("%s", typeHint(setOf(want), setOf(value.Type())))
		}
	}
}
