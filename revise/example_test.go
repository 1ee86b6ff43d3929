package revise_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// access builds an engine by hand. A scenario file is read with scenarios.Load, which does all of this.
func access() *revise.Engine {
	document, diagnostics := rules.ReadDocument("access.yaml", []byte(`
relations:
  member: {columns: [user: string, group: string]}
  grant: {columns: [group: string, doc: string]}
rules:
  - name: via-group
    conclude: can_read(?user, ?doc)
    when: ['member(?user, ?group)', 'grant(?group, ?doc)']
  - name: nothing
    conclude: locked_out(?user)
    when: ['member(?user, _)', 'not can_read(?user, _)']
`))
	if diagnostics.HasErrors() {
		panic(diagnostics)
	}
	program, diagnostics := rules.Parse([]*rules.Document{document}, nil)
	if program == nil {
		panic(diagnostics)
	}
	base := belief.NewBase()
	for _, text := range []string{
		"member(ana, finance)", "member(bo, finance)", "member(bo, contractors)",
		"grant(finance, ledger)", "grant(finance, handbook)", "grant(contractors, handbook)",
	} {
		base.Add(parsed(text), belief.Attribution{})
	}
	engine, err := revise.New(context.Background(), program, base)
	if err != nil {
		panic(err)
	}
	return engine
}

// duties is an engine whose base violates a constraint.
func duties() *revise.Engine {
	document, _ := rules.ReadDocument("duties.yaml", []byte(`
relations:
  role: {columns: [user: string, role: string]}
  waived: {columns: [user: string], may_assert: true}
constraints:
  - name: separation-of-duties
    deny: ['role(?user, requester)', 'role(?user, approver)', 'not waived(?user)']
`))
	program, _ := rules.Parse([]*rules.Document{document}, nil)
	base := belief.NewBase(parsed("role(bo, requester)"), parsed("role(bo, approver)"), parsed("role(ana, approver)"))
	engine, err := revise.New(context.Background(), program, base)
	if err != nil {
		panic(err)
	}
	return engine
}

func parsed(text string) belief.Fact {
	f, err := belief.ParseFact(text)
	if err != nil {
		panic(err)
	}
	return f
}

// withdraw is a request to withdraw what matches an atom.
func withdraw(atom string) revise.Request {
	pattern, err := rules.ParseAtom(atom)
	if err != nil {
		panic(err)
	}
	return revise.Request{Withdraw: []revise.Withdrawal{{Pattern: &pattern}}}
}

func Example() {
	engine := access()
	outcome, err := engine.Revise(context.Background(), withdraw("member(bo, finance)"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range outcome.Retracted {
		fmt.Println("retracted", c.Fact, "by", c.Reason.Rule.Name)
	}
	for _, c := range outcome.Kept {
		fmt.Println("kept", c.Fact, c.Before.Total(), "→", c.After.Total())
	}
	// Output:
	// retracted can_read(bo, ledger) by via-group
	// kept can_read(bo, handbook) 2 → 1
}

func ExampleNew() {
	document, _ := rules.ReadDocument("counter.yaml", []byte("rules:\n  - number(1)\n  - number(?n) :- number(?k), ?n = ?k + 1\n"))
	program, _ := rules.Parse([]*rules.Document{document}, nil)
	_, err := revise.New(context.Background(), program, belief.NewBase(), revise.WithLimits(revise.Limits{Conclusions: 1000}))
	var refusal *revise.Refusal
	fmt.Println(errors.As(err, &refusal), refusal.Kind, err)
	// Output:
	// true limit the rules conclude more than the limit of 1000 facts, in rule number#2, which had come to number(1001)
}

func ExampleEngine_Revise() {
	ctx := context.Background()
	engine := access()
	request := withdraw("grant(finance, _)")
	request.Assert = []revise.Assertion{{Fact: parsed("member(cy, guests)"), Attribution: belief.Attribution{Source: "HR-9"}}}
	outcome, err := engine.Revise(ctx, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range outcome.Base.Withdrawn {
		fmt.Println("withdrawn", b.Fact)
	}
	for _, c := range outcome.Retracted {
		fmt.Println("retracted", c.Fact)
	}
	for _, c := range outcome.Gained {
		fmt.Println("gained", c.Fact)
	}
	// Output:
	// withdrawn grant(finance, handbook)
	// withdrawn grant(finance, ledger)
	// retracted can_read(ana, handbook)
	// retracted can_read(ana, ledger)
	// retracted can_read(bo, ledger)
	// gained locked_out(ana)
	// gained locked_out(cy)
}

// A request to withdraw a conclusion is refused, and the refusal says what would retract it.
func ExampleEngine_Revise_refused() {
	_, err := access().Revise(context.Background(), withdraw("can_read(bo, ledger)"))
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) {
		fmt.Println(err)
		return
	}
	fmt.Println(refusal.Kind, err)
	for _, remedy := range refusal.Conclusion.Remedies {
		fmt.Println(remedy.Withdraw, "also retracts", remedy.Retracts)
	}
	// Output:
	// conclusion cannot withdraw can_read(bo, ledger): it is concluded, not believed
	// [grant(finance, ledger)] also retracts 1
	// [member(bo, finance)] also retracts 0
}

func ExampleEngine_Preview() {
	engine := access()
	outcome, err := engine.Preview(context.Background(), withdraw("member(bo, _)"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(outcome.Retracted), "would be retracted,", outcome.Conclusions, "would be left")
	fmt.Println(engine.Conclusions(), "hold")
	// Output:
	// 2 would be retracted, 2 would be left
	// 4 hold
}

func ExampleEngine_Holds() {
	engine := access()
	fmt.Println(engine.Holds(parsed("can_read(bo, ledger)")), engine.Holds(parsed("locked_out(bo)")))
	// Output:
	// true false
}

func ExampleEngine_Support() {
	engine := access()
	for _, text := range []string{"can_read(bo, handbook)", "member(bo, finance)", "locked_out(bo)"} {
		support, holds := engine.Support(parsed(text))
		fmt.Println(text, holds, support.Total(), support.Base)
	}
	// Output:
	// can_read(bo, handbook) true 2 false
	// member(bo, finance) true 1 true
	// locked_out(bo) false 0 false
}

func ExampleEngine_Query() {
	query, err := rules.ParseAtom("can_read(?who, handbook)")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := access().Query(query)
	if err != nil {
		fmt.Println(err)
		return
	}
	for fact, support := range found {
		fmt.Println(fact, support.Total())
	}
	// Output:
	// can_read(ana, handbook) 1
	// can_read(bo, handbook) 2
}

func ExampleEngine_Why() {
	engine := access()
	tree, err := engine.Why(context.Background(), parsed("can_read(ana, ledger)"), revise.WhyLimits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tree.Fact, "by", tree.Rule.Name, "of height", tree.Height)
	for _, p := range tree.Premises {
		fmt.Println("  ", p.Premise.Text, p.Justification.Support.Base)
	}
	_, err = engine.Why(context.Background(), parsed("locked_out(ana)"), revise.WhyLimits{})
	fmt.Println(errors.Is(err, revise.ErrNotHeld), err)
	// Output:
	// can_read(ana, ledger) by via-group of height 1
	//    member(ana, finance) true
	//    grant(finance, ledger) true
	// true it does not hold
}

func ExampleEngine_CheckAnew() {
	fmt.Println(access().CheckAnew(context.Background()))
	// Output:
	// <nil>
}

func ExampleEngine_Verify() {
	ctx := context.Background()
	engine := access()
	if _, err := engine.Revise(ctx, withdraw("member(bo, _)")); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(engine.Verify(ctx))
	// Output:
	// <nil>
}

func ExampleParseStrategy() {
	strategy, err := revise.ParseStrategy("dred")
	fmt.Println(strategy, err)
	_, err = revise.ParseStrategy("magic")
	fmt.Println(err)
	// Output:
	// dred <nil>
	// there is no strategy "magic": the strategies are auto, counting, ranked, dred, dred-counts, bf, bf-counts, pf, recompute, jtms, atms
}

func ExampleEngine_Check() {
	checked, err := access().Check(context.Background())
	fmt.Println(checked.Facts, "facts,", checked.Instances, "rule instances,", err)
	// Output:
	// 10 facts, 5 rule instances, <nil>
}

// roads are what is reached by them, and the roads.
func roads(list ...string) (*rules.Program, *belief.Base) {
	document, _ := rules.ReadDocument("roads.yaml", []byte("rules:\n  - reach(?x, ?y) :- road(?x, ?y)\n  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)\n"))
	base := belief.NewBase()
	for _, road := range list {
		base.Add(parsed(road), belief.Attribution{})
	}
	column := rules.Column{Type: belief.StringType}
	program, _ := rules.Parse([]*rules.Document{document}, rules.Signature{{Relation: "road", Columns: []rules.Column{column, column}}})
	return program, base
}

func ExampleCrossovers() {
	program, base := roads("road(a, b)", "road(b, c)", "road(c, d)", "road(d, a)", "road(d, e)", "road(e, f)", "road(f, d)", "road(a, c)")
	found, err := revise.Crossovers(context.Background(), program, base, revise.CrossoverOptions{Strategies: []revise.Strategy{revise.Ranked, revise.DRed}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range found {
		fmt.Printf("%s: recomputation is cheaper from %d of %d beliefs on\n", c.Strategy, c.ByInstances.Beliefs, c.Of)
	}
	// Output:
	// ranked: recomputation is cheaper from 2 of 8 beliefs on
	// dred: recomputation is cheaper from 1 of 8 beliefs on
}

func ExampleCompare() {
	program, base := roads("road(a, b)", "road(b, a)", "road(a, c)", "road(b, c)")
	c, err := revise.Compare(context.Background(), program, base, []revise.Request{withdraw("road(a, c)")}, revise.CompareOptions{
		Strategies: []revise.Strategy{revise.Ranked, revise.DRed, revise.Counting}, Check: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("agree:", c.Agree())
	for _, x := range c.Contested {
		if x.NotCovered != nil {
			fmt.Println(x.NotCovered)
			continue
		}
		total := x.Total()
		fmt.Println(x.Strategy, total.Cost.Instances, "instances,", total.Cost.Overdeleted, "overdeleted,", total.Cost.Retracted, "retracted")
	}
	// Output:
	// agree: true
	// ranked 3 instances, 1 overdeleted, 0 retracted
	// dred 5 instances, 2 overdeleted, 0 retracted
	// strategy counting does not cover reach: it is recursive, and facts that support each other would never go; use ranked, or auto
}
