package report

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// The most lines of one kind that are shown without All.
const (
	mostLost = 50 // retracted and gained conclusions, violations
	mostKept = 10 // kept conclusions and changed values
	mostBase = 20 // changes of the belief base
)

// revision writes what one revision did.
func (p *page) revision(d *Document, i int, o *revise.Outcome) {
	head := slices.Clip(d.heading(i, o)) // two lines are made of it
	if o.Refused != nil {
		p.say(0, 2, p.timed(head, i))
		p.refused(o.Refused)
		return
	}
	base := baseLines(o.Base, p.All)
	if single := p.timed(besides(head, base), i); len(base) == 1 && single.width() <= p.Width {
		p.say(0, 2, single)
	} else {
		p.say(0, 2, p.timed(head, i))
		p.labelled("  base: ", base, mostBase)
	}
	p.labelled("  rules: ", ruleLines(o.Rules.RemovedRules, o.Rules.AddedRules), mostBase)
	p.labelled("  constraints: ", ruleLines(o.Rules.RemovedConstraints, o.Rules.AddedConstraints), mostBase)
	s := newSelection(o, p.shown(d))
	p.changes(o, s)
	p.hidden(s)
	p.violations(o)
	p.strategies(d, o)
}

// heading is the name of the revision, who asked for it and why.
func (d *Document) heading(i int, o *revise.Outcome) phrase {
	head := phrase{}.words(d.titleOf(i, o)).painted(bold)
	if o.WhatIf {
		head = head.add(3, phrase{}.words("(a what-if, taken back)"))
	}
	if o.Request.Because != "" {
		head = head.add(3, phrase{}.words("because "+Safe(o.Request.Because)))
	}
	if by := byAt(o.Request); by != "" {
		head = head.add(3, phrase{}.words(by))
	}
	return head
}

// timed adds what the revision took, unless it is the only one: then the last line says it.
func (p *page) timed(head phrase, i int) phrase {
	if len(p.Timings) > 1 && i < len(p.Timings) {
		return head.add(3, phrase{}.atom(spoken(p.Timings[i])).painted(faint))
	}
	return head
}

// title is what people call revision i, from 0; in a lasting base it has a number of its own.
func (d *Document) titleOf(i int, o *revise.Outcome) string {
	switch {
	case o.Request.Name != "":
		return Safe(o.Request.Name)
	case o.Request.Undo != "":
		return "undo: " + Safe(o.Request.Undo)
	case d.Lasting && o.Number == 0:
		return "revision"
	case d.Lasting:
		return "revision " + grouped(o.Number)
	default:
		return "revision " + grouped(i+1)
	}
}

func byAt(r revise.Request) string {
	var parts []string
	if r.By != "" {
		parts = append(parts, "by "+Safe(r.By))
	}
	if r.At != "" {
		parts = append(parts, "at "+Safe(r.At))
	}
	return strings.Join(parts, ", ")
}

// signed is a line with its sign.
type signed struct {
	sign string
	text phrase
}

// besides returns the heading with the first base change beside it.
func besides(head phrase, base []signed) phrase {
	if len(base) == 0 {
		return head
	}
	sign := phrase{}.atom(orElse(base[0].sign, " ")).painted(paintOf(base[0].sign))
	return head.add(8, phrase{}.atom("base:")).add(1, sign).add(1, base[0].text)
}

// labelled writes lines below each other beside a label, and says how many it left out.
func (p *page) labelled(label string, lines []signed, most int) {
	for i, l := range lines {
		if i == most && !p.All {
			p.more(width(label), len(lines)-most, "")
			return
		}
		label = p.under(label, l)
	}
}

// baseLines says what became of the belief base, what is gone first.
func baseLines(b revise.BaseChanges, places bool) []signed {
	var lines []signed
	for _, e := range baseEntries(b) {
		text := phrase{}.atom(e.atom)
		if e.note != "" {
			text = text.add(2, phrase{}.words(e.note))
		}
		if names := sourceNames(e.from); names != "" {
			text = text.add(2, phrase{}.words("["+names+"]"))
		}
		if places {
			text = withPlaces(text, e.from)
		}
		lines = append(lines, signed{e.sign, text})
	}
	return lines
}

func withPlaces(text phrase, from []belief.Attribution) phrase {
	for _, a := range from {
		if a.Place != (belief.Place{}) {
			text = text.add(2, phrase{}.words(lineOf(a.Place)))
		}
	}
	return text
}

func ruleLines(removed, added []revise.RuleRef) []signed {
	var lines []signed
	for _, r := range removed {
		lines = append(lines, signed{goneSign, rulePhrase(r)})
	}
	for _, r := range added {
		lines = append(lines, signed{cameSign, rulePhrase(r)})
	}
	return lines
}

func rulePhrase(r revise.RuleRef) phrase {
	text := phrase{}.words(Safe(r.Name) + placed(r.Place))
	if r.Text != "" {
		text = text.glue(":").words(harmless(r.Text))
	}
	return text
}

// strategies says which strata this revision kept in step otherwise than the first line tells, and with All what each cost.
func (p *page) strategies(d *Document, o *revise.Outcome) {
	if p.All {
		p.costs(worked(o))
		return
	}
	var order []string
	relations := map[string][]string{}
	for _, s := range otherwise(d, o) {
		what := string(s.Strategy) + " this time (" + harmless(s.Because) + ")"
		if relations[what] == nil {
			order = append(order, what)
		}
		relations[what] = append(relations[what], s.Relations...)
	}
	for _, what := range order {
		p.say(2, 4, phrase{}.words(listed(relations[what], 3)+": "+what))
	}
}
