package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// walker leads an engine from state to state and checks every answer on the way.
type walker struct {
	engine *revise.Engine
	shown  []string     // the relations whose rows are compared
	expect *expectation // nil when the right answers are not known
	base   map[string]digest
	state  string
	net    map[string]map[string]bool // by relation, the lines that differ from the base: true if gained
	states map[string]string          // by state, a digest of how it differs from the base
	checks int
	wrong  []string
}

func newWalker(e *revise.Engine, shown []string, x *expectation) *walker {
	w := &walker{engine: e, shown: shown, expect: x, state: base, net: map[string]map[string]bool{}, states: map[string]string{}}
	if x != nil {
		w.base = x.Base
	}
	return w
}

// request asks to withdraw some facts and to assert others.
func request(withdraw, assert []belief.Fact) revise.Request {
	var req revise.Request
	for _, f := range withdraw {
		q := &rules.Query{Relation: f.Relation, Terms: make([]rules.Term, len(f.Values))}
		for i, v := range f.Values {
			q.Terms[i] = rules.Term{Kind: rules.ConstantTerm, Value: v}
		}
		req.Withdraw = append(req.Withdraw, revise.Withdrawal{Pattern: q})
	}
	for _, f := range assert {
		req.Assert = append(req.Assert, revise.Assertion{Fact: f})
	}
	return req
}

// sample is one measured revision.
type sample struct {
	Time        time.Duration
	CPU         time.Duration // of a step of a chain, where the system tells
	Instances   uint64        // rule instances enumerated
	Overdeleted uint64
	Rederived   uint64
	Retracted   int
	Gained      int
}

// timed makes a revision and measures it.
func timed(ctx context.Context, e *revise.Engine, req revise.Request) (*revise.Outcome, sample, error) {
	start := time.Now()
	outcome, err := e.Revise(ctx, req)
	took := sample{Time: time.Since(start)}
	if err != nil {
		return nil, took, err
	}
	for _, s := range outcome.Strata {
		took.Instances += s.Cost.Instances
		took.Overdeleted += s.Cost.Overdeleted
		took.Rederived += s.Cost.Rederived
	}
	took.Retracted = len(outcome.Retracted) + len(outcome.Changed)
	took.Gained = len(outcome.Gained) + len(outcome.Changed)
	return outcome, took, nil
}

// applied makes a revision without its report and measures it.
func applied(ctx context.Context, e *revise.Engine, req revise.Request) (sample, error) {
	start := time.Now()
	effect, err := e.Apply(ctx, req, nil)
	return sample{
		Time: time.Since(start), Instances: effect.Cost.Instances, Overdeleted: effect.Cost.Overdeleted, Rederived: effect.Cost.Rederived,
		Retracted: effect.Retracted, Gained: effect.Gained,
	}, err
}

// explained makes a revision with its report and measures it.
func explained(ctx context.Context, e *revise.Engine, req revise.Request) (sample, error) {
	_, took, err := timed(ctx, e, req)
	return took, err
}

// take makes a step from the present state, and checks what was retracted and gained.
func (w *walker) take(ctx context.Context, s step, req revise.Request) (sample, error) {
	cpu := cpuTime()
	outcome, took, err := timed(ctx, w.engine, req)
	took.CPU = cpuTime() - cpu
	if err != nil {
		return took, fmt.Errorf("step %s: %w", s.name, err)
	}
	counts := w.record(outcome)
	w.state = s.after
	if w.expect != nil {
		if want, known := w.expect.Steps[s.name]; known {
			w.check("step "+s.name, difference(counts, want))
		}
	}
	w.checkState(s)
	return took, nil
}

func (w *walker) check(what, problem string) {
	w.checks++
	if problem != "" {
		w.wrong = append(w.wrong, what+": "+problem)
	}
}

// record brings the difference from the base up to date, and counts what was retracted and gained by relation.
func (w *walker) record(o *revise.Outcome) map[string][2]int {
	counts := map[string][2]int{}
	note := func(f belief.Fact, gained bool) {
		if !slices.Contains(w.shown, f.Relation) {
			return
		}
		n := counts[f.Relation]
		n[index(gained)]++
		counts[f.Relation] = n
		lines := w.net[f.Relation]
		if lines == nil {
			lines = map[string]bool{}
			w.net[f.Relation] = lines
		}
		line := lineOf(f)
		if was, differs := lines[line]; differs && was != gained {
			delete(lines, line)
		} else {
			lines[line] = gained
		}
	}
	for _, c := range o.Retracted {
		note(c.Fact, false)
	}
	for _, c := range o.Gained {
		note(c.Fact, true)
	}
	for _, c := range o.Changed {
		note(c.Before, false)
		note(c.After, true)
	}
	return counts
}

func index(gained bool) int {
	if gained {
		return 1
	}
	return 0
}

// checkState compares how the present state differs from the base with what is right, and with what it was before.
func (w *walker) checkState(s step) {
	got := map[string]change{}
	for relation, lines := range w.net {
		var sides [2][]string
		for line, gained := range lines {
			sides[index(gained)] = append(sides[index(gained)], line)
		}
		if len(lines) > 0 {
			got[relation] = change{digestOf(sides[0]), digestOf(sides[1])}
		}
	}
	want, known := map[string]change{}, s.after == base
	if w.expect != nil && !known {
		want, known = w.expect.States[s.after]
	}
	if known {
		w.check("state "+s.after+" after "+s.name, difference(got, want))
	}
	text, _ := json.Marshal(got)
	sum := sha256.Sum256(text)
	sign := hex.EncodeToString(sum[:])
	if before, seen := w.states[s.after]; seen && before != sign {
		w.wrong = append(w.wrong, "state "+s.after+" after "+s.name+" is not what it was before")
	}
	w.states[s.after] = sign
}

// checkBase compares every row of the compared relations with what is right in the base, or was there the first time.
func (w *walker) checkBase(when string) {
	got := digests(w.engine, w.shown)
	if w.base == nil {
		w.base = got
		return
	}
	w.check("the base "+when, difference(got, w.base))
}

// checkAgain compares the present state with an evaluation from scratch.
func (w *walker) checkAgain(ctx context.Context) error {
	err := w.engine.Verify(ctx)
	var d *revise.Disagreement
	if errors.As(err, &d) {
		w.check("recomputation of "+w.state, d.Error())
		return nil
	}
	if err == nil {
		w.check("recomputation of "+w.state, "")
	}
	return err
}
