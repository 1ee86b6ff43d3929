package testkit

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// blamedLines bounds the lines of a revision whose parts are all tried.
const blamedLines = 7

// partOf is a revision with some of its lines, in the order that Request.Items has.
func partOf(r *Revision, set uint) *Revision {
	next := 0
	in := func() bool {
		next++
		return set>>(next-1)&1 == 1
	}
	p := &Revision{Name: r.Name}
	for _, x := range r.Withdraw {
		if in() {
			p.Withdraw = append(p.Withdraw, x)
		}
	}
	for _, x := range r.Assert {
		if in() {
			p.Assert = append(p.Assert, x)
		}
	}
	for _, x := range r.RemoveRules {
		if in() {
			p.RemoveRules = append(p.RemoveRules, x)
		}
	}
	for _, x := range r.AddRules {
		if in() {
			p.AddRules = append(p.AddRules, x)
		}
	}
	return p
}

// checkBlame compares the part that is found with all parts of the revision.
func checkBlame(s *State, e *revise.Engine, r *Revision, request revise.Request, f belief.Fact) error {
	found, err := e.Blame(context.Background(), request, f)
	if err != nil {
		return err
	}
	items := request.Items()
	part := uint(0)
	for _, i := range found.Part {
		part |= 1 << slices.IndexFunc(items, func(j revise.Item) bool { return i == j })
	}
	has := func(set uint) (bool, error) {
		next, _, err := s.Next(partOf(r, set))
		return next != nil && next.Model.Holds(f) == found.Gained, err
	}
	for set := range uint(1) << len(items) {
		is, err := has(set)
		switch {
		case err != nil:
			return err
		case set == part && !is:
			return fmt.Errorf("%v alone does not do it", found.Part)
		case is && set&part == set && bits.OnesCount(set) == bits.OnesCount(part)-1:
			return fmt.Errorf("not all of %v is needed", found.Part)
		case is && found.Smallest && bits.OnesCount(set) < bits.OnesCount(part):
			return fmt.Errorf("%v is not the smallest part: %v is smaller", found.Part, partOf(r, set))
		}
	}
	return nil
}

// TestBlame compares the parts of requests that are blamed with what trying every part gives.
func TestBlame(t *testing.T) {
	worlds, tried, several := max(150, programCount()/12), 0, 0
	for i := range worlds {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		w.Constraints, w.Beliefs = nil, w.Beliefs[:min(len(w.Beliefs), 2*kernelBeliefs)]
		for _, r := range w.Revisions {
			r.Strict, r.AddConstraints, r.RemoveConstraints = false, nil, nil
		}
		s, err := Start(w)
		if err != nil {
			continue
		}
		e := start(t, w, revise.Auto)
		if e == nil {
			continue
		}
		for n, request := range requests(t, w) {
			r := w.Revisions[n]
			next, _, err := s.Next(r)
			if err != nil {
				break
			}
			if next == nil || r.Undo != "" || len(request.Items()) > blamedLines {
				break
			}
			for k := range request.Withdraw { // so that lines which say the same are told apart
				request.Withdraw[k].Place.Line = k + 1
			}
			for k := range request.Assert {
				request.Assert[k].Attribution.Place.Line = k + 1
			}
			changed := slices.Concat(lost(s, next), lost(next, s))
			for _, f := range changed[:min(len(changed), 2)] {
				if err := checkBlame(s, e, r, request, f); err != nil {
					t.Fatalf("seed %d, %s, %s: %v\nwith\n%s", seed, r.Name, f, err, w.Text(true))
				}
				tried++
				several += min(1, len(request.Items())-1)
			}
			if r.WhatIf {
				continue
			}
			if _, err := e.Revise(context.Background(), request); err != nil {
				t.Fatalf("seed %d, %s: %v\nwith\n%s", seed, r.Name, err, w.Text(true))
			}
			s = next
		}
	}
	if t.Logf("%d changes, %d by requests of several lines", tried, several); several < worlds/4 {
		t.Errorf("%d changes, only %d by requests of several lines", tried, several)
	}
}
