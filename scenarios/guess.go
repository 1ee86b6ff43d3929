package scenarios

import (
	"strings"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// guess collects what the cells of a column could be: the types that some cell was seen to exclude.
type guess struct {
	seen     bool
	excluded types
}

// types is a set of types.
type types uint8

const allTypes = 1<<belief.StringType | 1<<belief.IntType | 1<<belief.FloatType | 1<<belief.BoolType | 1<<belief.DateType

func setOf(list ...belief.Type) (s types) {
	for _, t := range list {
		s |= 1 << t
	}
	return s
}

// see takes one cell into account.
func (g *guess) see(c cell) {
	g.seen = true
	g.excluded |= allTypes &^ c.types()
}

// settled reports whether no further cell can change the guess.
func (g *guess) settled() bool {
	return g.excluded&setOf(belief.IntType, belief.FloatType, belief.BoolType, belief.DateType) == allTypes&^setOf(belief.StringType)
}

// resolve returns the type: int, float, date or bool when all cells are, else string; NoType when there was none.
func (g *guess) resolve() belief.Type {
	if !g.seen {
		return belief.NoType
	}
	for _, t := range []belief.Type{belief.IntType, belief.FloatType, belief.DateType, belief.BoolType} {
		if g.excluded&setOf(t) == 0 {
			return t
		}
	}
	return belief.StringType
}

// cell is one value of a table as it is written.
type cell struct {
	text string
	kind cellKind
}

// cellKind is what the format itself says about a cell.
type cellKind uint8

const (
	textCell   cellKind = iota // the column decides
	quotedCell                 // a text in quotes in a scenario
	jsonString                 // a text or a date
	jsonNumber
	jsonBool
)

// types returns the types that the cell can be read as.
func (c cell) types() types {
	switch c.kind {
	case quotedCell:
		return setOf(belief.StringType)
	case jsonString:
		if isOf(c.text, belief.DateType) {
			return setOf(belief.StringType, belief.DateType)
		}
		return setOf(belief.StringType)
	case jsonNumber:
		if isOf(c.text, belief.IntType) {
			return setOf(belief.IntType, belief.FloatType)
		}
		return setOf(belief.FloatType)
	case jsonBool:
		return setOf(belief.BoolType)
	}
	if _, ok := shortInt(c.text); ok {
		return setOf(belief.StringType, belief.IntType, belief.FloatType)
	}
	if !mayBeTyped(c.text) {
		return setOf(belief.StringType)
	}
	v, err := belief.ParseConstant(c.text)
	switch {
	case err != nil:
		return setOf(belief.StringType)
	case v.Type() == belief.IntType:
		return setOf(belief.StringType, belief.IntType, belief.FloatType)
	}
	return setOf(belief.StringType, v.Type())
}

// mayBeTyped reports quickly that a text is neither number nor date nor bool.
func mayBeTyped(text string) bool {
	if text == "true" || text == "false" {
		return true
	}
	return text != "" && text[0] < utf8.RuneSelf && (text[0] == '-' || text[0] >= '0' && text[0] <= '9')
}

// shortInt reads an int that surely fits, as most cells of an int column do: -?(0|[1-9][0-9]*) of up to 18 digits.
func shortInt(text string) (i int64, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	if len(digits) == 0 || len(digits) > 18 || digits[0] == '0' && len(text) > 1 {
		return 0, false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		i = 10*i + int64(c-'0')
	}
	if len(digits) < len(text) {
		i = -i
	}
	return i, true
}

func isOf(text string, t belief.Type) bool {
	v, err := belief.ParseConstant(text)
	return err == nil && v.Type() == t
}
