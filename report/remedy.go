package report

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

const moreRemedies = "there may be further ways: not all were searched"

func noRemedy(complete bool) string {
	if complete {
		return "no withdrawal of base beliefs retracts it"
	}
	return "no withdrawal that retracts it was found, but not all were searched"
}

// remedyLead announces remedies by what any one of them does.
func remedyLead(list []revise.Remedy, does string) string {
	withdrawing := "withdrawing "
	if slices.ContainsFunc(list, func(m revise.Remedy) bool { return m.Assert != nil }) {
		withdrawing = ""
	}
	switch len(list) {
	case 1:
		return withdrawing + "this " + does
	case 2:
		return withdrawing + "either of these " + does
	default:
		return withdrawing + "any one of these " + does
	}
}

// remedyList numbers the remedies and says what else each would do, in a column of its own as far as the page is wide.
func (p *page) remedyList(remedies []revise.Remedy, indent int) {
	texts := make([][]phrase, len(remedies))
	widest, besides := 0, 0
	for i, m := range remedies {
		texts[i] = p.remedy(m)
		texts[i][0] = numbered(i, texts[i][0])
		widest = max(widest, texts[i][0].width())
		besides = max(besides, p.besides(m).width())
	}
	for i, m := range remedies {
		text, gap := texts[i][0], columnGap
		if indent+widest+8+besides <= p.Width {
			gap = widest + 8 - text.width()
		}
		if also := p.besides(m); also != nil {
			text = text.add(gap, also)
		}
		p.say(indent, indent+5, text)
		for _, more := range texts[i][1:] {
			p.say(indent+3, indent+5, more)
		}
	}
}

func numbered(i int, text phrase) phrase { return phrase{}.atom(grouped(i+1)+".").add(1, text) }

// remedy names what to change, as keys of a revision unless there is a command.
func (p *page) remedy(m revise.Remedy) []phrase {
	if p.Withdraw == "" {
		return keys(m)
	}
	var text phrase
	for i, f := range m.Withdraw {
		if i > 0 {
			text = text.words("with")
		}
		text = text.atom(f.String())
	}
	for i, f := range m.Assert {
		if i > 0 || text != nil {
			text = text.words("and")
		}
		text = text.words("asserting").atom(f.String())
	}
	return []phrase{text}
}

// keys writes a remedy as the keys of a revision, one below the other.
func keys(m revise.Remedy) []phrase {
	var list []phrase
	if len(m.Withdraw) > 0 {
		list = append(list, key("withdraw", m.Withdraw, m.Every))
	}
	if len(m.Assert) > 0 {
		list = append(list, key("assert", m.Assert, nil))
	}
	return list
}

// key writes facts as a key of a revision; those that are meant with every occurrence say so.
func key(name string, facts, every []belief.Fact) phrase {
	text := phrase{}.words(name + ":")
	for i, f := range facts {
		item := yamlQuote(f.String())
		if slices.ContainsFunc(every, f.Equal) {
			item = "{belief: " + item + ", all: true}"
		}
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

// triedRemedies numbers the remedies, and below each says what it would do beside what it is for.
func (p *page) triedRemedies(list []revise.Remedy, target belief.Fact) {
	for i, m := range list {
		p.triedRemedy(i, m, target)
	}
}

func (p *page) triedRemedy(i int, m revise.Remedy, target belief.Fact) {
	texts := keys(m)
	text, o := numbered(i, texts[0]), m.Outcome
	if also := p.besides(m); also != nil && o.Refused == nil {
		text = text.add(columnGap, also)
	}
	p.say(2, 7, text)
	for _, more := range texts[1:] {
		p.say(5, 7, more)
	}
	if o.Refused != nil {
		p.say(5, 7, phrase{}.words("would be refused: "+harmless(o.Refused.Message)))
		return
	}
	var lines []signed
	for _, x := range o.Retracted {
		if !x.Fact.Equal(target) {
			lines = append(lines, signed{goneSign, phrase{}.atom(atom(x.Fact))})
		}
	}
	for _, x := range o.Gained {
		if !x.Fact.Equal(target) {
			lines = append(lines, signed{cameSign, phrase{}.atom(atom(x.Fact))})
		}
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

// besides says what else a remedy would do: behind the keys of a revision as a comment that is pasted with them.
func (p *page) besides(m revise.Remedy) phrase {
	also := alsoDoes(m)
	switch {
	case also == "":
		return nil
	case p.Withdraw == "":
		return phrase{}.atom("# " + also)
	default:
		return phrase{}.words(also)
	}
}

func alsoDoes(m revise.Remedy) string {
	var parts []string
	if m.Retracts > 0 {
		parts = append(parts, "retracts "+grouped(m.Retracts))
	}
	if m.Gains > 0 {
		parts = append(parts, "gains "+grouped(m.Gains))
	}
	if m.Changes > 0 {
		parts = append(parts, "changes "+grouped(m.Changes))
	}
	if parts == nil {
		return ""
	}
	return "also " + strings.Join(parts, ", ")
}
