package rules

import (
	"strings"

	"github.com/beliefbase/revise/belief"
)

// ruleParser reads tokens by recursive descent. Every method reports what is wrong and returns nil or false; the caller
// then gives the text up, since what follows a syntax error in a line is guesswork.
type ruleParser struct {
	*reporter
	tokens []token
	next   int
	depth  int // of parentheses and unary minuses
}

// maxNesting bounds the parentheses around an expression, so that no text makes the parser recurse without end.
const maxNesting = 50

// maxText bounds the bytes of a rule, a condition or an atom.
const maxText = 64 << 10

// parse lexes the text for a parser. Without ok the text is already known to be wrong.
func (r *reporter) parse(t *text) (p *ruleParser, ok bool) {
	if len(t.content) > maxText {
		r.errorAt(CodeRuleTooBig, t.node, "the text has %d bytes, and the most is %d", len(t.content), maxText).hint("write it as several rules or conditions")
		return nil, false
	}
	before := len(r.found)
	p = &ruleParser{reporter: r, tokens: r.lex(t)}
	if p.peek().kind == endToken && len(r.found) == before {
		p.error(CodeRuleSyntax, p.peek().at, "nothing is written here")
	}
	return p, len(r.found) == before
}

func (p *ruleParser) peek() token { return p.tokens[p.next] }

// second returns the token behind the next one.
func (p *ruleParser) second() token { return p.tokens[min(p.next+1, len(p.tokens)-1)] }

func (p *ruleParser) take() token {
	t := p.tokens[p.next]
	if t.kind != endToken {
		p.next++
	}
	return t
}

// accept takes the sign if it is next.
func (p *ruleParser) accept(sign string) bool {
	if p.peek().is(sign) {
		p.next++
		return true
	}
	return false
}

// expect takes the sign, which must be next.
func (p *ruleParser) expect(sign, why string) bool {
	if p.accept(sign) {
		return true
	}
	p.unexpected("%s is missing %s", sign, why)
	return false
}

// wordHints say what is meant by words that other languages put between conditions.
var wordHints = map[string]string{
	"and": "separate conditions by commas",
	"not": "separate conditions by commas",
	"or":  "for an alternative write a second rule",
	"if":  "the body of a rule comes behind :-",
}

// unexpected reports the next token.
func (p *ruleParser) unexpected(format string, args ...any) *Diagnostic {
	d := p.error(CodeRuleSyntax, p.peek().at, format, args...)
	if t := p.peek(); t.kind == wordToken {
		d.hint(wordHints[strings.ToLower(t.word)])
	}
	return d
}

// end expects the end of the text.
func (p *ruleParser) end(of string) bool {
	t := p.peek()
	switch {
	case t.kind == endToken:
		return true
	case t.is(","):
		p.error(CodeSeveralConditions, t.at, "%s ends here, but a comma follows", of).
			hint("put each condition on a line of its own, as an entry of the list")
	case t.is(":-"):
		p.error(CodeRuleSyntax, t.at, "a rule cannot stand here").hint("put it under rules:")
	case t.kind == operatorToken && isComparison(t.word):
		p.error(CodeRuleSyntax, t.at, "%s follows a whole comparison", t.word).
			hint("compare two values at a time: ?a < ?b, ?b < ?c")
	default:
		p.unexpected("%s ends before this", of)
	}
	return false
}

// rule reads `head` or `head :- body`.
func (p *ruleParser) rule() (head *call, body []*literal, ok bool) {
	head, ok = p.head()
	if !ok {
		return nil, nil, false
	}
	if p.accept(":-") {
		if body, ok = p.literals(); !ok {
			return head, nil, false
		}
		return head, body, p.end("the rule")
	}
	if p.peek().is(",") {
		p.error(CodeRuleSyntax, p.peek().at, "a rule has one head").hint("write one rule for each head; the body comes behind :-")
		return nil, nil, false
	}
	return head, nil, p.end("the rule")
}

// head reads the atom that a rule concludes.
func (p *ruleParser) head() (*call, bool) {
	if t := p.peek(); t.kind == wordToken && t.word == "not" {
		p.error(CodeNot, t.at, "a rule cannot conclude that something does not hold").
			hint("what no rule concludes does not hold; write not where the absence is used")
		return nil, false
	}
	return p.atom()
}

// atom reads a relation name with its terms.
func (p *ruleParser) atom() (*call, bool) {
	t := p.peek()
	switch {
	case t.isTruth() && p.second().is("("):
		return nil, p.reserved(t)
	case t.kind == variableToken:
		p.error(CodeRuleSyntax, t.at, "a variable cannot stand for a relation").hint("write the name of a relation: %s(…)", t.word)
		return nil, false
	case t.kind != wordToken:
		p.unexpected("a relation with its terms is missing here").hint("write relation(term, …)")
		return nil, false
	case !p.second().is("("):
		p.error(CodeRuleSyntax, t.at, "%s has no parentheses", belief.Quote(t.word)).caret("%s", parenthesesHint(t.word))
		return nil, false
	}
	return p.call()
}

// reserved reports a word that stands where the name of a relation does; it returns false.
func (p *ruleParser) reserved(word token) bool {
	p.error(CodeReserved, word.at, "%s is a reserved word and cannot name a relation", word.word)
	return false
}

// parenthesesHint says how an atom without terms is written.
func parenthesesHint(word string) string {
	if belief.IsRelationName(word) {
		return "an atom without terms is written " + word + "()"
	}
	return "an atom is written relation(term, …)"
}

// call reads a name with its arguments in parentheses; the next two tokens are a word and an opening parenthesis.
func (p *ruleParser) call() (*call, bool) {
	name := p.take()
	p.take()
	if name.word == "not" || name.word == "mod" {
		return nil, p.reserved(name)
	}
	if !belief.IsRelationName(name.word) {
		p.error(CodeRelationName, name.at, "%s cannot be the name of a relation", belief.Quote(name.word)).
			hint("a name is a letter, then letters, digits and _")
		return nil, false
	}
	if !p.deeper(name) {
		return nil, false
	}
	defer func() { p.depth-- }()
	c := &call{name: name.word, at: name.at}
	for !p.peek().is(")") {
		arg, ok := p.expression()
		if !ok {
			return nil, false
		}
		c.args = append(c.args, arg)
		if p.peek().is(")") {
			break
		}
		if !p.comma(name.word) {
			return nil, false
		}
	}
	c.all = span{name.at.text, name.at.start, p.take().at.end}
	return c, true
}

// comma takes the comma between two arguments.
func (p *ruleParser) comma(of string) bool {
	if !p.peek().is(",") {
		p.unexpected("a comma or the closing ) of %s is missing here", of)
		return false
	}
	p.take()
	if p.peek().is(")") {
		p.unexpected("a term is missing between the comma and the )")
		return false
	}
	return true
}

// literals reads conditions that are separated by commas.
func (p *ruleParser) literals() ([]*literal, bool) {
	var all []*literal
	for {
		l, ok := p.literal()
		if !ok {
			return nil, false
		}
		all = append(all, l)
		if !p.accept(",") {
			return all, true
		}
	}
}
