package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

// What a text shows of a check without -v.
const (
	mostCauses  = 10
	mostEffects = 5 // of each cause
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
		fmt.Fprintf(&b, "%s %s%s\n", c.mark(s, code), visible(r.Check.Name), counted(r))
		if r.Breached() || verbose {
			g.writeBreaches(c, s, &b, r.Breaches, verbose)
		}
		g.writeAllowed(c, s, &b, r.Allowed)
	}
	for _, e := range g.verdict.Ended {
		line := fmt.Sprintf("note: the exception of %s ended on %s: %s", lineAt(e.Place), e.Until, e.Because)
		fmt.Fprintln(&b, c.folded(s, visible(line)))
	}
	for _, e := range g.verdict.Idle {
		line := fmt.Sprintf("note: the exception of %s let nothing pass: %s", lineAt(e.Place), e.Because)
		fmt.Fprintln(&b, c.folded(s, visible(line)))
	}
	fmt.Fprintln(&b, g.total())
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

// writeBreaches lists breaches below what they go back to: that is what a person will look at, once.
func (g *gated) writeBreaches(c *console, s stream, b *strings.Builder, breaches []gate.Breach, verbose bool) {
	for i, group := range g.grouped(breaches) {
		if i == mostCauses && !verbose {
			fmt.Fprintf(b, "        … and more, -v shows all\n")
			return
		}
		for _, line := range group.causes {
			fmt.Fprintln(b, c.folded(s, "        "+visible(line)))
		}
		for k, line := range group.effects {
			if k == mostEffects && !verbose {
				fmt.Fprintf(b, "          … %d more, -v shows all\n", len(group.effects)-k)
				break
			}
			fmt.Fprintln(b, c.folded(s, "          "+visible(line)))
		}
	}
}

// causeGroup is what goes back to the same roots.
type causeGroup struct {
	causes  []string
	effects []string
	mark    belief.Place // in head
}

// grouped puts breaches of the same causes together, in the order of the first of each.
func (g *gated) grouped(breaches []gate.Breach) []*causeGroup {
	var list []*causeGroup
	known := map[string]*causeGroup{}
	for _, breach := range breaches {
		causes := g.causes(breach.Change)
		key := strings.Join(causes, "\n")
		if known[key] == nil {
			known[key] = &causeGroup{causes: causes, mark: g.mark(breach)}
			list = append(list, known[key])
		}
		known[key].effects = append(known[key].effects, effect(breach))
	}
	return list
}

func (g *gated) writeAllowed(c *console, s stream, b *strings.Builder, allowed []gate.Breach) {
	for _, breach := range allowed {
		line := fmt.Sprintf("        allowed: %s (%s%s)", effect(breach), breach.Exception.Because, until(breach.Exception))
		fmt.Fprintln(b, c.folded(s, visible(line)))
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

// causes says line by line what a change goes back to.
func (g *gated) causes(c gate.Change) []string {
	var lines []string
	for _, r := range c.Roots {
		lines = append(lines, g.rootLine(r))
	}
	if len(lines) == 0 {
		lines = []string{"of several differences together"}
	}
	return lines
}

// rootLine is a root with its sources and place.
func (g *gated) rootLine(r gate.Root) string {
	line := r.String()
	if len(r.Sources) > 0 {
		line += " [" + strings.Join(r.Sources, ", ") + "]"
	}
	if p := g.written(r); p.File != "" {
		line += "  " + lineAt(p)
	}
	return line
}

// lineAt is a place without its column.
func lineAt(p belief.Place) string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line)
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
