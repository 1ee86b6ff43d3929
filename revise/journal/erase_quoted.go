package journal

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/rules"
)

// ruleKeys are the keys of a revision below which rules stand.
var ruleKeys = []string{"add_rules", "remove_rules", "add_constraints", "remove_constraints"}

// scrubQuoted replaces the quoted scalars of a file in which scrub finds something behind what YAML escapes: 'O”Brien' is
// O'Brien to a rule, and to nobody who reads the text as it stands. Where a scalar goes over several lines, what comes
// after it keeps its line. What revisions change of rules stays.
func scrubQuoted(file, text string, scrub func(string) string) string {
	doc, _ := rules.ReadDocument(file, []byte(text)) // it was read when it was applied
	type scalar struct {
		at, end int
		by      string
	}
	var found []scalar
	var walk func(*rules.Node)
	walk = func(n *rules.Node) {
		for _, item := range n.Items {
			walk(item)
		}
		for _, f := range n.Fields {
			if !slices.Contains(ruleKeys, f.Key.Text) {
				walk(f.Key)
				walk(f.Value)
			}
		}
		if n.Kind != rules.Scalar || !n.Quoted {
			return
		}
		at := offset(text, n.Place)
		end := at + quotedEnd(text[at:])
		if scrubbed := scrub(n.Text); end > at && scrubbed != n.Text && text[at+1:end-1] != n.Text {
			found = append(found, scalar{at, end, strconv.Quote(scrubbed) + strings.Repeat("\n", strings.Count(text[at:end], "\n"))})
		}
	}
	if doc.Root != nil {
		walk(doc.Root)
	}
	slices.SortFunc(found, func(a, b scalar) int { return cmp.Compare(b.at, a.at) })
	for _, s := range found {
		text = text[:s.at] + s.by + text[s.end:]
	}
	return text
}

// quotedEnd returns the length of the quoted scalar that a text begins with, and 0 where it begins with none.
func quotedEnd(text string) int {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] == '"':
			i++
		case text[i] != text[0]:
		case text[0] == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return 0
}
