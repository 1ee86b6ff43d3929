package report

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Redact replaces the values that stand in some columns, wherever they stand in a report, by salted digests: in facts of
// any relation, in the texts of literals, in messages and in reasons. A column is named as relation.column, or by its
// name alone for every relation that has it. Nobody who lacks the salt can find a value by trying: it is a secret that is
// thrown away, new for each report. Rules stay as they are written. It returns the columns that no relation
// has.
func Redact(d *Document, p *rules.Program, columns []string, salt []byte) (unknown []string) {
	r := &redaction{columns: map[string][]int{}, values: map[belief.Value]belief.Value{}, salt: salt}
	for _, name := range columns {
		if !r.add(p, name) {
			unknown = append(unknown, name)
		}
	}
	r.walk(reflect.ValueOf(d), r.collect)
	texts := make([]string, 0, len(r.values))
	for v := range r.values {
		texts = append(texts, v.Plain())
	}
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) }) // the longest first: one may lie in another
	r.texts = texts
	r.walk(reflect.ValueOf(d), r.replace)
	return unknown
}

// redaction is one document being redacted.
type redaction struct {
	columns map[string][]int // by relation
	values  map[belief.Value]belief.Value
	texts   []string
	salt    []byte
}

func (r *redaction) add(p *rules.Program, name string) bool {
	relation, column, qualified := strings.Cut(name, ".")
	found := false
	for _, x := range p.Relations {
		for i, c := range x.Columns {
			if qualified && x.Name == relation && c.Name == column || !qualified && c.Name == name {
				r.columns[x.Name] = append(r.columns[x.Name], i)
				found = true
			}
		}
	}
	return found
}

// collect notes the values in the columns of a fact.
func (r *redaction) collect(v reflect.Value) {
	f, ok := v.Interface().(belief.Fact)
	if !ok {
		return
	}
	for _, i := range r.columns[f.Relation] {
		if i < len(f.Values) && f.Values[i].Type() != belief.NoType && f.Values[i].Type() != belief.BoolType {
			r.values[f.Values[i]] = r.token(f.Values[i])
		}
	}
}

func (r *redaction) token(v belief.Value) belief.Value {
	digest := sha256.Sum256(append(slices.Clone(r.salt), v.Type().String()+v.String()...))
	return belief.String("redacted-" + hex.EncodeToString(digest[:6]))
}

// replace puts tokens in place of the values: in facts, and as whole words in texts.
func (r *redaction) replace(v reflect.Value) {
	switch x := v.Interface().(type) {
	case belief.Fact:
		values := slices.Clone(x.Values)
		for i, value := range values {
			if token, ok := r.values[value]; ok {
				values[i] = token
			}
		}
		x.Values = values
		v.Set(reflect.ValueOf(x))
	case string:
		v.SetString(r.inText(x))
	}
}

func (r *redaction) inText(text string) string {
	for _, word := range r.texts {
		for value, token := range r.values {
			if value.Plain() == word {
				text = replaceWord(text, word, token.Text())
				break
			}
		}
	}
	return text
}

// replaceWord replaces a word where it stands alone: no letter or digit on either side.
func replaceWord(text, word, by string) string {
	if word == "" {
		return text
	}
	var b strings.Builder
	for {
		at := strings.Index(text, word)
		if at < 0 {
			return b.String() + text
		}
		end := at + len(word)
		before, after := lastRune(b.String()+text[:at]), firstRune(text[end:])
		b.WriteString(text[:at])
		if inWord(before) || inWord(after) {
			b.WriteString(word)
		} else {
			b.WriteString(by)
		}
		text = text[end:]
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return ' '
}

func lastRune(s string) rune {
	runes := []rune(s[max(0, len(s)-4):])
	if len(runes) == 0 {
		return ' '
	}
	return runes[len(runes)-1]
}

// untouched are the types whose texts are rules, places and names of relations: nothing in them is replaced.
var untouched = []reflect.Type{
	reflect.TypeFor[revise.RuleRef](), reflect.TypeFor[revise.StratumReport](), reflect.TypeFor[belief.Place](), reflect.TypeFor[Tool](),
	reflect.TypeFor[Input](), reflect.TypeFor[rules.Query](), reflect.TypeFor[rules.RuleChange](), reflect.TypeFor[belief.Value](),
}

// walk calls f for every fact and every text of a value, the names of files and relations left out.
func (r *redaction) walk(v reflect.Value, f func(reflect.Value)) {
	if slices.Contains(untouched, v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			r.walk(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			r.walk(v.Index(i), f)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[belief.Fact]() {
			f(v)
			return
		}
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && field.Name != "Shown" && field.Name != "File" {
				r.walk(v.Field(i), f)
			}
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			f(v)
		}
	}
}
