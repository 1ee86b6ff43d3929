package revise_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// company returns an engine whose rules count, recurse, negate and aggregate, over so many teams of ten.
func company(tb testing.TB, teams int) *revise.Engine {
	tb.Helper()
	doc, diagnostics := rules.ReadDocument("company.yaml", []byte(`
rules:
  - in_group(?u, ?g) :- member(?u, ?g)
  - in_group(?u, ?h) :- in_group(?u, ?g), subgroup(?g, ?h)
  - can_read(?u, ?d) :- in_group(?u, ?g), grant(?g, ?d), not suspended(?u)
  - headcount(?g, ?n) :- group(?g), ?n = count { in_group(?u, ?g) }
  - cost(?g, ?n) :- group(?g), ?n = sum ?w { in_group(?u, ?g), wage(?u, ?w) }
  - lowest(?g, ?n) :- group(?g), ?n = min ?w { in_group(?u, ?g), wage(?u, ?w) }
  - mean(?g, ?n) :- group(?g), ?n = avg ?w { in_group(?u, ?g), wage(?u, ?w) }
`))
	if diagnostics.HasErrors() {
		tb.Fatal(diagnostics)
	}
	base := belief.NewBase()
	var signature rules.Signature
	add := func(relation string, values ...belief.Value) {
		f := belief.Fact{Relation: relation, Values: values}
		if base.Existing(relation) == nil {
			o := rules.Observation{Relation: relation}
			for _, v := range values {
				o.Columns = append(o.Columns, rules.Column{Type: v.Type()})
			}
			signature = append(signature, o)
		}
		base.Add(f, belief.Attribution{})
	}
	text := func(kind string, i int) belief.Value { return belief.String(fmt.Sprint(kind, i)) }
	for g := range teams {
		add("group", text("team", g))
		add("group", text("division", g))
		add("subgroup", text("team", g), text("division", g))
		add("subgroup", text("division", g), text("team", g))
		add("grant", text("division", g), text("doc", g))
		for u := range 10 {
			add("member", text("user", 10*g+u), text("team", g))
			add("wage", text("user", 10*g+u), belief.Int(int64(1000+u)))
		}
	}
	add("suspended", text("nobody", 0))
	program, diagnostics := rules.Parse([]*rules.Document{doc}, signature)
	if program == nil {
		tb.Fatal(diagnostics)
	}
	e, err := revise.New(context.Background(), program, base)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// leaving withdraws one membership, and asserts it again.
func leaving() (withdraw, assert revise.Request) {
	f := belief.Fact{Relation: "member", Values: []belief.Value{belief.String("user3"), belief.String("team0")}}
	q := &rules.Query{Relation: f.Relation}
	for _, v := range f.Values {
		q.Terms = append(q.Terms, rules.Term{Kind: rules.ConstantTerm, Value: v})
	}
	return revise.Request{Withdraw: []revise.Withdrawal{{Pattern: q}}}, revise.Request{Assert: []revise.Assertion{{Fact: f}}}
}

// In the steady state a revision allocates nothing, and costs as many rule instances whatever else is believed.
func TestApplyInSteadyState(t *testing.T) {
	var cost uint64
	for _, teams := range []int{1, 10, 100} {
		e := company(t, teams)
		withdraw, assert := leaving()
		apply := func(r revise.Request, retracted, gained int) uint64 {
			told := 0
			effect, err := e.Apply(context.Background(), r, func(belief.Fact, bool) { told++ })
			if err != nil || effect.Retracted != retracted || effect.Gained != gained || told != retracted+gained {
				t.Fatalf("%d teams: %+v, %d told, error %v; want %d retracted and %d gained", teams, effect, told, err, retracted, gained)
			}
			return effect.Cost.Instances
		}
		both := func() uint64 { return apply(withdraw, 9, 6) + apply(assert, 6, 9) }
		for range 100 {
			both()
		}
		allocations := testing.AllocsPerRun(200, func() {
			for _, r := range []revise.Request{withdraw, assert} {
				if _, err := e.Apply(context.Background(), r, nil); err != nil {
					t.Fatal(err)
				}
			}
		})
		if allocations != 0 {
			t.Errorf("%d teams: %v allocations", teams, allocations)
		}
		if n := both(); cost == 0 {
			cost = n
		} else if n != cost {
			t.Errorf("%d teams: %d instances, with one team %d", teams, n, cost)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	e := company(t, 1)
	before := e.Conclusions()
	_, err := e.Apply(context.Background(), revise.Request{Assert: []revise.Assertion{{Fact: fact(t, "membr(a, b)")}}}, nil)
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedRelation {
		t.Errorf("error %v, want a refusal", err)
	}
	withdraw, _ := leaving()
	withdraw.WhatIf = true
	if effect, err := e.Apply(context.Background(), withdraw, nil); err != nil || effect.Retracted == 0 {
		t.Errorf("what-if: %+v, %v", effect, err)
	}
	if e.Conclusions() != before {
		t.Errorf("%d conclusions after a refusal and a what-if, %d before", e.Conclusions(), before)
	}
}

func BenchmarkApply(b *testing.B) {
	for _, teams := range []int{10, 100, 1000, 10000} {
		b.Run(fmt.Sprint(teams), func(b *testing.B) {
			e := company(b, teams)
			withdraw, assert := leaving()
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range []revise.Request{withdraw, assert} {
					if _, err := e.Apply(context.Background(), r, nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
