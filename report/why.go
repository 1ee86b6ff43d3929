package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// WriteWhy writes why a fact holds, as text, JSON, YAML, DOT or Mermaid. The error is that of the writer, or names the
// formats.
func WriteWhy(w io.Writer, f Format, j *revise.Justification, o Options) error {
	switch f {
	case DOT:
		return buffered(w, func(out *bufio.Writer) error { newGraph(j).dot(out); return nil })
	case Mermaid:
		return buffered(w, func(out *bufio.Writer) error { newGraph(j).mermaid(out); return nil })
	}
	return writeAs(w, f, o, func(p *page) { p.tree(j) }, func() any { return newWhyJSON(j) })
}

// WriteRefusal writes why a request was refused and what would be the way, as text, JSON or YAML. The error is that of
// the writer, or names the formats.
func WriteRefusal(w io.Writer, f Format, r *revise.Refusal, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.refusal(0, nil, r) }, func() any { return newRefusedJSON(r) })
}

// tree draws the justification: each fact with the rule that concludes it, each rule with its literals.
func (p *page) tree(j *revise.Justification) {
	t := tree{page: p, pending: []*revise.Justification{j}}
	for i := 0; i < len(t.pending); i++ {
		t.root(t.pending[i], i > 0)
	}
	t.flush()
}

// tree collects the lines of a support tree, so that the places can stand in a column of their own. A branch that
// would leave the page is continued as a tree at the margin.
type tree struct {
	page    *page
	pending []*revise.Justification
	lines   []treeLine
}

type treeLine struct {
	text  string
	place belief.Place
}

func (t *tree) add(text string, place belief.Place) {
	t.lines = append(t.lines, treeLine{text, place})
}

func (t *tree) root(j *revise.Justification, continued bool) {
	text := atom(j.Fact) + " holds, support " + grouped(j.Support.Total())
	if continued {
		t.add("", belief.Place{})
		text = atom(j.Fact) + "   support " + grouped(j.Support.Total())
	}
	if j.Rule == (revise.RuleRef{}) {
		t.add(text+": it is a "+baseBelief(j.Attributions), firstPlace(j.Attributions))
		return
	}
	t.add(text, belief.Place{})
	t.rule(j, "")
}

// rule draws the rule that concludes a fact, as its only branch.
func (t *tree) rule(j *revise.Justification, indent string) {
	t.add(indent+"└─ "+Safe(j.Rule.Name), j.Rule.Place)
	for i, premise := range j.Premises {
		branch, below := "├─ ", "│  "
		if i == len(j.Premises)-1 {
			branch, below = "└─ ", "   "
		}
		t.premise(premise, indent+"   "+branch, indent+"   "+below)
	}
}

func (t *tree) premise(p revise.JustifiedPremise, branch, indent string) {
	text := branch + harmless(p.Premise.Text)
	switch p.Premise.Kind {
	case revise.AbsencePremise:
		t.add(text+"   no such fact holds", belief.Place{})
	case revise.ComparisonPremise:
		t.add(text+"   true", belief.Place{})
	case revise.AggregatePremise:
		t.add(text+"   over "+counted(p.Members, "solution"), belief.Place{})
	default:
		t.fact(p.Justification, branch+atom(p.Premise.Fact), indent)
	}
}

// fact draws a fact and, below it, what concludes it.
func (t *tree) fact(j *revise.Justification, text, indent string) {
	if j == nil {
		t.add(text, belief.Place{})
		return
	}
	if j.Rule == (revise.RuleRef{}) && !j.Shared {
		t.add(text+"   "+baseBelief(j.Attributions), firstPlace(j.Attributions))
		return
	}
	text += "   support " + grouped(j.Support.Total())
	switch {
	case j.Shared:
		t.add(text+", explained elsewhere in this tree", belief.Place{})
	case width(indent) > t.page.Width/2:
		t.add(text+", explained below", belief.Place{})
		t.pending = append(t.pending, j)
	default:
		t.add(text, belief.Place{})
		t.rule(j, indent)
	}
}

func baseBelief(attributions []belief.Attribution) string {
	if names := sourceNames(attributions); names != "" {
		return "base belief, " + names
	}
	return "base belief"
}

func firstPlace(attributions []belief.Attribution) belief.Place {
	if len(attributions) == 0 {
		return belief.Place{}
	}
	return attributions[0].Place
}

const placeGap = 3

// flush writes the lines with their places in a column. A file is named where it differs from that of the place above.
func (t *tree) flush() {
	places := make([]string, len(t.lines))
	text, place, file := 0, 0, ""
	for i, l := range t.lines {
		text = max(text, width(l.text))
		if l.place == (belief.Place{}) {
			continue
		}
		places[i] = lineOf(l.place)
		if l.place.File == file && l.place.Line > 0 {
			places[i] = fmt.Sprintf(":%d", l.place.Line)
		}
		file = l.place.File
		place = max(place, width(places[i]))
	}
	column := min(text+placeGap, t.page.Width-place)
	for i, l := range t.lines {
		if places[i] == "" {
			t.page.line(l.text)
			continue
		}
		gap := max(column-width(l.text), columnGap)
		t.page.line(l.text + strings.Repeat(" ", gap) + places[i])
	}
}
