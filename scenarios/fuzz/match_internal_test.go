package fuzz

import (
	"errors"
	"slices"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// TestUpsetIn finds who is to blame, and what a sound strategy refuses.
func TestUpsetIn(t *testing.T) {
	fault := &revise.Refusal{Kind: revise.RefusedFault}
	differs, flaw := errors.New("p(a) holds"), &revise.Flaw{What: "holds"}
	contest := func(s revise.Strategy, revisions ...revise.Measure) revise.Contest {
		return revise.Contest{Strategy: s, Revisions: revisions}
	}
	for name, test := range map[string]struct {
		contested []revise.Contest
		strategy  revise.Strategy
		refused   string
	}{
		"one differs": {
			[]revise.Contest{contest(revise.Auto, revise.Measure{}), contest(revise.DRed, revise.Measure{Differs: differs}), contest(revise.Recompute, revise.Measure{})},
			revise.DRed, "",
		},
		"the first is wrong, and the check says so": {
			[]revise.Contest{contest(revise.Auto, revise.Measure{Differs: flaw}), contest(revise.DRed, revise.Measure{Differs: differs}), contest(revise.Recompute, revise.Measure{Differs: differs})},
			revise.Auto, "",
		},
		"the first refuses wrongly": {
			[]revise.Contest{contest(revise.Auto, revise.Measure{Refused: fault}), contest(revise.Recompute, revise.Measure{Differs: differs}), contest(revise.JTMS, revise.Measure{Refused: fault})},
			revise.Auto, "",
		},
		"one does not refuse, wrongly": {
			[]revise.Contest{contest(revise.Auto, revise.Measure{Refused: fault}), contest(revise.BF, revise.Measure{Differs: differs}), contest(revise.Recompute, revise.Measure{Refused: fault})},
			revise.BF, "fault",
		},
	} {
		u := upsetIn(&revise.Comparison{Requests: make([]revise.Request, 1), Contested: test.contested})
		if u == nil || u.strategy != test.strategy || u.sound != revise.Recompute || !slices.Equal(u.refused, []string{test.refused}) {
			t.Errorf("%s: %+v", name, u)
		}
	}
	if u := upsetIn(&revise.Comparison{Requests: make([]revise.Request, 1), Contested: []revise.Contest{contest(revise.Auto, revise.Measure{})}}); u != nil {
		t.Errorf("nothing is wrong, and found %+v", u)
	}
}
