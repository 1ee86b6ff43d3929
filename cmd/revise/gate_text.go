package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

// writeGate writes for people.
func writeGate(c *console, s stream, g *gated, verbose bool) error {
	var b strings.Builder
	for i := range g.verdict.Results {
		r := &g.verdict.Results[i]
		code := exitDone
		if r.Breached() {
			code = exitNo
		}
		fmt.Fprintf(&b, "%s %s%s\n", c.mark(s, code), onLine(r.Check.Name), counted(r))
		if r.Breached() || verbose {
			c.writeGroups(s, &b, g.grouped(r.Breaches), "        ", verbose)
		}
		g.writeAllowed(c, s, &b, r.Allowed)
	}
	for _, e := range g.verdict.Ended {
		line := fmt.Sprintf("note: the exception of %s ended on %s: %s", lineAt(e.Place), e.Until, e.Because)
		fmt.Fprintln(&b, c.folded(s, onLine(line)))
	}
	for _, e := range g.verdict.Idle {
		line := fmt.Sprintf("note: the exception of %s let nothing pass: %s", lineAt(e.Place), e.Because)
		fmt.Fprintln(&b, c.folded(s, onLine(line)))
	}
	fmt.Fprintln(&b, c.folded(s, g.total()))
	_, err := io.WriteString(s, b.String())
	return err
}

// counted goes on in the line of a check that lets some changes pass.
func counted(r *gate.Result) string {
	if r.Check.AtMost == 0 {
		return ""
	}
	return fmt.Sprintf(": %s, at most %d", plural(len(r.Breaches), "change"), r.Check.AtMost)
}

// grouped puts breaches below what they go back to.
func (g *gated) grouped(breaches []gate.Breach) []*causeGroup {
	var changes []gate.Change
	var effects []string
	for _, b := range breaches {
		changes, effects = append(changes, b.Change), append(effects, effect(b))
	}
	return placer(g.written).grouped(changes, effects)
}

func (g *gated) writeAllowed(c *console, s stream, b *strings.Builder, allowed []gate.Breach) {
	for _, breach := range allowed {
		line := fmt.Sprintf("        allowed: %s (%s%s)", effect(breach), breach.Exception.Because, until(breach.Exception))
		fmt.Fprintln(b, c.folded(s, onLine(line)))
	}
}

func until(e gate.Exception) string {
	if e.Until == (belief.Value{}) {
		return ""
	}
	return ", until " + e.Until.String()
}

// effect says what happens, first in the words of the check.
func effect(breach gate.Breach) string {
	line := breach.Message
	if fact := breach.Change.String(); !strings.HasPrefix(line, fact) {
		line += " (" + fact + ")"
	}
	if e := breach.Exception; e.Because != "" && !breach.Allowed {
		line += fmt.Sprintf("; an exception ended on %s: %s", e.Until, e.Because)
	}
	return line
}

// total says in one line what became of all checks.
func (g *gated) total() string {
	counts := map[gate.Kind]int{}
	for _, c := range g.comparison.Changes {
		counts[c.Kind]++
	}
	verdict := "all passed"
	if n := g.verdict.Breached(); n > 0 {
		verdict = fmt.Sprintf("%d breached", n)
	}
	return fmt.Sprintf("%s: %s; from base to head %d gained, %d retracted, %d changed, %s", plural(len(g.verdict.Results), "check"), verdict,
		counts[gate.Gained], counts[gate.Retracted], counts[gate.Changed], plural(counts[gate.Violated], "new violation"))
}
