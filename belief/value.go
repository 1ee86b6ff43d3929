package belief

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Type is the type of a column, and of every value in it.
type Type uint8

// The types of the file language. NoType marks a column whose type is not known yet.
const (
	NoType Type = iota
	StringType
	IntType
	FloatType
	BoolType
	DateType
)

// String returns the name the file language gives the type.
func (t Type) String() string {
	switch t {
	case StringType:
		return "string"
	case IntType:
		return "int"
	case FloatType:
		return "float"
	case BoolType:
		return "bool"
	case DateType:
		return "date"
	default:
		return "unknown"
	}
}

// TypeNamed returns the type with the given name in the file language.
func TypeNamed(name string) (Type, bool) {
	for t := StringType; t <= DateType; t++ {
		if t.String() == name {
			return t, true
		}
	}
	return NoType, false
}

// Value is one constant: a string, int, float, bool or date. The zero Value is no value.
// Values are comparable with ==, and equal only when type and content are.
type Value struct {
	typ  Type
	bits uint64 // int: two's complement; float: IEEE 754 bits; bool: 0 or 1; date: days since 1970-01-01
	text string
}

// String is the string s, which must be valid UTF-8 to survive a round trip through a file.
func String(s string) Value { return Value{typ: StringType, text: s} }

// Int is the integer i.
func Int(i int64) Value { return Value{typ: IntType, bits: uint64(i)} }

// Bool is the truth value b.
func Bool(b bool) Value {
	if b {
		return Value{typ: BoolType, bits: 1}
	}
	return Value{typ: BoolType}
}

// ErrNotFinite says that a float is NaN or infinite, which are never values.
var ErrNotFinite = errors.New("NaN and infinities are not values")

// Float is the number f; minus zero becomes zero. It fails with ErrNotFinite on NaN and infinities.
func Float(f float64) (Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{}, ErrNotFinite
	}
	if f == 0 {
		f = 0 // minus zero is zero
	}
	return Value{typ: FloatType, bits: math.Float64bits(f)}, nil
}

const (
	minDays = -719528 // 0000-01-01
	maxDays = 2932896 // 9999-12-31
)

// ErrDateRange says that a date lies outside the years 0000 to 9999.
var ErrDateRange = errors.New("a date lies between 0000-01-01 and 9999-12-31")

// Date is the day that many days after 1970-01-01. It fails with ErrDateRange outside the years 0000 to 9999.
func Date(days int64) (Value, error) {
	if days < minDays || days > maxDays {
		return Value{}, ErrDateRange
	}
	return Value{typ: DateType, bits: uint64(days)}, nil
}

// ParseDate reads an ISO 8601 calendar date, YYYY-MM-DD.
func ParseDate(s string) (Value, error) {
	t, err := time.Parse("2006-01-02", s)
	if err != nil {
		return Value{}, fmt.Errorf("%s is not a date of the calendar", Quote(s))
	}
	return Date(t.Unix() / 86400)
}

// Type returns the value's type, NoType for the zero Value.
func (v Value) Type() Type { return v.typ }

// Text returns the content of a string, and "" for every other type.
func (v Value) Text() string { return v.text }

// Int returns the content of an int.
func (v Value) Int() int64 { return int64(v.bits) }

// Float returns the content of a float.
func (v Value) Float() float64 { return math.Float64frombits(v.bits) }

// Bool returns the content of a bool.
func (v Value) Bool() bool { return v.bits != 0 }

// Days returns a date as days since 1970-01-01.
func (v Value) Days() int64 { return int64(v.bits) }

// Compare orders values: by type first, then strings by their bytes, numbers and dates by size, false before true.
func (v Value) Compare(w Value) int {
	if v.typ != w.typ {
		return cmp.Compare(v.typ, w.typ)
	}
	switch v.typ {
	case StringType:
		return strings.Compare(v.text, w.text)
	case FloatType:
		return cmp.Compare(v.Float(), w.Float())
	default:
		return cmp.Compare(int64(v.bits), int64(w.bits))
	}
}

// String returns the value as the file language writes it: strings bare where they can be, quoted otherwise.
// Different values have different texts, and ParseValue reads every one of them back.
func (v Value) String() string {
	switch v.typ {
	case StringType:
		if isBare(v.text) {
			return v.text
		}
		return Quote(v.text)
	case IntType:
		return strconv.FormatInt(v.Int(), 10)
	case FloatType:
		return formatFloat(v.Float())
	case BoolType:
		return strconv.FormatBool(v.Bool())
	case DateType:
		return formatDate(v.Days())
	default:
		return "no value"
	}
}

// Plain returns the value as a data file writes it: like String, but a string as it is, without quotes.
func (v Value) Plain() string {
	if v.typ == StringType {
		return v.text
	}
	return v.String()
}

func formatDate(days int64) string {
	return time.Unix(days*86400, 0).UTC().Format("2006-01-02")
}

// formatFloat gives the shortest text that reads back as f and cannot be taken for an int.
func formatFloat(f float64) string {
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	s := strconv.FormatFloat(f, format, -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// reserved are the words that a bare string must not be.
func reserved(s string) bool {
	return s == "not" || s == "true" || s == "false" || s == "mod"
}

// isBare reports whether s can stand without quotes as a string constant.
func isBare(s string) bool {
	if s == "" || reserved(s) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) {
		return false
	}
	for _, r := range s {
		if !IsWordRune(r) || !Visible(r) {
			return false
		}
	}
	return !readsAsVariable(s)
}

// readsAsVariable reports whether a Prolog reader would take the word for a variable: a single capital letter.
func readsAsVariable(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first) && len(s) == size
}

// IsWordRune reports whether r may stand inside a bare word of the file language.
func IsWordRune(r rune) bool {
	switch r {
	case '_', '-', '.', '/', '@', ':', '+':
		return true
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Quote returns s as a quoted string constant with JSON escapes. Control characters, bidirectional controls,
// invisible characters and invalid bytes are escaped, so that the text is harmless on a terminal and never ambiguous.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				fmt.Fprintf(&b, `\x%02x`, s[i]) // not JSON: such a string cannot come from a file
				continue
			}
		}
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case Visible(r):
			b.WriteRune(r)
		case r > 0xffff:
			hi, lo := surrogates(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func surrogates(r rune) (hi, lo rune) {
	r -= 0x10000
	return 0xd800 + r>>10, 0xdc00 + r&0x3ff
}

// Visible reports whether r can be shown as it is: a printable character or the plain space. Control, format
// and bidirectional characters, letters and marks without a shape, and spaces that look like another, are not.
func Visible(r rune) bool {
	if r < 0x7f {
		return r >= 0x20
	}
	const brailleBlank = '\u2800'
	return unicode.IsPrint(r) && r != brailleBlank &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
