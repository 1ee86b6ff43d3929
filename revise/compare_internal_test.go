package revise

import (
	"context"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// TestDiffers compares engines that are made to disagree by giving them different bases.
func TestDiffers(t *testing.T) {
	const plain = "rules:\n  - likes(?x, ?y) :- knows(?x, ?y)\n  - likes(?x, ?y) :- met(?x, ?y)\n"
	const shy = plain + "constraints:\n  - name: shy\n    deny:\n      - met(?x, ?y)\n"
	for _, c := range []struct {
		first, second string
		programs      [2]string
		want          string
	}{
		{"knows(a, b)", "", [2]string{plain, plain}, "knows(a, b) holds under ranked, and not under dred"},
		{"", "met(a, b)", [2]string{plain, plain}, "likes(a, b) holds under dred, and not under ranked"},
		{"met(a, b)", "met(a, b)", [2]string{plain, plain}, ""},
		{"met(a, b)", "met(a, b)", [2]string{shy, shy}, ""},
		{"met(a, b)", "met(a, b)", [2]string{shy, plain}, "shy(a, b) holds under ranked, and not under dred"},
		{"met(a, b)", "met(a, b)", [2]string{plain, shy}, "shy(a, b) holds under dred, and not under ranked"},
	} {
		r := &race{CompareOptions: CompareOptions{Strategies: []Strategy{Ranked, DRed}}}
		for i, text := range []string{c.first, c.second} {
			doc, diagnostics := rules.ReadDocument("test.yaml", []byte(c.programs[i]))
			if diagnostics.HasErrors() {
				t.Fatal(diagnostics)
			}
			sig := rules.Signature{pair("knows"), pair("met")}
			program, diagnostics := rules.Parse([]*rules.Document{doc}, sig)
			if program == nil {
				t.Fatal(diagnostics)
			}
			base := belief.NewBase()
			if text != "" {
				f, err := belief.ParseFact(text)
				if err != nil {
					t.Fatal(err)
				}
				base.Add(f, belief.Attribution{})
			}
			e, err := New(context.Background(), program, base, WithStrategy(r.Strategies[i]))
			if err != nil {
				t.Fatal(err)
			}
			r.engines = append(r.engines, e)
		}
		got := ""
		if err := r.differs(1); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func pair(relation string) rules.Observation {
	return rules.Observation{Relation: relation, Columns: []rules.Column{{Type: belief.StringType}, {Type: belief.StringType}}}
}
