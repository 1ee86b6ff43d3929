package main

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

var (
	thorough = flag.Bool("thorough", false, "walk every chain to its end, under every strategy: some minutes")
	update   = flag.Bool("update", false, "rewrite the golden files")
)

// quick is how many changes a revision may make to be part of an ordinary test, fewLoops how often such a test lets
// everything be recomputed and leads back to the base.
const quick, fewLoops = 1000, 3

// heavy are the workloads on which only the default strategy is quick, even on the small data.
var heavy = []string{"tc_p2p", "tc_wiki", "pt", "borrow"}

// Every strategy gives the answers of the other engine, on real data, revision by revision.
func TestSmallWorkloads(t *testing.T) {
	small, err := dataIn("")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range workloads {
		for _, strategy := range []revise.Strategy{revise.Auto, revise.Ranked, revise.DRed, revise.Recompute} {
			if !*thorough && strategy != revise.Auto && slices.Contains(heavy, w.name) {
				continue
			}
			t.Run(w.name+"/"+string(strategy), func(t *testing.T) {
				t.Parallel()
				walkSmall(t, small, w, strategy)
			})
		}
	}
}

func walkSmall(t *testing.T, d data, w workload, strategy revise.Strategy) {
	walk := start(t, d, w, strategy)
	steps, err := d.chain(w)
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, loop := range loops(steps) {
		if !*thorough && (tooBig(walk.expect, loop) || strategy == revise.Recompute && taken == fewLoops) {
			continue
		}
		taken++
		for _, s := range loop {
			withdraw, err := d.set(w, s.withdraw, walk.program)
			if err != nil {
				t.Fatal(err)
			}
			assert, err := d.set(w, s.assert, walk.program)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := walk.take(t.Context(), s, request(withdraw, assert)); err != nil {
				t.Fatal(err)
			}
		}
	}
	walk.checkBase("at the end")
	if strategy == revise.Auto && !slices.Contains(heavy, w.name) {
		if err := walk.checkAgain(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, wrong := range walk.wrong {
		t.Error(wrong)
	}
	if taken < fewLoops || walk.checks < 2*fewLoops {
		t.Errorf("only %d loops and %d checks", taken, walk.checks)
	}
}

// started is a walker with the program that it walks.
type started struct {
	*walker
	program *rules.Program
}

func start(t *testing.T, d data, w workload, strategy revise.Strategy) started {
	t.Helper()
	s, err := d.load(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	x, err := d.expectation(w)
	if err != nil || x == nil {
		t.Fatalf("the right answers for %s: %v", w.name, err)
	}
	if n := s.Base.Len(); n != x.Facts {
		t.Fatalf("%d facts instead of %d", n, x.Facts)
	}
	e, err := revise.New(t.Context(), s.Program, s.Base, revise.WithStrategy(strategy))
	if err != nil {
		t.Fatal(err)
	}
	return started{newWalker(e, s.Report, x), s.Program}
}

// loops cuts a chain where it is back at the base.
func loops(steps []step) [][]step {
	var all [][]step
	for _, s := range steps {
		if s.before == base {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], s)
	}
	return all
}

// tooBig reports whether a step of the loop changes too much for an ordinary test.
func tooBig(x *expectation, loop []step) bool {
	return slices.ContainsFunc(loop, func(s step) bool {
		n := 0
		for _, counts := range x.Steps[s.name] {
			n += counts[0] + counts[1]
		}
		return n > quick
	})
}

// A walker that is told other answers says so.
func TestWrongAnswersAreFound(t *testing.T) {
	small, err := dataIn("")
	if err != nil {
		t.Fatal(err)
	}
	w := workloads[0]
	walk := start(t, small, w, revise.Auto)
	walk.expect.Base["path"] = digest{1, "no such rows"}
	walk.expect.States["-one0"] = map[string]change{"path": {digest{Count: 1}, digest{}}}
	walk.expect.Steps["ins.one0"] = map[string][2]int{"path": {0, 12345}}
	steps, err := small.chain(w)
	if err != nil {
		t.Fatal(err)
	}
	walk.checkBase("at the start")
	for _, s := range steps[:2] {
		withdraw, _ := small.set(w, s.withdraw, walk.program)
		assert, _ := small.set(w, s.assert, walk.program)
		if _, err := walk.take(t.Context(), s, request(withdraw, assert)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"the base at the start: path", "state -one0 after del.one0: path", "step ins.one0: path"}
	if !slices.EqualFunc(walk.wrong, want, strings.HasPrefix) {
		t.Errorf("got %q", walk.wrong)
	}
}
