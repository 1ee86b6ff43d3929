package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
)

// writeYAML writes v as YAML, in the shape that JSON has.
func writeYAML(out *bufio.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	tree, err := ordered(decoder)
	if err != nil {
		return err
	}
	encoded, err := yaml.MarshalWithOptions(tree, yaml.Indent(2), yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	writeVisible(out, encoded, yamlEscape)
	return nil
}

func yamlEscape(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// ordered reads one JSON value, its keys in their order.
func ordered(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return orderedMap(d)
		}
		return orderedList(d)
	case json.Number:
		return scalar(t), nil
	case string:
		return text(t), nil
	default:
		return t, nil
	}
}

func orderedMap(d *json.Decoder) (any, error) {
	m := yaml.MapSlice{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		value, err := ordered(d)
		if err != nil {
			return nil, err
		}
		m = append(m, yaml.MapItem{Key: key, Value: value})
	}
	_, err := d.Token()
	return m, err
}

func orderedList(d *json.Decoder) (any, error) {
	list := []any{}
	for d.More() {
		value, err := ordered(d)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := d.Token()
	return list, err
}

// scalar is a number as JSON has it.
type scalar string

// MarshalYAML writes the number.
func (s scalar) MarshalYAML() ([]byte, error) { return []byte(s), nil }

// text returns a string that the encoder writes so that every reader of YAML gets it back as it is: bare or quoted by
// the encoder if it is made of plain words, else quoted by us.
func text(s string) any {
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsLetter(r) && visible(s) {
		return s
	}
	return quoted(s)
}

type quoted string

// MarshalYAML writes the string in double quotes, with escapes that YAML has as well as Go.
func (q quoted) MarshalYAML() ([]byte, error) { return []byte(strconv.Quote(string(q))), nil }
