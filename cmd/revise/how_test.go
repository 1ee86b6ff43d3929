package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beliefbase/revise/scenarios"
)

// --how shows every rule and constraint of a file, and says the same each time.
func TestHowShowsEveryRule(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(gallery(t), "*", scenarioName))
	if err != nil || len(folders) < 5 {
		t.Fatal(folders, err)
	}
	show := func(file string) (*scenarios.Scenario, string) {
		scenario, err := scenarios.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := how(t.Context(), scenario)
		if err != nil {
			t.Fatal(err)
		}
		return scenario, text
	}
	for _, file := range folders {
		scenario, text := show(file)
		for _, r := range scenario.Program.Rules {
			if !strings.Contains(text, "      "+r.Name+" ("+r.Place.String()+")\n        ") {
				t.Errorf("%s: rule %s is not shown", file, r.Name)
			}
		}
		for _, c := range scenario.Program.Constraints {
			if !strings.Contains(text, "      "+c.Name+" ("+c.Place.String()+")\n        ") {
				t.Errorf("%s: constraint %s is not shown", file, c.Name)
			}
		}
		if _, again := show(file); again != text {
			t.Errorf("%s: shown differently the second time", file)
		}
	}
}
