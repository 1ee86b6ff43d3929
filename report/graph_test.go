package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Whatever a text holds, it stays inside its quotes.
func TestGraphTextsStayInside(t *testing.T) {
	lines := map[Format]*regexp.Regexp{
		DOT:     regexp.MustCompile(`^(digraph why \{|\}|  n\d+ \[label="([^"\\]|\\["\\])*", [a-z=, "#0-9]+\];|  n\d+ -> n\d+;)$`),
		Mermaid: regexp.MustCompile("^(flowchart TD|  n\\d+[\\[(]+\"[^\"<>&`]*\"[\\])]+|  n\\d+ --> n\\d+)$"),
	}
	for _, text := range append(nasty, "\"]; x", "#quot;", "`**b**`", "a\\") {
		j := &revise.Justification{
			Fact: belief.NewFact("p", belief.String(text)), Rule: revise.RuleRef{Name: text, Text: "p"},
			Premises: []revise.JustifiedPremise{{Premise: revise.Premise{Text: text, Kind: revise.ComparisonPremise}}},
		}
		for f, line := range lines {
			var b bytes.Buffer
			if err := WriteWhy(&b, f, j, Options{}); err != nil {
				t.Fatal(err)
			}
			for l := range strings.Lines(b.String()) {
				if !line.MatchString(strings.TrimSuffix(l, "\n")) {
					t.Errorf("%q as %s: %q", text, f, l)
				}
			}
		}
	}
}
