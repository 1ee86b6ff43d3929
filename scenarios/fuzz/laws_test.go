package fuzz

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
)

const roads = `
rules:
  - name: direct
    conclude: reach(?x, ?y)
    when: [ 'road(?x, ?y)' ]
  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)
  - busy(?x, ?n) :- town(?x), ?n = count { road(?x, _) }
  - odd(?x) :- town(?x), contains(?x, "?y"), not reach(?x, Nowhere)
constraints:
  - name: no-loops
    on_violation: refuse
    deny: [ 'road(?x, ?x)' ]
beliefs:
  - road(a, b)
  - road(b, c)
  - road(c, d)
  - town(a)
  - town("?y")
revisions:
  - name: gone
    withdraw: [ 'road(a, b)' ]
    assert: [ 'road(a, c)', 'town(c)' ]
  - name: no direct roads
    remove_rules: [ direct ]
  - name: a loop
    assert: [ 'road(a, a)' ]
  - name: what if
    what_if: true
    withdraw: [ 'road(_, _)' ]
  - name: back
    undo: gone
  - name: more
    withdraw: [ 'town(a)' ]
    assert: [ 'road(d, a)', 'town(d)' ]
`

func drafted(t *testing.T) *draft.Draft {
	t.Helper()
	s, err := scenarios.Load(fstest.MapFS{"roads.yaml": {Data: []byte(roads)}}, "roads.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var requests []revise.Request
	for _, step := range s.Steps {
		requests = append(requests, step.Request)
	}
	return draft.Of(s.Program, s.Base, requests)
}

// TestLawsHold wants every law to be tried on a scenario, and to hold.
func TestLawsHold(t *testing.T) {
	w := drafted(t)
	tried := map[string]bool{}
	for seed := range uint64(20) {
		for _, law := range Laws() {
			changed := law.Apply(NewDice(seed), w)
			if changed == nil {
				continue
			}
			if _, err := changed.Program(); err != nil {
				t.Errorf("%s: %v\n%s", law.Name, err, changed.Text(true))
			}
			tried[law.Name] = true
			if b := law.check(context.Background(), seed, w, revise.Auto); b != nil {
				t.Errorf("%s: %s\n%s", law.Name, difference(b), b.draft.Text(true))
			}
		}
		for _, law := range requestLaws {
			if changed, _ := law.apply(NewDice(seed), w); changed == nil {
				continue
			}
			tried[law.name] = true
			if b := law.check(context.Background(), seed, w, revise.Auto); b != nil {
				t.Errorf("%s: %s\n%s", law.name, difference(b), b.draft.Text(true))
			}
		}
	}
	if len(tried) != len(Laws())+len(requestLaws) {
		t.Errorf("tried: %v", tried)
	}
}

// TestBreach has laws that do not hold, and wants a small scenario that says so.
func TestBreach(t *testing.T) {
	for _, law := range []lawful{
		Law{Name: "a belief less", Back: mirroredRelation, Apply: func(d *Dice, w *draft.Draft) *draft.Draft {
			c := rename(d, w)
			c.Beliefs = c.Beliefs[:max(0, len(c.Beliefs)-1)]
			return c
		}},
		requestLaw{name: "a line less", apply: func(_ *Dice, w *draft.Draft) (*draft.Draft, []int) {
			c := w.Clone()
			var after []int
			for i, r := range c.Revisions {
				r.Assert = r.Assert[:max(0, len(r.Assert)-1)]
				after = append(after, i)
			}
			return c, after
		}},
	} {
		found := breached(context.Background(), law, 1, drafted(t), revise.Ranked)
		if found == nil {
			t.Fatalf("%s: not noticed", law.title())
		}
		text := found.Text("broken.yaml")
		if strings.Count(text, "\n") > 20 || found.Law != law.title() || found.What == "" {
			t.Errorf("not small, or unclear:\n%s", text)
		}
		s, err := scenarios.Load(fstest.MapFS{"broken.yaml": {Data: []byte(text)}}, "broken.yaml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		_, results, err := scenarios.Run(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(results, func(r scenarios.Result) bool { return len(r.Mismatches) > 0 }) {
			t.Errorf("%s: nothing is expected that is not so\n%s", law.title(), text)
		}
	}
}

// TestSampleJoins wants random beliefs to share values, and fresh ones of every type.
func TestSampleJoins(t *testing.T) {
	w := drafted(t)
	g := &generator{sample: sampleOf(w), program: w}
	dice := NewDice(1)
	joined := 0
	for range 50 {
		e, _ := start(context.Background(), g.draft(dice), revise.Auto)
		if e == nil {
			continue
		}
		for f := range e.Facts("reach") {
			if s, _ := e.Support(f); s.Count > 1 {
				joined++
			}
		}
	}
	if joined < 50 {
		t.Errorf("%d facts with more than one support", joined)
	}
	for typ := belief.StringType; typ <= belief.DateType; typ++ {
		if v := fresh(dice, typ); v.Type() != typ {
			t.Errorf("%s is fresh for %s", v, typ)
		}
	}
}
