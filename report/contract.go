package report

import (
	"io"

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
	p.say(0, 2, phrase{}.atom(atom(c.Fact)).words("holds;").words(remedyLead(c.List, "retracts it")+":"))
	p.triedRemedies(c.List, c.Fact)
	if !c.Complete {
		p.say(0, 2, phrase{}.words(moreRemedies))
	}
}
