// Package shape says of a tree of nodes where it is not of the shape of a Go type: unknown and missing keys, and lists,
// maps and texts where something else belongs. The types of a file language are thereby its grammar, for its reader as
// for its JSON Schema.
//
// A field's key is that of its json tag; one without omitempty must be there, and the enum parts of its jsonschema tag
// are the texts that it allows. Its mistaken tag has the words that people write for it. Fields tagged `checked:"rules"`
// are left to package rules. What the texts mean is left to whoever reads them.
package shape

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Checker reports what is not of a shape.
type Checker struct {
	// Shorthands may be written as a bare text: a struct as that of its first key, a list as its only entry.
	Shorthands []reflect.Type
	// Report keeps an error about a node; the checker may complete it.
	Report func(code rules.Code, n *rules.Node, message string) *rules.Diagnostic
}

// Check reports what in the node is not of the shape of the type. What names the node in a sentence.
func (r *Checker) Check(n *rules.Node, t reflect.Type, what string) {
	if r.isShort(n, t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		r.Check(n, t.Elem(), what)
	case reflect.Struct:
		r.checkKeys(n, t, what)
	case reflect.Slice:
		r.checkList(n, t, what)
	case reflect.Interface: // a cell: its reader decides
	case reflect.Bool:
		if r.isText(n, what) && (n.Quoted || n.Text != "true" && n.Text != "false") {
			r.Report(rules.CodeWrongKind, n, fmt.Sprintf("%s is true or false", what))
		}
	case reflect.Int:
		if r.isText(n, what) {
			r.checkNumber(n, what)
		}
	default:
		r.isText(n, what)
	}
}

// isShort reports whether the node is the short form of the type.
func (r *Checker) isShort(n *rules.Node, t reflect.Type) bool {
	return slices.Contains(r.Shorthands, t) && n.Kind == rules.Scalar && !n.IsEmpty()
}

// checkNumber reports what is no whole number, or one in a form that YAML readers disagree about.
func (r *Checker) checkNumber(n *rules.Node, what string) {
	v, err := belief.ParseConstant(n.Text)
	switch {
	case err != nil && !n.Quoted && StartsLikeNumber(n.Text):
		r.Report(rules.CodeNumberForm, n, err.Error())
	case err != nil || n.Quoted || v.Type() != belief.IntType || int64(int32(v.Int())) != v.Int():
		r.Report(rules.CodeWrongKind, n, fmt.Sprintf("%s is a whole number", what))
	}
}

// StartsLikeNumber reports whether a reader may take the text for a number, in whatever form.
func StartsLikeNumber(text string) bool { return strings.IndexByte("0123456789+-.", text[0]) >= 0 }

// isText reports whether the node is a text, and says so when it is not.
func (r *Checker) isText(n *rules.Node, what string) bool {
	switch {
	case n.Kind != rules.Scalar:
		r.Report(rules.CodeWrongKind, n, fmt.Sprintf("%s is %s, and a text belongs here", what, n.Kind))
	case n.IsEmpty():
		r.Report(rules.CodeMissingKey, n, fmt.Sprintf("%s is empty", what)).Hint = "write it, or remove the key"
	default:
		return true
	}
	return false
}

func (r *Checker) checkList(n *rules.Node, t reflect.Type, what string) {
	switch {
	case n.IsEmpty():
	case n.Kind != rules.List:
		r.Report(rules.CodeWrongKind, n, fmt.Sprintf("%s is %s, and a list belongs here", what, n.Kind)).Hint = "start each entry with a dash: - …"
	default:
		for _, item := range n.Items {
			r.Check(item, t.Elem(), "an entry of "+what)
		}
	}
}

func (r *Checker) checkKeys(n *rules.Node, t reflect.Type, what string) {
	if n.Kind != rules.Map {
		r.Report(rules.CodeWrongKind, n, fmt.Sprintf("%s is %s, and a map belongs here", what, n.Kind)).Hint = "its keys are " + strings.Join(Keys(t), ", ")
		return
	}
	for _, f := range n.Fields {
		r.checkField(f, t, what)
	}
	for i := range t.NumField() {
		if key, optional := keyOf(t.Field(i)); !optional && n.Field(key) == nil {
			r.Report(rules.CodeMissingKey, n, fmt.Sprintf("%s has no %s", what, key))
		}
	}
}

func (r *Checker) checkField(f rules.Field, t reflect.Type, what string) {
	for i := range t.NumField() {
		field := t.Field(i)
		key, _ := keyOf(field)
		if key != f.Key.Text {
			continue
		}
		if field.Tag.Get("checked") == "rules" {
			return
		}
		r.Check(f.Value, field.Type, key)
		if choices := choicesOf(field); len(choices) > 0 && f.Value.Kind == rules.Scalar && !f.Value.IsEmpty() && !slices.Contains(choices, f.Value.Text) {
			r.ReportUnknown(rules.CodeUnknownValue, f.Value, fmt.Sprintf("%s cannot be %s", key, belief.Quote(f.Value.Text)), f.Value.Text, choices)
		}
		return
	}
	d := r.ReportUnknown(rules.CodeUnknownKey, f.Key, fmt.Sprintf("%s has no key %s", what, belief.Quote(f.Key.Text)), f.Key.Text, Keys(t))
	if meant := meantBy(f.Key.Text, t); meant != "" {
		d.Caret = "did you mean " + meant + "?"
	}
	if strings.Contains(f.Key.Text, "(") {
		d.Caret, d.Hint = "quote the whole text", "the colon behind it makes it a key of a map"
	}
}

// meantBy returns the key of the struct that people write another word for, if they do.
func meantBy(word string, t reflect.Type) string {
	for i := range t.NumField() {
		if field := t.Field(i); slices.Contains(strings.Split(field.Tag.Get("mistaken"), ","), word) {
			key, _ := keyOf(field)
			return key
		}
	}
	return ""
}

// ReportUnknown reports a name that is none of the known ones, with the nearest of them.
func (r *Checker) ReportUnknown(code rules.Code, n *rules.Node, message, name string, known []string) *rules.Diagnostic {
	d := r.Report(code, n, message)
	if near := rules.Suggest(name, known); near != "" {
		d.Caret = "did you mean " + near + "?"
	}
	if len(known) > 0 {
		d.Hint = "known are " + strings.Join(known, ", ")
	}
	return d
}

// keyOf returns the key that a field of a shape stands for, and whether it may be left out.
func keyOf(f reflect.StructField) (key string, optional bool) {
	key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return key, options == "omitempty"
}

// Keys returns the keys that a struct stands for, in order.
func Keys(t reflect.Type) []string {
	keys := make([]string, t.NumField())
	for i := range keys {
		keys[i], _ = keyOf(t.Field(i))
	}
	return keys
}

// choicesOf returns the texts that a field allows, none if it allows any.
func choicesOf(f reflect.StructField) []string {
	var choices []string
	for part := range strings.SplitSeq(f.Tag.Get("jsonschema"), ",") {
		if choice, ok := strings.CutPrefix(part, "enum="); ok {
			choices = append(choices, choice)
		}
	}
	return choices
}
