package rules

import (
	"strings"

	"github.com/beliefbase/revise/belief"
)

// printer writes literals in the one form that the file language gives each of them. What it writes can be read back.
type printer struct {
	strings.Builder
	name  func(variable int) string
	quote map[string]bool // words that need quotes in this rule although they are bare elsewhere
}

// Text writes a literal as the file language does. The function gives what stands for a variable: its name with the
// question mark, or a value.
func Text(l Literal, variable func(int) string) string {
	p := printer{name: variable}
	p.literal(l)
	return p.String()
}

// variableName returns a function for Text that writes the variables as they are named.
func variableName(variables []Variable) func(int) string {
	return func(i int) string { return "?" + variables[i].Name }
}

// String writes the query as the file language does.
func (q Query) String() string {
	p := printer{name: func(i int) string { return "?" + q.Variables[i] }}
	p.terms(q.Relation, q.Terms)
	return p.String()
}

// ruleText writes a rule in its one-line form.
func ruleText(r *Rule) string {
	p := printer{name: variableName(r.Variables), quote: r.prologWords()}
	p.literal(&r.Head)
	if len(r.Body) > 0 {
		p.WriteString(" :- ")
		p.list(r.Body)
	}
	return p.String()
}

// bodyText writes the conditions of a constraint.
func bodyText(body []Literal, variables []Variable) string {
	p := printer{name: variableName(variables)}
	p.list(body)
	return p.String()
}

// prologWords returns the capitalized words that stand in both head and body, where bare ones are refused.
func (r *Rule) prologWords() map[string]bool {
	words := map[string]bool{}
	for _, t := range r.Head.Terms {
		if t.Kind == ConstantTerm && looksLikeVariable(t.Value.Text()) {
			words[t.Value.Text()] = true
		}
	}
	return words
}

func (p *printer) list(body []Literal) {
	for i, l := range body {
		if i > 0 {
			p.WriteString(", ")
		}
		p.literal(l)
	}
}

func (p *printer) literal(l Literal) {
	switch l := l.(type) {
	case *Atom:
		if l.Negated {
			p.WriteString("not ")
		}
		p.terms(l.Relation.Name, l.Terms)
	case *Comparison:
		p.expr(l.Left, 0)
		p.WriteString(" " + l.Op.String() + " ")
		p.expr(l.Right, 0)
	case *Condition:
		p.call(l.Call)
	case *Aggregate:
		p.WriteString(p.name(l.Result) + " = " + l.Func.String() + " ")
		if l.Of >= 0 {
			p.WriteString(p.name(l.Of) + " ")
		}
		p.WriteString("{ ")
		p.list(l.Body)
		p.WriteString(" }")
	}
}

// String returns the sign of the comparison.
func (o Op) String() string {
	return [...]string{Equal: "=", NotEqual: "!=", Less: "<", LessEqual: "<=", Greater: ">", GreaterEqual: ">="}[o]
}

func (p *printer) terms(relation string, terms []Term) {
	p.WriteString(relation + "(")
	for i, t := range terms {
		if i > 0 {
			p.WriteString(", ")
		}
		switch t.Kind {
		case VariableTerm:
			p.WriteString(p.name(t.Variable))
		case WildcardTerm:
			p.WriteString("_")
		default:
			p.constant(t.Value)
		}
	}
	p.WriteString(")")
}

func (p *printer) constant(v belief.Value) {
	if p.quote[v.Text()] && v.Type() == belief.StringType {
		p.WriteString(belief.Quote(v.Text()))
		return
	}
	p.WriteString(v.String())
}

// How tightly an expression binds: a sum, a product, and what needs no parentheses anywhere.
const (
	sum = iota
	product
	unit
)

// tightness returns how tightly the outermost operator of the expression binds.
func (e Expr) tightness() int {
	if e.Kind != CallExpr {
		return unit
	}
	operator, ok := binary[e.Call.Func.String()]
	switch {
	case !ok || e.Call.Func == Negate:
		return unit
	case operator.tightly:
		return product
	}
	return sum
}

// expr writes an expression, in parentheses when it binds less tightly than its place demands.
func (p *printer) expr(e Expr, least int) {
	switch {
	case e.tightness() < least:
		p.WriteString("(")
		p.expr(e, sum)
		p.WriteString(")")
	case e.Kind == VariableExpr:
		p.WriteString(p.name(e.Variable))
	case e.Kind == ConstantExpr:
		p.constant(e.Value)
	case e.Call.Func == Negate:
		p.negative(e.Call.Args[0])
	case e.tightness() == unit:
		p.call(*e.Call)
	default:
		p.expr(e.Call.Args[0], e.tightness())
		p.WriteString(" " + e.Call.Func.String() + " ")
		p.expr(e.Call.Args[1], e.tightness()+1)
	}
}

// negative writes the negative of an expression; parentheses keep the minus apart from a number's own.
func (p *printer) negative(e Expr) {
	p.WriteString("-")
	if e.Kind == VariableExpr || e.Kind == CallExpr && e.tightness() == unit && e.Call.Func != Negate {
		p.expr(e, unit)
		return
	}
	p.WriteString("(")
	p.expr(e, sum)
	p.WriteString(")")
}

func (p *printer) call(c Call) {
	p.WriteString(c.Func.String() + "(")
	for i, arg := range c.Args {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(arg, sum)
	}
	p.WriteString(")")
}
