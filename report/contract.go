package report

import (
	"io"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// WriteContractions writes how a fact can be retracted and what else each way would do, as text, JSON or YAML. In text a
// long list of changes is cut unless all are asked for. The error is that of the writer, or names the formats.
func WriteContractions(w io.Writer, f Format, c *revise.Contractions, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.contractions(c) }, func() any { return newContractionsJSON(c) })
}

func (p *page) contractions(c *revise.Contractions) {
	if len(c.List) == 0 {
		p.say(0, 2, phrase{}.atom(atom(c.Fact)).words("holds, and "+noRemedy(c.Complete)))
		return
	}
	p.say(0, 2, phrase{}.atom(atom(c.Fact)).words("holds;").words(remedyLead(len(c.List))))
	for i, x := range c.List {
		p.contraction(i, x, c.Fact.String())
	}
	if !c.Complete {
		p.say(0, 2, phrase{}.words(moreRemedies))
	}
}

// contraction writes the key of a revision, and below it what that would do beside retracting the fact.
func (p *page) contraction(i int, c revise.Contraction, goal string) {
	text := phrase{}.atom(grouped(i+1)+".").add(1, withdrawKey(c.Withdraw))
	o := c.Outcome
	if o.Refused != nil {
		p.say(2, 5, text)
		p.say(5, 7, phrase{}.words("would be refused: "+harmless(o.Refused.Message)))
		return
	}
	if also := alsoDoes(c.Remedy); also != "" {
		text = text.add(columnGap, phrase{}.words(also))
	}
	p.say(2, 5, text)
	var lines []signed
	for _, x := range o.Retracted {
		if x.Fact.String() != goal {
			lines = append(lines, signed{goneSign, phrase{}.atom(atom(x.Fact))})
		}
	}
	for _, x := range o.Gained {
		lines = append(lines, signed{cameSign, phrase{}.atom(atom(x.Fact))})
	}
	for _, x := range o.Changed {
		lines = append(lines, signed{changedSign, phrase{}.atom(atom(x.Before)).words("→").atom(valueAt(x.After, x.Column))})
	}
	for n, l := range lines {
		if n == mostKept && !p.All {
			p.more(7, len(lines)-n, "")
			break
		}
		p.under(strings.Repeat(" ", 5), l)
	}
	p.violationLines(5, o.NewViolations, cameSign)
}
