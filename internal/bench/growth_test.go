package main

import (
	"context"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// TestCopies wants three copies of a base to have three times its facts and, as nothing relates one copy to another, three
// times its conclusions, and a revision of the first to change what it changes in one.
func TestCopies(t *testing.T) {
	d, err := dataIn("")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workloadNamed("acl")
	if err != nil {
		t.Fatal(err)
	}
	s := &settings{singles: 5}
	one, err := s.grow(context.Background(), d, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	three, err := s.grow(context.Background(), d, w, 3)
	if err != nil {
		t.Fatal(err)
	}
	if three.facts != 3*one.facts || three.conclusions != 3*one.conclusions {
		t.Errorf("%d facts and %d conclusions, of one copy %d and %d", three.facts, three.conclusions, one.facts, one.conclusions)
	}
	if len(one.withdraw) != 5 || changes(one) == 0 || changes(three) != changes(one) {
		t.Errorf("%d revisions change %d conclusions in one copy and %d in three", len(one.withdraw), changes(one), changes(three))
	}
	for i, sample := range three.withdraw {
		if sample.Instances != one.withdraw[i].Instances {
			t.Errorf("revision %d enumerates %d instances in three copies and %d in one", i, sample.Instances, one.withdraw[i].Instances)
		}
	}
}

// TestNamedValuesAreShared wants what the rules name to be one value in all copies.
func TestNamedValuesAreShared(t *testing.T) {
	d, err := dataIn("")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workloadNamed("acl")
	if err != nil {
		t.Fatal(err)
	}
	scenario, err := d.load(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	e, err := revise.New(context.Background(), scenario.Program, copied(scenario, 2))
	if err != nil {
		t.Fatal(err)
	}
	actions, users := map[string]bool{}, 0
	for f := range e.Facts("can") {
		actions[f.Values[2].String()] = true
		users++
	}
	if !actions["read"] || actions["read#1"] || users == 0 {
		t.Errorf("the actions are %v", actions)
	}
}
