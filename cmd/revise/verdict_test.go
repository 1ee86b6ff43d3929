package main

import (
	"errors"
	"testing"

	"github.com/beliefbase/revise/scenarios"
)

func TestTotalCountsRevisions(t *testing.T) {
	good, bad := scenarios.Result{}, scenarios.Result{Mismatches: []scenarios.Mismatch{{}, {}}}
	verdicts := []verdict{
		{results: []scenarios.Result{bad, good, bad, bad}},
		{results: []scenarios.Result{bad}, err: errors.New("it ended")},
		{results: []scenarios.Result{good}},
	}
	if got, want := total(verdicts), "3 scenarios, 6 revisions: 4 revisions not as expected, 1 scenario could not be run"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := total(verdicts[2:]), "1 scenario, 1 revision: all as expected"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
