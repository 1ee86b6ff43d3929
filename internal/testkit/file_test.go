package testkit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// TestWorldsAreScenarios loads worlds as the scenario files that they are printed as, and runs them: what is shown of a
// failing world is the world, and loader, parser and engine take part as for any file.
func TestWorldsAreScenarios(t *testing.T) {
	for i := range lawWorlds() {
		seed := *seed + uint64(i)
		w := loadable(Generate(NewDice(seed)))
		e := start(t, w, revise.Auto)
		if e == nil {
			continue
		}
		s, err := scenarios.Load(fstest.MapFS{"world.yaml": {Data: []byte(w.Text(true))}}, "world.yaml")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, w.Text(true))
		}
		ran, results, err := scenarios.Run(context.Background(), s)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, w.Text(true))
		}
		for k, r := range requests(t, w) {
			_, err := e.Revise(context.Background(), r)
			var refusal *revise.Refusal
			if refused := errors.As(err, &refusal); refused != (results[k].Outcome.Refused != nil) {
				t.Fatalf("seed %d, %s: refused as %v from the file, as %v without\n%s", seed, r.Name, results[k].Outcome.Refused, err, w.Text(true))
			}
		}
		if got, want := dump(ran), dump(e); !slices.Equal(got, want) {
			t.Fatalf("seed %d: from the file\n%s\nwithout\n%s\nwith\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"), w.Text(true))
		}
	}
}

// loadable leaves out what the loader refuses: to undo what was only a what-if, and to remove a rule again.
func loadable(w *World) *World {
	whatIf, gone := map[string]bool{}, map[string]bool{}
	again := func(name string) bool {
		was := gone[name]
		gone[name] = true
		return was
	}
	for _, r := range w.Revisions {
		whatIf[r.Name] = r.WhatIf || whatIf[r.Undo] // it goes with what it undoes
		r.RemoveRules = slices.DeleteFunc(r.RemoveRules, again)
		r.RemoveConstraints = slices.DeleteFunc(r.RemoveConstraints, again)
	}
	w.Revisions = slices.DeleteFunc(w.Revisions, func(r *Revision) bool { return whatIf[r.Undo] })
	return w
}
