package testkit

import (
	"fmt"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// World is a program, a belief base and revisions of them, as text that can still be taken apart and changed.
type World struct {
	Relations   []*Relation
	Rules       []*Rule
	Constraints []*Constraint
	Refuse      bool // constraints refuse unless they say otherwise
	Beliefs     []Assertion
	Revisions   []*Revision
}

// Relation is a relation of a world. One that is not declared is left to inference.
type Relation struct {
	Name     string
	Types    []belief.Type
	Bag      bool
	Declared bool
	Base     bool // its facts may be believed
	layer    int
}

// Rule is a rule as it is written.
type Rule struct {
	Name string // may be empty
	Head Atom
	Body []Literal
}

// Constraint is a constraint as it is written; OnViolation is empty, report or refuse.
type Constraint struct {
	Name        string
	Body        []Literal
	OnViolation string
}

// Atom is a relation and the texts of its terms.
type Atom struct {
	Relation string
	Terms    []string
}

// Literal is an atom, an aggregate or, as Text, any other condition.
type Literal struct {
	Atom      *Atom
	Negated   bool
	Aggregate *Aggregate
	Text      string
}

// Aggregate is `Result = Function Of { Body }`; Of may be empty.
type Aggregate struct {
	Result, Function, Of string
	Body                 []Literal
}

// Revision is one request of a world.
type Revision struct {
	Name              string
	Withdraw          []Withdrawal
	Assert            []Assertion
	AddRules          []*Rule
	RemoveRules       []string
	AddConstraints    []*Constraint
	RemoveConstraints []string
	Undo              string
	WhatIf, Strict    bool
}

// Withdrawal is an atom, which may be a pattern, or a source.
type Withdrawal struct {
	Atom   *Atom
	Source string
	All    bool
}

// String returns the atom as the file language writes it.
func (a Atom) String() string { return a.Relation + "(" + strings.Join(a.Terms, ", ") + ")" }

// String returns the literal as the file language writes it.
func (l Literal) String() string {
	switch {
	case l.Aggregate != nil:
		a := l.Aggregate
		function := strings.TrimSpace(a.Function + " " + a.Of)
		return fmt.Sprintf("%s = %s { %s }", a.Result, function, joinLiterals(a.Body))
	case l.Atom == nil:
		return l.Text
	case l.Negated:
		return "not " + l.Atom.String()
	default:
		return l.Atom.String()
	}
}

// String returns the rule in the one-line form, without its name.
func (r *Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	return r.Head.String() + " :- " + joinLiterals(r.Body)
}

func joinLiterals(body []Literal) string {
	texts := make([]string, len(body))
	for i, l := range body {
		texts[i] = l.String()
	}
	return strings.Join(texts, ", ")
}

// relation returns the relation with the name, or nil.
func (w *World) relation(name string) *Relation {
	for _, r := range w.Relations {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Text returns the world as a scenario file, with the revisions if they are wanted.
func (w *World) Text(revisions bool) string {
	var b strings.Builder
	if w.Refuse {
		b.WriteString("on_violation: refuse\n")
	}
	section(&b, "", "relations", len(w.Relations), func(i int) string { return w.Relations[i].text() })
	writeRules(&b, "", "rules", w.Rules)
	writeConstraints(&b, "", "constraints", w.Constraints)
	section(&b, "", "beliefs", len(w.Beliefs), func(i int) string { return "  - " + w.Beliefs[i].text() + "\n" })
	if revisions && len(w.Revisions) > 0 {
		b.WriteString("revisions:\n")
		for _, r := range w.Revisions {
			r.write(&b)
		}
	}
	return b.String()
}

// section writes a key and its lines, or nothing if no line has anything.
func section(b *strings.Builder, indent, key string, n int, line func(i int) string) {
	var lines strings.Builder
	for i := range n {
		lines.WriteString(line(i))
	}
	if lines.Len() > 0 {
		fmt.Fprintf(b, "%s%s:\n%s", indent, key, lines.String())
	}
}

func (r *Relation) text() string {
	if !r.Declared {
		return ""
	}
	columns := make([]string, len(r.Types))
	for i, t := range r.Types {
		columns[i] = fmt.Sprintf("x%d: %s", i+1, t)
		if t == belief.NoType {
			columns[i] = fmt.Sprintf("x%d", i+1)
		}
	}
	semantics := ""
	if r.Bag {
		semantics = ", semantics: bag"
	}
	return fmt.Sprintf("  %s: {columns: [%s]%s}\n", r.Name, strings.Join(columns, ", "), semantics)
}

// scalar writes a text so that YAML reads it as one string.
func scalar(s string) string {
	if s == "" || strings.ContainsAny(s, "\"'#") || strings.Contains(s, ": ") || strings.HasSuffix(s, ":") {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}

func writeRules(b *strings.Builder, indent, key string, list []*Rule) {
	section(b, indent, key, len(list), func(i int) string {
		r := list[i]
		if r.Name == "" {
			return fmt.Sprintf("%s  - %s\n", indent, scalar(r.String()))
		}
		text := fmt.Sprintf("%s  - name: %s\n%s    conclude: %s\n", indent, r.Name, indent, scalar(r.Head.String()))
		return text + bodyText(indent+"    ", "when", r.Body)
	})
}

func writeConstraints(b *strings.Builder, indent, key string, list []*Constraint) {
	section(b, indent, key, len(list), func(i int) string {
		c := list[i]
		text := fmt.Sprintf("%s  - name: %s\n", indent, c.Name)
		if c.OnViolation != "" {
			text += fmt.Sprintf("%s    on_violation: %s\n", indent, c.OnViolation)
		}
		return text + bodyText(indent+"    ", "deny", c.Body)
	})
}

func bodyText(indent, key string, body []Literal) string {
	var b strings.Builder
	section(&b, indent, key, len(body), func(i int) string {
		return fmt.Sprintf("%s  - %s\n", indent, scalar(body[i].String()))
	})
	return b.String()
}

func (a Assertion) text() string {
	if a.Source == "" {
		return scalar(a.Fact.String())
	}
	return fmt.Sprintf("{belief: %s, source: %s}", quoted(a.Fact.String()), a.Source)
}

// quoted is for flow maps, where more characters mean something.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (w Withdrawal) text() string {
	switch {
	case w.Atom == nil:
		return "source: " + w.Source
	case w.All:
		return fmt.Sprintf("{belief: %s, all: true}", quoted(w.Atom.String()))
	default:
		return scalar(w.Atom.String())
	}
}

func (r *Revision) write(b *strings.Builder) {
	fmt.Fprintf(b, "  - name: %s\n", r.Name)
	if r.Undo != "" {
		fmt.Fprintf(b, "    undo: %s\n", r.Undo)
	}
	if r.WhatIf {
		b.WriteString("    what_if: true\n")
	}
	if r.Strict {
		b.WriteString("    strict: true\n")
	}
	section(b, "    ", "withdraw", len(r.Withdraw), func(i int) string { return "      - " + r.Withdraw[i].text() + "\n" })
	section(b, "    ", "assert", len(r.Assert), func(i int) string { return "      - " + r.Assert[i].text() + "\n" })
	writeRules(b, "    ", "add_rules", r.AddRules)
	section(b, "    ", "remove_rules", len(r.RemoveRules), func(i int) string { return "      - " + r.RemoveRules[i] + "\n" })
	writeConstraints(b, "    ", "add_constraints", r.AddConstraints)
	section(b, "    ", "remove_constraints", len(r.RemoveConstraints), func(i int) string { return "      - " + r.RemoveConstraints[i] + "\n" })
}
