package revise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// lines makes a request of lines, "- atom" and "+ atom".
func lines(t *testing.T, lines ...string) revise.Request {
	t.Helper()
	var req revise.Request
	for i, line := range lines {
		place := belief.Place{File: "request", Line: i + 1}
		sign, atom, _ := strings.Cut(line, " ")
		if sign == "+" {
			req.Assert = append(req.Assert, revise.Assertion{Fact: fact(t, atom), Attribution: belief.Attribution{Place: place}})
			continue
		}
		pattern, err := rules.ParseAtom(atom)
		if err != nil {
			t.Fatal(err)
		}
		req.Withdraw = append(req.Withdraw, revise.Withdrawal{Pattern: &pattern, Place: place})
	}
	return req
}

func linesOf(items []revise.Item) string {
	var told []string
	for _, i := range items {
		told = append(told, fmt.Sprint(i.Place.Line))
	}
	return strings.Join(told, " ")
}

func TestBlame(t *testing.T) {
	e := engineOf(t, `
rules:
  - goal() :- a(?x), b(?x)
  - goal() :- c(_)
  - other() :- not goal(), not d(1)
`, "a(1)", "b(1)", "b(2)", "c(1)", "c(2)", "d(1)")
	for _, c := range []struct{ why, fact, lines, want string }{
		{"one line does it alone", "d(1)", "- b(1)/- d(1)", "2"},
		{"a pattern is one line", "goal()", "- b(_)/- c(_)/- d(1)", "1 2"},
		{"three must go together", "goal()", "- b(1)/- d(1)/- c(1)/- c(2)", "1 3 4"},
		{"a pattern in place of two lines", "goal()", "- c(1)/- c(2)/- b(1)/- c(_)", "3 4"},
		{"what comes by an absence", "other()", "- a(1)/- c(_)/- d(1)/+ a(3)", "1 2 3"},
	} {
		got, err := e.Blame(context.Background(), lines(t, strings.Split(c.lines, "/")...), fact(t, c.fact))
		if err != nil || linesOf(got.Part) != c.want || !got.Smallest {
			t.Errorf("%s: got lines %+v, %v, want %s", c.why, got, err, c.want)
		}
	}
	if _, err := e.Blame(context.Background(), lines(t, "- b(2)"), fact(t, "goal()")); !errors.Is(err, revise.ErrUnchanged) {
		t.Errorf("of what does not change: %v", err)
	}
	var refusal *revise.Refusal
	if _, err := e.Blame(context.Background(), lines(t, "- goal()"), fact(t, "goal()")); !errors.As(err, &refusal) {
		t.Errorf("of a request that is refused: %v", err)
	}
}

// The supports that a fact had and has are all told, each with what became of it.
func TestBlameTellsSupports(t *testing.T) {
	e := engineOf(t, `
rules:
  - reaches(?x, ?y) :- edge(?x, ?y)
  - reaches(?x, ?z) :- reaches(?x, ?y), edge(?y, ?z)
`, "edge(a, b)", "edge(b, c)", "edge(a, c)", "reaches(a, c)")
	got, err := e.Blame(context.Background(), lines(t, "- reaches(a, c)", "- edge(a, b)", "- edge(a, c)"), fact(t, "reaches(a, c)"))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, s := range got.Supports {
		line := fmt.Sprintf("%t %t %q", s.Before, s.After, s.Reason.Rule.Name)
		for step := s.Reason.Chain; step != nil; step = step.Next {
			line += " " + step.Fact.String()
		}
		told = append(told, line)
	}
	if want := []string{
		`true false ""`, `true false "reaches#1" edge(a, c)`, `true false "reaches#2" reaches(a, b) edge(a, b)`,
	}; !slices.Equal(told, want) || got.Before.Total() != 3 || got.After.Total() != 0 {
		t.Errorf("got %q", told)
	}
}

func TestIdle(t *testing.T) {
	e := engineOf(t, "rules: ['goal() :- a(?x), b(?x)']", "a(1)", "b(1)", "b(2)")
	got, err := e.Idle(context.Background(), lines(t, "- b(1)", "- b(_)", "- b(2)", "- a(7)", "+ a(1)", "+ a(5)", "+ a(5)"))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, x := range got.List {
		told = append(told, fmt.Sprint(x.Place.Line, x.Believes))
	}
	if want := []string{"1 false", "3 false", "4 false", "5 false", "6 true", "7 false"}; !slices.Equal(told, want) || !got.Complete {
		t.Errorf("got %q, want %q", told, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Idle(ctx, lines(t, "- b(1)")); err == nil {
		t.Error("nothing is said after the end of the context")
	}
}

func ExampleEngine_Blame() {
	engine := access()
	request := withdraw("member(bo, finance)")
	request.Withdraw = append(request.Withdraw, withdraw("member(bo, contractors)").Withdraw...)
	request.Withdraw = append(request.Withdraw, withdraw("member(ana, finance)").Withdraw...)
	blame, err := engine.Blame(context.Background(), request, parsed("can_read(bo, handbook)"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(blame.Fact, "support", blame.Before.Total(), "→", blame.After.Total())
	for _, item := range blame.Part {
		fmt.Println("by", item.Key, item.Text)
	}
	// Output:
	// can_read(bo, handbook) support 2 → 0
	// by withdraw member(bo, finance)
	// by withdraw member(bo, contractors)
}

func ExampleEngine_Idle() {
	engine := access()
	request := withdraw("member(bo, finance)")
	request.Withdraw = append(request.Withdraw, withdraw("member(_, finance)").Withdraw...)
	idle, err := engine.Idle(context.Background(), request)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range idle.List {
		fmt.Println(item.Text, "changes nothing")
	}
	// Output:
	// member(bo, finance) changes nothing
}
