package report

import (
	"io"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// WriteRepairs writes how violations can be mended and what else each way would do, as text, JSON or YAML. In text a long
// list of changes is cut unless all are asked for. The error is that of the writer, or names the formats.
func WriteRepairs(w io.Writer, f Format, r *revise.Repairs, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.repairs(r) }, func() any { return newRepairsJSON(r) })
}

func (p *page) repairs(r *revise.Repairs) {
	n := len(r.Violations)
	if n == 0 {
		p.line("no constraint is violated")
		return
	}
	lead, all := phrase{}.words(grouped(n)+" violations;"), "mends all"
	if n == 1 {
		lead, all = violated(r.Violations[0].Violation), "mends it, and violates nothing else"
	}
	p.mending(lead, all, r.All)
	if n == 1 && len(r.All.List) == len(r.Violations[0].List) {
		return // they are the same
	}
	for _, v := range r.Violations {
		p.blank()
		p.mending(violated(v.Violation), "mends it", v.Mending)
	}
}

func violated(v revise.Violation) phrase {
	text := phrase{}.atom(atom(v.Fact))
	if v.Message != "" {
		text = text.add(2, phrase{}.words(Safe(v.Message)))
	}
	return text.glue(";")
}

// mending writes remedies behind a lead.
func (p *page) mending(lead phrase, does string, m revise.Mending) {
	switch {
	case len(m.List) > 0:
		p.say(0, 2, lead.words(remedyLead(m.List, does)+":"))
		p.triedRemedies(m.List, belief.Fact{})
	case m.Complete:
		p.say(0, 2, lead.words("no withdrawal of base beliefs "+does))
	default:
		p.say(0, 2, lead.words("no withdrawal that "+does+" was found, but not all were searched"))
	}
	if len(m.List) > 0 && !m.Complete {
		p.say(2, 4, phrase{}.words(moreRemedies))
	}
}
