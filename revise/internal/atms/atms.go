// Package atms keeps strata in step by an assumption-based truth maintenance system: every fact has a label, the minimal
// sets of assumptions under which it holds, and so holds or does not without a derivation.
//
// Reference: de Kleer, An Assumption-based TMS, Artificial Intelligence 28, 1986 (algorithms.md, 4.3). The assumptions are
// all beliefs the system has met, each with two signs, believed and absent, so that rules may negate: the label of an
// absence is that of the fact multiplied out and turned round.
// Guarantee: the new state exactly, with exact supports; and the labels are complete for every set of the assumptions, so
// that what falls with a withdrawal is read off. Nothing is deleted that holds.
// Cost: a belief that was met before costs a look at the labels of what lost a support, beside the instances that come and
// go. A new one makes every instance that it could ever have a part in a justification, true or not, and labels what they
// conclude: exponential in the worst case. Labels are never made smaller. The ranks that reasons follow are mended apart
// (maintain.Reorder), uncounted.
// Not covered: aggregates; multiplicities of bags, which are counted (labels say whether a fact holds, not how often); and
// whatever is past the bounds, which are counts and do not depend on the machine.
// A violated constraint is no contradiction: the environments in which one is violated, the nogoods, are the labels of violations,
// and nothing is taken out of other labels because of them.
package atms

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/network"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// System is the state of a truth maintenance system over one program.
type System struct {
	*network.Network
	program      *plan.Program
	assumptions  []maintain.Fact
	numbers      map[maintain.Fact]int // of the assumptions
	possible     map[maintain.Fact]bool
	byStratum    [][]network.ID // all justifications
	labels       [][]Label      // by relation and row
	environments int

	seeds    [][]network.ID    // by stratum: justifications that may add to labels
	assumed  [][]maintain.Fact // by stratum: new assumptions among its facts
	weakened []bool            // by stratum: something below makes less true than before
	work     int

	complete bool // nothing was given up on the way
}

// New returns a system for the program that knows nothing.
func New(p *plan.Program) *System {
	y := &System{program: p}
	y.forget()
	return y
}

// forget makes the system one that knows nothing.
func (y *System) forget() {
	p := y.program
	*y = System{
		Network: network.New(p), program: p, numbers: map[maintain.Fact]int{}, possible: map[maintain.Fact]bool{},
		byStratum: make([][]network.ID, len(p.Strata)), labels: make([][]Label, len(p.Relations)),
		seeds: make([][]network.ID, len(p.Strata)), assumed: make([][]maintain.Fact, len(p.Strata)), weakened: make([]bool, len(p.Strata)),
	}
}

// Maintain keeps one stratum in step.
func (y *System) Maintain(t *maintain.Turn, s *plan.Stratum) {
	t.Delete(s, maintain.Fact.Doubtful, y.Holds)
	t.Insert(s)
	t.Reorder(s)
	maintain.Settle(s)
}

// Holds reports whether the fact holds given what is believed now.
func (y *System) Holds(f maintain.Fact) bool {
	for _, e := range y.Label(f) {
		if y.Given(e) {
			return true
		}
	}
	return false
}

// Given reports whether everything is believed or absent as the environment has it.
func (y *System) Given(e Environment) bool {
	for _, a := range e {
		if f, is := y.Assumption(a); is != (f.State(f.Row)&store.Base != 0) {
			return false
		}
	}
	return true
}

// Assumption returns what a number in an environment stands for: the fact, and whether it is believed.
func (y *System) Assumption(signed int32) (maintain.Fact, bool) {
	return y.assumptions[signed>>1], signed&1 == 0
}

// Begin makes assumptions of the transaction's new beliefs, and labels what may follow from them. What an earlier one was
// stopped at is found out afresh.
func (y *System) Begin(t *maintain.Turn) {
	afresh := !y.complete
	if afresh {
		y.forget()
	}
	y.complete = false
	y.ground(t, y.assume(afresh), afresh)
	if t.Err == nil {
		y.relabel(t)
	}
	if t.Err == nil && y.environments > maxEnvironments {
		t.Stop(&PastBounds{Relation: y.largest(), What: errEnvironments.Error()})
	}
	y.complete = t.Err == nil
}

// largest returns the relation with the most environments.
func (y *System) largest() *plan.Relation {
	var found *plan.Relation
	most := -1
	for _, r := range y.program.Relations {
		sum := 0
		for _, l := range y.labels[r.Number] {
			sum += len(l)
		}
		if sum > most {
			found, most = r, sum
		}
	}
	return found
}

// Environments returns the number of environments in all labels.
func (y *System) Environments() int { return y.environments }

// Commit has nothing to do: labels hold whatever is believed.
func (y *System) Commit() {}

// Rollback has nothing to do: what was found out on the way is true all the same.
func (y *System) Rollback() {}

// Bytes returns about how much memory the system holds.
func (y *System) Bytes() int {
	const entry = 24 // of a map or a slice
	bytes := y.Network.Bytes() + entry*(2*len(y.assumptions)+len(y.possible)+y.environments)
	for _, list := range y.byStratum {
		bytes += 4 * cap(list)
	}
	for _, own := range y.labels {
		bytes += entry * cap(own)
		for _, l := range own {
			for _, e := range l {
				bytes += 4 * cap(e)
			}
		}
	}
	return bytes
}
