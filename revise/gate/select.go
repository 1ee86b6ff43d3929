package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// selector is a pattern whose names have a meaning in the two states.
type selector struct {
	kind    Kind
	name    string // of the relation or constraint
	atom    rules.Query
	columns []rules.Column // one for each term of the atom
}

// selects reports whether the pattern matches the change.
func (s *selector) selects(c Change) bool {
	return c.Kind == s.kind && c.Fact.Relation == s.name && matches(s.atom.Terms, c.values())
}

// bound returns what the variables of the pattern stand for in a change that it selects, in order of first appearance.
func (s *selector) bound(c Change) []belief.Value {
	var values []belief.Value
	seen := map[int]bool{}
	for i, t := range s.atom.Terms {
		if t.Kind == rules.VariableTerm && !seen[t.Variable] {
			seen[t.Variable] = true
			values = append(values, c.values()[i])
		}
	}
	return values
}

// values are those that a selector's terms stand for: of a changed aggregate the value it had stands last.
func (c Change) values() []belief.Value {
	if c.Kind != Changed {
		return c.Fact.Values
	}
	return append(slices.Clone(c.Fact.Values), c.Before.Values[c.Column])
}

// matches compares terms with values; a variable that stands twice has one value.
func matches(terms []rules.Term, values []belief.Value) bool {
	bound := map[int]belief.Value{}
	for i, t := range terms {
		switch t.Kind {
		case rules.ConstantTerm:
			if t.Value != values[i] {
				return false
			}
		case rules.VariableTerm:
			if v, is := bound[t.Variable]; is && v != values[i] {
				return false
			}
			bound[t.Variable] = values[i]
		}
	}
	return true
}

// resolver gives patterns their meaning, and reports those that have none.
type resolver struct {
	*reporter
	joint *rules.Program // knows the relations of both states
	head  *rules.Program
}

// resolve returns the selector of a pattern, nil where it has none.
func (r *resolver) resolve(p pattern) *selector {
	before := len(r.found)
	var s *selector
	switch p.kind {
	case Violated:
		s = r.violation(p)
	case Changed:
		s = r.change(p)
	default:
		s = r.fact(p.kind, p.node)
	}
	if len(r.found) > before {
		return nil
	}
	return s
}

// fact reads a relation or an atom.
func (r *resolver) fact(kind Kind, n *rules.Node) *selector {
	q := rules.Query{Relation: trimmed(n)}
	relation := r.joint.Relation(q.Relation)
	switch {
	case relation != nil:
		q.Terms = slices.Repeat([]rules.Term{{Kind: rules.WildcardTerm}}, len(relation.Columns))
	case belief.IsRelationName(q.Relation):
		r.unknown(rules.CodeUnknownRelation, n, "there is no relation "+q.Relation, q.Relation, relationNames(r.joint))
		return nil
	default:
		var diags rules.Diagnostics
		if q, diags = rules.ReadAtom(n); !diags.HasErrors() {
			if err, ok := r.joint.Check(q).(rules.Diagnostics); ok {
				diags = err
			}
		}
		if r.found = append(r.found, diags...); diags.HasErrors() {
			return nil
		}
		relation = r.joint.Relation(q.Relation)
	}
	if kind != Retracted && r.head.Relation(relation.Name) == nil {
		r.report(rules.CodeUnknownRelation, n, fmt.Sprintf("base has a relation %s and head has none, so that nothing of it can be %s", relation.Name, kind)).
			Hint = "declare it under relations in head, or take it out of the policy"
	}
	return &selector{kind, relation.Name, q, relation.Columns}
}

// change reads a relation, an atom, or an atom without the value, with the values before and after.
func (r *resolver) change(p pattern) *selector {
	atom, values, arrow := strings.Cut(p.node.Text, "):")
	if !arrow {
		s := r.fact(Changed, p.node)
		if s != nil && r.valueColumn(p.node, s.name) >= 0 {
			r.addValueBefore(s, rules.Term{Kind: rules.WildcardTerm})
		}
		return s
	}
	before, after, found := strings.Cut(strings.ReplaceAll(values, "->", "→"), "→")
	pair, err := rules.ParseAtom("values(" + before + "," + after + ")")
	rest, restErr := rules.ParseAtom(atom + ")")
	relation := r.joint.Relation(rest.Relation)
	switch {
	case !found || err != nil || restErr != nil || len(pair.Terms) != 2:
		r.report(rules.CodePolicyPattern, p.node, fmt.Sprintf("%s is no change", belief.Quote(p.node.Text))).
			Hint = "write the fact without the value, a colon, the value before and the one after: 'headcount(?team): ?old → ?new'"
		return nil
	case relation == nil:
		r.unknown(rules.CodeUnknownRelation, p.node, "there is no relation "+rest.Relation, rest.Relation, relationNames(r.joint))
		return nil
	}
	column := r.valueColumn(p.node, relation.Name)
	switch {
	case column < 0:
		return nil
	case len(rest.Terms) != len(relation.Columns)-1:
		r.report(rules.CodeArity, p.node, fmt.Sprintf("beside its value %s has %s, and here it has %d", relation.Name, plural(len(relation.Columns)-1, "column"), len(rest.Terms)))
		return nil
	}
	s := &selector{Changed, relation.Name, rest, relation.Columns}
	old, new := imported(&s.atom, pair, 0), imported(&s.atom, pair, 1)
	s.atom.Terms = slices.Insert(s.atom.Terms, column, new)
	r.addValueBefore(s, old)
	return s
}

// imported is a term of another query as one of q.
func imported(q *rules.Query, from rules.Query, i int) rules.Term {
	t := from.Terms[i]
	if t.Kind != rules.VariableTerm {
		return t
	}
	name := from.Variables[t.Variable]
	if t.Variable = slices.Index(q.Variables, name); t.Variable < 0 {
		t.Variable = len(q.Variables)
		q.Variables = append(q.Variables, name)
	}
	return t
}

func (r *resolver) addValueBefore(s *selector, t rules.Term) {
	value := s.columns[r.column(s.name)]
	s.columns = append(slices.Clone(s.columns), rules.Column{Name: "before", Type: value.Type})
	s.atom.Terms = append(slices.Clone(s.atom.Terms), t)
}

// valueColumn returns the column with the value of a relation, or reports that its values never change.
func (r *resolver) valueColumn(n *rules.Node, relation string) int {
	column := r.column(relation)
	if column < 0 {
		r.report(rules.CodePolicyPattern, n, fmt.Sprintf("%s has no value that changes: not all its rules put an aggregate into one column", relation)).
			Hint = "say what must not be gained or retracted of it"
	}
	return column
}

func (r *resolver) column(relation string) int {
	if found := r.head.Relation(relation); found != nil {
		return found.ValueColumn()
	}
	return -1
}

// violation reads the name of a constraint, which may hold what that of a relation may not, with or without values.
func (r *resolver) violation(p pattern) *selector {
	name, arguments, given := strings.Cut(trimmed(p.node), "(")
	i := slices.IndexFunc(r.head.Constraints, func(c *rules.Constraint) bool { return c.Name == name })
	if i < 0 {
		var names []string
		for _, c := range r.head.Constraints {
			names = append(names, c.Name)
		}
		r.unknown(rules.CodeUnknownName, p.node, fmt.Sprintf("head has no constraint called %s", belief.Quote(name)), name, names)
		return nil
	}
	constraint := r.head.Constraints[i]
	s := &selector{kind: Violated, name: name, columns: []rules.Column{}}
	for _, v := range constraint.Arguments {
		s.columns = append(s.columns, rules.Column{Name: constraint.Variables[v].Name, Type: constraint.Variables[v].Type})
	}
	s.atom.Terms = slices.Repeat([]rules.Term{{Kind: rules.WildcardTerm}}, len(s.columns))
	if !given {
		return s
	}
	var diags rules.Diagnostics
	if s.atom, diags = rules.ReadAtom(text("violation("+arguments, p.node)); diags.HasErrors() {
		r.report(rules.CodePolicyPattern, p.node, fmt.Sprintf("%s is no violation", belief.Quote(p.node.Text))).
			Hint = "write the constraint's name, alone or with values: separation-of-duties(?who)"
		return nil
	}
	if len(s.atom.Terms) != len(s.columns) {
		r.report(rules.CodeArity, p.node, fmt.Sprintf("a violation of %s has %s, and here it has %d", name, plural(len(s.columns), "value"), len(s.atom.Terms)))
	}
	return s
}

func (r *resolver) unknown(code rules.Code, n *rules.Node, message, name string, known []string) {
	d := r.report(code, n, message)
	if near := rules.Suggest(name, known); near != "" {
		d.Caret = "did you mean " + near + "?"
	}
}

func relationNames(p *rules.Program) []string {
	var names []string
	for _, r := range p.Relations {
		names = append(names, r.Name)
	}
	return names
}

// plural counts things in words: 1 column, 2 columns.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
