package report

import (
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// WhyNot is the answer to the question why nothing matches an atom.
type WhyNot struct {
	*revise.Missing
	Ways *revise.Attainments // to make it hold; nil where that was not asked
}

// WriteWhyNot writes why an atom does not hold, and how it could be made to, as text, JSON or YAML. In text a long list
// of changes is cut unless all are asked for. The error is that of the writer, or names the formats.
func WriteWhyNot(w io.Writer, f Format, y *WhyNot, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.whyNot(y) }, func() any { return newWhyNotJSON(y) })
}

func (p *page) whyNot(y *WhyNot) {
	t := tree{page: p}
	text := pattern(y.Atom) + " does not hold"
	if len(y.Atom.Variables) > 0 {
		text = "nothing matches " + pattern(y.Atom)
	}
	if len(y.Misses) == 0 {
		text += ": " + concludedByNone(y.Absence)
	}
	t.add(text, belief.Place{})
	t.misses(y.Misses, "")
	for i := 0; i < len(t.absences); i++ {
		t.add("", belief.Place{})
		t.add(pattern(t.absences[i].Atom), belief.Place{})
		t.misses(t.absences[i].Misses, "")
	}
	t.flush()
	if !y.Complete {
		p.say(0, 2, phrase{}.words("not complete: there may be nearer misses, or more below"))
	}
	if y.Ways != nil {
		p.blank()
		p.attainments(y.Ways)
	}
}

// concludedByNone says why no rule has a miss.
func concludedByNone(a *revise.Absence) string {
	text := "it is no base belief, and "
	switch {
	case a.Concluded == 0:
		text += "no rule concludes it"
	case a.Concluded == 1:
		text += "the one rule of " + Safe(a.Atom.Relation) + " concludes no such fact"
	default:
		text += "none of the " + grouped(a.Concluded) + " rules of " + Safe(a.Atom.Relation) + " concludes such a fact"
	}
	if a.MayAssert {
		text += " (it may be asserted)"
	}
	return text
}

// shortly says the same within a tree.
func shortly(a *revise.Absence) string {
	text := "no rule concludes it"
	if a.Concluded > 0 {
		text = "its rules conclude others only"
	}
	if a.MayAssert {
		text += "; may be asserted"
	}
	return text
}

// misses draws the nearest miss of each rule as a branch.
func (t *tree) misses(misses []revise.Miss, indent string) {
	for i, m := range misses {
		branch, below := branchOf(i == len(misses)-1)
		name := Safe(m.Rule.Name)
		if !m.Nearest {
			name += "   perhaps not the nearest miss"
		}
		t.add(indent+branch+name, m.Rule.Place)
		for k, l := range m.Literals {
			branch, beside := branchOf(k == len(m.Literals)-1)
			t.missLiteral(l, indent+below+branch, indent+below+beside)
		}
	}
}

// missLiteral draws a literal, and below it what is missing, or in its way.
func (t *tree) missLiteral(l revise.MissLiteral, branch, indent string) {
	switch text := harmless(l.Text); l.State {
	case revise.LiteralOpen:
		t.add(branch+"open    "+text+"   a variable has no value", belief.Place{})
	case revise.LiteralHolds:
		t.heldLiteral(l, branch+"holds   ", indent)
	default:
		t.failedLiteral(l, branch+"fails   "+text, indent)
	}
}

func (t *tree) heldLiteral(l revise.MissLiteral, lead, indent string) {
	switch {
	case l.Kind == revise.AtomPremise:
		t.add(lead+premiseText(l.Premise), firstPlace(l.Attributions))
	case l.Kind == revise.AggregatePremise:
		t.group(l.Group, lead+harmless(l.Text), indent)
	default:
		t.add(lead+harmless(l.Text), belief.Place{})
	}
}

func (t *tree) failedLiteral(l revise.MissLiteral, text, indent string) {
	switch {
	case l.Absence != nil:
		t.absence(l.Absence, text, indent)
	case l.InTheWay != nil:
		t.add(text+"   because of", belief.Place{})
		t.fact(revise.JustifiedPremise{Justification: l.InTheWay}, indent+"└─ ", indent+"   ")
	case l.Undefined != "":
		t.add(text+"   undefined: "+l.Undefined, belief.Place{})
	case l.Kind == revise.AggregatePremise:
		t.failedGroup(l, text, indent)
	default:
		t.add(text+sides(l), belief.Place{})
	}
}

// sides says what the sides of a comparison come to, where it does not say so itself.
func sides(l revise.MissLiteral) string {
	if l.Left.Type() == belief.NoType || strings.HasPrefix(l.Text, l.Left.String()+" ") && strings.HasSuffix(l.Text, " "+l.Right.String()) {
		return ""
	}
	return "   left " + l.Left.String() + ", right " + l.Right.String()
}

func (t *tree) failedGroup(l revise.MissLiteral, text, indent string) {
	switch {
	case l.Group == nil:
		t.add(text+"   no group has that value", belief.Place{})
	case l.Value.Type() == belief.NoType:
		t.add(text+"   the group is empty", belief.Place{})
	default:
		t.group(l.Group, text+"   it is "+l.Value.String(), indent)
	}
}

// absence draws an atom that fails, and what its own rules lack.
func (t *tree) absence(a *revise.Absence, text, indent string) {
	switch {
	case a.Circular:
		t.add(text+"   it would need itself", belief.Place{})
	case a.Shared:
		t.add(text+"   see above", belief.Place{})
	case a.Cut:
		t.add(text+"   …", belief.Place{})
	case len(a.Misses) == 0:
		t.add(text+"   "+shortly(a), belief.Place{})
	case width(indent) > t.page.Width/2:
		t.add(text+"   explained below", belief.Place{})
		t.absences = append(t.absences, a)
	default:
		t.add(text, belief.Place{})
		t.misses(a.Misses, indent)
	}
}

// attainments lists the ways to make an atom hold.
func (p *page) attainments(a *revise.Attainments) {
	switch {
	case len(a.List) > 0:
		target, _ := a.Atom.Fact()
		p.say(0, 2, phrase{}.words(remedyLead(a.List, "makes it hold")+":"))
		p.triedRemedies(a.List, target)
		if !a.Complete {
			p.say(0, 2, phrase{}.words(moreRemedies))
		}
	case a.Complete:
		p.say(0, 2, phrase{}.words("no change of base beliefs was found that makes it hold; facts are asserted only of relations that say may_assert, and only with values that occur"))
	default:
		p.say(0, 2, phrase{}.words("no change that makes it hold was found, but not all were searched"))
	}
}

// patternJSON is an atom that may have variables and _.
type patternJSON struct {
	Atom     string `json:"atom"`
	Relation string `json:"relation"`
}

func newPatternJSON(q rules.Query) patternJSON { return patternJSON{pattern(q), q.Relation} }
