package scenarios

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beliefbase/revise/rules"
)

// jsonlReader reads one JSON object or array a line.
type jsonlReader struct {
	lines *lineReader
	names []string // of the columns, in order; nil when they have none
	cells []cell
	found []bool // of an object: which columns it has
	at    []int  // the byte where each cell starts
	json  jsonScanner
}

func (r *jsonlReader) read() ([]cell, error) {
	line, err := r.lines.read()
	if err != nil {
		return nil, err
	}
	r.json = jsonScanner{text: line}
	r.cells, r.at = r.cells[:0], r.at[:0]
	r.json.blanks()
	switch {
	case r.json.take('{'):
		err = r.object()
	case r.json.take('['):
		err = r.array()
	default:
		err = r.json.fail("the line is neither a JSON object nor an array", `write {"column": value} or [value, …]`)
	}
	if err == nil {
		err = r.json.end()
	}
	if err != nil {
		err.(*rowError).line = r.lines.line
		return nil, err
	}
	return r.cells, nil
}

func (r *jsonlReader) array() error {
	return r.json.members(']', func() error {
		start := r.json.next
		c, err := r.json.value()
		r.cells, r.at = append(r.cells, c), append(r.at, start)
		return err
	})
}

// object puts the values in the order of the columns.
func (r *jsonlReader) object() error {
	r.cells = slices.Grow(r.cells, len(r.names))[:len(r.names)]
	r.at = slices.Grow(r.at, len(r.names))[:len(r.names)]
	r.found = slices.Grow(r.found[:0], len(r.names))[:len(r.names)]
	clear(r.found)
	err := r.json.members('}', func() error {
		start := r.json.next
		column, err := r.column()
		if err != nil {
			return err
		}
		if r.found[column] {
			r.json.next = start
			return r.json.fail(fmt.Sprintf("the key %s stands twice", show(r.names[column])), "")
		}
		r.found[column] = true
		r.at[column] = r.json.next
		r.cells[column], err = r.json.value()
		return err
	})
	if missing := slices.Index(r.found, false); err == nil && missing >= 0 {
		return r.json.fail(fmt.Sprintf("the object has no key %s", show(r.names[missing])), "")
	}
	return err
}

// column reads a key and returns which column it names.
func (r *jsonlReader) column() (int, error) {
	start := r.json.next
	key, err := r.json.key()
	if err != nil {
		return 0, err
	}
	column := slices.Index(r.names, key)
	if column >= 0 {
		return column, nil
	}
	r.json.next = start
	hint := "the columns have no names: write arrays"
	if len(r.names) > 0 {
		hint = "the columns are " + strings.Join(r.names, ", ")
	}
	if near := rules.Suggest(key, r.names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return 0, r.json.fail(fmt.Sprintf("there is no column %s", show(key)), hint)
}

func (r *jsonlReader) place(i int) (line, column int) {
	if i < len(r.at) {
		return r.lines.line, r.at[i] + 1
	}
	return r.lines.line, 1
}

// keysOfObject returns the keys of an object in a line, in order; nil when it is no object.
func keysOfObject(line string) ([]string, error) {
	s := jsonScanner{text: line}
	s.blanks()
	if !s.take('{') {
		return nil, nil
	}
	var keys []string
	err := s.members('}', func() error {
		key, err := s.key()
		if err != nil {
			return err
		}
		keys = append(keys, key)
		_, err = s.value()
		return err
	})
	return keys, err
}

// jsonScanner reads the JSON of one line: an object or an array of plain values.
type jsonScanner struct {
	text string
	next int
}

func (s *jsonScanner) fail(message, hint string) error {
	return &rowError{column: s.next + 1, message: message, hint: hint}
}

func (s *jsonScanner) blanks() {
	for s.next < len(s.text) && (s.text[s.next] == ' ' || s.text[s.next] == '\t') {
		s.next++
	}
}

func (s *jsonScanner) take(c byte) bool {
	if s.next < len(s.text) && s.text[s.next] == c {
		s.next++
		return true
	}
	return false
}

// members calls each for every member up to the closing bracket; before the call blanks are skipped.
func (s *jsonScanner) members(closing byte, each func() error) error {
	s.blanks()
	if s.take(closing) {
		return nil
	}
	for {
		s.blanks()
		if err := each(); err != nil {
			return err
		}
		s.blanks()
		if s.take(closing) {
			return nil
		}
		if !s.take(',') {
			return s.fail(fmt.Sprintf("a comma or %c is missing", closing), "")
		}
	}
}

func (s *jsonScanner) end() error {
	if s.blanks(); s.next < len(s.text) {
		return s.fail("something stands behind the end of the JSON", "write one object or array a line")
	}
	return nil
}

func (s *jsonScanner) key() (string, error) {
	c, err := s.value()
	if err != nil {
		return "", err
	}
	if c.kind != jsonString {
		return "", s.fail("a key is not a string", "")
	}
	s.blanks()
	if !s.take(':') {
		return "", s.fail("a colon is missing behind the key", "")
	}
	s.blanks()
	return c.text, nil
}

// value reads a string, a number, true or false.
func (s *jsonScanner) value() (cell, error) {
	rest := s.text[s.next:]
	switch {
	case strings.HasPrefix(rest, `"`):
		return s.quoted(rest)
	case strings.HasPrefix(rest, "null"):
		return cell{}, s.fail("null is no value", `the empty text is ""`)
	case strings.HasPrefix(rest, "{"), strings.HasPrefix(rest, "["):
		return cell{}, s.fail("a value is itself an object or an array", "give each part a column of its own")
	}
	end := strings.IndexAny(rest, ",]} \t:")
	if end < 0 {
		end = len(rest)
	}
	word := rest[:end]
	if _, short := shortInt(word); !short && !json.Valid([]byte(word)) {
		return cell{}, s.fail(fmt.Sprintf("%s is no JSON value", show(word)), "strings stand in double quotes")
	}
	s.next += end
	if word == "true" || word == "false" {
		return cell{word, jsonBool}, nil
	}
	return cell{word, jsonNumber}, nil
}

// quoted reads a string. Escapes that stand for no character, half of a surrogate pair, are refused and not replaced.
func (s *jsonScanner) quoted(rest string) (cell, error) {
	end := 1
	escaped := false
	for ; end < len(rest) && rest[end] != '"'; end++ {
		if rest[end] == '\\' {
			escaped = true
			end++
		}
	}
	if end >= len(rest) {
		return cell{}, s.fail("the string has no closing quote", "")
	}
	token := rest[:end+1]
	text := token[1:end]
	if escaped || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
		if json.Unmarshal([]byte(token), &text) != nil {
			return cell{}, s.fail("the string has an escape that JSON does not know, or a raw control character", "")
		}
		if lost := strings.Count(text, string(utf8.RuneError)); lost > strings.Count(token, string(utf8.RuneError))+strings.Count(strings.ToLower(token), `\ufffd`) {
			return cell{}, s.fail("the string has an escape that stands for no character", "")
		}
	}
	s.next += len(token)
	return cell{text, jsonString}, nil
}
