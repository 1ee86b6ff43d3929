package draft_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
)

// TestGalleryTakenApart takes every scenario of the gallery apart, writes it, and wants what is read back to come to the
// same, revision by revision.
func TestGalleryTakenApart(t *testing.T) {
	files, err := fs.Glob(scenarios.Gallery(), "*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios: ", err)
	}
	for _, file := range files {
		if path.Dir(file) == "debian" {
			continue // too large to be written as one file
		}
		t.Run(path.Dir(file), func(t *testing.T) {
			folder, err := fs.Sub(scenarios.Gallery(), path.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			s := load(t, folder, "scenario.yaml")
			text := draftOf(s).Text(true)
			again := load(t, fstest.MapFS{"draft.yaml": {Data: []byte(text)}}, "draft.yaml")
			want, got := history(t, s), history(t, again)
			if !slices.Equal(want, got) {
				for i := range min(len(want), len(got)) {
					if want[i] != got[i] {
						t.Fatalf("got %q, want %q", got[i], want[i])
					}
				}
				t.Fatalf("got %d lines, want %d", len(got), len(want))
			}
		})
	}
}

func load(t *testing.T, fsys fs.FS, name string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Load(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func draftOf(s *scenarios.Scenario) *draft.Draft {
	var requests []revise.Request
	for _, step := range s.Steps {
		requests = append(requests, step.Request)
	}
	return draft.Of(s.Program, s.Base, requests)
}

// history lists what holds at the start and after each revision.
func history(t *testing.T, s *scenarios.Scenario) []string {
	t.Helper()
	e, err := revise.New(context.Background(), s.Program, s.Base)
	if err != nil {
		t.Fatal(err)
	}
	lines := lines(e)
	for _, step := range s.Steps {
		_, err := e.Revise(context.Background(), step.Request)
		var refusal *revise.Refusal
		if errors.As(err, &refusal) {
			lines = append(lines, string(refusal.Kind))
		}
		lines = append(lines, linesOf(e, step.Request.Name)...)
	}
	return lines
}

func lines(e *revise.Engine) []string { return linesOf(e, "start") }

func linesOf(e *revise.Engine, when string) []string {
	list := []string{when}
	for _, r := range e.Program().Relations {
		for f, s := range e.Facts(r.Name) {
			list = append(list, fmt.Sprint(f, s))
		}
	}
	return list
}

// TestTextIsReadBack writes texts that YAML could take for something else.
func TestTextIsReadBack(t *testing.T) {
	for _, text := range []string{
		"plain", "true", "null", "12", "1.5", "2026-01-01", "a: b", "a #b", "'", `"`, "- a", "!tag", "&a", "*a", "{a}", "[a]", "a\nb", "@a", "%a", " a ", "", "x:",
		"~", "yes", "0x1f", ".5", "? a", "\u200b", "NULL",
	} {
		d := &draft.Draft{
			Rules:     []*draft.Rule{{Name: "a-rule", Head: draft.Atom{Relation: "q", Terms: []string{"?x"}}, Body: []draft.Literal{{Atom: &draft.Atom{Relation: "p", Terms: []string{"?x"}}}}}},
			Beliefs:   []draft.Assertion{{Fact: fact(t, "p(1)"), Source: text}},
			Revisions: []*draft.Revision{{Name: text, Withdraw: []draft.Withdrawal{{Source: text}}}},
		}
		if text == "12" {
			d.Revisions[0].Name = "" // a number is no name
		}
		if text == "" {
			d.Revisions, d.Beliefs[0].Source = nil, ""
		}
		s, err := scenarios.Load(fstest.MapFS{"draft.yaml": {Data: []byte(d.Text(true))}}, "draft.yaml")
		if err != nil {
			t.Errorf("%q: %v\n%s", text, err, d.Text(true))
			continue
		}
		for b := range s.Base.All() {
			if b.Attributions[0].Source != text {
				t.Errorf("source %q was read as %q", text, b.Attributions[0].Source)
			}
		}
		for _, step := range s.Steps {
			if step.Request.Name != d.Revisions[0].Name || step.Request.Withdraw[0].Source != text {
				t.Errorf("%q was read as %q and %q", text, step.Request.Name, step.Request.Withdraw[0].Source)
			}
		}
	}
}

func fact(t *testing.T, text string) belief.Fact {
	t.Helper()
	f, err := belief.ParseFact(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestShrink shrinks to what the predicate needs, and leaves the draft alone.
func TestShrink(t *testing.T) {
	s := load(t, fstest.MapFS{"s.yaml": {Data: []byte(roads)}}, "s.yaml")
	large := draftOf(s)
	before := large.Text(true)
	small := draft.Shrink(large, func(d *draft.Draft) bool {
		p, err := d.Program()
		if err != nil {
			return false
		}
		e, err := revise.New(context.Background(), p, d.Base())
		return err == nil && e.Holds(fact(t, "reach(a, c)"))
	})
	const want = "rules:\n  - reach(?x, ?y) :- road(?x, ?y)\n  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)\nbeliefs:\n  - road(a, b)\n  - road(b, c)\n"
	if got := small.Text(true); got != want {
		t.Errorf("got\n%s", got)
	}
	if large.Text(true) != before {
		t.Error("the draft was changed")
	}
}

const roads = `
rules:
  - reach(?x, ?y) :- road(?x, ?y)
  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)
  - lonely(?x) :- road(?x, _), not reach(?x, ?x), ?n = count { road(?x, _) }, ?n > 1
beliefs:
  - road(a, b)
  - road(b, c)
  - {belief: 'road(c, d)', source: atlas}
revisions:
  - name: gone
    withdraw:
      - road(a, b)
`

// TestDraftOfManyBeliefs has more beliefs than a file may have, and rules and revisions where they are in its text.
func TestDraftOfManyBeliefs(t *testing.T) {
	d := &draft.Draft{
		Rules:     []*draft.Rule{{Name: "far", Head: draft.Atom{Relation: "q", Terms: []string{"?x"}}, Body: []draft.Literal{{Atom: &draft.Atom{Relation: "p", Terms: []string{"?x"}}}}}},
		Revisions: []*draft.Revision{{Name: "less", RemoveRules: []string{"far"}}},
	}
	for n := range 3 {
		d.Beliefs = append(d.Beliefs, draft.Assertion{Fact: fact(t, fmt.Sprintf("p(%d)", n))})
	}
	requests, err := d.Requests()
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(d.Text(true), "- far\n")
	if line := requests[0].Rules.RemoveRules[0].Place.Line; line != 1+strings.Count(before, "\n") {
		t.Errorf("the rule is removed in line %d of\n%s", line, d.Text(true))
	}
	for n := range 600_000 {
		d.Beliefs = append(d.Beliefs, draft.Assertion{Fact: fact(t, fmt.Sprintf("p(%d)", 10+n))})
	}
	program, err := d.Program()
	if _, more := d.Requests(); err != nil || more != nil || len(program.Rules) != 1 {
		t.Errorf("%v, %v", err, more)
	}
}
