package testkit

import (
	"slices"
	"testing"

	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/rules"
)

// The oracle trusts the checker in what the groups of an aggregate are, where an empty group counts zero, and in which
// order a body is evaluated. These tests find the same by themselves.

// eachBody calls f with the bodies of random programs; head are the variables of the rule's head, none for a constraint.
func eachBody(t *testing.T, f func(text string, head []int, body []rules.Literal, order []int)) {
	t.Helper()
	for i := range lawWorlds() {
		program, err := Generate(NewDice(*seed + uint64(i))).Program()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range program.Rules {
			_, head := naive.Variables(&r.Head)
			f(r.Text, head, r.Body, r.Order)
		}
		for _, c := range program.Constraints {
			f(c.Text, nil, c.Body, c.Order)
		}
	}
}

// mentioned are the variables that a literal mentions outside braces.
func mentioned(l rules.Literal) []int {
	if a, ok := l.(*rules.Aggregate); ok {
		return []int{a.Result}
	}
	needs, gives := naive.Variables(l)
	return append(slices.Clone(needs), gives...)
}

// inBraces are the variables of the literals in braces.
func inBraces(a *rules.Aggregate) []int {
	var list []int
	for _, l := range a.Body {
		list = append(list, mentioned(l)...)
	}
	return list
}

func TestGroups(t *testing.T) {
	zero, some := 0, 0
	eachBody(t, func(text string, head []int, body []rules.Literal, _ []int) {
		outside, bound := slices.Clone(head), []int(nil)
		for _, l := range body {
			outside = append(outside, mentioned(l)...)
			if a, ok := l.(*rules.Atom); ok && !a.Negated {
				bound = append(bound, mentioned(l)...)
			}
		}
		for _, l := range body {
			a, ok := l.(*rules.Aggregate)
			if !ok {
				continue
			}
			for _, v := range inBraces(a) {
				if slices.Contains(outside, v) != slices.Contains(a.Group, v) {
					t.Errorf("%s: variable %d of the braces of %d is in the group: %v", text, v, a.Result, slices.Contains(a.Group, v))
				}
			}
			counts := a.Func == rules.CountSolutions || a.Func == rules.CountValues || a.Func == rules.Sum
			allBound := !slices.ContainsFunc(a.Group, func(v int) bool { return !slices.Contains(bound, v) })
			if a.ZeroGroups && !counts || allBound && counts && !a.ZeroGroups {
				t.Errorf("%s: the aggregate of %d counts empty groups as zero: %v", text, a.Result, a.ZeroGroups)
			}
			if a.ZeroGroups {
				zero++
			} else {
				some++
			}
		}
	})
	if zero == 0 || some == 0 {
		t.Errorf("%d aggregates with zero groups, %d without", zero, some)
	}
}

func TestOrder(t *testing.T) {
	eachBody(t, func(text string, _ []int, body []rules.Literal, order []int) {
		isPositive := func(i int) bool {
			a, ok := body[i].(*rules.Atom)
			return ok && !a.Negated
		}
		positives := slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !isPositive(i) })
		if !slices.Equal(positives, order[:len(positives)]) || !slices.IsSorted(positives) {
			t.Fatalf("%s: the positive atoms do not come first, as written: %v", text, order)
		}
		var bound []int
		ready := func(i int) bool {
			needs, _ := naive.Variables(body[i])
			return !slices.ContainsFunc(needs, func(v int) bool { return !slices.Contains(bound, v) })
		}
		for n, i := range order {
			for k := range i {
				_, aggregate := body[k].(*rules.Aggregate)
				if !isPositive(i) && !aggregate && slices.Index(order, k) > n && ready(k) {
					t.Errorf("%s: literal %d is ready before literal %d is evaluated: %v", text, k, i, order)
				}
			}
			if !ready(i) {
				t.Errorf("%s: literal %d is evaluated before its variables are bound: %v", text, i, order)
			}
			_, gives := naive.Variables(body[i])
			bound = append(bound, gives...)
		}
		if sorted := slices.Sorted(slices.Values(order)); len(slices.Compact(sorted)) != len(body) {
			t.Errorf("%s: the order %v is none of %d literals", text, order, len(body))
		}
	})
}
