package main

import (
	"errors"
	"strings"
	"testing"

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
