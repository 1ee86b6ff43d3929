package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		why  string
		err  error
		want int
	}{
		{"done", nil, 0},
		{"the answer is no", exitError(exitNo), 1},
		{"usage", refuse("", "no"), 2},
		{"a file", rules.Diagnostics{{Message: "wrong"}}, 2},
		{"a strategy", &revise.NotCoveredError{Strategy: revise.Counting}, 2},
		{"a conclusion", &revise.Refusal{Kind: revise.RefusedConclusion}, 2},
		{"a constraint", &revise.Refusal{Kind: revise.RefusedConstraint}, 2},
		{"a fault", &revise.Refusal{Kind: revise.RefusedFault}, 3},
		{"a limit", &revise.Refusal{Kind: revise.RefusedLimit}, 3},
		{"a time-out", &revise.Refusal{Kind: revise.RefusedLimit, Err: context.DeadlineExceeded}, 3},
		{"an interruption", &revise.Refusal{Kind: revise.RefusedCancelled, Err: context.Canceled}, 130},
		{"a disagreement", &duringError{"revision 1", &revise.Disagreement{Holds: true}}, 4},
		{"the disk", fmt.Errorf("writing: %w", errors.New("no space")), 3},
		{"a bug", &bugError{what: "oops"}, 3},
		{"a report that is lost", after(unreported, errors.New("no space")), 1},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.why, got, c.want)
		}
	}
}

// quietConsole is a console whose outputs are kept.
func quietConsole() (c *console, out, errs *bytes.Buffer) {
	out, errs = &bytes.Buffer{}, &bytes.Buffer{}
	return &console{in: strings.NewReader(""), out: stream{Writer: out}, errs: stream{Writer: errs}, env: func(string) string { return "" }, color: "auto"}, out, errs
}

func TestDisagreementIsTold(t *testing.T) {
	c, _, errs := quietConsole()
	code := c.tell(&revise.Disagreement{Fact: belief.NewFact("p", belief.String("a")), Holds: true})
	if want := "error: verification failed: p(a) holds, and does not follow\n"; code != exitDisagree || errs.String() != want {
		t.Errorf("told %q with %d", errs, code)
	}
}

// breaking is a writer that has a bug.
type breaking struct{}

func (breaking) Write([]byte) (int, error) { panic("index out of range") }

func TestPanicIsTold(t *testing.T) {
	c, _, errs := quietConsole()
	c.out.Writer = breaking{}
	code := execute([]string{"version"}, c)
	if code != exitFault {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{
		"error: this is a bug in revise: index out of range (github.com/beliefbase/revise/cmd/revise.breaking.Write:",
		"nothing was changed; please report it",
	} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("told %q, and not %q", errs, want)
		}
	}
}
