package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Redaction puts salted digests in place of the values that stand in some columns, wherever else they stand: in facts of
// any relation, in rules, and as whole words in literals, messages, reasons and what people wrote. Nobody who lacks the
// salt, a secret that is thrown away, can find a value by trying. Names of rules, relations, columns and files stay.
type Redaction struct {
	columns map[string][]int // by relation
	tokens  map[belief.Value]belief.Value
	words   map[string][]redacted // by their first run of letters and digits, or first character; the longest first
	salt    []byte
}

// redacted is a way to write a value, and what stands in its place.
type redacted struct{ text, token string }

// NewRedaction redacts columns, each named as relation.column, or by its name alone for every relation that has it. It
// returns the columns that no relation has, and those that hold truth values: there are two of these, and no digest hides
// which.
func NewRedaction(p *rules.Program, columns []string, salt []byte) (r *Redaction, unknown, truth []string) {
	r = &Redaction{columns: map[string][]int{}, tokens: map[belief.Value]belief.Value{}, words: map[string][]redacted{}, salt: salt}
	for _, name := range columns {
		switch found, bool := r.column(p, name); {
		case !found:
			unknown = append(unknown, name)
		case bool:
			truth = append(truth, name)
		}
	}
	return r, unknown, truth
}

func (r *Redaction) column(p *rules.Program, name string) (found, bool bool) {
	relation, column, qualified := strings.Cut(name, ".")
	for _, x := range p.Relations {
		for i, c := range x.Columns {
			if qualified && x.Name == relation && c.Name == column || !qualified && c.Name == name {
				r.columns[x.Name] = append(r.columns[x.Name], i)
				found, bool = true, bool || c.Type == belief.BoolType
			}
		}
	}
	return found, bool
}

// Relations returns the relations that have redacted columns, sorted.
func (r *Redaction) Relations() []string {
	var names []string
	for name := range r.columns {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Columns returns which columns of a relation are redacted.
func (r *Redaction) Columns(relation string) []int { return r.columns[relation] }

// Note takes down the values in the redacted columns of a fact: from now on they are replaced.
func (r *Redaction) Note(f belief.Fact) {
	for _, i := range r.columns[f.Relation] {
		if i < len(f.Values) && f.Values[i].Type() != belief.NoType && r.tokens[f.Values[i]] == (belief.Value{}) {
			r.note(f.Values[i])
		}
	}
}

func (r *Redaction) note(v belief.Value) {
	digest := sha256.Sum256(append(slices.Clone(r.salt), v.Type().String()+v.String()...))
	token := belief.String("redacted-" + hex.EncodeToString(digest[:6]))
	r.tokens[v] = token
	for _, text := range waysToWrite(v) {
		key := firstWord(text)
		r.words[key] = append(r.words[key], redacted{text, token.Text()})
		slices.SortFunc(r.words[key], func(a, b redacted) int {
			return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text))
		})
	}
}

// waysToWrite returns the ways in which a value is written: plainly, as in files, inside of a quoted text, and these within
// the quotes of YAML and of a shell.
func waysToWrite(v belief.Value) []string {
	ways := []string{v.Plain(), v.String()}
	if inside, quoted := strings.CutPrefix(v.String(), `"`); quoted {
		ways = append(ways, strings.TrimSuffix(inside, `"`))
	}
	for _, way := range slices.Clone(ways) {
		ways = append(ways, strings.ReplaceAll(way, "'", "''"), strings.ReplaceAll(way, "'", `'\''`))
	}
	slices.Sort(ways)
	return slices.DeleteFunc(slices.Compact(ways), func(way string) bool { return way == "" })
}

// Fact returns a fact with digests in place of values.
func (r *Redaction) Fact(f belief.Fact) belief.Fact {
	values := slices.Clone(f.Values)
	for i, v := range values {
		values[i] = r.value(v)
	}
	f.Values = values
	return f
}

// value returns what stands in place of a value: of a text that has others as words, the text with digests for these.
func (r *Redaction) value(v belief.Value) belief.Value {
	if token, ok := r.tokens[v]; ok {
		return token
	}
	if v.Type() == belief.StringType {
		return belief.String(r.Text(v.Text()))
	}
	return v
}

// Text returns a text with digests in place of values that stand alone in it: no letter or digit on either side.
func (r *Redaction) Text(text string) string {
	var b strings.Builder
	before := ' '
	for rest := text; rest != ""; {
		if !inWord(before) && before != '?' { // what follows that is the name of a variable
			if word, ok := r.at(rest); ok {
				b.WriteString(word.token)
				rest, before = rest[len(word.text):], ' '
				continue
			}
		}
		size := 0
		before, size = utf8.DecodeRuneInString(rest)
		b.WriteString(rest[:size])
		rest = rest[size:]
	}
	return b.String()
}

// at returns the longest way to write a value that a text begins with, and that ends there.
func (r *Redaction) at(text string) (redacted, bool) {
	for _, word := range r.words[firstWord(text)] {
		if rest, found := strings.CutPrefix(text, word.text); found {
			if next, _ := utf8.DecodeRuneInString(rest); rest == "" || !inWord(next) {
				return word, true
			}
		}
	}
	return redacted{}, false
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// firstWord returns the run of letters and digits that a text begins with, or its first character.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !inWord(r) })
	switch {
	case end < 0:
		return text
	case end == 0:
		_, end = utf8.DecodeRuneInString(text)
	}
	return text[:end]
}

// Redact notes the values in the facts of what pointers lead to, and replaces them there.
func (r *Redaction) Redact(pointers ...any) {
	for _, p := range pointers {
		r.walk(reflect.ValueOf(p), map[uintptr]bool{}, func(v reflect.Value) {
			if f, ok := v.Interface().(belief.Fact); ok {
				r.Note(f)
			}
		})
	}
	for _, p := range pointers {
		r.walk(reflect.ValueOf(p), map[uintptr]bool{}, r.replace)
	}
}

func (r *Redaction) replace(v reflect.Value) {
	if !v.CanSet() {
		return
	}
	switch x := v.Interface().(type) {
	case belief.Fact:
		v.Set(reflect.ValueOf(r.Fact(x)))
	case belief.Value:
		v.Set(reflect.ValueOf(r.value(x)))
	case string:
		v.SetString(r.Text(x))
	}
}

// untouched are the types that hold no values, and what leads into the engine.
var untouched = []reflect.Type{
	reflect.TypeFor[revise.StratumReport](), reflect.TypeFor[belief.Place](), reflect.TypeFor[Tool](), reflect.TypeFor[Input](),
	reflect.TypeFor[rules.RuleChange](), reflect.TypeFor[rules.Program](), reflect.TypeFor[rules.Node](), reflect.TypeFor[rules.Rule](),
	reflect.TypeFor[rules.Relation](), reflect.TypeFor[revise.Engine](),
}

// names are the fields that hold names, whatever their type is.
var names = []string{"Shown", "File", "Relation", "Relations", "Variable", "Variables"}

// walk calls f for every fact, value and text that a value leads to.
func (r *Redaction) walk(v reflect.Value, seen map[uintptr]bool, f func(reflect.Value)) {
	if !v.IsValid() || slices.Contains(untouched, v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			r.walk(v.Elem(), seen, f)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			r.walk(v.Index(i), seen, f)
		}
	case reflect.Struct:
		switch v.Type() {
		case reflect.TypeFor[belief.Fact](), reflect.TypeFor[belief.Value]():
			f(v)
			return
		}
		for i := range v.NumField() {
			field := v.Type().Field(i)
			rule := v.Type() == reflect.TypeFor[revise.RuleRef]() && field.Name == "Name"
			if field.IsExported() && !rule && !slices.Contains(names, field.Name) {
				r.walk(v.Field(i), seen, f)
			}
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			f(v)
		}
	}
}
