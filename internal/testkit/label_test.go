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
	"github.com/beliefbase/revise/scenarios/draft"
)

// everyModel evaluates every set of the state's beliefs, absences and all. Bit i of a set is belief i.
func (s *State) everyModel() ([]belief.Fact, []*Model, error) {
	facts := s.Ledger.Facts()
	var models []*Model
	for set := range 1 << len(facts) {
		part := s.Ledger.Clone()
		for i, f := range facts {
			if set>>i&1 == 0 {
				delete(part.entries, factKey(f))
			}
		}
		m, err := Evaluate(s.Program, part)
		if err != nil {
			return nil, nil, err
		}
		models = append(models, m)
	}
	return facts, models, nil
}

// signed is a set of assumptions as two sets of bits.
type signed struct{ believed, absent int }

func (s signed) in(set int) bool { return s.believed&^set == 0 && s.absent&set == 0 }

func (s signed) within(other signed) bool {
	return s.believed&^other.believed == 0 && s.absent&^other.absent == 0
}

// bruteLabel tries every consistent set of assumptions: it lists those under which the fact holds whatever else is
// believed, and no part of which will do.
func bruteLabel(facts []belief.Fact, models []*Model, f belief.Fact) []signed {
	holds := make([]bool, len(models))
	for set, m := range models {
		holds[set] = m.Holds(f)
	}
	var enough []signed
	for believed := range 1 << len(facts) {
		for absent := range 1 << len(facts) {
			e := signed{believed, absent}
			always := believed&absent == 0
			for set := range holds {
				always = always && (holds[set] || !e.in(set))
			}
			if always {
				enough = append(enough, e)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(enough), func(e signed) bool {
		return slices.ContainsFunc(enough, func(part signed) bool { return part != e && part.within(e) })
	})
}

func label(facts []belief.Fact, list []revise.Environment) []signed {
	bits := func(some []belief.Fact) int {
		set := 0
		for i, f := range facts {
			if slices.ContainsFunc(some, f.Equal) {
				set |= 1 << i
			}
		}
		return set
	}
	var made []signed
	for _, e := range list {
		made = append(made, signed{bits(e.Believed), bits(e.Absent)})
	}
	return made
}

func sortedSigns(list []signed) []string {
	var lines []string
	for _, s := range list {
		lines = append(lines, fmt.Sprintf("%b %b", s.believed, s.absent))
	}
	slices.Sort(lines)
	return lines
}

// checkLabels compares the label of every fact that any set of beliefs leads to with brute force, and where no rule
// negates, with the kernels. It returns how many labels and how many kernels it compared.
func checkLabels(s *State, e *revise.Engine, negates bool) (labels, kernels int, err error) {
	facts, models, err := s.everyModel()
	if err != nil {
		return 0, 0, err
	}
	seen := map[string]bool{}
	for _, m := range models {
		for name, extension := range m.Relations {
			for _, row := range extension {
				f := belief.NewFact(name, row.Values...)
				if seen[f.String()] {
					continue
				}
				seen[f.String()] = true
				list, err := e.Environments(f)
				if err != nil {
					return 0, 0, err
				}
				got, want := sortedSigns(label(facts, list)), sortedSigns(bruteLabel(facts, models, f))
				if !slices.Equal(got, want) {
					return 0, 0, fmt.Errorf("of %v, %s: got the label %q, expected %q", facts, f, got, want)
				}
				labels++
				if negates || !e.Holds(f) {
					continue
				}
				if err := labelIsKernels(e, f, list); err != nil {
					return 0, 0, err
				}
				kernels++
			}
		}
	}
	return labels, kernels, nil
}

// labelIsKernels compares the label of what holds, all beliefs being believed, with the kernels.
func labelIsKernels(e *revise.Engine, f belief.Fact, list []revise.Environment) error {
	want, complete, err := engineKernels(e, f, revise.KernelLimits{})
	if err != nil || !complete {
		return fmt.Errorf("%s: complete: %t, %w", f, complete, err)
	}
	var got []string
	for _, x := range list {
		got = append(got, fmt.Sprint(append([]belief.Fact{}, x.Believed...)))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s: got the label\n%s\nexpected the kernels\n%s", f, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return nil
}

// labelBeliefs bounds the beliefs of a world whose sets of assumptions are all tried.
const labelBeliefs = 5

// TestLabels compares the labels of random worlds with what trying every set of beliefs gives, at the start and after a
// new belief was asserted and another withdrawn.
func TestLabels(t *testing.T) {
	worlds, compared, labels, kernels := max(150, programCount()/2), 0, 0, 0
	for i := 0; i < 6*worlds && compared < worlds; i++ {
		seed := *seed + uint64(i)
		w := withoutAggregates(Generate(NewDice(seed)))
		if i%2 == 0 {
			positive(w)
		}
		w.Beliefs = w.Beliefs[:min(len(w.Beliefs), labelBeliefs)]
		negates := slices.ContainsFunc(w.Rules, func(r *Rule) bool {
			return slices.ContainsFunc(r.Body, func(l Literal) bool { return l.Negated })
		})
		s, err := Start(w)
		if err != nil {
			continue // something is not bound any more, or undefined
		}
		e := relearned(t, w, s)
		if e == nil {
			continue
		}
		n, k, err := checkLabels(s, e, negates)
		if errors.Is(err, ErrTooBig) || errors.As(err, new(*naive.Fault)) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\nwith\n%s", seed, err, w.Text(false))
		}
		compared, labels, kernels = compared+min(n, 1), labels+n, kernels+k
	}
	if t.Logf("%d programs: %d labels, %d of them with kernels", compared, labels, kernels); compared < worlds || kernels < worlds {
		t.Errorf("compared %d programs and %d labels with kernels only", compared, kernels)
	}
}

// relearned returns an engine that starts with half the beliefs and meets the others one by one, the first ones being
// withdrawn meanwhile; nil if the program is not covered or something is refused on the way.
func relearned(t *testing.T, w *World, s *State) *revise.Engine {
	t.Helper()
	half := *s.world // it declares the relations of the beliefs that come later
	half.Beliefs = w.Beliefs[:len(w.Beliefs)/2]
	e := start(t, &half, revise.ATMS)
	if e == nil {
		return nil
	}
	change := func(r revise.Request) bool {
		_, err := e.Revise(context.Background(), r)
		return err == nil
	}
	for _, b := range half.Beliefs {
		a := draft.AtomOf(b.Fact)
		change(revise.Request{Withdraw: []revise.Withdrawal{withdrawal(Withdrawal{Atom: &a})}})
	}
	for _, b := range w.Beliefs {
		if !change(revise.Request{Assert: []revise.Assertion{{Fact: b.Fact, Attribution: belief.Attribution{Source: b.Source}}}}) {
			return nil
		}
	}
	return e
}
