package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
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
			if err := WriteWhy(&b, f, whyOf(j), Options{}); err != nil {
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

// An aggregate is drawn with the solutions that it ranges over, as in the text.
func TestGraphOfGroup(t *testing.T) {
	member := func(n int64) []revise.Premise {
		return []revise.Premise{{Kind: revise.AtomPremise, Fact: belief.NewFact("in", belief.Int(n))}}
	}
	j := &revise.Justification{
		Fact: belief.NewFact("size", belief.Int(3)), Rule: revise.RuleRef{Name: "size", Text: "size(3)"},
		Premises: []revise.JustifiedPremise{{
			Premise: revise.Premise{Text: "3 = count { in(?x) }", Kind: revise.AggregatePremise},
			Group:   &revise.Group{Members: 3, Shown: [][]revise.Premise{member(1), member(2)}},
		}},
	}
	for _, f := range []Format{DOT, Mermaid, SVG} {
		var b bytes.Buffer
		if err := WriteWhy(&b, f, whyOf(j), Options{}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"of 3 solutions", "in(1)", "in(2)", "… and 1 more"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s lacks %q:\n%s", f, want, &b)
			}
		}
	}
}

// TestPicture: whatever a text holds, the picture is well-formed and shows it as text.
func TestPicture(t *testing.T) {
	for _, text := range append(nasty, "]]>", "<script>", "&amp;", "'", `"`, "a\\", strings.Repeat("long ", 50)) {
		j := &revise.Justification{
			Fact: belief.NewFact("p", belief.String(text)), Rule: revise.RuleRef{Name: text, Text: "p"},
			Premises: []revise.JustifiedPremise{{Premise: revise.Premise{Text: text, Kind: revise.ComparisonPremise}}},
		}
		var b bytes.Buffer
		if err := WriteWhy(&b, SVG, whyOf(j), Options{}); err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{"svg": true, "title": true, "rect": true, "marker": true, "path": true, "g": true, "text": true}
		for d := xml.NewDecoder(&b); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if e, ok := token.(xml.StartElement); ok && !known[e.Name.Local] {
				t.Errorf("%q made an element %s", text, e.Name.Local)
			}
		}
	}
}

// TestLayout draws random graphs: no two boxes touch, every line leads to the right, and everything is on the page.
func TestLayout(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		g := &graph{}
		for n := range 2 + random.IntN(40) {
			node := graphNode{text: strings.Repeat("x", 1+random.IntN(80))}
			if random.IntN(3) == 0 {
				node.note = strings.Repeat("y", random.IntN(80))
			}
			g.node(node)
			if n > 0 {
				g.line(random.IntN(n), n)
			}
			if n > 1 && random.IntN(3) == 0 {
				g.line(random.IntN(n), n)
			}
		}
		boxes, wide, high := g.layout()
		for n, b := range boxes {
			if b.x < 0 || b.y < 0 || b.x+b.w > wide || b.y+b.h > high {
				t.Fatalf("seed %d: %+v is not on a page of %d by %d", seed, b, wide, high)
			}
			for _, o := range boxes[:n] {
				if b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h {
					t.Fatalf("seed %d: %+v lies on %+v", seed, b, o)
				}
			}
		}
		for _, l := range g.lines {
			if from, to := boxes[l[0]], boxes[l[1]]; from.x+from.w >= to.x {
				t.Fatalf("seed %d: a line leads from %+v to %+v", seed, from, to)
			}
		}
	}
}
