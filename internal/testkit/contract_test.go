package testkit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// withoutModels evaluates the state without every set of its beliefs. Bit i of a set is belief i; where there is a fault
// the model is nil.
func (s *State) withoutModels() ([]belief.Fact, []*Model, error) {
	facts := s.Ledger.Facts()
	var models []*Model
	for set := range 1 << len(facts) {
		after, err := s.withoutBeliefs(members(facts, set))
		var fault *naive.Fault
		if err != nil && !errors.As(err, &fault) {
			return nil, nil, err
		}
		if err != nil {
			after.Model = nil
		}
		models = append(models, after.Model)
	}
	return facts, models, nil
}

// bruteContractions lists, one line each, the sets without which the fact does not hold, although it does without any
// part of them.
func bruteContractions(facts []belief.Fact, models []*Model, f belief.Fact) []string {
	var minimal []int
	for size := range len(facts) + 1 {
		for set, m := range models {
			if len(members(facts, set)) == size && m != nil && !m.Holds(f) &&
				!slices.ContainsFunc(minimal, func(part int) bool { return part&set == part }) {
				minimal = append(minimal, set)
			}
		}
	}
	lines := []string{}
	for _, set := range minimal {
		lines = append(lines, fmt.Sprint(members(facts, set)))
	}
	slices.Sort(lines)
	return lines
}

// further counts the changes of other facts.
func further(list []revise.Change, than belief.Fact) int {
	n := 0
	for _, c := range list {
		if !c.Fact.Equal(than) {
			n++
		}
	}
	return n
}

// checkContractions compares what the engine finds for one fact: all there is where it says so, and never more.
func checkContractions(s *State, found *revise.Contractions, want []string) error {
	detail := &revise.RefusedConclusionDetail{Fact: found.Fact, Support: supportIn(s, found.Fact)}
	got := []string{}
	for _, c := range found.List {
		got = append(got, fmt.Sprint(c.Withdraw))
		detail.Remedies = append(detail.Remedies, c)
		if o := c.Outcome; o.Refused == nil {
			got := fmt.Sprint(further(o.Retracted, found.Fact), further(o.Gained, found.Fact), len(o.Changed))
			if said := fmt.Sprint(c.Retracts, c.Gains, c.Changes); said != got {
				return fmt.Errorf("without %v it is said to retract, gain and change %s, and the outcome has %s", c.Withdraw, said, got)
			}
		}
	}
	slices.Sort(got)
	if found.Complete && !slices.Equal(got, want) {
		return fmt.Errorf("got all of\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !slices.ContainsFunc(s.Program.Rules, func(r *rules.Rule) bool { return r.Head.Relation.Name == found.Fact.Relation }) {
		return nil // there is nothing to refuse
	}
	return s.checkRemedies(detail)
}

// TestContractions compares the contractions of all facts of random worlds with what trying every set of withdrawals
// gives, and checks the postulates of base contraction.
func TestContractions(t *testing.T) {
	worlds, tested, complete, pairs, absent := max(150, programCount()*7/10), 0, 0, 0, 0
	for i := range worlds {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		w.Constraints, w.Beliefs = nil, w.Beliefs[:min(len(w.Beliefs), kernelBeliefs)]
		s, err := Start(w)
		if err != nil {
			continue // something is undefined
		}
		e := start(t, w, strategyOf(seed))
		facts, models, err := s.withoutModels()
		if e == nil || err != nil {
			continue
		}
		before := dump(e)
		var contractions []contraction
		for name, extension := range s.Model.Relations {
			for _, row := range extension {
				f := belief.NewFact(name, row.Values...)
				found, err := e.Contract(context.Background(), f, revise.RemedyLimits{})
				if err == nil {
					err = checkContractions(s, found, bruteContractions(facts, models, f))
				}
				if err == nil {
					var c contraction
					c, err = contractionOf(facts, found)
					err = cmp.Or(err, c.checkPostulates(models))
					contractions = append(contractions, c)
				}
				if err != nil {
					t.Fatalf("seed %d, %s: %v\nwith\n%s", seed, f, err, w.Text(false))
				}
				if found.Complete && len(found.List) > 0 {
					complete++
				}
			}
		}
		alike, err := uniform(contractions, models)
		vacuous, err2 := checkVacuity(s, e, models)
		if err := cmp.Or(err, err2); err != nil {
			t.Fatalf("seed %d: %v\nwith\n%s", seed, err, w.Text(false))
		}
		tested, pairs, absent = tested+1, pairs+alike, absent+vacuous
		if after := dump(e); !slices.Equal(before, after) {
			t.Fatalf("seed %d: the state is another one", seed)
		}
	}
	t.Logf("%d worlds, complete for %d facts; %d pairs hold alike, %d facts do not hold", tested, complete, pairs, absent)
	if complete < worlds || pairs < worlds/2 || absent < worlds/2 || tested < worlds*7/10 {
		t.Errorf("too little of something")
	}
}
