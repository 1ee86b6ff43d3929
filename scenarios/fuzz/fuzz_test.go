package fuzz_test

import (
	"context"
	"io/fs"
	"path"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// TestGallery finds nothing wrong with the scenarios that come with the toolkit, and wants the drafts to be worth it.
func TestGallery(t *testing.T) {
	files, err := fs.Glob(scenarios.Gallery(), "*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios: ", err)
	}
	for _, file := range files {
		name := path.Dir(file)
		if name == "debian" && testing.Short() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			folder, err := fs.Sub(scenarios.Gallery(), name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := scenarios.Load(folder, "scenario.yaml")
			if err != nil {
				t.Fatal(err)
			}
			var requests []revise.Request
			for _, step := range s.Steps {
				requests = append(requests, step.Request)
			}
			r := fuzz.Fuzz(context.Background(), draft.Of(s.Program, s.Base, requests), fuzz.Options{Seed: 1, Runs: 20})
			if c := r.Counterexample; c != nil {
				t.Fatal(c.Text("counterexample.yaml"))
			}
			t.Logf("%+v", r.Seen)
			if r.Drafts < 18 || r.Revisions < 40 || r.Retracted < 5 || r.Gained < 5 {
				t.Errorf("little was tried: %+v", r.Seen)
			}
		})
	}
}
