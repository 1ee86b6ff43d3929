package report

import (
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
	head := p.heading(i, o)
	if o.Refused != nil {
		p.say(0, 2, head)
		p.refused(o.Refused)
		return
	}
	base := baseLines(o.Base, p.All)
	if single := p.besides(head, base); single != nil {
		p.say(0, 2, single)
	} else {
		p.say(0, 2, head)
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
func (p *page) heading(i int, o *revise.Outcome) phrase {
	head := phrase{}.words(title(o)).painted(bold)
	if o.WhatIf {
		head = head.add(3, phrase{}.words("what if: all of this was taken back"))
	}
	if o.Request.Because != "" {
		head = head.add(3, phrase{}.words("because "+Safe(o.Request.Because)))
	}
	if by := byAt(o.Request); by != "" {
		head = head.add(3, phrase{}.words(by))
	}
	if took, ok := p.took(i); ok && len(p.Timings) > 1 {
		head = head.add(3, phrase{}.atom(spoken(took)).painted(faint))
	}
	return head
}

// title is what people call the revision.
func title(o *revise.Outcome) string {
	switch {
	case o.Request.Name != "":
		return Safe(o.Request.Name)
	case o.Request.Undo != "":
		return "undo: " + Safe(o.Request.Undo)
	default:
		return "revision " + grouped(o.Number)
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

func (s signed) phrase() phrase {
	sign := s.sign
	if sign == "" {
		sign = " "
	}
	return phrase{piece{text: sign, whole: true, paint: paintOf(s.sign)}}.add(1, s.text)
}

// besides returns the heading with the base change beside it, if there is only one and the line holds both.
func (p *page) besides(head phrase, base []signed) phrase {
	if len(base) != 1 {
		return nil
	}
	line := head.add(8, phrase{}.atom("base:")).add(1, base[0].phrase())
	if line.width() > p.Width {
		return nil
	}
	return line
}

// labelled writes lines below each other beside a label, and says how many it left out.
func (p *page) labelled(label string, lines []signed, most int) {
	for i, l := range lines {
		if i == most && !p.All {
			p.more(label, len(lines)-most, "")
			return
		}
		label = p.under(label, l.phrase())
	}
}

// more says how many lines were left out, and how to see them.
func (p *page) more(indent string, n int, what string) {
	p.under(indent, phrase{}.words("… "+grouped(n)+" more"+what+" (-v shows all)").painted(faint))
}

// baseLines says what became of the belief base, what is gone first.
func baseLines(b revise.BaseChanges, places bool) []signed {
	var lines []signed
	add := func(sign string, f belief.Fact, note string, from []belief.Attribution) {
		text := phrase{}.atom(atom(f))
		if note != "" {
			text = text.add(2, phrase{}.words(note))
		}
		if s := sources(from); s != "" {
			text = text.add(2, phrase{}.words(s))
		}
		if places {
			text = withPlaces(text, from)
		}
		lines = append(lines, signed{sign, text})
	}
	concluded := supports(b.StillConcluded)
	for _, w := range b.Withdrawn {
		note := ""
		if s, ok := concluded[w.Fact.String()]; ok {
			note = "no longer believed, but still concluded, support " + grouped(s.Total())
		}
		add(goneSign, w.Fact, note, w.Attributions)
	}
	held := factSet(b.AlreadyHeld)
	for _, a := range b.Asserted {
		note := ""
		if held[a.Fact.String()] {
			note = "was concluded before; now it is believed as well"
		}
		add(cameSign, a.Fact, note, a.Attributions)
	}
	for _, c := range b.SourcesRemoved {
		add(standsSign, c.Fact, "no longer from "+orUnnamed(c.Changed)+"; still believed from "+orUnnamed(c.Remain), nil)
	}
	for _, c := range b.SourcesAdded {
		add(standsSign, c.Fact, "was believed already; now also from "+orUnnamed(c.Changed), nil)
	}
	for _, a := range b.AlreadyBelieved {
		add(standsSign, a.Fact, "was believed already: nothing changed", a.Attributions)
	}
	for _, u := range b.NotBelieved {
		lines = append(lines, signed{"", phrase{}.atom(harmless(u.Text)).add(2, phrase{}.words("is not believed: nothing to withdraw"+placed(u.Place)))})
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

func orUnnamed(attributions []belief.Attribution) string {
	if names := sourceNames(attributions); names != "" {
		return names
	}
	return "an unnamed source"
}

func supports(holdings []revise.Holding) map[string]revise.Support {
	m := map[string]revise.Support{}
	for _, h := range holdings {
		m[h.Fact.String()] = h.Support
	}
	return m
}

func factSet(facts []belief.Fact) map[string]bool {
	m := map[string]bool{}
	for _, f := range facts {
		m[f.String()] = true
	}
	return m
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
		p.costs(o.Strata)
		return
	}
	announced := map[string]revise.Strategy{}
	for _, s := range d.Start.Strata {
		announced[strings.Join(s.Relations, ",")] = s.Strategy
	}
	for _, s := range o.Strata {
		if before, ok := announced[strings.Join(s.Relations, ",")]; ok && before != s.Strategy {
			p.say(2, 4, phrase{}.words(listed(s.Relations, 3)+": "+string(s.Strategy)+" this time, "+harmless(s.Because)))
		}
	}
}
