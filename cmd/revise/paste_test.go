package main

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

const pasted = `
relations:
  share: {columns: [who, stock], semantics: bag}
  barred: {columns: [who], may_assert: true}
rules:
  - votes(?who) :- share(?who, _), not barred(?who)
  - votes(?who) :- proxy(?of, ?who), votes(?of)
  - absent(?who) :- proxy(?who, _), not votes(?who)
beliefs:
  - 'share("o''neil: # 1", a)'
  - 'share("o''neil: # 1", a)'
  - 'share("o''neil: # 1", b)'
  - share(ana, a)
  - 'proxy("o''neil: # 1", ana)'
  - proxy(ana, bo)
  - 'proxy("o''neil: # 1", "so much longer than a line that whatever is written beside it goes to the next")'
`

var numberOfRemedy = regexp.MustCompile(`^ *\d+\. `)

// blocksOf takes out of an answer what a person copies of each remedy: from behind its number as far as it is indented
// like keys and not like effects.
func blocksOf(answer string) []string {
	var blocks []string
	for line := range strings.Lines(answer) {
		switch number := numberOfRemedy.FindString(line); {
		case number != "":
			blocks = append(blocks, strings.Repeat(" ", len(number))+line[len(number):])
		case len(blocks) > 0 && strings.HasPrefix(line, "     ") && !strings.ContainsAny(line[5:6], "-+~"):
			blocks[len(blocks)-1] += line
		}
	}
	return blocks
}

// TestRemediesArePasted pastes every block that contract prints into the scenario, and wants of it what was said.
func TestRemediesArePasted(t *testing.T) {
	load := func(text string) *revise.Engine {
		t.Helper()
		s, err := scenarios.Load(fstest.MapFS{"s.yaml": {Data: []byte(text)}}, "s.yaml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		e, _, err := scenarios.Run(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e := load(pasted)
	asserting, every := false, false
	for goal := range e.Facts("votes") {
		found, err := e.Contract(context.Background(), goal, revise.RemedyLimits{})
		if err != nil || !found.Complete {
			t.Fatal(err, found)
		}
		for _, width := range []int{40, 100} {
			var text bytes.Buffer
			if err := report.WriteContractions(&text, report.Text, found, report.Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			blocks := blocksOf(text.String())
			if len(blocks) != len(found.List) || len(blocks) == 0 {
				t.Fatalf("%d blocks for %d remedies in\n%s", len(blocks), len(found.List), &text)
			}
			for i, block := range blocks {
				m := found.List[i]
				asserting, every = asserting || m.Assert != nil, every || m.Every != nil
				after := load(pasted + "revisions:\n   - name: pasted\n" + block)
				if after.Holds(goal) {
					t.Errorf("%s still holds after\n%s", goal, block)
				}
				if got, want := everything(after), everythingAfter(t, load(pasted), m); !slices.Equal(got, want) {
					t.Errorf("after\n%s\ngot %v, want %v", block, got, want)
				}
			}
		}
	}
	if !asserting || !every {
		t.Errorf("some that assert: %t, some that withdraw several occurrences: %t", asserting, every)
	}
}

// everythingAfter is everything after the request of a remedy.
func everythingAfter(t *testing.T, e *revise.Engine, m revise.Remedy) []string {
	t.Helper()
	if _, err := e.Revise(context.Background(), m.Request()); err != nil {
		t.Fatal(err)
	}
	return everything(e)
}

func everything(e *revise.Engine) []string {
	var lines []string
	for _, r := range e.Program().Relations {
		for f, s := range e.Facts(r.Name) {
			lines = append(lines, fmt.Sprint(f, s.Total()))
		}
	}
	return lines
}
