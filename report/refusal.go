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

// remedies says what supports a conclusion, and which changes retract it: each to be pasted, one as a command if
// there is one.
func (p *page) remedies(c *revise.RefusedConclusionDetail, indent int) {
	p.say(indent, indent+2, supportedBy(c))
	if len(c.Remedies) == 0 {
		p.say(indent, indent+2, phrase{}.words(noRemedy(c.Complete)))
		return
	}
	p.say(indent, indent+2, phrase{}.words(remedyLead(c.Remedies, "retracts it")+":"))
	p.remedyList(c.Remedies, indent+2)
	if !c.Complete {
		p.say(indent, indent+2, phrase{}.words(moreRemedies))
	}
	if p.Withdraw != "" && c.Remedies[0].Assert == nil {
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

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func yamlQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
