package report

import (
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// refused says that nothing was changed, why, and what would be the way.
func (p *page) refused(r *revise.Refusal) {
	p.say(2, 4, phrase{}.words("refused, nothing was changed:").painted(red).words(harmless(r.Message)+placed(r.Place)))
	p.wayOut(r, 4)
}

// wayOut writes what a refusal knows beside its message.
func (p *page) wayOut(r *revise.Refusal, indent int) {
	if r.Conclusion != nil {
		p.remedies(r.Conclusion, indent)
	}
	p.violationLines(r.Violations, cameSign)
	if r.Fault != nil {
		p.fault(r.Fault, indent)
	}
}

func (p *page) fault(f *revise.Fault, indent int) {
	text := phrase{}.words("in rule " + Safe(f.Rule.Name) + placed(f.Rule.Place) + ":").atom(harmless(f.Literal))
	p.say(indent, indent+2, text.words("is undefined: "+harmless(f.What)))
	for i, b := range f.Bindings {
		lead := "      "
		if i == 0 {
			lead = "with  "
		}
		p.say(indent, indent+2, phrase{}.atom(lead+"?"+harmless(b.Variable)+" = "+b.Value.String()))
	}
}

// remedies says what supports a conclusion, and which withdrawals retract it.
func (p *page) remedies(c *revise.RefusedConclusionDetail, indent int) {
	p.say(indent, indent+2, supportedBy(c))
	if len(c.Remedies) == 0 {
		p.say(indent, indent+2, phrase{}.words(noRemedy(c.Complete)))
		return
	}
	p.say(indent, indent+2, phrase{}.words(remedyLead(len(c.Remedies))))
	p.remedyList(c.Remedies, indent+2)
	if !c.Complete {
		p.say(indent, indent+2, phrase{}.words(moreRemedies))
	}
	p.pasteable(c.Remedies[0].Withdraw, indent)
}

func supportedBy(c *revise.RefusedConclusionDetail) phrase {
	n := c.Support.Total()
	text := phrase{}.words("it has " + grouped(n) + " supports:")
	if n == 1 {
		text = phrase{}.words("it has 1 support:")
	}
	for i, r := range c.Rules {
		name := Safe(r.Name) + placed(r.Place)
		if i < len(c.Rules)-1 {
			name += ","
		}
		text = text.words(name)
	}
	return text
}

const moreRemedies = "there may be further ways: the search stopped at its limit"

func noRemedy(complete bool) string {
	if complete {
		return "no withdrawal of base beliefs retracts it"
	}
	return "the search for withdrawals that retract it stopped at its limit"
}

func remedyLead(n int) string {
	switch n {
	case 1:
		return "withdrawing this retracts it:"
	case 2:
		return "withdrawing either of these retracts it:"
	default:
		return "withdrawing any one of these retracts it:"
	}
}

// remedyList numbers the remedies and says what else each would do, in a column of its own as far as the page is wide.
func (p *page) remedyList(remedies []revise.Remedy, indent int) {
	texts := make([]phrase, len(remedies))
	column := 0
	for i, r := range remedies {
		texts[i] = phrase{}.atom(grouped(i+1)+".").add(1, together(r.Withdraw))
		column = max(column, texts[i].width())
	}
	column = min(column+8, p.Width/2)
	for i, r := range remedies {
		text := texts[i]
		if besides := alsoDoes(r); besides != "" {
			text = text.add(max(column-text.width(), columnGap), phrase{}.words(besides))
		}
		p.say(indent, indent+3, text)
	}
}

func together(facts []belief.Fact) phrase {
	var text phrase
	for i, f := range facts {
		if i > 0 {
			text = text.words("with")
		}
		text = text.atom(atom(f))
	}
	return text
}

func alsoDoes(r revise.Remedy) string {
	var parts []string
	if r.Retracts > 0 {
		parts = append(parts, "retracts "+grouped(r.Retracts))
	}
	if r.Gains > 0 {
		parts = append(parts, "gains "+grouped(r.Gains))
	}
	if parts == nil {
		return ""
	}
	return "also " + strings.Join(parts, ", ")
}

// pasteable writes the first remedy as a command, or as the key of a revision.
func (p *page) pasteable(facts []belief.Fact, indent int) {
	if p.Withdraw != "" {
		command := phrase{}.words("for example:").words(Safe(p.Withdraw))
		for _, f := range facts {
			command = command.atom(shellQuote(f.String()))
		}
		p.say(indent, indent+2, command)
		return
	}
	p.say(indent, indent+2, phrase{}.words("for example:"))
	p.say(indent+2, indent+2, phrase{}.words("withdraw:"))
	for _, f := range facts {
		p.say(indent+4, indent+4, phrase{}.atom("- "+yamlQuote(f.String())))
	}
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func yamlQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
