package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// A mistake is shown where it is written, however YAML lets the text be written.
func TestPlacesInTexts(t *testing.T) {
	for _, test := range []struct{ why, file, want string }{
		{"plain", "rules:\n  - p(a) :- wrong(b)\n", "2:13"},
		{"behind letters of two bytes", "rules:\n  - p(ü, 東) :- wrong(b)\n", "2:16"},
		{"single quotes", "rules:\n  - 'p(a) :- wrong(b)'\n", "2:14"},
		{"doubled single quotes", "rules:\n  - 'p(\"''\", \"''\") :- wrong(b)'\n", "2:23"},
		{"double quotes", "rules:\n  - \"p(a) :- wrong(b)\"\n", "2:14"},
		{"escapes in double quotes", `rules:
  - "p(\"\u00e4\", \"\x41\") :- wrong(b)"
`, "2:33"},
		{"block text", "rules:\n  - |\n    p(a) :-\n      q(a),\n      wrong(b)\n  - q(a)\n", "5:7"},
		{"folded text", "rules:\n  - >-\n    p(a) :-\n    q(a),   wrong(b)\n  - q(a)\n", "4:13"},
		{"a plain text over two lines", "rules:\n  - p(a) :- q(a),\n     wrong(b)\n  - q(a)\n", "3:6"},
		{"a quoted text over two lines", "rules:\n  - 'p(a) :- q(a),\n\n     wrong(b)'\n  - q(a)\n", "4:6"},
		{"in a list of conditions", "rules:\n  - conclude: p(a)\n    when:\n      - q(a)\n      - 'wrong(b)'\n  - q(a)\n", "5:10"},
		{"in a flow list", "rules:\n  - {conclude: 'p(a)', when: ['q(a)', 'wrong(b)']}\n  - q(a)\n", "2:40"},
		{"Windows' line ends", "rules:\r\n  - q(a)\r\n  - p(a) :- wrong(b)\r\n", "3:13"},
	} {
		t.Run(test.why, func(t *testing.T) {
			_, diags := check(t, test.file, nil)
			var found []string
			for _, d := range diags {
				found = append(found, fmt.Sprintf("%d:%d", d.Place.Line, d.Place.Column))
				if d.Code != CodeUnknownRelation || d.Length != len("wrong") || !strings.Contains(d.Source, "wrong") {
					t.Errorf("an unexpected diagnostic:\n%s", d)
				}
			}
			if got := strings.Join(found, " "); got != test.want {
				t.Errorf("%s\nshows %s and not %s", test.file, got, test.want)
			}
		})
	}
}

// The parts of a Program know where they are written.
func TestPlacesInProgram(t *testing.T) {
	p, diags := check(t, `
rules:
  - name: a
    conclude: p(?x)
    when:
      - q(?x)
      - not r(?x)
      - ?n = count { r(_) }
  - p(?x) :- q(?x), ?x != b
beliefs: ['q(a)', 'r(a)']
`, nil)
	if p == nil {
		t.Fatal(diags)
	}
	at := func(place belief.Place) string { return fmt.Sprintf("%d:%d", place.Line, place.Column) }
	a, b := p.Rules[0], p.Rules[1]
	got := []string{
		at(a.Place), at(a.Head.Place), at(a.Body[0].(*Atom).Place), at(a.Body[1].(*Atom).Place), at(a.Body[2].(*Aggregate).Place),
		at(a.Body[2].(*Aggregate).Body[0].(*Atom).Place), at(b.Place), at(b.Head.Place), at(b.Body[1].(*Comparison).Place), at(p.Relation("q").Place),
	}
	if want := "3:5 4:15 6:9 7:9 8:9 8:22 9:5 9:5 9:21 10:12"; strings.Join(got, " ") != want {
		t.Errorf("the places are %s\nand not        %s", strings.Join(got, " "), want)
	}
}
