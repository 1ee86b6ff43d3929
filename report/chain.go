package report

import "github.com/beliefbase/revise/revise"

// mostSteps bounds how many steps of a chain are named: those between have lines of their own.
const mostSteps = 4

// chainOf names the steps from the literal that changed to the base change behind it, leaving out the first if the reason
// names it already.
func chainOf(r revise.Reason) phrase {
	var steps []*revise.Step
	for s := r.Chain; s != nil; s = s.Next {
		steps = append(steps, s)
	}
	if p, ok := cause(r); ok && len(steps) > 0 && (steps[0].Group != "" || p.Fact.Equal(steps[0].Fact)) {
		steps = steps[1:]
	}
	var text phrase
	for i, s := range steps {
		if hidden := len(steps) - mostSteps; hidden > 1 && i >= mostSteps-1 && i < len(steps)-1 {
			if i == mostSteps-1 {
				text = text.words("since … " + grouped(hidden) + " steps …")
			}
			continue
		}
		if i > 0 {
			text = text.glue(",")
		}
		text = text.words("since").add(1, stepPhrase(s))
	}
	return text
}

func stepPhrase(s *revise.Step) phrase {
	switch {
	case s.Group != "":
		return phrase{}.atom("'" + harmless(s.Group) + "'").words("changed")
	case s.Event == revise.ValueChanged:
		return phrase{}.atom(atom(s.Fact)).words("changed its multiplicity")
	}
	return phrase{}.atom(atom(s.Fact)).words("was " + eventNames[s.Event])
}
