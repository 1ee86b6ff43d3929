package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// Strategies that disagree end the command with a code of its own. No input makes them, so the comparison is made up.
func TestDisagreement(t *testing.T) {
	for _, test := range []struct {
		contest revise.Contest
		want    int
	}{
		{revise.Contest{Revisions: []revise.Measure{{}}}, exitDone},
		{revise.Contest{Revisions: []revise.Measure{{}, {Differs: errors.New("p(a) holds")}}}, exitDisagree},
		{revise.Contest{Start: revise.Measure{Differs: errors.New("p(a) holds")}}, exitDisagree},
	} {
		c, _, errs := quietConsole()
		nothing := func() *fuzz.Match { return &fuzz.Match{Draft: &draft.Draft{}} }
		err := (&compareOptions{}).agreed(t.Context(), c, nothing, &revise.Comparison{Contested: []revise.Contest{test.contest}})
		if got := exitCode(err); got != test.want || strings.Contains(errs.String(), "disagree") != (got == exitDisagree) {
			t.Errorf("%+v ends with %d and %q", test.contest, got, errs)
		}
	}
}

// TestCounterexampleIsNotLost writes to standard error what cannot be written to its file, and ends with the code of a
// disagreement whatever else goes wrong.
func TestCounterexampleIsNotLost(t *testing.T) {
	c, _, errs := quietConsole()
	x := &fuzz.Counterexample{Draft: &draft.Draft{Beliefs: []draft.Assertion{{Fact: belief.NewFact("p")}}}, Strategy: revise.DRed, What: "p holds"}
	writeCounterexample(c, filepath.Join(t.TempDir(), "nowhere", "x.yaml"), x)
	for _, want := range []string{"beliefs:\n  - p()\n", "cannot write", "with the scenario above"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("no %q in %q", want, errs)
		}
	}
	file := filepath.Join(t.TempDir(), "x.yaml")
	writeCounterexample(c, file, x)
	if text, err := os.ReadFile(file); err != nil || string(text) != x.Text(file) {
		t.Errorf("%q, %v", text, err)
	}
	if err := overruled(c, refuse("", "the disk is full"), exitError(exitDisagree)); exitCode(err) != exitDisagree || !strings.Contains(errs.String(), "the disk is full") {
		t.Errorf("%v, %q", err, errs)
	}
	if err := overruled(c, refuse("", "the disk is full"), nil); exitCode(err) != exitRefused {
		t.Error(err)
	}
}
