package gate

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/shape"
	"github.com/beliefbase/revise/rules"
)

// Policy says what a change must not do.
type Policy struct {
	Title, About string
	Checks       []Check
	Exceptions   []Exception
	document     *rules.Document
}

// Check forbids changes.
type Check struct {
	Name   string
	Place  belief.Place
	AtMost int // so many are let pass

	patterns []pattern // none: every change that reports show
	when     []*rules.Node
	message  *rules.Node // nil: there is none
	node     *rules.Node
}

// asks reports whether the check has more to find out of a change than whether a pattern selects it.
func (c *Check) asks() bool { return len(c.when) > 0 || c.message != nil }

// Exception lets changes pass that a check forbids.
type Exception struct {
	Of      string // the name of a check; empty: of every one
	Because string
	Until   belief.Value // the last day; the zero Value: it has no end
	Place   belief.Place

	patterns []pattern
	of       *rules.Node // where the name is written
}

// pattern selects changes of one kind. Its text is a relation, a constraint, or an atom.
type pattern struct {
	kind Kind
	node *rules.Node
}

// kinds are those of the keys of a policy, in the order of the documentation.
var kinds = []Kind{Gained, Retracted, Changed, Violated}

// ReadPolicy reads a policy. The Policy is nil when the diagnostics have an error. Whether the relations that it names
// are there is not known yet: see Judge. Name is what diagnostics call the file.
func ReadPolicy(name string, data []byte) (*Policy, rules.Diagnostics) {
	document, diags := rules.ReadDocument(name, data)
	r := &reporter{document: document, found: diags}
	if document.Root == nil {
		return nil, r.diagnostics()
	}
	checker := shape.Checker{Shorthands: shorthands, Report: r.report}
	checker.Check(document.Root, reflect.TypeFor[file](), "the policy")
	p := &Policy{Title: textOf(document.Root, "title"), About: textOf(document.Root, "about"), document: document}
	for _, n := range itemsOf(document.Root, "forbid") {
		p.Checks = append(p.Checks, r.check(n))
	}
	r.uniqueNames(p.Checks)
	for _, n := range itemsOf(document.Root, "exceptions") {
		p.Exceptions = append(p.Exceptions, r.exception(n, p.Checks))
	}
	if r.diagnostics().HasErrors() {
		return nil, r.diagnostics()
	}
	return p, r.diagnostics()
}

func (r *reporter) check(n *rules.Node) Check {
	c := Check{Name: textOf(n, "name"), Place: n.Place, patterns: patternsOf(n), when: itemsOf(n, "when"), message: n.Field("message"), node: n}
	c.AtMost, _ = strconv.Atoi(textOf(n, "at_most")) // package shape has spoken
	if c.AtMost < 0 {
		r.report(rules.CodeWrongKind, n.Field("at_most"), "at_most is less than nothing")
	}
	if len(c.patterns) == 0 && len(c.when) > 0 {
		r.report(rules.CodeMissingKey, n, "the check has conditions, and names no changes that they are about").Hint = "name them under gained, retracted, changed or violated"
	}
	return c
}

func (r *reporter) uniqueNames(checks []Check) {
	first := map[string]Check{}
	for _, c := range checks {
		if other, taken := first[c.Name]; taken && c.Name != "" {
			d := r.reportAt(rules.CodeDuplicateName, c.Place, 1, fmt.Sprintf("there are two checks called %s", belief.Quote(c.Name)))
			d.Related = append(d.Related, rules.Related{Place: other.Place, Message: "the other one is here"})
		}
		first[c.Name] = c
	}
}

func (r *reporter) exception(n *rules.Node, checks []Check) Exception {
	e := Exception{Of: textOf(n, "of"), Because: textOf(n, "because"), Place: n.Place, patterns: patternsOf(n), of: n.Field("of")}
	if len(e.patterns) == 0 && n.Kind == rules.Map {
		r.report(rules.CodeMissingKey, n, "the exception does not say which changes it lets pass").Hint = "name them under gained, retracted, changed or violated"
	}
	var names []string
	for _, c := range checks {
		names = append(names, c.Name)
	}
	if e.Of != "" && !slices.Contains(names, e.Of) {
		d := r.report(rules.CodeUnknownName, e.of, fmt.Sprintf("there is no check called %s", belief.Quote(e.Of)))
		if near := rules.Suggest(e.Of, names); near != "" {
			d.Caret = "did you mean " + near + "?"
		}
	}
	if until := n.Field("until"); until != nil && !until.IsEmpty() && until.Kind == rules.Scalar {
		day, err := belief.ParseDate(until.Text)
		if err != nil {
			r.report(rules.CodeWrongKind, until, "until is a day, such as 2026-12-31")
		}
		e.Until = day
	}
	return e
}

// patternsOf returns what an entry names, kind by kind.
func patternsOf(n *rules.Node) []pattern {
	var list []pattern
	for _, kind := range kinds {
		value := n.Field(kind.String())
		switch {
		case value == nil || value.IsEmpty():
		case value.Kind == rules.Scalar:
			list = append(list, pattern{kind, value})
		default:
			for _, item := range value.Items {
				list = append(list, pattern{kind, item})
			}
		}
	}
	return list
}

// textOf returns the text of a key, empty where there is none.
func textOf(n *rules.Node, key string) string {
	if value := n.Field(key); value != nil && value.Kind == rules.Scalar {
		return value.Text
	}
	return ""
}

// itemsOf returns the entries of a key, none where it has no list.
func itemsOf(n *rules.Node, key string) []*rules.Node {
	if value := n.Field(key); value != nil {
		return value.Items
	}
	return nil
}

// reporter collects diagnostics about a policy.
type reporter struct {
	document *rules.Document
	found    rules.Diagnostics
}

func (r *reporter) report(code rules.Code, n *rules.Node, message string) *rules.Diagnostic {
	return r.reportAt(code, n.Place, n.Length, message)
}

func (r *reporter) reportAt(code rules.Code, at belief.Place, length int, message string) *rules.Diagnostic {
	r.found = append(r.found, rules.Diagnostic{Code: code, Place: at, Length: length, Source: r.document.Line(at.Line), Message: message})
	return &r.found[len(r.found)-1]
}

func (r *reporter) diagnostics() rules.Diagnostics { return slices.Clone(r.found).Sort() }

// text is a scalar that nobody wrote as it is, in the place of what somebody did.
func text(content string, at *rules.Node) *rules.Node {
	return &rules.Node{Kind: rules.Scalar, Text: content, Quoted: true, Place: at.Place, Length: at.Length}
}

// trimmed is the text of a node without the blanks around it.
func trimmed(n *rules.Node) string { return strings.TrimSpace(n.Text) }
