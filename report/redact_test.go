package report

import (
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Values are replaced where they stand alone, however they are written; what only has them as a part stays, and so do
// variables.
func TestRedactText(t *testing.T) {
	r, _, _ := NewRedaction(&rules.Program{}, nil, []byte("salt"))
	for _, v := range []belief.Value{belief.String("ana"), belief.String("ana maria"), belief.String(`o'neil "x"`), belief.String("C++"), belief.Int(-7), belief.String("")} {
		r.note(v)
	}
	for text, want := range map[string]string{
		"ana":                               "#",
		"ana, and ana":                      "#, and #",
		"ana maria":                         "#",
		"ana marias":                        "# marias",
		"anas banana Ana ?ana":              "anas banana Ana ?ana",
		"(ana)":                             "(#)",
		`p("ana maria", C++, -7, -70)`:      `p(#, #, #, -70)`,
		`p("o'neil \"x\"")`:                 "p(#)",
		`'p("o''neil \"x\"")'`:              "'p(#)'",
		`revise why 'p("o'\''neil \"x\"")'`: `revise why 'p(#)'`,
		`from o'neil \"x\" and o'neil "x".`: "from # and #.",
		"C+++":                              "#+",
		"":                                  "",
	} {
		got := digestsOut(r.Text(text))
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// digestsOut puts a sign in place of digests.
func digestsOut(text string) string {
	for {
		at := strings.Index(text, "redacted-")
		if at < 0 {
			return text
		}
		text = text[:at] + "#" + text[at+len("redacted-")+12:]
	}
}
