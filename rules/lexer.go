package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// token is a word, a sign or a constant of a text.
type token struct {
	kind  tokenKind
	at    span
	word  string       // as written; of a variable without the question mark
	value belief.Value // of a constant
	tight bool         // of an operator: a space is missing before or behind it
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	constantToken // a number, a date, true, false or a quoted text
	variableToken
	wildcardToken
	signToken     // ( ) { } , :-
	operatorToken // = != < <= > >= + - * / mod
	badToken      // already diagnosed
)

// is reports whether the token is the sign or operator.
func (t token) is(sign string) bool {
	return (t.kind == signToken || t.kind == operatorToken) && t.word == sign
}

// isTruth reports whether the token is true or false.
func (t token) isTruth() bool {
	return t.kind == constantToken && (t.word == "true" || t.word == "false")
}

// endsOperand reports whether a value can end with the token, so that a - behind it subtracts.
func (t token) endsOperand() bool {
	switch t.kind {
	case wordToken, constantToken, variableToken, wildcardToken, badToken:
		return true
	case signToken:
		return t.word == ")" || t.word == "}"
	}
	return false
}

// lexer cuts a text into tokens. It reads every text to its end, whatever is in it.
type lexer struct {
	*reporter
	text   *text
	at     int // byte of the content
	tokens []token
}

// lex returns the tokens of the text, with an endToken as the last.
func (r *reporter) lex(t *text) []token {
	l := &lexer{reporter: r, text: t, tokens: make([]token, 0, len(t.content)/4+4)}
	for l.skipBlanks(); l.at < len(t.content); l.skipBlanks() {
		l.next()
	}
	l.add(endToken, 0)
	return l.tokens
}

func (l *lexer) rest() string { return l.text.content[l.at:] }

func (l *lexer) skipBlanks() {
	l.at += len(l.rest()) - len(strings.TrimLeft(l.rest(), " \t\r\n"))
}

// add appends a token that takes the next size bytes.
func (l *lexer) add(kind tokenKind, size int) *token {
	start := l.at
	l.at += size
	l.tokens = append(l.tokens, token{kind: kind, at: span{l.text, start, l.at}, word: l.text.content[start:l.at]})
	return &l.tokens[len(l.tokens)-1]
}

// afterOperand reports whether the last token ends a value.
func (l *lexer) afterOperand() bool {
	return len(l.tokens) > 0 && l.tokens[len(l.tokens)-1].endsOperand()
}

// signs are tried in this order, so that the longer of two with the same start comes first.
var signs = []struct {
	word string
	kind tokenKind
}{
	{":-", signToken},
	{"(", signToken},
	{")", signToken},
	{"{", signToken},
	{"}", signToken},
	{",", signToken},
	{"!=", operatorToken},
	{"<=", operatorToken},
	{">=", operatorToken},
	{"=", operatorToken},
	{"<", operatorToken},
	{">", operatorToken},
}

// foreign are operators of other languages, with what is meant by them.
var foreign = []struct{ word, hint string }{
	{"<-", "the body of a rule comes behind :-, and a comparison with a negative number has a space between the two signs"},
	{"->", "a rule is written head :- body"},
	{"=>", "a rule is written head :- body, and the comparison is >="},
	{"=<", "the comparison is written <="},
	{"<>", "the comparison is written !="},
	{"\\=", "the comparison is written !="},
	{"\\+", "write not before an atom"},
	{"==", "equality is written with one ="},
	{":=", "write = between two values, and :- between the head and the body of a rule"},
}

// foreignSign takes the operator of another language, if one is next.
func (l *lexer) foreignSign() bool {
	for _, s := range foreign {
		behind, found := strings.CutPrefix(l.rest(), s.word)
		if !found || s.word == "<-" && negativeNumber("-"+behind) || s.word == "->" && !l.afterOperand() {
			continue
		}
		t := l.add(badToken, len(s.word))
		l.error(CodeCharacter, t.at, "%s has no meaning here", belief.Quote(t.word)).hint("%s", s.hint)
		return true
	}
	return false
}

func (l *lexer) next() {
	if l.foreignSign() {
		return
	}
	rest := l.rest()
	for _, s := range signs {
		if strings.HasPrefix(rest, s.word) {
			l.sign(s.kind, s.word)
			return
		}
	}
	switch first, _ := utf8.DecodeRuneInString(rest); {
	case strings.HasPrefix(rest, "?"):
		l.variable()
	case strings.HasPrefix(rest, `"`):
		l.quoted()
	case isArithmetic(first) && (l.afterOperand() || !negativeNumber(rest)):
		l.sign(operatorToken, rest[:1])
	case belief.IsWordRune(first) && rest != ".":
		l.word()
	default:
		l.stray()
	}
}

func isArithmetic(r rune) bool { return r == '+' || r == '-' || r == '*' || r == '/' }

// negativeNumber reports whether s starts with a minus that belongs to a number.
func negativeNumber(s string) bool {
	return len(s) > 1 && s[0] == '-' && '0' <= s[1] && s[1] <= '9'
}

// sign takes a sign or an operator. An operator between two values wants a space on both sides.
func (l *lexer) sign(kind tokenKind, word string) {
	binary := kind == operatorToken && l.afterOperand()
	before := l.at > 0 && blank(rune(l.text.content[l.at-1]))
	t := l.add(kind, len(word))
	behind := l.at == len(l.text.content) || blank(rune(l.text.content[l.at]))
	t.tight = binary && !(before && behind)
}

func (l *lexer) variable() {
	rest := l.rest()[1:]
	size := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	if size < 0 {
		size = len(rest)
	}
	first, _ := utf8.DecodeRuneInString(rest)
	t := l.add(variableToken, 1+size)
	t.word = t.word[1:]
	if size > 0 && unicode.IsLetter(first) {
		return
	}
	t.kind = badToken
	l.error(CodeVariableName, t.at, "a variable is a ? and a letter, then letters, digits and _").
		caret("write ?%s", "x"+strings.TrimLeft(t.word, "_"))
}

func (l *lexer) quoted() {
	value, tail, err := belief.ScanConstant(l.rest())
	if err == nil {
		l.add(constantToken, len(l.rest())-len(tail)).value = value
		return
	}
	size := len(l.rest())
	if closing := closingQuoteOf(l.rest()); closing > 0 {
		size = closing
	}
	t := l.add(badToken, size)
	l.error(CodeConstant, t.at, "%s", err)
}

// closingQuoteOf returns the length of the quoted text at the start of s, 0 when it is not closed.
func closingQuoteOf(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// word takes a bare word: a name, a string constant, a number, a date, a truth value or mod.
func (l *lexer) word() {
	rest := l.rest()
	size := strings.IndexFunc(rest, func(r rune) bool { return !belief.IsWordRune(r) })
	if size < 0 {
		size = len(rest)
	}
	word := rest[:size]
	switch {
	case word == "_":
		l.add(wildcardToken, size)
		return
	case word == "mod" && l.afterOperand():
		l.sign(operatorToken, word)
		return
	case word == "not" || word == "mod":
		l.add(wordToken, size)
		return
	}
	value, err := belief.ParseConstant(word)
	if err != nil {
		t := l.add(badToken, size)
		l.error(CodeConstant, t.at, "%s", err).hint(operatorHint(word))
		return
	}
	kind := constantToken
	if value.Type() == belief.StringType {
		kind = wordToken
	}
	l.add(kind, size).value = value
}

// exponents takes the sign out of an exponent.
var exponents = strings.NewReplacer("e-", "e", "e+", "e", "E-", "E", "E+", "E")

// operatorHint says that operators want spaces when the word looks like a computation.
func operatorHint(word string) string {
	isDate := len(word) == 10 && word[4] == '-' && word[7] == '-'
	operands := exponents.Replace(word)
	if strings.IndexFunc(word, unicode.IsDigit) == 0 && strings.ContainsAny(operands[1:], "+-/") && !isDate {
		return "binary operators have a space on both sides"
	}
	return ""
}

// strayHints say what is meant by characters that other languages use.
var strayHints = map[rune]string{
	'!':  "write not before an atom, or != between two values",
	'\'': `write text in double quotes: "text"`,
	';':  "separate conditions by commas; for an alternative write a second rule",
	'[':  "lists are not values: use one fact for each element",
	'%':  "the remainder is written mod",
	'|':  "for an alternative write a second rule",
	'&':  "separate conditions by commas",
	'.':  "a rule does not end with a full stop",
	'∧':  "separate conditions by commas",
	'¬':  "write not before an atom",
	'~':  "write not before an atom",
	'←':  "the body of a rule comes behind :-",
	'→':  "a rule is written head :- body",
	'≠':  "the comparison is written !=",
	'≤':  "the comparison is written <=",
	'≥':  "the comparison is written >=",
}

func (l *lexer) stray() {
	r, size := utf8.DecodeRuneInString(l.rest())
	size = max(size, len(l.rest())-len(strings.TrimLeft(l.rest(), string(r)))) // && and || are one mistake
	t := l.add(badToken, size)
	l.error(CodeCharacter, t.at, "%s has no meaning here", belief.Quote(t.word)).hint(strayHints[r])
}
