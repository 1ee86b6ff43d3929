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

func TestMovedTo(t *testing.T) {
	before := []string{"a", "b", "c", "d", "e"}
	for _, test := range []struct {
		now  []string
		line int
		want int
	}{
		{[]string{"a", "b", "c", "d", "e"}, 3, 3},
		{[]string{"a", "c", "d", "e"}, 2, 1}, // gone: what stood before it
		{[]string{"a", "c", "d", "e"}, 4, 3}, // moved up
		{[]string{"x", "y", "a", "b", "c", "d", "e"}, 2, 4},
		{[]string{"a", "x", "c", "y", "e"}, 3, 3}, // between two changes
		{[]string{"a", "x", "y", "e"}, 4, 3},
		{[]string{"x", "x", "a", "b", "d", "z"}, 3, 5}, // gone, and changes on both sides: below b
		{[]string{"x", "x", "a", "b", "C", "d", "z"}, 3, 5},
		{[]string{"x", "x", "C", "d", "z"}, 3, 3},                // above d
		{[]string{"x", "x", "x", "d", "d", "b", "C", "z"}, 3, 7}, // d stands there twice
		{[]string{"x", "a", "b"}, 5, 3},
		{[]string{"a"}, 5, 1},
		{[]string{""}, 5, 1},
	} {
		if got := movedTo(before, test.now, test.line); got != test.want {
			t.Errorf("line %d in %q is %d, want %d", test.line, test.now, got, test.want)
		}
	}
}
