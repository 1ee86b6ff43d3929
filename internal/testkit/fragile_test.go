package testkit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
)

// takeAway is the ledger without a belief or a source.
type takeAway struct {
	name string
	from func(*Ledger)
}

func (s *State) takeAways(by revise.Grouping) []takeAway {
	var list []takeAway
	sources := map[string]bool{}
	for _, f := range s.Ledger.Facts() {
		if by == revise.ByBelief {
			list = append(list, takeAway{f.String(), func(l *Ledger) { delete(l.entries, factKey(f)) }})
		}
		for _, source := range s.Ledger.Sources(f) {
			if by == revise.BySource && source != "" && !sources[source] {
				sources[source] = true
				list = append(list, takeAway{source, func(l *Ledger) { l.Withdraw(revise.Withdrawal{Source: source}, s.world.IsBag) }})
			}
		}
	}
	return list
}

// fallsWithout returns the conclusions that hold no more; false where there is a fault.
func (s *State) fallsWithout(gone ...takeAway) ([]string, bool, error) {
	ledger := s.Ledger.Clone()
	for _, g := range gone {
		g.from(ledger)
	}
	m, err := Evaluate(s.Program, ledger)
	var fault *naive.Fault
	if errors.As(err, &fault) {
		return nil, false, nil
	}
	var falls []string
	for name, extension := range s.Model.Relations {
		for _, row := range extension {
			concluded := row.Instances > 0
			if row.Weight != nil {
				concluded = row.Weight.Int64() > int64(row.Base)
			}
			if f := belief.NewFact(name, row.Values...); err == nil && concluded && !m.Holds(f) {
				falls = append(falls, f.String())
			}
		}
	}
	slices.Sort(falls)
	return falls, true, err
}

// bruteFragile lists what falls without each, and without every two what does not fall without one of them.
func (s *State) bruteFragile(by revise.Grouping) (lines []string, whole bool, err error) {
	all, alone := s.takeAways(by), map[string][]string{}
	whole = true
	add := func(name string, falls []string, known bool) {
		whole = whole && known
		if len(falls) > 0 {
			lines = append(lines, fmt.Sprint(name, ": ", falls))
		}
	}
	for _, x := range all {
		falls, known, err := s.fallsWithout(x)
		if err != nil {
			return nil, false, err
		}
		alone[x.name] = falls
		add(x.name, falls, known)
	}
	for i, x := range all {
		for _, y := range all[i+1:] {
			falls, known, err := s.fallsWithout(x, y)
			if err != nil {
				return nil, false, err
			}
			names := []string{x.name, y.name}
			slices.Sort(names)
			add(strings.Join(names, " and "), slices.DeleteFunc(falls, func(f string) bool {
				return slices.Contains(alone[x.name], f) || slices.Contains(alone[y.name], f)
			}), known)
		}
	}
	slices.Sort(lines)
	return lines, whole, nil
}

// TestFragile compares what conclusions rest on with what taking away every belief, source and pair gives.
func TestFragile(t *testing.T) {
	worlds, pairs := max(150, programCount()/8), 0
	for i := range worlds {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		w.Constraints, w.Beliefs = nil, w.Beliefs[:min(len(w.Beliefs), 2*kernelBeliefs)]
		for k := range w.Beliefs {
			w.Beliefs[k].Source = []string{"", "alpha", "beta", "gamma", "delta"}[(k+i)%5]
		}
		s, err := Start(w)
		if err != nil {
			continue
		}
		e := start(t, w, strategyOf(seed))
		if e == nil {
			continue
		}
		for _, by := range []revise.Grouping{revise.ByBelief, revise.BySource} {
			want, whole, err := s.bruteFragile(by)
			if err != nil {
				break
			}
			found := e.Fragile(context.Background(), revise.FragileOptions{By: by, Pairs: true})
			var got []string
			for _, p := range found.Pillars {
				var names, falls []string
				for _, part := range p.Parts {
					name := part.Name
					if by == revise.ByBelief {
						name = part.Belief.Fact.String()
					}
					names = append(names, name)
				}
				for _, f := range p.Falls {
					falls = append(falls, f.String())
				}
				slices.Sort(names)
				slices.Sort(falls)
				got = append(got, fmt.Sprint(strings.Join(names, " and "), ": ", falls))
				pairs += len(p.Parts) - 1
			}
			slices.Sort(got)
			if whole && (!found.Complete || !slices.Equal(got, want)) {
				t.Fatalf("seed %d, by %s: got (complete: %t)\n%s\nexpected\n%s\nwith\n%s", seed, by, found.Complete, strings.Join(got, "\n"), strings.Join(want, "\n"), w.Text(false))
			}
		}
	}
	if pairs < worlds/10 {
		t.Errorf("only %d pairs", pairs)
	}
}
