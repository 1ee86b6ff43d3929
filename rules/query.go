package rules

import (
	"cmp"

	"github.com/beliefbase/revise/belief"
)

// Query is an atom outside any rule: a fact, or a pattern with variables and _, as the command line and revisions use it.
type Query struct {
	Relation  string
	Terms     []Term
	Variables []string // names, without the question mark; a VariableTerm is an index into it
	Place     belief.Place
	written   *call // nil when it was not read from a text
}

// commandLine is what diagnostics call the text of an argument.
const commandLine = "command line"

// ParseAtom reads an atom of the command line, such as can_read(?who, ledger). The error is of type Diagnostics.
func ParseAtom(text string) (Query, error) {
	doc := &Document{Name: commandLine, Lines: []string{text}, Bytes: len(text)}
	q, diags := ReadAtom(&Node{Text: text, Place: belief.Place{File: commandLine, Line: 1, Column: 1}, Length: 1, doc: doc})
	if diags.HasErrors() {
		return Query{}, diags
	}
	return q, nil
}

// ReadAtom reads the atom that is the text of a node.
func ReadAtom(n *Node) (Query, Diagnostics) {
	r := &reporter{}
	if n.Kind != Scalar {
		r.errorAt(CodeWrongKind, n, "an atom is a text, and this is %s", n.Kind).hint("quote the whole atom: '…'")
		return Query{}, r.diagnostics()
	}
	p, ok := r.parse(newText(n))
	if !ok {
		return Query{}, r.diagnostics()
	}
	if t := p.peek(); t.kind == wordToken && t.word == "not" {
		r.error(CodeNot, t.at, "an atom stands here, without not").hint("write not in the body of a rule")
		return Query{}, r.diagnostics()
	}
	atom, ok := p.atom()
	if !ok || !p.end("the atom") {
		return Query{}, r.diagnostics()
	}
	q := r.query(atom)
	return q, r.diagnostics()
}

// query makes a Query of an atom.
func (r *reporter) query(atom *call) Query {
	q := Query{Relation: atom.name, Place: atom.at.place(), Terms: make([]Term, len(atom.args)), written: atom}
	if _, builtin := conditions[atom.name]; builtin {
		r.error(CodeBuiltinName, atom.at, "%s is a built-in condition and cannot name a relation", atom.name)
	}
	numbers := map[string]int{}
	for i, t := range atom.args {
		switch t.kind {
		case variableTerm:
			number, known := numbers[t.name]
			if !known {
				number = len(q.Variables)
				numbers[t.name] = number
				q.Variables = append(q.Variables, t.name)
			}
			t.variable = number
		case callTerm, operatorTerm:
			r.error(CodeComputedTerm, t.at, "an atom takes constants and variables, and computes nothing").hint("write the value itself")
			continue
		}
		q.Terms[i] = buildTerm(t)
	}
	for _, t := range capitalizedTerms(atom.terms()) {
		if len([]rune(t.value.Text())) == 1 {
			r.prologVariable(t)
		}
	}
	return q
}

// Fact returns the fact that the query is, if it has no variable and no _.
func (q Query) Fact() (belief.Fact, bool) {
	f := belief.Fact{Relation: q.Relation, Values: make([]belief.Value, len(q.Terms))}
	for i, t := range q.Terms {
		if t.Kind != ConstantTerm {
			return belief.Fact{}, false
		}
		f.Values[i] = t.Value
	}
	return f, true
}

// Check resolves the query against the program's relations: the relation is known, and the number of terms and their
// types are its own. The error is of type Diagnostics and names the nearest relation where there is none.
func (p *Program) Check(q Query) error {
	c := queryCheck{program: p, query: q}
	r := p.byName[q.Relation]
	switch {
	case r == nil && p.lost:
	case r == nil:
		c.unknownRelation()
	case r.open:
	case len(r.Columns) != len(q.Terms):
		c.error(-1, CodeArity, "%s has %s, and here it has %s", r.Name, plural(len(r.Columns), "column"), plural(len(q.Terms), "term")).
			related(r.Place, "%s with %s", r.Name, plural(len(r.Columns), "column")).hint("write _ for a value that does not matter here")
	default:
		c.types(r)
	}
	if len(c.found) == 0 {
		return nil
	}
	return c.diagnostics()
}

// queryCheck collects what is wrong with one query.
type queryCheck struct {
	reporter
	program *Program
	query   Query
}

func (c *queryCheck) unknownRelation() {
	d := c.error(-1, CodeUnknownRelation, "there is no relation %s", c.query.Relation)
	if near := Suggest(c.query.Relation, c.program.relationNames()); near != "" {
		d.caret("did you mean %s?", near)
	}
}

func (p *Program) relationNames() []string {
	names := make([]string, len(p.Relations))
	for i, r := range p.Relations {
		names[i] = r.Name
	}
	return names
}

// types compares the types of the constants, and of variables that stand twice, with those of the columns.
func (c *queryCheck) types(r *Relation) {
	variables := make([]belief.Type, len(c.query.Variables))
	for i, t := range c.query.Terms {
		column, found := r.Columns[i], belief.NoType
		switch t.Kind {
		case ConstantTerm:
			found = t.Value.Type()
		case VariableTerm:
			found = variables[t.Variable]
			variables[t.Variable] = cmp.Or(found, column.Type)
		}
		if found == belief.NoType || column.Type == belief.NoType || found == column.Type {
			continue
		}
		c.error(i, CodeType, "column %s of %s is %s, and here it is %s", column.Name, r.Name, column.Type, found).
			hint("%s", typeHint(setOf(column.Type), setOf(found)))
	}
}

// error reports a defect of a term of the query, or of its relation when term is -1.
func (c *queryCheck) error(term int, code Code, format string, args ...any) *Diagnostic {
	switch written := c.query.written; {
	case written == nil:
		return c.errorPlace(c.program.docs, code, c.query.Place, 1, format, args...)
	case term < 0:
		return c.reporter.error(code, written.at, format, args...)
	default:
		return c.reporter.error(code, written.args[term].at, format, args...)
	}
}
