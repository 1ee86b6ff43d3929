package revise

import (
	"context"
	"errors"
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise/internal/audit"
)

// Flaw says that the materialization is not what program and base make it: found by checking rule by rule. It is never
// to be ignored.
type Flaw struct {
	Fact belief.Fact
	What string // what is wrong with the fact, as a sentence goes on: "follows by line.direct, and does not hold"
	More int    // further flaws
}

// Error says what is wrong.
func (f *Flaw) Error() string {
	what := fmt.Sprintf("verification failed: %s %s", f.Fact, f.What)
	if f.More > 0 {
		what += fmt.Sprintf(" (and %d more)", f.More)
	}
	return what
}

// Checked says how much a check looked at.
type Checked struct {
	Facts     int // base beliefs and conclusions
	Instances int // of the rules
}

// Check certifies the materialization without recomputing it: each rule alone over all facts. Closed: what a rule
// concludes holds. Well-founded: what holds rests on base beliefs, and on nothing that rests on it. Counted: every
// support is the number of instances there are. Together they say that the state is the least model, stratum by stratum.
// The check shares no code with the algorithms. The error is a *Flaw with the first fact that is wrong, or the
// context's. The cost is linear in the rule instances (docs/explanation/algorithms.md, 8).
func (e *Engine) Check(ctx context.Context) (Checked, error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	state := &audit.State{Program: e.program.Source, Base: e.base, Claims: e.claims}
	for _, r := range e.program.Violations {
		for row := range r.All {
			if r.Holds(row) {
				state.Violations = append(state.Violations, e.fact(r, row))
			}
		}
	}
	result, err := audit.Check(ctx, state)
	var fault *naive.Fault
	switch {
	case errors.As(err, &fault):
		return Checked{}, &Flaw{What: fmt.Sprintf("rule %s: %s", fault.Rule, fault.What)}
	case err != nil:
		return Checked{}, e.refusal(err)
	}
	checked := Checked{Facts: result.Facts, Instances: result.Instances}
	if len(result.Flaws) > 0 {
		first := result.Flaws[0]
		return checked, &Flaw{Fact: first.Fact, What: flawText(first), More: len(result.Flaws) - 1}
	}
	return checked, nil
}

// claims yields every fact with its support.
func (e *Engine) claims(yield func(audit.Claim) bool) {
	for _, r := range e.program.Relations {
		if r.User == nil {
			continue
		}
		for row := range r.All {
			if !r.Holds(row) {
				continue
			}
			s := supportNow(r, row)
			if !yield(audit.Claim{Fact: e.fact(r, row), Count: s.Count, Base: s.Base}) {
				return
			}
		}
	}
}

func flawText(f audit.Flaw) string {
	switch f.Kind {
	case audit.Missing:
		if f.Rule == "" {
			return "is believed, and does not hold"
		}
		return fmt.Sprintf("follows by %s, and does not hold", f.Rule)
	case audit.Unsupported:
		return "holds, and does not rest on base beliefs"
	case audit.Miscounted:
		return fmt.Sprintf("has support %d, and %s rule instances conclude it", f.Said, f.Found)
	case audit.Misbelieved:
		return "is a base belief in the base or in the materialization, and not in both"
	case audit.NotViolated:
		return "is listed as a violation, and is none"
	default:
		return "is a violation, and is not listed"
	}
}
