package report

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// TestColourOnlyRepeats: without the escape sequences a coloured report is the plain one.
func TestColourOnlyRepeats(t *testing.T) {
	sequence := regexp.MustCompile("\x1b\\[[0-9]+m")
	for name, d := range documents() {
		for _, w := range []int{40, 100} {
			coloured := written(t, Text, d, Options{Width: w, Colour: true})
			if !bytes.Contains(coloured, []byte(red)) && len(d.Outcomes) > 0 {
				t.Errorf("%s has no colour", name)
			}
			if plain := written(t, Text, d, Options{Width: w}); !bytes.Equal(sequence.ReplaceAll(coloured, nil), plain) {
				t.Errorf("%s at width %d: colour changes the text", name, w)
			}
		}
	}
}

func TestNoTimesUnlessGiven(t *testing.T) {
	for _, f := range Formats() {
		without := written(t, f, benefits(), Options{})
		with := written(t, f, benefits(), Options{Timings: []time.Duration{1, 2, 3, 4}})
		if bytes.Equal(without, with) != (f == CSV) {
			t.Errorf("%s: times change nothing, or data", f)
		}
		if bytes.Contains(without, []byte(" us")) || bytes.Contains(without, []byte("duration")) {
			t.Errorf("%s tells a time", f)
		}
	}
}

// TestAllCutsNothing: every atom of the outcome is in the text, and no line says that more would be.
func TestAllCutsNothing(t *testing.T) {
	for name, d := range documents() {
		for _, w := range []int{40, 100} {
			text := string(written(t, Text, d, Options{Width: w, All: true}))
			if strings.Contains(text, "…") || strings.Contains(text, "-v") {
				t.Errorf("%s at width %d is cut:\n%s", name, w, text)
			}
			for _, o := range d.Outcomes {
				for _, c := range slices.Concat(o.Retracted, o.Gained, o.Kept) {
					if !strings.Contains(text, c.Fact.String()) {
						t.Errorf("%s at width %d lacks %s", name, w, c.Fact)
					}
				}
			}
		}
	}
}

// TestShortenedListsSayHowMany: what is cut is counted.
func TestShortenedListsSayHowMany(t *testing.T) {
	d := debian()
	text := string(written(t, Text, d, Options{}))
	shown := strings.Count(text, "\n  -  ") + strings.Count(text, "\n  =  ")
	if shown != mostLost+mostKept {
		t.Errorf("%d lines, want %d", shown, mostLost+mostKept)
	}
	for _, want := range []string{"… 74 more retracted (-v shows all)", "… 4 more kept with less support (-v shows all)", "not shown: 2 changes (1 in alternative, 1 in needs); -v shows all"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestLongAtomIsNotCut: an atom wider than the page stands alone on its line, whole.
func TestLongAtomIsNotCut(t *testing.T) {
	long := belief.NewFact("note", belief.String(strings.Repeat("長い text ", 30)))
	d := &Document{Outcomes: []*revise.Outcome{{
		Request: revise.Request{Name: "long"}, Base: revise.BaseChanges{Asserted: []belief.Belief{{Fact: long}}},
		Gained: []revise.Change{{Fact: long, After: instances(1), Reason: reason(member, 0, nil, premise(long.String(), revise.WasAsserted))}},
	}}}
	for _, w := range []int{1, 40, 80, 120} {
		text := string(written(t, Text, d, Options{Width: w}))
		for _, line := range []string{"  base: + " + long.String() + "\n", "  +  " + long.String() + "\n"} {
			if !strings.Contains(text, line) {
				t.Errorf("at width %d no line is %s:\n%s", w, line, text)
			}
		}
	}
}

func TestStrategiesOf(t *testing.T) {
	stratum := func(s revise.Strategy, relations ...string) revise.StratumReport {
		return revise.StratumReport{Relations: relations, Strategy: s}
	}
	for _, c := range []struct {
		strata []revise.StratumReport
		want   string
	}{
		{nil, ""},
		{[]revise.StratumReport{stratum(revise.Ranked, "a")}, "ranked"},
		{[]revise.StratumReport{stratum(revise.Counting, "a"), stratum(revise.Counting, "b")}, "counting"},
		{[]revise.StratumReport{stratum(revise.Ranked, "r"), stratum(revise.Counting, "a"), stratum(revise.Counting, "b")}, "r: ranked, the rest: counting"},
		{[]revise.StratumReport{stratum(revise.Ranked, "r"), stratum(revise.Counting, "a")}, "r: ranked, the rest: counting"},
		{[]revise.StratumReport{stratum(revise.Ranked, "a", "b", "c", "d", "e"), stratum(revise.Counting, "f")}, "a, b, c and 2 more: ranked, the rest: counting"},
	} {
		if got := strategiesOf(c.strata); got != c.want {
			t.Errorf("%v: %q, want %q", c.strata, got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 1<<64 - 1: "18,446,744,073,709,551,615"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0 us", 41 * time.Microsecond: "41 us", 999999: "999 us", 1500 * time.Microsecond: "1.5 ms", 999900 * time.Microsecond: "999.9 ms", 61 * time.Second: "61.0 s",
	} {
		if got := spoken(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// TestDeepTrees: depth costs neither width nor stack, and every fact of the tree is in it.
func TestDeepTrees(t *testing.T) {
	const depth = 5000
	var text, object bytes.Buffer
	if err := WriteWhy(&text, Text, whyOf(chain(depth)), Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if width(strings.TrimRight(line, "\n")) > 100 {
			t.Fatalf("a line of %d columns: %s", width(line), line)
		}
	}
	if n := strings.Count(text.String(), "base belief"); n != depth {
		t.Errorf("%d base beliefs, want %d", n, depth)
	}
	if err := WriteWhy(&object, JSON, whyOf(chain(depth)), Options{}); err != nil {
		t.Fatal(err)
	}
	var tree struct {
		Justifications []struct {
			Premises []struct{ Justification int }
		}
	}
	if err := json.Unmarshal(object.Bytes(), &tree); err != nil {
		t.Fatal(err)
	}
	if len(tree.Justifications) != 2*depth {
		t.Errorf("%d justifications, want %d", len(tree.Justifications), 2*depth)
	}
}

// TestWhyNumbersSharedFacts: a fact that stands twice in the tree is one justification.
func TestWhyNumbersSharedFacts(t *testing.T) {
	why := newWhyJSON(above())
	var numbers []int
	for _, p := range why.Justifications[0].Premises {
		if p.Justification != nil {
			numbers = append(numbers, *p.Justification)
		}
	}
	if !slices.Equal(numbers, []int{1, 2, 1, 3}) {
		t.Errorf("the premises are justified by %v", numbers)
	}
	if got := why.Justifications[1].Fact.Atom; got != "above(ann, dee)" {
		t.Errorf("justification 1 is that of %s", got)
	}
}

// TestTheEndIsThatOfTheLastRevisionThatLasts: what was taken back or refused leaves no trace.
func TestTheEndIsThatOfTheLastRevisionThatLasts(t *testing.T) {
	d := &Document{Start: Start{BaseBeliefs: 1, Conclusions: 2, Violations: make([]revise.Violation, 3)}}
	if got := d.end(); got != (end{1, 2, 3}) {
		t.Errorf("without revisions: %v", got)
	}
	d.Outcomes = []*revise.Outcome{
		{BaseBeliefs: 4, Conclusions: 5, Violations: 6},
		{BaseBeliefs: 7, Conclusions: 8, Violations: 9, WhatIf: true, Gained: make([]revise.Change, 1)},
		{Refused: &revise.Refusal{}},
	}
	if got := d.end(); got != (end{4, 5, 6}) {
		t.Errorf("after a what-if and a refusal: %v", got)
	}
	if got := newTotals(d.Outcomes, nil); got != (totals{revisions: 3, takenBack: 1, refused: 1}) {
		t.Errorf("the totals are %+v", got)
	}
}
