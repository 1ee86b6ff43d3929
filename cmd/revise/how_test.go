package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// What --how says without deriving is what an engine does.
func TestHowIsWhatTheEngineDoes(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(gallery(t), "*", scenarioName))
	if err != nil || len(folders) < 5 {
		t.Fatal(folders, err)
	}
	bag := filepath.Join(t.TempDir(), scenarioName)
	if err := os.WriteFile(bag, []byte("relations:\n  paid: {columns: [who: string], semantics: bag}\nrules:\n  - paid(?x) :- owes(?x)\n  - late(?x) :- paid(?x)\nbeliefs:\n  - owes(ana)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range append(folders, bag) {
		scenario, err := scenarios.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, s := range scenario.Program.Strata() {
			strategy, because := strategyOf(s)
			said[strings.Join(names(s.Relations), " ")] = string(strategy) + ": " + because
		}
		engine, err := revise.New(t.Context(), scenario.Program, scenario.Base)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range engine.Strata() {
			name, does := strings.Join(s.Relations, " "), string(s.Strategy)+": "+s.Because
			if said[name] != does {
				t.Errorf("%s: %s is said to be kept by %q and is by %q", file, name, said[name], does)
			}
			seen[does] = true
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %v were seen", seen)
	}
}
