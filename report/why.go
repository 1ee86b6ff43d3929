package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Why is the answer to the question why a fact holds.
type Why struct {
	*revise.Explanation
	// Revision is the one just before the moment of the question, if there was one and the fact held before it too; then
	// Before is its support at that time, and Lost are the supports that it lost.
	Revision string
	Before   revise.Support
	Lost     []revise.LostSupport
}

// WriteWhy writes why a fact holds, as text, JSON, YAML, DOT, Mermaid or SVG. The error is that of the writer, or names
// the formats.
func WriteWhy(w io.Writer, f Format, y *Why, o Options) error {
	draw := func(write func(*graph, *bufio.Writer)) error {
		return buffered(w, func(out *bufio.Writer) error { write(newGraph(y.Justification), out); return nil })
	}
	switch f {
	case DOT:
		return draw((*graph).dot)
	case Mermaid:
		return draw((*graph).mermaid)
	case SVG:
		return draw((*graph).svg)
	}
	return writeAs(w, f, o, func(p *page) { p.why(y) }, func() any { return newWhyJSON(y) })
}

// WriteRefusal writes why a request was refused and what would be the way, as text, JSON or YAML. The error is that of
// the writer, or names the formats.
func WriteRefusal(w io.Writer, f Format, r *revise.Refusal, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.refusal(0, nil, r) }, func() any { return newRefusedJSON(r) })
}

// why draws the tree, and below it what else is known.
func (p *page) why(y *Why) {
	note := ""
	if y.Revision != "" && y.Before.Total() != y.Support.Total() {
		note = " (" + grouped(y.Before.Total()) + " before " + belief.Quote(y.Revision) + ")"
	}
	p.tree(y.Justification, note)
	p.lost(y)
	if len(y.Needs) > 0 {
		lead := "falls without"
		if len(y.Needs) > 1 {
			lead += " any one of"
		}
		text := phrase{}.words(lead + ":")
		for i, b := range y.Needs {
			if text = text.atom(atom(b.Fact)); i < len(y.Needs)-1 {
				text = text.glue(",")
			}
		}
		p.say(0, 2, text)
	}
	if !y.Least {
		p.say(0, 2, phrase{}.words("made from ranks, for it rests on more than 10,000 rule instances: there may be a lower tree"))
	}
}

// lost says which supports went with the revision before, and why.
func (p *page) lost(y *Why) {
	for n, l := range y.Lost {
		text := phrase{}.words("lost with").words(belief.Quote(y.Revision)).glue(":")
		if n == mostLost && !p.All {
			p.say(0, 2, text.words(grouped(len(y.Lost)-n)+" more"))
			return
		}
		what := phrase{}
		if l.RuleRemoved {
			what = what.words("the rule was removed")
		}
		for _, premise := range l.Premises {
			if premise.Premise.Event != revise.Unchanged {
				what = what.glue(",").add(1, literalChange(premise.Premise, true))
			}
		}
		what[0].text = "(" + what[0].text
		p.say(0, 2, text.words(Safe(l.Rule.Name)).add(1, what.glue(")")))
	}
}

// tree draws the justification: each fact with the rule that concludes it, each rule with its literals.
func (p *page) tree(j *revise.Justification, note string) {
	t := tree{page: p, pending: []*revise.Justification{j}, marks: sharedFacts(j), note: note}
	for i := 0; i < len(t.pending); i++ {
		t.root(t.pending[i], i > 0)
	}
	t.flush()
}

// sharedFacts are those that a tree refers to; their marks are given when they are drawn or referred to.
func sharedFacts(root *revise.Justification) map[string]int {
	marks := map[string]int{}
	pending := []*revise.Justification{root}
	for len(pending) > 0 {
		j := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if j.Shared {
			marks[j.Fact.String()] = 0
		}
		for _, p := range j.Premises {
			if p.Justification != nil {
				pending = append(pending, p.Justification)
			}
		}
	}
	return marks
}

// tree collects the lines of a support tree, so that the places can stand in a column of their own. A branch that
// would leave the page is continued as a tree at the margin.
type tree struct {
	page    *page
	pending []*revise.Justification
	marks   map[string]int // of the facts that the tree refers to, by fact; 0 where it is not given yet
	given   int
	note    string // behind the support of the root
	lines   []treeLine

	absences []*revise.Absence // that are continued at the margin
}

type treeLine struct {
	text  string
	place belief.Place
}

func (t *tree) add(text string, place belief.Place) {
	t.lines = append(t.lines, treeLine{text, place})
}

// mark returns the mark of a fact that the tree refers to, else nothing.
func (t *tree) mark(j *revise.Justification) string {
	key := j.Fact.String()
	mark, referred := t.marks[key]
	if !referred {
		return ""
	}
	if mark == 0 {
		t.given++
		mark = t.given
		t.marks[key] = mark
	}
	return "[" + grouped(mark) + "]"
}

// supportOf returns what stands behind a fact that is concluded.
func (t *tree) supportOf(j *revise.Justification) string {
	text := "support " + grouped(j.Support.Total())
	if mark := t.mark(j); mark != "" {
		text += "   " + mark
	}
	return text
}

func (t *tree) root(j *revise.Justification, continued bool) {
	text := atom(j.Fact) + " holds, " + t.supportOf(j) + t.note
	if continued {
		t.add("", belief.Place{})
		text = atom(j.Fact) + "   " + t.supportOf(j)
	}
	if j.Rule == (revise.RuleRef{}) {
		t.add(text+": it is a "+baseBelief(j.Attributions), firstPlace(j.Attributions))
		return
	}
	t.add(text, belief.Place{})
	t.rule(j.Rule, j.Premises, "")
}

// rule draws the rule that concludes a fact, as its only branch.
func (t *tree) rule(rule revise.RuleRef, premises []revise.JustifiedPremise, indent string) {
	t.add(indent+"└─ "+Safe(rule.Name), rule.Place)
	t.premises(premises, indent+"   ")
}

func (t *tree) premises(premises []revise.JustifiedPremise, indent string) {
	for i, premise := range premises {
		branch, below := branchOf(i == len(premises)-1)
		t.premise(premise, indent+branch, indent+below)
	}
}

// branchOf returns the lines to a branch, and beside what is below it.
func branchOf(last bool) (branch, below string) {
	if last {
		return "└─ ", "   "
	}
	return "├─ ", "│  "
}

func (t *tree) premise(p revise.JustifiedPremise, branch, indent string) {
	text := branch + harmless(p.Premise.Text)
	switch p.Premise.Kind {
	case revise.AbsencePremise:
		t.add(text+"   no such fact holds", belief.Place{})
	case revise.ComparisonPremise:
		t.add(text+"   true", belief.Place{})
	case revise.AggregatePremise:
		t.group(p.Group, text, indent)
	default:
		t.fact(p, branch, indent)
	}
}

// group draws an aggregate and, below it, the solutions that it ranges over.
func (t *tree) group(g *revise.Group, text, indent string) {
	if g == nil {
		t.add(text, belief.Place{})
		return
	}
	t.add(text+"   of "+counted(g.Members, "solution"), belief.Place{})
	rest := g.Members - len(g.Shown)
	for i, solution := range g.Shown {
		branch, _ := branchOf(i == len(g.Shown)-1 && rest == 0)
		t.add(indent+branch+solutionText(solution), belief.Place{})
	}
	if rest > 0 && len(g.Shown) > 0 {
		t.add(indent+"└─ … and "+grouped(rest)+" more", belief.Place{})
	}
}

// solutionText writes the literals of a solution.
func solutionText(solution []revise.Premise) string {
	texts := make([]string, len(solution))
	for i, p := range solution {
		if texts[i] = harmless(p.Text); p.Kind == revise.AtomPremise && p.Fact.Relation != "" {
			texts[i] = atom(p.Fact)
		}
	}
	return strings.Join(texts, ", ")
}

// fact draws the fact of a premise and, below it, what concludes it.
func (t *tree) fact(p revise.JustifiedPremise, branch, indent string) {
	j := p.Justification
	if j == nil {
		t.add(branch+premiseText(p.Premise), firstPlace(p.Premise.Attributions))
		return
	}
	text := branch + atom(j.Fact)
	switch {
	case j.Shared:
		t.add(text+"   see "+t.mark(j), belief.Place{})
	case j.Cut:
		t.add(text+"   "+t.supportOf(j)+" …", belief.Place{})
	case j.Rule == (revise.RuleRef{}):
		t.add(text+"   "+baseBelief(j.Attributions), firstPlace(j.Attributions))
	case width(indent) > t.page.Width/2:
		t.add(text+"   "+t.supportOf(j)+", explained below", belief.Place{})
		t.pending = append(t.pending, j)
	default:
		t.add(text+"   "+t.supportOf(j), belief.Place{})
		t.rule(j.Rule, j.Premises, indent)
	}
}

// premiseText writes an atom that is not justified here.
func premiseText(p revise.Premise) string {
	switch {
	case p.Fact.Relation == "":
		return harmless(p.Text)
	case p.Base && p.Support.Total() == 1:
		return atom(p.Fact) + "   " + baseBelief(p.Attributions)
	default:
		return atom(p.Fact) + "   support " + grouped(p.Support.Total())
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
