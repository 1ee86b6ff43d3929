package journal

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// scrubText replaces every atom in a text that is one of the facts, or a pattern that one of them matches, and the name
// of the source.
func (s *scrubber) scrubText(text string) string {
	relations := map[string]bool{}
	for _, f := range s.facts {
		relations[f.Relation] = true
	}
	for _, relation := range slices.Sorted(maps.Keys(relations)) {
		text = s.scrubAtoms(text, relation)
	}
	if s.Source != "" {
		text = strings.ReplaceAll(text, s.Source, s.token(belief.String(s.Source)).Text())
	}
	return text
}

func (s *scrubber) scrubAtoms(text, relation string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, relation+"(")
		if at < 0 {
			return b.String() + text
		}
		end := atomEnd(text[at:])
		b.WriteString(text[:at])
		b.WriteString(s.scrubAtom(text[at : at+end]))
		text = text[at+end:]
	}
}

// atomEnd returns the length of the atom that a text starts with, parentheses in quotes left aside.
func atomEnd(text string) int {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ')' && !quoted:
			return i + 1
		}
	}
	return len(text)
}

func (s *scrubber) scrubAtom(text string) string {
	q, err := rules.ParseAtom(text)
	if err != nil || s.inRules && len(q.Variables) > 0 {
		return text
	}
	for _, key := range slices.Sorted(maps.Keys(s.facts)) {
		f := s.facts[key]
		if !matches(&q, f) {
			continue
		}
		for i := range q.Terms {
			if q.Terms[i].Kind == rules.ConstantTerm {
				q.Terms[i].Value = s.token(f.Values[i])
			}
		}
		return q.String()
	}
	return text
}

// word is a value as texts have it, and what stands for it.
type word struct {
	pattern *regexp.Regexp
	token   string
}

// findWords collects the values of the facts to be erased that no belief has any more.
func (s *scrubber) findWords() error {
	s.gone = map[belief.Value]bool{}
	for _, f := range s.facts {
		for _, v := range f.Values {
			s.gone[v] = true
		}
	}
	for _, r := range s.Program().Relations {
		err := s.beliefRows(r, belief.NewDictionary(), now, nil, func(b *beliefRow) error {
			for _, v := range b.fact(r.Name).Values {
				delete(s.gone, v)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	written := map[string]string{}
	for v := range s.gone {
		if t := s.token(v); t != v {
			written[v.String()] = t.String()
			if v.Type() == belief.StringType && v.Text() != "" {
				written[v.Text()] = t.Text()
			}
		}
	}
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	for _, text := range slices.SortedFunc(maps.Keys(written), longestFirst) {
		s.words = append(s.words, word{regexp.MustCompile(`(^|[^\pL\pN_?])` + regexp.QuoteMeta(text) + `($|[^\pL\pN_(])`), written[text]})
	}
	return nil
}

// scrubWords replaces the values that are gone where they stand as words, in any text.
func (s *scrubber) scrubWords(text string) string {
	for _, w := range s.words {
		by := "${1}" + strings.ReplaceAll(w.token, "$", "$$") + "${2}"
		text = w.pattern.ReplaceAllString(w.pattern.ReplaceAllString(text, by), by) // two words may share what lies between
	}
	return text
}

// part is a piece of a request: what it changes of rules, or the rest.
type part struct {
	text  string
	rules bool
}

// partsOf takes a request apart.
func partsOf(file, text string) []part {
	doc, _ := rules.ReadDocument(file, []byte(text)) // it was read when it was applied
	var list *rules.Node
	if doc.Root != nil {
		list = doc.Root.Field("revisions")
	}
	if list == nil {
		return []part{{text: text}}
	}
	var parts []part
	at := 0
	cut := func(until int, rules bool) {
		parts = append(parts, part{text[at:until], rules})
		at = until
	}
	for _, item := range list.Items {
		for i, f := range item.Fields {
			if !slices.Contains(ruleKeys, f.Key.Text) {
				continue
			}
			end := len(text)
			if i+1 < len(item.Fields) {
				end = offset(text, item.Fields[i+1].Key.Place)
			}
			cut(offset(text, f.Key.Place), false)
			cut(end, true)
		}
	}
	cut(len(text), false)
	return parts
}

// offset returns where a place is in a text, in bytes.
func offset(text string, p belief.Place) int {
	at := 0
	for range p.Line - 1 {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	for i := range text[at:] {
		if p.Column--; p.Column == 0 {
			return at + i
		}
	}
	return len(text)
}
