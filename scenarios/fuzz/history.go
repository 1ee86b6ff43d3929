package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
)

// state is what an engine holds, one line a fact with its support, sorted.
type state []string

// stateOf writes down what the engine holds, base beliefs with their sources, and the violations.
func stateOf(e *revise.Engine) state {
	var lines state
	for _, r := range e.Program().Relations {
		for f, s := range e.Facts(r.Name) {
			believed, _ := e.Believed(f)
			var sources []string
			for _, a := range believed.Attributions {
				sources = append(sources, a.Source)
			}
			slices.Sort(sources)
			lines = append(lines, fmt.Sprintf("%s <- %d %t %q", f, s.Count, s.Base, sources))
		}
	}
	slices.Sort(lines)
	return lines
}

// factsOf leaves the supports out.
func factsOf(s state) []string {
	facts := make([]string, len(s))
	for i, line := range s {
		facts[i], _, _ = strings.Cut(line, " <- ")
	}
	slices.Sort(facts)
	return facts
}

// limited keeps programs from running away.
var limited = revise.WithLimits(revise.Limits{Conclusions: 20_000})

// start returns an engine for the draft with its requests, or nil where there is none to be had.
func start(ctx context.Context, d *draft.Draft, strategy revise.Strategy) (*revise.Engine, []revise.Request) {
	program, err := d.Program()
	if err != nil {
		return nil, nil
	}
	requests, err := d.Requests()
	if err != nil {
		return nil, nil
	}
	e, err := revise.New(ctx, program, d.Base(), revise.WithStrategy(strategy), limited)
	if err != nil {
		return nil, nil
	}
	return e, requests
}

// moment is a state, and whether the request that led to it was refused.
type moment struct {
	state   state
	refused bool
}

// run returns the moments at the start and after every revision; none where there is no start. It ends before a request
// that is refused for a fault, a limit or its rules: what faults may depend on how a rule is written.
func run(ctx context.Context, d *draft.Draft, strategy revise.Strategy) []moment {
	e, requests := start(ctx, d, strategy)
	if e == nil {
		return nil
	}
	moments := []moment{{state: stateOf(e)}}
	for _, r := range requests {
		var refusal *revise.Refusal
		_, err := e.Revise(ctx, r)
		if errors.As(err, &refusal) && slices.Contains(ending, refusal.Kind) {
			break
		}
		moments = append(moments, moment{stateOf(e), err != nil})
	}
	return moments
}

var ending = []revise.RefusalKind{revise.RefusedFault, revise.RefusedRules, revise.RefusedLimit, revise.RefusedCancelled}
