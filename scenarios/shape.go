package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// shorthands may be written as the bare text of their first key.
var shorthands = []reflect.Type{
	reflect.TypeFor[beliefEntry](), reflect.TypeFor[assertEntry](), reflect.TypeFor[withdrawEntry](), reflect.TypeFor[ruleEntry](),
}

// checkShape reports what in the node is not of the shape of a type of the file language: unknown and missing keys,
// and lists, maps and texts where something else belongs. What names the node in a sentence.
func (r *reporter) checkShape(n *rules.Node, t reflect.Type, what string) {
	switch t.Kind() {
	case reflect.Pointer:
		r.checkShape(n, t.Elem(), what)
	case reflect.Struct:
		r.checkKeys(n, t, what)
	case reflect.Slice:
		r.checkList(n, t, what)
	case reflect.Interface: // a cell: its reader decides
	case reflect.Bool:
		if r.isText(n, what) && (n.Quoted || n.Text != "true" && n.Text != "false") {
			r.report(rules.CodeWrongKind, n, fmt.Sprintf("%s is true or false", what))
		}
	case reflect.Int:
		if r.isText(n, what) {
			r.checkNumber(n, what)
		}
	default:
		r.isText(n, what)
	}
}

// checkNumber reports what is no whole number, or one in a form that YAML readers disagree about.
func (r *reporter) checkNumber(n *rules.Node, what string) {
	v, err := belief.ParseConstant(n.Text)
	switch {
	case err != nil && !n.Quoted && startsLikeNumber(n.Text):
		r.report(rules.CodeNumberForm, n, err.Error())
	case err != nil || n.Quoted || v.Type() != belief.IntType || int64(int32(v.Int())) != v.Int():
		r.report(rules.CodeWrongKind, n, fmt.Sprintf("%s is a whole number", what))
	}
}

// startsLikeNumber reports whether a reader may take the text for a number, in whatever form.
func startsLikeNumber(text string) bool { return strings.IndexByte("0123456789+-.", text[0]) >= 0 }

// isText reports whether the node is a text, and says so when it is not.
func (r *reporter) isText(n *rules.Node, what string) bool {
	switch {
	case n.Kind != rules.Scalar:
		r.report(rules.CodeWrongKind, n, fmt.Sprintf("%s is %s, and a text belongs here", what, n.Kind))
	case n.IsEmpty():
		r.report(rules.CodeMissingKey, n, fmt.Sprintf("%s is empty", what)).Hint = "write it, or remove the key"
	default:
		return true
	}
	return false
}

func (r *reporter) checkList(n *rules.Node, t reflect.Type, what string) {
	switch {
	case n.IsEmpty():
	case n.Kind != rules.List:
		r.report(rules.CodeWrongKind, n, fmt.Sprintf("%s is %s, and a list belongs here", what, n.Kind)).Hint = "start each entry with a dash: - …"
	default:
		for _, item := range n.Items {
			r.checkShape(item, t.Elem(), "an entry of "+what)
		}
	}
}

func (r *reporter) checkKeys(n *rules.Node, t reflect.Type, what string) {
	if slices.Contains(shorthands, t) && n.Kind == rules.Scalar && !n.IsEmpty() {
		return
	}
	if n.Kind != rules.Map {
		r.report(rules.CodeWrongKind, n, fmt.Sprintf("%s is %s, and a map belongs here", what, n.Kind)).Hint = "its keys are " + strings.Join(keysOf(t), ", ")
		return
	}
	for _, f := range n.Fields {
		r.checkField(f, t, what)
	}
	for i := range t.NumField() {
		if key, optional := keyOf(t.Field(i)); !optional && n.Field(key) == nil {
			r.report(rules.CodeMissingKey, n, fmt.Sprintf("%s has no %s", what, key))
		}
	}
}

func (r *reporter) checkField(f rules.Field, t reflect.Type, what string) {
	for i := range t.NumField() {
		field := t.Field(i)
		key, _ := keyOf(field)
		if key != f.Key.Text {
			continue
		}
		if field.Tag.Get("checked") == "rules" {
			return
		}
		r.checkShape(f.Value, field.Type, key)
		if choices := choicesOf(field); len(choices) > 0 && f.Value.Kind == rules.Scalar && !f.Value.IsEmpty() && !slices.Contains(choices, f.Value.Text) {
			r.reportUnknown(rules.CodeUnknownValue, f.Value, fmt.Sprintf("%s cannot be %s", key, show(f.Value.Text)), f.Value.Text, choices)
		}
		return
	}
	d := r.reportUnknown(rules.CodeUnknownKey, f.Key, fmt.Sprintf("%s has no key %s", what, show(f.Key.Text)), f.Key.Text, keysOf(t))
	if strings.Contains(f.Key.Text, "(") {
		d.Caret, d.Hint = "quote the whole text", "the colon behind it makes it a key of a map"
	}
}

// reportUnknown reports a name that is none of the known ones, with the nearest of them.
func (r *reporter) reportUnknown(code rules.Code, n *rules.Node, message, name string, known []string) *rules.Diagnostic {
	d := r.report(code, n, message)
	if near := rules.Suggest(name, known); near != "" {
		d.Caret = "did you mean " + near + "?"
	}
	d.Hint = "known are " + strings.Join(known, ", ")
	return d
}

// keyOf returns the key that a field of a shape stands for, and whether it may be left out.
func keyOf(f reflect.StructField) (key string, optional bool) {
	key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return key, options == "omitempty"
}

func keysOf(t reflect.Type) []string {
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
