package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// grown is what revisions of single facts cost at so many times the data.
type grown struct {
	workload           string
	copies             int
	facts, conclusions int
	withdraw, assert   []sample
}

// growth is how many times the data there is at each size.
var growth = []int{1, 10, 100}

// measureGrowth measures the same revisions at each size: the base is so many copies of the small data, each with values
// of its own, and what is withdrawn and asserted lies in the first.
func (s *settings) measureGrowth(ctx context.Context) error {
	runtime.GOMAXPROCS(s.cores)
	chosen, _, err := s.chosen()
	if err != nil {
		return err
	}
	d, err := dataIn("")
	if err != nil {
		return err
	}
	var all []grown
	for _, w := range chosen {
		var first grown
		for _, copies := range growth {
			fmt.Fprintf(os.Stderr, "%s, %d times\n", w.name, copies)
			g, err := s.grow(ctx, d, w, copies)
			if err != nil {
				return err
			}
			if copies == 1 {
				first = g
			}
			if changes(g) != changes(first) {
				return fmt.Errorf("%s: at %d times the data the revisions change %d conclusions, at once the data %d", w.name, copies, changes(g), changes(first))
			}
			all = append(all, g)
		}
	}
	growthTable(os.Stdout, all)
	return nil
}

// grow measures one size.
func (s *settings) grow(ctx context.Context, d data, w workload, copies int) (grown, error) {
	scenario, err := d.load(ctx, w)
	if err != nil {
		return grown{}, err
	}
	facts := choose(scenario.Base, s.singles)
	base := copied(scenario, copies)
	g := grown{workload: w.name, copies: copies, facts: base.Len()}
	e, err := revise.New(ctx, scenario.Program, base)
	if err != nil {
		return grown{}, err
	}
	g.conclusions = e.Conclusions()
	for i := range s.runs + 1 {
		if i <= 1 {
			g.withdraw, g.assert = nil, nil // the first time builds what is built on first use
		}
		for _, f := range facts {
			gone, err := applied(ctx, e, request([]belief.Fact{f}, nil))
			if err != nil {
				return grown{}, err
			}
			back, err := applied(ctx, e, request(nil, []belief.Fact{f}))
			if err != nil {
				return grown{}, err
			}
			g.withdraw, g.assert = append(g.withdraw, gone), append(g.assert, back)
		}
	}
	return g, nil
}

// copied returns a base of so many copies of the scenario's. A value that the rules name is the same in all of them.
func copied(s *scenarios.Scenario, copies int) *belief.Base {
	named := words(s.Program)
	out := belief.NewBase()
	for n := range copies {
		for _, name := range s.Base.Relations() {
			table := s.Base.Existing(name)
			for row := range table.Rows() {
				f := s.Base.Fact(table, row)
				for c, v := range f.Values {
					if n > 0 && !named[v.String()] {
						f.Values[c] = renamed(v, n)
					}
				}
				out.Add(f, belief.Attribution{})
			}
		}
	}
	return out
}

// words returns the words of the program's rules.
func words(p *rules.Program) map[string]bool {
	named := map[string]bool{}
	for _, r := range p.Rules {
		for _, word := range strings.FieldsFunc(r.Text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' }) {
			named[word] = true
		}
	}
	return named
}

// renamed returns the value that stands for another one in a copy.
func renamed(v belief.Value, n int) belief.Value {
	switch v.Type() {
	case belief.StringType:
		return belief.String(v.Text() + "#" + strconv.Itoa(n))
	case belief.IntType:
		return belief.Int(v.Int() + int64(n)*10_000_000)
	default:
		return v
	}
}

// changes returns how many conclusions the revisions of one round change.
func changes(g grown) int {
	n := 0
	for _, s := range slices.Concat(g.withdraw, g.assert) {
		n += s.Retracted + s.Gained
	}
	return n
}

func growthTable(w io.Writer, all []grown) {
	t := grid{title: fmt.Sprintf("Single facts at 1, 10 and 100 times the data: those that change at most %d conclusions", few)}
	t.add("workload", "times", "facts", "conclusions", "withdraw p50", "p99", "of once", "assert p50", "p99", "of once", "instances p50")
	var once [2]time.Duration
	for _, g := range all {
		out, in := small(g.withdraw), small(g.assert)
		p50 := [2]time.Duration{quantile(times(out), 0.5), quantile(times(in), 0.5)}
		if g.copies == 1 {
			once = p50
		}
		enumerated := each(slices.Concat(out, in), func(s sample) float64 { return float64(s.Instances) })
		t.add(g.workload, strconv.Itoa(g.copies), whole(g.facts), whole(g.conclusions),
			spoken(p50[0]), spoken(quantile(times(out), 0.99)), ratio(float64(p50[0]), float64(once[0])),
			spoken(p50[1]), spoken(quantile(times(in), 0.99)), ratio(float64(p50[1]), float64(once[1])),
			whole(uint64(median(enumerated))))
	}
	t.write(w)
}
