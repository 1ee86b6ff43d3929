package rules

import (
	"strings"

	"github.com/beliefbase/revise/belief"
)

// conditions are the built-in tests, by name.
var conditions = map[string]Func{
	"starts_with": StartsWith,
	"ends_with":   EndsWith,
	"contains":    Contains,
	"matches":     Matches,
}

// aggregates are the words that may stand before braces.
var aggregates = map[string]AggregateFunc{
	"count": CountSolutions,
	"sum":   Sum,
	"min":   Min,
	"max":   Max,
	"avg":   Avg,
}

// comparisons are the operators between two values.
var comparisons = map[string]Op{
	"=":  Equal,
	"!=": NotEqual,
	"<":  Less,
	"<=": LessEqual,
	">":  Greater,
	">=": GreaterEqual,
}

func isComparison(word string) bool {
	_, ok := comparisons[word]
	return ok
}

// literal reads one condition of a body.
func (p *ruleParser) literal() (*literal, bool) {
	if t := p.peek(); t.kind == wordToken && t.word == "not" {
		p.take()
		return p.negation(t)
	}
	if t := p.peek(); t.kind == wordToken && !p.second().is("(") && !p.startsComparison() && !p.startsAggregate() {
		_, ok := p.atom() // reports the missing parentheses
		return nil, ok
	}
	if t := p.peek(); t.kind == endToken || t.is(",") || t.is("}") {
		p.unexpected("a condition is missing here")
		return nil, false
	}
	left, ok := p.expression()
	if !ok {
		return nil, false
	}
	t := p.peek()
	switch {
	case t.kind == operatorToken && isComparison(t.word):
		p.take()
		l, ok := p.comparison(left, comparisons[t.word], t)
		if ok {
			p.spaced(t, left.at.content(), t.at.text.content[t.at.end:l.at.end])
		}
		return l, ok
	case left.kind != callTerm:
		p.unexpected("%s is a value, not a condition", belief.Quote(left.at.content())).
			hint("compare it with another value, or write relation(term, …)")
		return nil, false
	}
	if _, builtin := conditions[left.call.name]; builtin {
		return &literal{kind: conditionLiteral, at: left.at, atom: left.call}, true
	}
	return &literal{kind: atomLiteral, at: left.at, atom: left.call}, true
}

// spaced reports an operator without a space on both sides. What is meant is clear, so that reading goes on.
func (p *ruleParser) spaced(operator token, left, right string) {
	if operator.tight {
		p.error(CodeOperatorSpace, operator.at, "%s wants a space on both sides", operator.word).
			caret("write %s %s %s", left, operator.word, strings.TrimSpace(right))
	}
}

// content returns the characters of the span.
func (s span) content() string { return s.text.content[s.start:s.end] }

// startsComparison reports whether an operator follows the next word.
func (p *ruleParser) startsComparison() bool { return p.second().kind == operatorToken }

// negation reads what follows not.
func (p *ruleParser) negation(not token) (*literal, bool) {
	t := p.peek()
	switch _, builtin := conditions[t.word]; {
	case t.kind == wordToken && t.word == "not":
		p.error(CodeNot, t.at, "not stands before not").hint("leave both out")
		return nil, false
	case t.kind == wordToken && builtin:
		p.error(CodeNot, t.at, "not stands before an atom, and %s is a built-in condition", t.word).
			hint("conclude it in a rule of its own, and write not before that relation")
		return nil, false
	case t.kind != wordToken || !p.second().is("(") && p.startsComparison():
		p.error(CodeNot, t.at, "not stands before an atom only").hint("turn the comparison round: = becomes !=, < becomes >=")
		return nil, false
	}
	atom, ok := p.atom()
	if !ok {
		return nil, false
	}
	if follows := p.peek(); follows.kind == operatorToken {
		p.error(CodeNot, follows.at, "not stands before an atom only").hint("turn the comparison round: = becomes !=, < becomes >=")
		return nil, false
	}
	return &literal{kind: atomLiteral, at: span{not.at.text, not.at.start, atom.all.end}, atom: atom, negated: true}, true
}

// comparison reads what follows the operator of a comparison, a computation or an aggregate.
func (p *ruleParser) comparison(left *term, op Op, sign token) (*literal, bool) {
	if p.startsAggregate() {
		return p.aggregate(left, op, sign)
	}
	right, ok := p.expression()
	if !ok {
		return nil, false
	}
	at := span{sign.at.text, left.at.start, right.at.end}
	return &literal{kind: comparisonLiteral, at: at, op: op, left: left, right: right}, true
}

// startsAggregate reports whether an aggregate is next: its word, then braces or a variable and braces.
func (p *ruleParser) startsAggregate() bool {
	t := p.peek()
	if _, ok := aggregates[t.word]; !ok || t.kind != wordToken {
		return false
	}
	behind := p.second()
	return behind.is("{") || behind.kind == variableToken || behind.kind == wildcardToken
}

// aggregateForm shows how the aggregate is written.
func aggregateForm(word string) string {
	if aggregates[word] == CountSolutions {
		return "write ?n = count { … }, with the conditions in the braces"
	}
	return "write ?n = " + word + " ?x { … }, with the conditions in the braces"
}

// aggregate reads the right side of `?n = count { … }`.
func (p *ruleParser) aggregate(left *term, op Op, sign token) (*literal, bool) {
	word := p.take()
	if left.kind != variableTerm || op != Equal {
		p.error(CodeAggregateForm, word.at, "an aggregate gives its value to a variable").
			hint("write ?n = %s …, and compare ?n in a condition of its own", word.word)
		return nil, false
	}
	b := &braces{function: aggregates[word.word]}
	if !p.rangesOver(b, word) {
		return nil, false
	}
	if !p.accept("{") {
		p.unexpected("{ is missing after %s", word.word).hint("%s", aggregateForm(word.word))
		return nil, false
	}
	if p.peek().is("}") {
		p.error(CodeAggregateForm, p.peek().at, "the braces of %s are empty", word.word).hint("write the conditions whose solutions it ranges over")
		return nil, false
	}
	body, ok := p.literals()
	if !ok || !p.expect("}", "to close the braces of "+word.word) {
		return nil, false
	}
	for _, l := range body {
		if l.kind == aggregateLiteral {
			p.error(CodeNestedAggregate, l.at, "aggregates do not nest").
				hint("conclude the inner one in a rule of its own, and use that relation here")
			return nil, false
		}
	}
	b.body = body
	at := span{sign.at.text, left.at.start, p.tokens[p.next-1].at.end}
	return &literal{kind: aggregateLiteral, at: at, op: op, left: left, braces: b}, true
}

// rangesOver reads the variable between the word and the braces.
func (p *ruleParser) rangesOver(b *braces, word token) bool {
	if p.peek().is("{") && b.function == CountSolutions {
		return true
	}
	if t := p.peek(); t.kind != variableToken {
		p.error(CodeAggregateForm, t.at, "%s wants the variable whose values it takes", word.word).
			hint("write ?n = %s ?x { … }, with ?x in the braces", word.word)
		return false
	}
	b.of, _ = p.operand()
	if b.function == CountSolutions {
		b.function = CountValues
	}
	return true
}
