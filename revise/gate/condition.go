package gate

import (
	"context"
	"fmt"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// conditions evaluates the conditions and messages of a policy. It is a program of its own: each selector of a check that
// has any becomes a constraint, whose first condition is a relation that holds the changes that the selector is about,
// and whose violations are the solutions of the conditions in head.
type conditions struct {
	*reporter
	comparison *Comparison
	policy     *Policy
	relations  map[string]string // the relation of changes, by kind and name
	signature  rules.Signature
	list       []*rules.Node
	at         []*condition
}

// condition is one constraint.
type condition struct {
	selector *selector
	message  bool // the check has one
}

// met is what the message of a check says of the changes that meet its conditions: by selector, and by what its variables
// stand for.
type met map[*selector]map[string]string

// newConditions begins with the relations of both states.
func newConditions(r *reporter, p *Policy, c *Comparison) *conditions {
	t := &conditions{reporter: r, comparison: c, policy: p, relations: map[string]string{}}
	for _, relation := range c.joint.Program().Relations {
		t.signature = append(t.signature, rules.Observation{Relation: relation.Name, Columns: relation.Columns, Place: relation.Place})
	}
	return t
}

// add takes a selector of a check with conditions or a message.
func (t *conditions) add(check int, s *selector, at *rules.Node) {
	name := t.relation(s)
	atom := rules.Query{Relation: name, Terms: s.atom.Terms, Variables: s.atom.Variables}
	deny := &rules.Node{Kind: rules.List, Items: []*rules.Node{text(atom.String(), at)}}
	deny.Items = append(deny.Items, t.policy.Checks[check].when...)
	constraint := &rules.Node{Kind: rules.Map, Place: at.Place, Fields: []rules.Field{
		{Key: text("name", at), Value: text(fmt.Sprintf("%s %d", name, len(t.at)), at)},
		{Key: text("deny", at), Value: deny},
	}}
	if message := t.policy.Checks[check].message; message != nil {
		constraint.Fields = append(constraint.Fields, rules.Field{Key: text("message", at), Value: message})
	}
	t.list, t.at = append(t.list, constraint), append(t.at, &condition{s, t.policy.Checks[check].message != nil})
}

// relation returns the relation that holds the changes of a kind, declaring it where it is new.
func (t *conditions) relation(s *selector) string {
	key := s.kind.String() + " " + s.name
	if name := t.relations[key]; name != "" {
		return name
	}
	name := s.kind.String() + fmt.Sprint(len(t.relations))
	for t.taken(name) {
		name += "_"
	}
	t.relations[key] = name
	t.signature = append(t.signature, rules.Observation{Relation: name, Columns: s.columns})
	return name
}

func (t *conditions) taken(name string) bool {
	for _, o := range t.signature {
		if strings.EqualFold(o.Relation, name) {
			return true
		}
	}
	return false
}

// solve returns which changes meet their conditions.
func (t *conditions) solve(ctx context.Context, opts []revise.Option) (met, error) {
	root := &rules.Node{Kind: rules.Map, Fields: []rules.Field{{Key: text("constraints", &rules.Node{}), Value: &rules.Node{Kind: rules.List, Items: t.list}}}}
	document := &rules.Document{Name: t.policy.document.Name, Lines: t.policy.document.Lines, Root: root}
	program, diags := rules.Parse([]*rules.Document{document}, t.signature)
	if program == nil {
		t.take(diags)
		return nil, t.diagnostics()
	}
	t.refuseBags(program)
	if t.diagnostics().HasErrors() {
		return nil, t.diagnostics()
	}
	engine, err := revise.New(ctx, program, t.facts(program), opts...)
	if err != nil {
		return nil, err
	}
	found := met{}
	for _, v := range engine.Violations() {
		var i int
		fmt.Sscan(v.Fact.Relation[strings.LastIndexByte(v.Fact.Relation, ' ')+1:], &i) // named by add
		t.at[i].meet(found, v)
	}
	return found, nil
}

// meet notes a solution. Of several messages about one change the first is kept.
func (c *condition) meet(found met, v revise.Violation) {
	if found[c.selector] == nil {
		found[c.selector] = map[string]string{}
	}
	key := keyOf(v.Fact.Values[:len(c.selector.atom.Variables)]) // the first condition's variables come first
	if _, known := found[c.selector][key]; known {
		return
	}
	message := ""
	if c.message {
		message = v.Message
	}
	found[c.selector][key] = message
}

// keyOf tells what variables stand for apart.
func keyOf(values []belief.Value) string { return belief.NewFact("key", values...).String() }

// take reports what is wrong with conditions where they are written. What is wrong with the relation of changes is
// shown at the pattern that it stands for.
func (t *conditions) take(diags rules.Diagnostics) {
	for _, d := range diags {
		if d.Source == "" {
			d.Source = t.document.Line(d.Place.Line)
			for _, c := range t.list {
				if c.Place == d.Place {
					d.Length = c.Field("name").Length
				}
			}
		}
		t.found = append(t.found, d)
	}
}

// refuseBags reports aggregates over bags: the facts of head are taken without their multiplicities.
func (t *conditions) refuseBags(p *rules.Program) {
	for _, c := range p.Constraints {
		for _, l := range c.Body {
			a, ok := l.(*rules.Aggregate)
			if !ok {
				continue
			}
			for _, name := range mentioned(a.Body) {
				if r := t.comparison.joint.Program().Relation(name); r != nil && r.Bag {
					t.reportAt(rules.CodePolicyBag, a.Place, 1, fmt.Sprintf("a condition of a policy has no aggregate over a bag, and %s is one", name)).
						Hint = "conclude the aggregate by a rule of the scenario, and name that relation here"
				}
			}
		}
	}
}

// facts are the changes, and what head says of the relations that conditions mention.
func (t *conditions) facts(p *rules.Program) *belief.Base {
	base := belief.NewBase()
	for _, c := range t.comparison.Changes {
		if name := t.relations[c.Kind.String()+" "+c.Fact.Relation]; name != "" {
			base.Add(belief.NewFact(name, c.values()...), belief.Attribution{})
		}
	}
	copied := map[string]bool{}
	for _, c := range p.Constraints {
		for _, name := range mentioned(c.Body) {
			if copied[name] || t.comparison.joint.Program().Relation(name) == nil {
				continue
			}
			copied[name] = true
			for f := range t.comparison.joint.Facts(name) {
				base.Add(f, belief.Attribution{})
			}
		}
	}
	return base
}

// mentioned lists the relations of literals, also inside braces.
func mentioned(body []rules.Literal) []string {
	var names []string
	for _, l := range body {
		switch l := l.(type) {
		case *rules.Atom:
			names = append(names, l.Relation.Name)
		case *rules.Aggregate:
			names = append(names, mentioned(l.Body)...)
		}
	}
	return names
}
