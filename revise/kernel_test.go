package revise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// kernelsOf writes the kernels of a fact, one line each.
func kernelsOf(t *testing.T, e *revise.Engine, f string) []string {
	t.Helper()
	found, err := e.Kernels(context.Background(), fact(t, f), revise.KernelLimits{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for k := range found.All() {
		var line []string
		for _, b := range k {
			line = append(line, b.Fact.String())
		}
		lines = append(lines, strings.Join(line, " "))
	}
	if !found.Complete() {
		t.Errorf("%s: the kernels are not complete", f)
	}
	return lines
}

func engineOf(t *testing.T, program string, facts ...string) *revise.Engine {
	t.Helper()
	p, base := load(t, program, facts...)
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestKernelsOfGroups(t *testing.T) {
	e := engineOf(t, `
rules:
  - members(?g, ?n) :- group(?g), ?n = count { in(?g, ?p, ?age) }
  - people(?g, ?n) :- group(?g), ?n = count ?p { in(?g, ?p, ?age) }
  - years(?g, ?n) :- group(?g), ?n = sum ?age { in(?g, ?p, ?age) }
  - oldest(?g, ?n) :- group(?g), ?n = max ?age { in(?g, ?p, ?age) }
  - quiet(?g) :- group(?g), not in(?g, _, _)
`, "group(a)", "group(b)", "in(a, x, 0)", "in(a, y, 7)", "in(a, y, 5)", "in(a, z, 7)")
	for f, want := range map[string][]string{
		"members(a, 4)": {"group(a) in(a, x, 0) in(a, y, 5) in(a, y, 7) in(a, z, 7)"},
		"people(a, 3)":  {"group(a) in(a, x, 0) in(a, y, 5) in(a, z, 7)", "group(a) in(a, x, 0) in(a, y, 7) in(a, z, 7)"},
		"years(a, 19)":  {"group(a) in(a, x, 0) in(a, y, 5) in(a, y, 7) in(a, z, 7)"},
		"oldest(a, 7)":  {"group(a) in(a, y, 7)", "group(a) in(a, z, 7)"},
		"members(b, 0)": {"group(b)"},
		"years(b, 0)":   {"group(b)"},
		"quiet(b)":      {"group(b)"},
	} {
		if got := kernelsOf(t, e, f); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", f, got, want)
		}
	}
}

// A longer way round is a kernel too, and what is believed as well as concluded has both.
func TestKernelsOfRecursion(t *testing.T) {
	e := engineOf(t, `
rules:
  - reaches(?x, ?y) :- edge(?x, ?y)
  - reaches(?x, ?z) :- reaches(?x, ?y), edge(?y, ?z)
  - 'always(1)'
`, "edge(a, b)", "edge(b, a)", "edge(b, c)", "edge(a, c)", "reaches(b, c)")
	for f, want := range map[string][]string{
		"reaches(a, c)": {"edge(a, c)", "edge(a, b) edge(b, c)"},
		"reaches(a, a)": {"edge(a, b) edge(b, a)"},
		"reaches(b, c)": {"edge(b, c)", "reaches(b, c)", "edge(a, c) edge(b, a)"},
		"edge(a, c)":    {"edge(a, c)"},
		"always(1)":     {""},
	} {
		if got := kernelsOf(t, e, f); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", f, got, want)
		}
	}
}

// ways is an engine with 4 to the 11th ways of 12 edges each.
func ways(t *testing.T) *revise.Engine {
	var facts []string
	for layer := range 12 {
		for i := range 4 {
			for j := range 4 {
				facts = append(facts, fmt.Sprintf("edge(%d, %d)", 10*layer+i, 10*layer+10+j))
			}
		}
	}
	return engineOf(t, "rules: ['from(?y) :- edge(0, ?y)', 'from(?y) :- from(?x), edge(?x, ?y)']", facts...)
}

// Of more kernels than anyone waits for, some come soon.
func TestKernelsOneByOne(t *testing.T) {
	e := ways(t)
	found, err := e.Kernels(context.Background(), fact(t, "from(120)"), revise.KernelLimits{Max: 40})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for k := range found.All() {
		if len(k) != 12 {
			t.Fatalf("a way of %d edges: %v", len(k), k)
		}
		seen[fmt.Sprint(k)] = true
	}
	if len(seen) != 40 || found.Complete() {
		t.Errorf("%d different kernels, complete: %t", len(seen), found.Complete())
	}
}

func TestKernelsEndWithTheContext(t *testing.T) {
	e := ways(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found, err := e.Kernels(ctx, fact(t, "from(120)"), revise.KernelLimits{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range found.All() {
		if n++; n == 3 {
			cancel()
		}
	}
	if n != 3 || found.Complete() {
		t.Errorf("%d kernels, complete: %t", n, found.Complete())
	}
	if _, err := e.Kernels(ctx, fact(t, "from(120)"), revise.KernelLimits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	if _, err := e.Kernels(context.Background(), fact(t, "from(0)"), revise.KernelLimits{}); !errors.Is(err, revise.ErrNotHeld) {
		t.Errorf("of what does not hold: %v", err)
	}
}

// One kernel is found even when there is no time for more.
func TestKernelWithoutTime(t *testing.T) {
	e := ways(t)
	ctx, cancel := context.WithCancel(context.Background())
	found, err := e.Kernels(ctx, fact(t, "from(120)"), revise.KernelLimits{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	n := 0
	for k := range found.All() {
		if n++; len(k) != 12 {
			t.Errorf("a way of %d edges: %v", len(k), k)
		}
	}
	if n != 1 || found.Complete() {
		t.Errorf("%d kernels, complete: %t", n, found.Complete())
	}
}

func ExampleEngine_Kernels() {
	engine := access()
	kernels, err := engine.Kernels(context.Background(), parsed("can_read(bo, handbook)"), revise.KernelLimits{Max: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	for kernel := range kernels.All() {
		var facts []string
		for _, b := range kernel {
			facts = append(facts, b.Fact.String())
		}
		fmt.Println(strings.Join(facts, " and "))
	}
	fmt.Println("complete:", kernels.Complete())
	// Output:
	// grant(contractors, handbook) and member(bo, contractors)
	// grant(finance, handbook) and member(bo, finance)
	// complete: true
}
