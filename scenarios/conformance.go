package scenarios

import (
	"errors"
	"io/fs"
	"path"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// Conformance runs every scenario of fsys, that is every folder with a scenario.yaml, under a strategy: each revision
// must do what the file expects, and the engine must verify at the end. Where the strategy does not cover a program
// the scenario is skipped. Whoever writes scenarios or strategies of their own can run them through it.
func Conformance(t *testing.T, fsys fs.FS, strategy revise.Strategy) {
	t.Helper()
	files, err := fs.Glob(fsys, "*/scenario.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no folder with a scenario.yaml was found (%v)", err)
	}
	for _, file := range files {
		t.Run(path.Dir(file), func(t *testing.T) {
			folder, err := fs.Sub(fsys, path.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			conform(t, folder, strategy)
		})
	}
}

func conform(t *testing.T, folder fs.FS, strategy revise.Strategy) {
	t.Helper()
	s, err := Load(folder, "scenario.yaml", WithContext(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	engine, results, err := Run(t.Context(), s, revise.WithStrategy(strategy))
	var uncovered *revise.NotCoveredError
	if errors.As(err, &uncovered) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		for _, m := range r.Mismatches {
			t.Errorf("%s: %s", r.Step.Request.Name, m)
		}
	}
	if err := engine.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}
