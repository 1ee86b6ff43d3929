package rules

import (
	"github.com/beliefbase/revise/belief"
)

// binary are the operators between two values with their functions, and how tightly they bind.
var binary = map[string]struct {
	function Func
	tightly  bool
}{
	"+":   {Add, false},
	"-":   {Subtract, false},
	"*":   {Multiply, true},
	"/":   {Divide, true},
	"mod": {Mod, true},
}

// expression reads products that are added and subtracted.
func (p *ruleParser) expression() (*term, bool) {
	return p.operation(false, p.product)
}

// product reads operands that are multiplied and divided.
func (p *ruleParser) product() (*term, bool) {
	return p.operation(true, p.operand)
}

// operation reads what part reads, and the operators of one strength between, from left to right.
func (p *ruleParser) operation(tightly bool, part func() (*term, bool)) (*term, bool) {
	left, ok := part()
	for ok {
		t := p.peek()
		operator, known := binary[t.word]
		if t.kind != operatorToken || !known || operator.tightly != tightly {
			return left, true
		}
		p.take()
		p.spaced(t, left.at.content(), p.peek().at.content())
		var right *term
		if right, ok = part(); ok {
			at := span{left.at.text, left.at.start, right.at.end}
			left = &term{kind: operatorTerm, at: at, op: operator.function, args: []*term{left, right}}
		}
	}
	return nil, false
}

// operand reads a value: a constant, a variable, a function, a value in parentheses, or the negative of one.
func (p *ruleParser) operand() (*term, bool) {
	t := p.peek()
	switch {
	case t.is("("):
		return p.parentheses()
	case t.is("-"):
		return p.negative()
	case t.isTruth() && p.second().is("("):
		return nil, p.reserved(t)
	case t.kind == constantToken:
		p.take()
		return &term{kind: constantTerm, at: t.at, value: t.value}, true
	case t.kind == variableToken:
		p.take()
		return &term{kind: variableTerm, at: t.at, name: t.word}, true
	case t.kind == wildcardToken:
		p.take()
		return &term{kind: wildcardTerm, at: t.at}, true
	case t.kind == wordToken && p.second().is("("):
		c, ok := p.call()
		if !ok {
			return nil, false
		}
		return &term{kind: callTerm, at: c.all, call: c}, true
	case p.startsAggregate():
		p.error(CodeAggregateForm, t.at, "an aggregate gives its value to a variable").
			hint("write ?n = %s …, and compute with ?n in a condition of its own", t.word)
		return nil, false
	case t.kind == wordToken:
		return p.bareWord()
	}
	p.unexpected("a value is missing here").hint(p.valueHint())
	return nil, false
}

func (p *ruleParser) valueHint() string {
	if p.peek().is("{") {
		return "braces belong to an aggregate: ?n = count { … }"
	}
	return "a value is a constant, a ?variable or a function of values"
}

// bareWord reads a string constant without quotes.
func (p *ruleParser) bareWord() (*term, bool) {
	t := p.take()
	if t.word == "not" || t.word == "mod" {
		p.error(CodeReserved, t.at, "%s is a reserved word", t.word).caret("write %s to mean the text", belief.Quote(t.word))
		return nil, false
	}
	if _, aggregate := aggregates[t.word]; aggregate && p.peek().kind == wordToken {
		p.error(CodeAggregateForm, p.peek().at, "what %s ranges over stands in braces", t.word).hint("%s", aggregateForm(t.word))
		return nil, false
	}
	return &term{kind: constantTerm, at: t.at, value: t.value, bare: true}, true
}

// parentheses reads a value in parentheses.
func (p *ruleParser) parentheses() (*term, bool) {
	open := p.take()
	if !p.deeper(open) {
		return nil, false
	}
	inner, ok := p.expression()
	p.depth--
	if !ok || !p.expect(")", "to close the parenthesis") {
		return nil, false
	}
	widened := *inner
	widened.at = span{open.at.text, open.at.start, p.tokens[p.next-1].at.end}
	return &widened, true
}

// negative reads a value behind a minus sign.
func (p *ruleParser) negative() (*term, bool) {
	minus := p.take()
	if !p.deeper(minus) {
		return nil, false
	}
	inner, ok := p.operand()
	p.depth--
	if !ok {
		return nil, false
	}
	at := span{minus.at.text, minus.at.start, inner.at.end}
	return &term{kind: operatorTerm, at: at, op: Negate, args: []*term{inner}}, true
}

// deeper counts one more level of nesting.
func (p *ruleParser) deeper(t token) bool {
	p.depth++
	if p.depth <= maxNesting {
		return true
	}
	p.error(CodeTooNested, t.at, "the expression nests deeper than %d levels", maxNesting).
		hint("compute a part of it in a condition of its own: ?part = …")
	return false
}
