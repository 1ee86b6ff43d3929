package revise_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// load reads a program and its inline beliefs, one fact a line.
func load(t testing.TB, program string, facts ...string) (*rules.Program, *belief.Base) {
	t.Helper()
	doc, diagnostics := rules.ReadDocument("test.yaml", []byte(program))
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	base := belief.NewBase()
	var sig rules.Signature
	for _, s := range facts {
		f := fact(t, s)
		base.Add(f, belief.Attribution{})
		o := rules.Observation{Relation: f.Relation}
		for _, v := range f.Values {
			o.Columns = append(o.Columns, rules.Column{Type: v.Type()})
		}
		sig = append(sig, o)
	}
	p, diagnostics := rules.Parse([]*rules.Document{doc}, sig)
	if p == nil {
		t.Fatal(diagnostics)
	}
	return p, base
}

func fact(t testing.TB, s string) belief.Fact {
	t.Helper()
	f, err := belief.ParseFact(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func request(t *testing.T, lines ...string) revise.Request {
	t.Helper()
	var req revise.Request
	for _, line := range lines {
		q, err := rules.ParseAtom(line[1:])
		if err != nil {
			t.Fatal(err)
		}
		if line[0] == '-' {
			req.Withdraw = append(req.Withdraw, revise.Withdrawal{Pattern: &q})
		} else {
			req.Assert = append(req.Assert, revise.Assertion{Fact: fact(t, line[1:])})
		}
	}
	return req
}

func changes(list []revise.Change) string {
	var all []string
	for _, c := range list {
		all = append(all, c.Fact.String())
	}
	return strings.Join(all, " ")
}

const reach = `
rules:
  - reach(?x, ?y) :- edge(?x, ?y)
  - reach(?x, ?z) :- reach(?x, ?y), edge(?y, ?z)
  - cut(?x, ?y) :- node(?x), node(?y), not reach(?x, ?y)
  - degree(?x, ?n) :- node(?x), ?n = count { reach(?x, _) }
`

func TestReachability(t *testing.T) {
	for _, strategy := range []revise.Strategy{revise.Auto, revise.Ranked, revise.DRed, revise.Recompute} {
		t.Run(string(strategy), func(t *testing.T) {
			p, base := load(t, reach, "node(a)", "node(b)", "node(c)", "edge(a, b)", "edge(b, c)", "edge(c, a)", "edge(a, c)")
			e, err := revise.New(context.Background(), p, base, revise.WithStrategy(strategy))
			if err != nil {
				t.Fatal(err)
			}
			o, err := e.Revise(context.Background(), request(t, "-edge(c, a)"))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := changes(o.Retracted), "reach(a, a) reach(b, a) reach(b, b) reach(c, a) reach(c, b) reach(c, c)"; got != want {
				t.Errorf("retracted %s, want %s", got, want)
			}
			if got, want := changes(o.Gained), "cut(a, a) cut(b, a) cut(b, b) cut(c, a) cut(c, b) cut(c, c)"; got != want {
				t.Errorf("gained %s, want %s", got, want)
			}
			if len(o.Changed) != 3 {
				t.Errorf("changed %v, want three degrees", o.Changed)
			}
			if err := e.Verify(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
}

// A literal with _ is about the relation that it names: what people withdraw was withdrawn, not retracted.
func TestEventOfProjection(t *testing.T) {
	p, base := load(t, `
rules:
  - staff(?x) :- member(?x, _)
  - busy(?x) :- staff_in(?x, _)
  - staff_in(?x, ?g) :- member(?x, ?g)
`, "member(ana, finance)")
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	o, err := e.Revise(context.Background(), request(t, "-member(ana, finance)"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]revise.Event{"busy(ana)": revise.WasRetracted, "staff(ana)": revise.WasWithdrawn, "staff_in(ana, finance)": revise.WasWithdrawn}
	if len(o.Retracted) != len(want) {
		t.Fatalf("retracted %s", changes(o.Retracted))
	}
	for _, c := range o.Retracted {
		if got := c.Reason.Premises[c.Reason.Cause].Event; got != want[c.Fact.String()] {
			t.Errorf("%s: its reason has the event %d, want %d", c.Fact, got, want[c.Fact.String()])
		}
	}
}

// A sum that does not fit has no value, so the fault shows its variable.
func TestFaultOfSum(t *testing.T) {
	p, base := load(t, "rules: ['total(?t) :- ?t = sum ?x { paid(?x) }']\n", "paid(1)")
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Revise(context.Background(), request(t, "+paid(9223372036854775807)"))
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedFault {
		t.Fatalf("got %v, want a fault", err)
	}
	if got, want := refusal.Fault.Literal, "?t = sum ?x { paid(?x) }"; got != want {
		t.Errorf("the fault is in %s, want %s", got, want)
	}
	if !e.Holds(fact(t, "total(1)")) {
		t.Error("total(1) is gone")
	}
}

func TestSumThatDoesNotFit(t *testing.T) {
	for name, c := range map[string]struct{ before, more string }{
		"int":   {"pay(a, 9223372036854775807)", "+pay(b, 1)"},
		"float": {"pay(a, 1.7e308)", "+pay(b, 1.7e308)"},
	} {
		for _, strategy := range revise.Strategies() {
			t.Run(name+" "+string(strategy), func(t *testing.T) {
				p, base := load(t, "rules: [ 'total(?s) :- ?s = sum ?x { pay(_, ?x) }' ]", c.before)
				e, err := revise.New(context.Background(), p, base, revise.WithStrategy(strategy))
				if strategy == revise.ATMS {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				_, err = e.Revise(context.Background(), request(t, c.more))
				var refusal *revise.Refusal
				if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedFault || refusal.Fault.Rule.Name != "total#1" || len(refusal.Fault.Beliefs) != 2 {
					t.Fatalf("not refused as a fault of total#1 by two beliefs: %+v", err)
				}
				if err := e.Verify(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestUndoOfABagTwice(t *testing.T) {
	p, base := load(t, "relations: { pay: {columns: [who: string, n: int], semantics: bag} }\nrules: [ 'total(?s) :- ?s = sum ?x { pay(_, ?x) }' ]",
		"pay(ana, 10)", "pay(ana, 10)", "pay(ana, 10)")
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	less := request(t, "-pay(ana, 10)", "-pay(ana, 10)")
	less.Name = "less"
	for i, step := range []struct {
		request revise.Request
		total   string
	}{
		{less, "total(10)"},
		{revise.Request{Name: "back", Undo: "less"}, "total(30)"},
		{revise.Request{Undo: "less"}, "total(30)"}, // undone already
		{revise.Request{Undo: "back"}, "total(10)"}, // done again
		{revise.Request{Undo: "less"}, "total(30)"}, // and undone again
	} {
		o, err := e.Revise(context.Background(), step.request)
		if err != nil {
			t.Fatal(err)
		}
		if !e.Holds(fact(t, step.total)) {
			t.Errorf("after step %d %s does not hold: %+v", i, step.total, o.Base)
		}
	}
}

// What was withdrawn and asserted again since, in another place, is what the undone revision brought; to do so changes
// nothing, and there is nothing to undo.
func TestUndoOfWhatWasWithdrawnAndAssertedAgain(t *testing.T) {
	for _, relation := range []string{"{columns: [who: string]}", "{columns: [who: string], semantics: bag}"} {
		p, base := load(t, "relations: { in: "+relation+" }\nrules: [ 'here(?x) :- in(?x)' ]")
		e, err := revise.New(context.Background(), p, base)
		if err != nil {
			t.Fatal(err)
		}
		first, again := request(t, "+in(ana)"), request(t, "-in(ana)", "+in(ana)")
		first.Name, again.Name = "first", "again"
		first.Assert[0].Attribution.Place, again.Assert[0].Attribution.Place = belief.Place{File: "a.yaml", Line: 1}, belief.Place{File: "a.yaml", Line: 2}
		for _, step := range []struct {
			revise.Request
			here bool
		}{{first, true}, {again, true}, {revise.Request{Undo: "first"}, false}, {revise.Request{Undo: "again"}, false}} {
			if _, err := e.Revise(context.Background(), step.Request); err != nil {
				t.Fatal(err)
			}
			if e.Holds(fact(t, "here(ana)")) != step.here {
				t.Errorf("%s: after %q, or undo of %q, ana is here: %v", relation, step.Name, step.Undo, !step.here)
			}
		}
	}
}

// A belief of a set has each source once, however often the base was given it.
func TestNewKeepsSetsOfSources(t *testing.T) {
	p, base := load(t, "relations: { pay: {columns: [who: string], semantics: bag} }\nrules: [ 'paid(?x) :- member(?x), pay(?x)' ]",
		"member(ana)", "member(ana)", "pay(ana)", "pay(ana)")
	base.Add(fact(t, "member(ana)"), belief.Attribution{Source: "HR"})
	base.Add(fact(t, "member(ana)"), belief.Attribution{Source: "HR"})
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"member(ana)": 2, "pay(ana)": 2} {
		if got, _ := e.Believed(fact(t, text)); len(got.Attributions) != want {
			t.Errorf("%s has the attributions %v, want %d of them", text, got.Attributions, want)
		}
	}
}

// The last occurrence that came goes first, also after an undo has brought them back: it does so in the order in which
// they had come, whatever that of their sources is.
func TestUndoOfABagKeepsTheOrder(t *testing.T) {
	pay := fact(t, "pay(ana, 10)")
	for _, sources := range [][]string{{"b", "", "a"}, {"a", "b"}, {"b", "a"}} {
		for withdrawn := 1; withdrawn <= len(sources); withdrawn++ {
			p, base := load(t, "relations: { pay: {columns: [who: string, n: int], semantics: bag} }\nrules: [ 'total(?s) :- ?s = sum ?x { pay(_, ?x) }' ]")
			for _, source := range sources {
				base.Add(pay, belief.Attribution{Source: source})
			}
			e, err := revise.New(context.Background(), p, base)
			if err != nil {
				t.Fatal(err)
			}
			revised := func(r revise.Request) {
				if _, err := e.Revise(context.Background(), r); err != nil {
					t.Fatal(err)
				}
			}
			gone := request(t, slices.Repeat([]string{"-pay(ana, 10)"}, withdrawn)...)
			gone.Name = "gone"
			revised(gone)
			revised(revise.Request{Undo: "gone"})
			for left := len(sources); left > 0; left-- {
				var has []string
				b, _ := e.Believed(pay)
				for _, a := range b.Attributions {
					has = append(has, a.Source)
				}
				if want := slices.Sorted(slices.Values(sources[:left])); !slices.Equal(has, want) {
					t.Errorf("of %q, after %d are withdrawn and brought back: %q are left, expected %q", sources, withdrawn, has, want)
				}
				revised(request(t, "-pay(ana, 10)"))
			}
		}
	}
}
