package testkit

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios/draft"
)

var (
	smallStride = flag.Int("small-stride", 80, "of the pairs of rules in small worlds that are not short, try one in so many; 1 is all of them")
	smallWide   = flag.Bool("small-wide", false, "in small worlds, let the second relation have two columns")
)

// smallRule is a rule and how many literals it has.
type smallRule struct {
	text     string
	literals int
}

// smallRules returns every safe rule with at most two literals over p(…) and q(…), whose terms are two variables, one of
// two constants, and _; without those that only name a variable otherwise.
func smallRules(arityQ int) []smallRule {
	terms := []string{"?x", "?y", "1", "_"}
	atoms := func(relation string, arity int) []string {
		var list []string
		for _, a := range terms {
			if arity == 1 {
				list = append(list, fmt.Sprintf("%s(%s)", relation, a))
				continue
			}
			for _, b := range terms {
				list = append(list, fmt.Sprintf("%s(%s, %s)", relation, a, b))
			}
		}
		return list
	}
	all := append(atoms("p", 1), atoms("q", arityQ)...)
	var literals []string
	for _, a := range all {
		literals = append(literals, a, "not "+a)
	}
	literals = append(literals, "?x != ?y", "?x = 2", "?x = count { p(_) }", "?y = count { q("+strings.Repeat("_, ", arityQ-1)+"?x) }")
	bodies := [][]string{nil}
	for i, a := range literals {
		bodies = append(bodies, []string{a})
		for _, b := range literals[i:] {
			bodies = append(bodies, []string{a, b})
		}
	}
	var list []smallRule
	for _, head := range all {
		if strings.Contains(head, "_") {
			continue
		}
		for _, body := range bodies {
			rule := head
			if len(body) > 0 {
				rule += " :- " + strings.Join(body, ", ")
			}
			if firstVariableIsX(rule) && isSafe(rule, arityQ) {
				list = append(list, smallRule{rule, len(body)})
			}
		}
	}
	return list
}

// firstVariableIsX keeps one of two rules that differ in the names of their variables.
func firstVariableIsX(rule string) bool {
	x, y := strings.Index(rule, "?x"), strings.Index(rule, "?y")
	return y < 0 || x >= 0 && x < y
}

func isSafe(rule string, arityQ int) bool {
	_, err := smallProgram([]string{rule}, arityQ)
	var diags rules.Diagnostics
	return err == nil || errors.As(err, &diags) && onlyUnstratified(diags)
}

// onlyUnstratified says that the rule is in order by itself; what it depends on may be mended by no other rule, so that
// such a program is left out later.
func onlyUnstratified(diags rules.Diagnostics) bool {
	return !slices.ContainsFunc(diags, func(d rules.Diagnostic) bool {
		return d.Severity == rules.Error && d.Code.Slug() != "unstratified"
	})
}

// smallWorld is a program over p and q, both of which may be believed.
func smallWorld(list []string, arityQ int) *World {
	w := &World{Relations: []*Relation{
		{Name: "p", Types: slices.Repeat([]belief.Type{belief.IntType}, 1), Declared: true, Base: true},
		{Name: "q", Types: slices.Repeat([]belief.Type{belief.IntType}, arityQ), Declared: true, Base: true},
	}}
	for _, text := range list {
		head, body, _ := strings.Cut(text, " :- ")
		rule := &Rule{Head: Atom{Relation: head[:1], Terms: strings.Split(strings.TrimSuffix(head[2:], ")"), ", ")}}
		if body != "" {
			rule.Body = []Literal{{Text: body}}
		}
		w.Rules = append(w.Rules, rule)
	}
	return w
}

func smallProgram(list []string, arityQ int) (*rules.Program, error) {
	return smallWorld(list, arityQ).Program()
}

// smallChanges are the single facts that a request asserts or withdraws: the domain has two constants.
func smallChanges(w *World) []belief.Fact {
	var facts []belief.Fact
	for _, r := range w.Relations {
		rows := [][]belief.Value{nil}
		for range r.Types {
			var longer [][]belief.Value
			for _, row := range rows {
				longer = append(longer, append(slices.Clone(row), belief.Int(1)), append(slices.Clone(row), belief.Int(2)))
			}
			rows = longer
		}
		for _, row := range rows {
			facts = append(facts, belief.NewFact(r.Name, row...))
		}
	}
	return facts
}

// everyChange is a way through all bases of n facts that takes every single change in every base exactly once: it
// lists the fact that changes.
func everyChange(n int) []int {
	used := make([]int, 1<<n) // by base: the changes that were taken from it
	var path, circuit []int
	at := []int{0}
	for len(at) > 0 {
		base := at[len(at)-1]
		if used[base] < n {
			change := used[base]
			used[base]++
			at, path = append(at, base^1<<change), append(path, change)
			continue
		}
		at = at[:len(at)-1]
		if len(path) > 0 {
			circuit = append(circuit, path[len(path)-1])
			path = path[:len(path)-1]
		}
	}
	slices.Reverse(circuit)
	return circuit
}

// TestEveryChange proves that the way is one.
func TestEveryChange(t *testing.T) {
	for n := 1; n <= 6; n++ {
		base, seen := 0, map[[2]int]bool{}
		for _, change := range everyChange(n) {
			seen[[2]int{base, change}] = true
			base ^= 1 << change
		}
		if len(seen) != n<<n || len(everyChange(n)) != n<<n {
			t.Errorf("%d facts: %d changes, %d different, expected %d", n, len(everyChange(n)), len(seen), n<<n)
		}
	}
}

// smallStates evaluates the program over every base.
func smallStates(w *World, facts []belief.Fact) ([]*State, error) {
	var states []*State
	for base := range 1 << len(facts) {
		s, err := Start(w)
		if err != nil {
			return nil, err
		}
		for i, f := range facts {
			if base>>i&1 == 1 {
				s.Ledger.Assert(f, "", false)
			}
		}
		if len(states) > 0 {
			s.Program = states[0].Program
		}
		if err := s.evaluate(); err != nil {
			return nil, err
		}
		states = append(states, s)
	}
	return states, nil
}

// walk takes an engine through every change of every base.
func walk(w *World, strategy revise.Strategy, states []*State, facts []belief.Fact) error {
	e, err := newEngine(w, strategy, states[0], nil)
	if err != nil || e == nil {
		return err
	}
	base := 0
	for _, i := range everyChange(len(facts)) {
		r := revise.Request{Assert: []revise.Assertion{{Fact: facts[i]}}}
		if base>>i&1 == 1 {
			a := draft.AtomOf(facts[i])
			r = revise.Request{Withdraw: []revise.Withdrawal{withdrawal(Withdrawal{Atom: &a})}}
		}
		next := base ^ 1<<i
		o, err := e.Revise(context.Background(), r)
		if err == nil {
			err = compareChanges(o, states[base], states[next])
		}
		if err == nil {
			err = e.compare(states[next])
		}
		if err != nil {
			return fmt.Errorf("%s, base %v, change of %s: %w", strategy, states[base].Ledger.Facts(), facts[i], err)
		}
		base = next
	}
	return nil
}

// TestSmallWorlds takes every strategy through every single change of every base of two constants, for programs of at
// most two rules over two relations.
func TestSmallWorlds(t *testing.T) {
	arityQ := 1
	if *smallWide {
		arityQ = 2
	}
	list := smallRules(arityQ)
	var programs [][]string
	n := 0
	for i, first := range list {
		for k, second := range list[i:] {
			n++
			switch {
			case k == 0:
				programs = append(programs, []string{first.text})
			case n%*smallStride == 0 || first.literals+second.literals <= 2:
				// every rule by itself and every pair with two literals is tried, and some of the other pairs
				programs = append(programs, []string{first.text, second.text})
			}
		}
	}
	var tried atomic.Int64
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < len(programs) && !t.Failed(); i += workers {
				if trySmall(t, programs[i], arityQ) {
					tried.Add(1)
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d rules, %d programs", len(list), tried.Load())
}

// trySmall takes every strategy through the small world of a program, and reports whether there is one.
func trySmall(t *testing.T, program []string, arityQ int) bool {
	w := smallWorld(program, arityQ)
	facts := smallChanges(w)
	states, err := smallStates(w, facts)
	var diags rules.Diagnostics
	if errors.As(err, &diags) && onlyUnstratified(diags) {
		return false
	}
	if err != nil {
		t.Errorf("%s: %v", program, err)
		return false
	}
	for _, strategy := range revise.Strategies() {
		if err := walk(w, strategy, states, facts); err != nil {
			t.Errorf("%s: %v", strings.Join(program, "; "), err)
		}
	}
	return true
}
