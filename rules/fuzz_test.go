package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every text is read or refused, in time, and without a panic. What is read prints as something that is read as the
// same, and every diagnostic has its place inside the text.
func FuzzParse(f *testing.F) {
	for _, rule := range []string{
		`bird(tweety)`,
		`can_read(?user, ?doc) :- in_group(?user, ?group), grant(?group, read, ?doc), not suspended(?user)`,
		"flies(?x) :- bird(?x), not abnormal(?x)\nabnormal(?x) :- flies(?x)",
		"t(?x, ?y) :- e(?x, ?y)\nt(?x, ?z) :- t(?x, ?y), e(?y, ?z)\nlone(?x) :- n(?x), not t(?x, _)",
		`p(?z) :- q(?x, ?y), ?y != 0, ?z = -?x / (?y - -7) mod 3, ?z >= min(?x, abs(?y))`,
		`p(?s) :- q(?x), ?s = concat(lower(?x), substring(?x, 1, length(?x))), matches(?s, "^[a-z]+$"), not r(_)`,
		`p(?d, ?n, ?s) :- dept(?d), ?n = count { works(_, ?d) }, ?s = sum ?x { pay(?w, ?x), works(?w, ?d), ?x > ?k }, limit(?k)`,
		`p(?a, ?f) :- today(?t), born(?x, ?b), ?a = days(?b, add_days(?t, 1)), ?f = float(?a) * 2.5e-3, text(?f) != "x"`,
		`p("Active", 2026-11-29, true, "\ud83d\ude00", CVE-2024-3094) :- q("Active", -7)`,
		`p(X) :- q(X), r(?x-1), !s(?y) && t(?`,
		`p(?n) :- ?n = count { q(?n) }, ?m = max ?x { ?x = ?n }`,
		"p(?x) :- ?x = ?y, ?y = ?x",
		"p(((((((?x",
		"?x = 1",
		"p(\x00\xff\u202e)",
		"p():-?x = ?y, ww = ?x",
	} {
		f.Add(rule)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		texts := strings.Split(text, "\n")
		doc := lines(texts...)
		p, diags := Parse([]*Document{doc}, seen(doc))
		if (p == nil) != diags.HasErrors() {
			t.Fatalf("a program beside errors, or neither:\n%s", diags)
		}
		for _, d := range diags {
			if d.Place.Line < 2 || d.Place.Line > len(texts)+1 || d.Place.Column < 1 || d.Place.Column > len(texts[d.Place.Line-2])+1 {
				t.Errorf("a place outside the text:\n%s", d)
			}
			if shown := d.String(); strings.ContainsFunc(strings.ReplaceAll(shown, "\n", ""), func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("a control character is shown: %q", shown)
			}
		}
		if p != nil {
			printsAsItReads(t, p)
		}
	})
}

// printsAsItReads reads what the rules print, and compares.
func printsAsItReads(t *testing.T, p *Program) {
	var texts []string
	for _, r := range p.Rules {
		texts = append(texts, r.Text)
	}
	doc := lines(texts...)
	again, diags := Parse([]*Document{doc}, seen(doc))
	if again == nil {
		t.Fatalf("what is printed is not read:\n%s\n%s", strings.Join(texts, "\n"), diags)
	}
	if diff := cmp.Diff(p.Rules, again.Rules, alike); diff != "" && !renumbered(p, again) {
		t.Fatalf("what is printed is another rule:\n%s\n%s", strings.Join(texts, "\n"), diff)
	}
	if got, want := describeStrata(again), describeStrata(p); got != want {
		t.Errorf("the strata were %s and are %s", want, got)
	}
	names := func(p *Program) (all []string) {
		for _, r := range p.Rules {
			all = append(all, r.Name)
		}
		return all
	}
	if !slices.Equal(names(p), names(again)) {
		t.Errorf("the rules were called %s and are %s", names(p), names(again))
	}
}

// renumbered reports whether the rules differ in the numbers of their variables only: a comparison that is printed the other
// way round, as ?x = ?y, ww = ?x is, names another one first. That the texts are the same says that every variable stands
// where it stood.
func renumbered(p, again *Program) bool {
	numbers := cmp.FilterPath(func(path cmp.Path) bool {
		field, is := path.Last().(cmp.StructField)
		return is && slices.Contains([]string{"Variable", "Binds", "Variables"}, field.Name())
	}, cmp.Ignore())
	same := func(r, other *Rule) bool { return r.Text == other.Text && len(r.Variables) == len(other.Variables) }
	return slices.EqualFunc(p.Rules, again.Rules, same) && cmp.Equal(p.Rules, again.Rules, alike, numbers)
}

// Atoms are read or refused as well, and print as they are read.
func FuzzParseAtom(f *testing.F) {
	for _, atom := range []string{`member(ana, finance)`, `p(?x, _, ?x)`, `alarm()`, `p("a\n", -7, 2.5e-7, true, 2026-11-29)`, `p(X`, `not p(a)`} {
		f.Add(atom)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseAtom(text)
		if err != nil {
			return
		}
		again, err := ParseAtom(q.String())
		if err != nil || again.String() != q.String() || len(again.Variables) != len(q.Variables) {
			t.Fatalf("%q prints as %q, which gives %v, %v", text, q, again, err)
		}
		if fact, ok := q.Fact(); ok && fact.String() != q.String() {
			t.Errorf("the fact %s is printed as %s", fact, q)
		}
	})
}
