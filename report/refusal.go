package report

import (
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// refused says that nothing was changed, why, and what would be the way.
func (p *page) refused(r *revise.Refusal) {
	p.refusal(2, phrase{}.words("refused, nothing was changed:").painted(red), r)
}

// refusal writes a refusal behind a lead, and below it what it knows beside its message.
func (p *page) refusal(indent int, lead phrase, r *revise.Refusal) {
	message, details := messageOf(r)
	p.say(indent, indent+2, lead.words(message))
	indent += 2
	for _, line := range details {
		p.line(strings.TrimRight(strings.Repeat(" ", indent)+line, " "))
	}
	if r.Conclusion != nil {
		p.remedies(r.Conclusion, indent)
	}
	if len(r.Violations) > 1 {
		p.violationLines(indent, r.Violations, cameSign)
	}
	if r.Fault != nil {
		p.fault(indent, r.Fault)
	}
}

// fault says which values, and which base beliefs, led to an undefined operation.
func (p *page) fault(indent int, f *revise.Fault) {
	if len(f.Bindings) > 0 {
		p.say(indent, indent+2, bindings(f.Bindings))
	}
	for i, b := range f.Beliefs {
		text := phrase{}.words("from")
		if i > 0 {
			text = phrase{}.words("and")
		}
		text = text.atom(atom(b.Fact))
		if note := sourcesAndPlace(b); note != "" {
			text = text.add(2, phrase{}.words(note))
		}
		p.say(indent, indent+2, text)
	}
}

// sourcesAndPlace says where a base belief comes from.
func sourcesAndPlace(b belief.Belief) string {
	note := sourceNames(b.Attributions)
	if place := firstPlace(b.Attributions); place.File != "" {
		note = strings.TrimSpace(note + placed(place))
	}
	return note
}

// messageOf returns the message of a refusal with its place, and further lines of it as they are laid out.
func messageOf(r *revise.Refusal) (string, []string) {
	message, rest, found := strings.Cut(strings.TrimRight(r.Message, "\n"), "\n")
	if !found {
		return harmless(message) + placed(r.Place), nil
	}
	var details []string
	for line := range strings.SplitSeq(rest, "\n") {
		details = append(details, harmless(line))
	}
	return harmless(strings.TrimSuffix(message, ":")) + placed(r.Place) + ":", details
}

// bindings says which values the variables of a rule had.
func bindings(list []revise.Binding) phrase {
	text := phrase{}.words("with")
	for i, b := range list {
		binding := "?" + harmless(b.Variable) + " = " + b.Value.String()
		if i < len(list)-1 {
			binding += ","
		}
		text = text.atom(binding)
	}
	return text
}

// remedies says what supports a conclusion, and which withdrawals retract it: each to be pasted, one as a command if
// there is one.
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
	if p.Withdraw != "" {
		command := phrase{}.words("for example:").words(Safe(p.Withdraw))
		for _, f := range c.Remedies[0].Withdraw {
			command = command.atom(shellQuote(f.String()))
		}
		p.say(indent, indent+2, command)
	}
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

const moreRemedies = "there may be further ways: not all were searched"

func noRemedy(complete bool) string {
	if complete {
		return "no withdrawal of base beliefs retracts it"
	}
	return "no withdrawal that retracts it was found, but not all were searched"
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
	widest, besides := 0, 0
	for i, r := range remedies {
		texts[i] = phrase{}.atom(grouped(i+1)+".").add(1, p.remedy(r.Withdraw))
		widest = max(widest, texts[i].width())
		besides = max(besides, width(alsoDoes(r)))
	}
	for i, r := range remedies {
		text, gap := texts[i], columnGap
		if indent+widest+8+besides <= p.Width {
			gap = widest + 8 - text.width()
		}
		if also := alsoDoes(r); also != "" {
			text = text.add(gap, phrase{}.words(also))
		}
		p.say(indent, indent+3, text)
	}
}

// remedy names the base beliefs to withdraw, as the key of a revision unless there is a command.
func (p *page) remedy(facts []belief.Fact) phrase {
	if p.Withdraw == "" {
		return withdrawKey(facts)
	}
	var text phrase
	for i, f := range facts {
		if i > 0 {
			text = text.words("with")
		}
		text = text.atom(f.String())
	}
	return text
}

// withdrawKey writes facts as the key of a revision.
func withdrawKey(facts []belief.Fact) phrase {
	text := phrase{}.words("withdraw:")
	for i, f := range facts {
		item := yamlQuote(f.String())
		if i == 0 {
			item = "[" + item
		}
		if i < len(facts)-1 {
			item += ","
		} else {
			item += "]"
		}
		text = text.atom(item)
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
	if r.Changes > 0 {
		parts = append(parts, "changes "+grouped(r.Changes))
	}
	if parts == nil {
		return ""
	}
	return "also " + strings.Join(parts, ", ")
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func yamlQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
