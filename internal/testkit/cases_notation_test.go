package testkit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The notation of the acceptance cases, parsed into literals whose texts are in the file language.

// caseLiteral is an atom, a comparison or an aggregate.
type caseLiteral struct {
	atom      *caseAtom
	negated   bool
	text      string   // of a comparison: in the file language
	variables []string // of a comparison, and the target of an aggregate if it is one
	aggregate *caseAggregate
}

type caseAtom struct {
	relation string
	terms    []string // in the file language
}

type caseAggregate struct {
	target   string
	function string
	terms    []string
	body     []caseLiteral
}

type caseRule struct {
	head caseAtom
	body []caseLiteral
}

var caseToken = regexp.MustCompile(`^(?:\s+|"(?:[^"\\]|\\.)*"|\d+|[A-Za-z_][A-Za-z0-9_]*|:-|!=|<=|>=|[-+*/%=<>(){},.:])`)

type caseParser struct {
	text   string
	tokens []string
}

// parseCaseRule reads one rule; what does not follow the notation panics, and the test fails.
func parseCaseRule(text string) caseRule {
	p := &caseParser{text: text}
	for rest := text; rest != ""; {
		token := caseToken.FindString(rest)
		if token == "" {
			p.fail("a token")
		}
		if rest = rest[len(token):]; strings.TrimSpace(token) != "" {
			p.tokens = append(p.tokens, token)
		}
	}
	rule := caseRule{head: p.atom()}
	if p.accept(":-") {
		rule.body = p.body(".")
	} else {
		p.expect(".")
	}
	return rule
}

func (p *caseParser) fail(wanted string) {
	panic(fmt.Sprintf("%q: %s expected before %v", p.text, wanted, p.tokens))
}

func (p *caseParser) peek(n int) string {
	if n < len(p.tokens) {
		return p.tokens[n]
	}
	return ""
}

func (p *caseParser) next() string {
	token := p.peek(0)
	if token == "" {
		p.fail("something")
	}
	p.tokens = p.tokens[1:]
	return token
}

func (p *caseParser) accept(token string) bool {
	if p.peek(0) != token {
		return false
	}
	p.next()
	return true
}

func (p *caseParser) expect(token string) {
	if !p.accept(token) {
		p.fail(token)
	}
}

func (p *caseParser) body(closing string) []caseLiteral {
	body := []caseLiteral{p.literal()}
	for p.accept(",") {
		body = append(body, p.literal())
	}
	p.expect(closing)
	return body
}

var caseAggregates = []string{"count", "sum", "min", "max", "avg"}

func (p *caseParser) literal() caseLiteral {
	if p.peek(0) == "not" {
		p.next()
		a := p.atom()
		return caseLiteral{atom: &a, negated: true}
	}
	if first := p.peek(0)[0]; first >= 'a' && first <= 'z' {
		a := p.atom()
		return caseLiteral{atom: &a}
	}
	var l caseLiteral
	left := p.expr(&l, 0)
	op := p.next()
	if op == "=" && slices.Contains(caseAggregates, p.peek(0)) && p.peek(1) == "{" {
		a := &caseAggregate{target: left, function: p.next()}
		p.expect("{")
		a.terms = append(a.terms, p.term())
		for p.accept(",") {
			a.terms = append(a.terms, p.term())
		}
		p.expect(":")
		a.body = p.body("}")
		l.aggregate = a
		return l
	}
	if !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, op) {
		p.fail("a comparison")
	}
	l.text = left + " " + op + " " + p.expr(&l, 0)
	return l
}

func (p *caseParser) atom() caseAtom {
	a := caseAtom{relation: caseRelation(p.next())}
	if p.accept("(") {
		if p.accept(")") {
			return a
		}
		a.terms = append(a.terms, p.term())
		for p.accept(",") {
			a.terms = append(a.terms, p.term())
		}
		p.expect(")")
	}
	return a
}

// caseRelation is the relation's name in the file language, where built-in functions have names too.
func caseRelation(name string) string {
	taken := []string{
		"min", "max", "abs", "concat", "length", "lower", "upper", "substring", "starts_with", "ends_with", "contains",
		"matches", "days", "add_days", "float", "int", "text", "count", "sum", "avg", "mod",
	}
	if slices.Contains(taken, name) {
		return name + "_relation"
	}
	return name
}

func (p *caseParser) term() string {
	token := p.next()
	switch first := token[0]; {
	case token == "-":
		return "-" + p.next()
	case first == '"':
		var s string
		if err := json.Unmarshal([]byte(token), &s); err != nil {
			p.fail("a string")
		}
		return caseString(s)
	case first >= 'A' && first <= 'Z':
		return "?" + token
	default:
		return token // a number or _
	}
}

// expr reads operators that bind at least as strongly as the level: 0 for + and -, 1 for *, / and %.
func (p *caseParser) expr(l *caseLiteral, level int) string {
	if level == 2 {
		return p.factor(l)
	}
	ops := map[string]string{"+": "+", "-": "-"}
	if level == 1 {
		ops = map[string]string{"*": "*", "/": "/", "%": "mod"}
	}
	left := p.expr(l, level+1)
	for {
		op, ok := ops[p.peek(0)]
		if !ok {
			return left
		}
		p.next()
		left += " " + op + " " + p.expr(l, level+1)
	}
}

func (p *caseParser) factor(l *caseLiteral) string {
	if p.accept("(") {
		inner := p.expr(l, 0)
		p.expect(")")
		return "(" + inner + ")"
	}
	term := p.term()
	if strings.HasPrefix(term, "?") {
		l.variables = append(l.variables, term)
	}
	return term
}
