package belief

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ScanConstant reads the constant at the start of s and returns it with the text behind it.
// It fails when s does not start with a constant; the error says why and what to write instead.
func ScanConstant(s string) (v Value, rest string, err error) {
	if strings.HasPrefix(s, `"`) {
		return scanQuoted(s)
	}
	word := s[:wordEnd(s)]
	v, err = ParseConstant(word)
	return v, s[len(word):], err
}

// wordEnd returns the length of the unquoted word at the start of s.
func wordEnd(s string) int {
	for i, r := range s {
		if !IsWordRune(r) {
			return i
		}
	}
	return len(s)
}

// scanQuoted reads a string constant with JSON escapes.
func scanQuoted(s string) (Value, string, error) {
	end := 1
	for ; end < len(s) && s[end] != '"'; end++ {
		if s[end] == '\\' {
			end++
		}
	}
	if end >= len(s) {
		return Value{}, "", errors.New("the quoted string has no closing quote")
	}
	token := s[:end+1]
	var text string
	if err := json.Unmarshal([]byte(token), &text); err != nil {
		return Value{}, "", errors.New("the quoted string has an escape that JSON does not know, or a raw control character")
	}
	if loneSurrogate(token) {
		return Value{}, "", errors.New("the quoted string has half of a \\u pair, which is no character")
	}
	if strings.ContainsRune(text, utf8.RuneError) && !utf8.ValidString(token) {
		return Value{}, "", errors.New("the quoted string is not valid UTF-8")
	}
	return String(text), s[end+1:], nil
}

// loneSurrogate reports whether a \u escape of a JSON string is half of a pair without the other half. JSON decoders
// take it for U+FFFD, so that different texts would become one.
func loneSurrogate(token string) bool {
	high := false
	for i := 0; i < len(token); i++ {
		r := rune(-1)
		if token[i] == '\\' {
			i++
			if token[i] == 'u' && i+4 < len(token) {
				n, _ := strconv.ParseUint(token[i+1:i+5], 16, 16)
				r, i = rune(n), i+4
			}
		}
		low := 0xdc00 <= r && r < 0xe000
		if high != low {
			return true
		}
		high = 0xd800 <= r && r < 0xdc00
	}
	return high
}

// ParseConstant reads an unquoted constant: a bare word is a string, the rest is what it looks like.
// Numbers are read as written: forms that readers disagree about, such as 010 and 1_000, are refused.
func ParseConstant(word string) (Value, error) {
	switch {
	case word == "":
		return Value{}, errors.New("a constant is missing")
	case word == "true" || word == "false":
		return Bool(word == "true"), nil
	case reserved(word):
		return Value{}, fmt.Errorf("%s is a reserved word: write \"%s\" to mean the text", word, word)
	}
	first, _ := utf8.DecodeRuneInString(word)
	switch {
	case unicode.IsLetter(first):
		return String(word), nil
	case first == '_':
		return Value{}, fmt.Errorf("%s is neither a variable nor a constant: write ?%s, _ alone, or \"%s\"", word, strings.TrimLeft(word, "_"), word)
	case looksLikeDate(word):
		return ParseDate(word)
	default:
		return parseNumber(word)
	}
}

// looksLikeDate reports whether the word has the shape 9999-99-99.
func looksLikeDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i, c := range []byte(s) {
		if i != 4 && i != 7 && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// otherForm says what a word that starts like a number is not, with the number that another language reads in it.
func otherForm(word string) error {
	plain := strings.ReplaceAll(strings.TrimPrefix(word, "+"), "_", "")
	if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return twoReadings(word, Int(i))
	}
	if strings.HasPrefix(strings.TrimPrefix(plain, "-"), ".") {
		plain = strings.Replace(plain, ".", "0.", 1)
	}
	whole, fraction, found := strings.Cut(plain, ".")
	if found && (fraction == "" || fraction[0] == 'e' || fraction[0] == 'E') {
		plain = whole + ".0" + fraction
	}
	if floatShape(strings.TrimPrefix(plain, "-")) {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			if v, err := Float(f); err == nil {
				return twoReadings(word, v)
			}
		}
	}
	return fmt.Errorf("%s is no number and no bare word: write \"%s\" to mean the text", word, word)
}

func twoReadings(word string, number Value) error {
	return fmt.Errorf("%s is not how a number is written: write %s for the number or \"%s\" for the text", word, number, word)
}

// mantissaOf returns what stands before the exponent of a float.
func mantissaOf(digits string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(digits), "e")
	return mantissa
}

// parseNumber reads an int or a float as written: no leading zero, no plus sign, no underscore, no 0x.
func parseNumber(word string) (Value, error) {
	digits := strings.TrimPrefix(word, "-")
	whole := digits
	if i := strings.IndexAny(digits, ".eE"); i >= 0 {
		whole = digits[:i]
	}
	switch {
	case !allDigits(whole):
		return Value{}, otherForm(word)
	case len(whole) > 1 && whole[0] == '0':
		return Value{}, fmt.Errorf("%s starts with a zero: write %s for the number or \"%s\" for the text", word, withoutZeros(word), word)
	case whole == digits:
		i, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return Value{}, fmt.Errorf("%s does not fit 64 bits: write \"%s\" to keep it as text", word, word)
		}
		return Int(i), nil
	}
	if !floatShape(digits) {
		return Value{}, otherForm(word)
	}
	f, err := strconv.ParseFloat(word, 64)
	switch {
	case err != nil:
		return Value{}, fmt.Errorf("%s is beyond the greatest number of 64 bits, 1.8e308: write a number up to that, or \"%s\" for the text", word, word)
	case f == 0 && strings.ContainsAny(mantissaOf(digits), "123456789"):
		return Value{}, fmt.Errorf("%s is closer to zero than any number of 64 bits: write 0.0 for zero or \"%s\" for the text", word, word)
	}
	return Float(f)
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func withoutZeros(word string) string {
	sign := ""
	if strings.HasPrefix(word, "-") {
		sign, word = "-", word[1:]
	}
	word = strings.TrimLeft(word, "0")
	if word == "" || word[0] == '.' || word[0] == 'e' || word[0] == 'E' {
		word = "0" + word
	}
	return sign + word
}

// floatShape reports whether s is digits, a fraction or an exponent or both, with digits after each mark.
func floatShape(s string) bool {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, hasFraction := strings.Cut(mantissa, ".")
	if !allDigits(whole) || hasFraction && !allDigits(fraction) {
		return false
	}
	if !hasExponent {
		return true
	}
	if exponent != "" && (exponent[0] == '-' || exponent[0] == '+') {
		exponent = exponent[1:]
	}
	return allDigits(exponent)
}

// ParseCell reads the text of a data cell by the type of its column: strings are taken as they are, everything
// else as the file language writes it. It fails with a sentence that says what the column wants.
func ParseCell(text string, t Type) (Value, error) {
	if t == StringType {
		if !utf8.ValidString(text) {
			return Value{}, errors.New("the text is not valid UTF-8")
		}
		return String(text), nil
	}
	if text == "" {
		return Value{}, fmt.Errorf("the cell is empty, and the column is of type %s", t)
	}
	if t == DateType && !looksLikeDate(text) {
		return Value{}, fmt.Errorf("%s is no date: dates are written 2026-11-29", Quote(text))
	}
	v, err := ParseConstant(text)
	if err != nil {
		return Value{}, err
	}
	if v.Type() == IntType && t == FloatType {
		return Float(float64(v.Int()))
	}
	if v.Type() != t {
		return Value{}, fmt.Errorf("%s is of type %s, and the column is of type %s", Quote(text), v.Type(), t)
	}
	return v, nil
}
