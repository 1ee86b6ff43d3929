package belief

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Fact is a ground atom: a relation and one value for each of its columns.
type Fact struct {
	Relation string
	Values   []Value
}

// NewFact is the fact that the relation holds of the values.
func NewFact(relation string, values ...Value) Fact { return Fact{Relation: relation, Values: values} }

// String returns the fact as the file language writes it. Different facts have different texts.
func (f Fact) String() string {
	var b strings.Builder
	b.WriteString(f.Relation)
	b.WriteByte('(')
	for i, v := range f.Values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(v.String())
	}
	b.WriteByte(')')
	return b.String()
}

// Compare orders facts by relation, then by their values from left to right.
func (f Fact) Compare(g Fact) int {
	return cmp.Or(strings.Compare(f.Relation, g.Relation), slices.CompareFunc(f.Values, g.Values, Value.Compare))
}

// Equal reports whether f and g are the same fact.
func (f Fact) Equal(g Fact) bool {
	return f.Relation == g.Relation && slices.Equal(f.Values, g.Values)
}

// ParseFact reads a fact in the notation of the file language, such as member(ana, finance).
// The error says what is wrong and at which character.
func ParseFact(s string) (Fact, error) {
	name, rest, found := strings.Cut(s, "(")
	name = strings.TrimSpace(name)
	if !found || !IsRelationName(name) {
		return Fact{}, fmt.Errorf("%s is not a fact: write relation(value, …)", Quote(s))
	}
	fact := Fact{Relation: name}
	rest = strings.TrimSpace(rest)
	for first := true; ; first = false {
		if tail, ok := strings.CutPrefix(rest, ")"); ok && (first || len(fact.Values) > 0) {
			return fact, nothingAfter(s, tail)
		}
		v, tail, err := ScanConstant(rest)
		if err != nil {
			return Fact{}, fmt.Errorf("%s, character %d: %w", Quote(s), len([]rune(s[:len(s)-len(rest)]))+1, err)
		}
		fact.Values = append(fact.Values, v)
		if rest, err = afterTerm(s, strings.TrimSpace(tail)); err != nil {
			return Fact{}, err
		}
	}
}

// afterTerm returns what follows the comma behind a term, or the closing parenthesis with what follows it.
func afterTerm(s, rest string) (string, error) {
	if strings.HasPrefix(rest, ")") {
		return rest, nil
	}
	next, ok := strings.CutPrefix(rest, ",")
	next = strings.TrimSpace(next)
	if !ok || strings.HasPrefix(next, ")") {
		return "", fmt.Errorf("%s, character %d: a comma and a value, or a closing parenthesis, is missing", Quote(s), len([]rune(s[:len(s)-len(rest)]))+1)
	}
	return next, nil
}

func nothingAfter(s, tail string) error {
	if strings.TrimSpace(tail) != "" {
		return fmt.Errorf("%s has something behind its closing parenthesis", Quote(s))
	}
	return nil
}

// IsRelationName reports whether s can name a relation: a letter, then letters, digits and _; not a reserved word.
func IsRelationName(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != "" && !reserved(s)
}

// Place is a position in an input file. The zero Place is nowhere; lines and columns count from 1, columns in characters.
type Place struct {
	File   string
	Line   int
	Column int
}

// String returns file:line:column, leaving out what is zero.
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
}

// Compare orders places by file, line and column.
func (p Place) Compare(q Place) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}
