package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// Parse reads the relations, rules and constraints of the documents and checks them together. The signature tells
// what the facts show about relations. The Program is nil when the diagnostics have an error; otherwise they are
// warnings. All errors are found, not the first alone.
//
// A document without a Root is one that could not be read: then nothing is called unknown, since it may be there, and
// there is no Program either.
//
// The time is linear in the text, but for the conditions of one rule, whose number is bounded.
func Parse(docs []*Document, sig Signature) (*Program, Diagnostics) {
	c := readAll(docs, sig)
	program := c.check()
	if program != nil {
		c.warn()
	}
	return program, c.diagnostics()
}

// readAll takes everything from the documents that check needs.
func readAll(docs []*Document, sig Signature) *checker {
	c := newChecker(docs)
	c.signature = sig
	for _, doc := range docs {
		if doc.Root == nil {
			c.lost, c.omitted.any = true, true
			continue
		}
		c.read(doc)
	}
	c.collect()
	return c
}

// checker turns clauses into a Program. Its phases are a list: see check.
type checker struct {
	sections
	docs      []*Document
	signature Signature
	relations map[string]*relation
	sorted    []string       // the names of the relations; see names
	lost      bool           // of what cannot be read it is not known what it concludes: no relation is called unknown
	numbered  map[string]int // by relation: the highest number that a rule of it got
	omitted   omissions      // what the documents, or the program that is changed, have beyond the clauses
	graph     *dependencies
}

func newChecker(docs []*Document) *checker {
	return &checker{sections: sections{reporter: &reporter{}}, docs: docs, relations: map[string]*relation{}, numbered: map[string]int{}}
}

// check goes through the phases, and returns the program if nothing is wrong and nothing is missing.
func (c *checker) check() *Program {
	c.examine()
	if c.lost || c.diagnostics().HasErrors() {
		return nil
	}
	p := c.build()
	p.strata = c.graph.strata(p)
	return p
}

// examine goes through the phases; each goes over all clauses, and reports everything that it finds.
func (c *checker) examine() {
	c.nameClauses()
	clauses := slices.Concat(c.rules, c.constraints)
	for _, phase := range []func(*clause){c.resolve, c.infer, c.order} {
		for _, r := range clauses {
			before := len(c.found)
			phase(r)
			r.faulty = r.faulty || len(c.found) > before
		}
	}
	for _, r := range c.constraints {
		if r.message != nil {
			c.message(r)
		}
	}
	c.stratify()
}

// errorPlace reports a defect at a place of which no node is at hand.
func (c *checker) errorPlace(code Code, place belief.Place, length int, format string, args ...any) *Diagnostic {
	return c.reporter.errorPlace(c.docs, code, place, length, format, args...)
}

// nameClauses sorts the clauses by place, gives each unnamed rule its name, and reports names that are used twice.
func (c *checker) nameClauses() {
	byPlace := func(a, b *clause) int { return a.place.Compare(b.place) }
	slices.SortStableFunc(c.rules, byPlace)
	slices.SortStableFunc(c.constraints, byPlace)
	for _, r := range c.rules {
		if r.kept {
			continue
		}
		c.numbered[r.head.name]++
		if r.name == "" {
			r.name = fmt.Sprintf("%s#%d", r.head.name, c.numbered[r.head.name])
		}
	}
	c.uniqueNames("rule", c.rules)
	c.uniqueNames("constraint", c.constraints)
}

func (c *checker) uniqueNames(kind string, clauses []*clause) {
	first := map[string]*clause{}
	for _, r := range clauses {
		other := first[r.name]
		if other == nil {
			first[r.name] = r
			continue
		}
		if r.nameAt == nil {
			r, other = other, r // the given name is the one to change
		}
		at := r.nameAt
		if at == nil {
			at = r.node
		}
		c.errorAt(CodeDuplicateName, at, "there are two %ss called %s", kind, belief.Quote(r.name)).
			related(other.place, "the other one is here").hint("give each a name of its own; names are unique over all files")
	}
}

// plural returns the number with the word in singular or plural.
func plural(n int, word string) string {
	switch n {
	case 0:
		return "no " + word + "s"
	case 1:
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// build makes the Program of clauses without errors, but for its strata.
func (c *checker) build() *Program {
	p := &Program{docs: c.docs, byName: map[string]*Relation{}, numbered: c.numbered, lost: c.lost, omitted: c.omitted}
	for i, name := range c.names() {
		r := c.relations[name]
		for at := range r.Columns {
			r.Columns[at] = Column{Name: columnName(r, at), Type: r.cells[at].typeOf()}
		}
		r.Number, r.open, r.Relation.observed = i, !r.shaped, r.observed
		p.Relations = append(p.Relations, r.Relation)
		p.byName[name] = r.Relation
	}
	for i, r := range c.rules {
		rule := c.buildRule(r)
		rule.Number = i
		p.Rules = append(p.Rules, rule)
		rule.Head.Relation.Rules = append(rule.Head.Relation.Rules, rule)
	}
	for _, r := range c.constraints {
		p.Constraints = append(p.Constraints, c.buildConstraint(r))
	}
	return p
}

func (c *checker) buildRule(r *clause) *Rule {
	rule := &Rule{
		Name: r.name, Place: r.place, Head: *buildAtom(r.head, false, r.head.at.place()),
		Body: buildLiterals(r.body), Variables: buildVariables(r), Order: r.order, node: r.node,
	}
	rule.Text = ruleText(rule)
	return rule
}

func (c *checker) buildConstraint(r *clause) *Constraint {
	constraint := &Constraint{
		Name: r.name, Place: r.place, Body: buildLiterals(r.body), Variables: buildVariables(r), Order: r.order,
		OnViolation: r.violation, node: r.node,
	}
	for _, l := range r.body {
		for _, v := range l.variables {
			if !slices.Contains(constraint.Arguments, v) {
				constraint.Arguments = append(constraint.Arguments, v)
			}
		}
	}
	if r.message != nil {
		constraint.Message = buildMessage(r)
	}
	constraint.Text = bodyText(constraint.Body, constraint.Variables)
	return constraint
}

// buildMessage cuts the message of a constraint at its variables.
func buildMessage(r *clause) []MessagePart {
	var parts []MessagePart
	found, rest := r.message.placeholders()
	for _, p := range found {
		if p.before != "" {
			parts = append(parts, MessagePart{Text: p.before, Variable: -1})
		}
		parts = append(parts, MessagePart{Variable: r.outerVariable(p.name)})
	}
	if rest != "" {
		parts = append(parts, MessagePart{Text: rest, Variable: -1})
	}
	return parts
}

// outerVariable returns the variable with the name that occurs outside of braces, or -1.
func (r *clause) outerVariable(name string) int {
	return slices.IndexFunc(r.variables, func(v *variable) bool { return v.outer && v.name == name })
}

// message checks the variables of a constraint's message.
func (c *checker) message(r *clause) {
	for _, at := range r.message.malformed() {
		c.error(CodeMessageVariable, at, "this is no variable of the message").hint("write {?name}")
	}
	found, _ := r.message.placeholders()
	for _, p := range found {
		if r.outerVariable(p.name) >= 0 {
			continue
		}
		d := c.error(CodeMessageVariable, p.at, "the conditions have no variable ?%s", p.name)
		var names []string
		for _, v := range r.variables {
			if v.outer {
				names = append(names, v.name)
			}
		}
		if near := c.suggest(p.name, names); near != "" {
			d.caret("did you mean ?%s?", near)
		} else if len(names) > 0 {
			d.hint("the message may name %s", "?"+strings.Join(names, ", ?"))
		} else {
			d.hint("the conditions name no variable: write the message without braces")
		}
	}
}
