package report

import (
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// cameOrWent says which support of a conclusion came, or went: its rule, and what happened to one literal of it.
func cameOrWent(r revise.Reason, went bool) phrase {
	if r.Base {
		if went {
			return phrase{}.words("the base belief itself was withdrawn")
		}
		return phrase{}.words("it was asserted itself")
	}
	name := phrase{}.words(Safe(r.Rule.Name))
	if r.RuleChange {
		if went {
			return name.glue(":").words("the rule was removed")
		}
		return name.glue(":").words("the rule was added")
	}
	premise, ok := cause(r)
	if !ok {
		return name
	}
	return name.glue(":").add(1, happened(premise, went))
}

// cause returns the literal that changed, if there is one.
func cause(r revise.Reason) (revise.Premise, bool) {
	if r.Cause < 0 || r.Cause >= len(r.Premises) {
		return revise.Premise{}, false
	}
	return r.Premises[r.Cause], true
}

// happened says what happened to a literal.
func happened(p revise.Premise, went bool) phrase {
	literal := harmless(p.Text)
	switch p.Event {
	case revise.WasRetracted:
		return phrase{}.atom(literal).words("was retracted")
	case revise.WasGained:
		return phrase{}.atom(literal).words("was gained")
	case revise.WasWithdrawn:
		return phrase{}.atom(literal).words("was withdrawn")
	case revise.WasAsserted:
		return phrase{}.atom(literal).words("was asserted")
	}
	if went {
		return phrase{}.atom("'" + literal + "'").words("no longer holds")
	}
	return phrase{}.atom("'" + literal + "'").words("now holds")
}

// still says which support of a conclusion stands.
func still(r revise.Reason) phrase {
	if r.Base {
		return phrase{}.words("still a base belief")
	}
	return phrase{}.words("still by " + Safe(r.Rule.Name) + placed(r.Rule.Place))
}

// placed returns a place in parentheses, or nothing.
func placed(p belief.Place) string {
	if p == (belief.Place{}) {
		return ""
	}
	return " (" + lineOf(p) + ")"
}

// lineOf returns the file and line of a place.
func lineOf(p belief.Place) string {
	if p.Line == 0 {
		return Safe(p.File)
	}
	return Safe(p.File) + ":" + strconv.Itoa(p.Line)
}

// mostRoots bounds how many base changes a line names.
const mostRoots = 3

// since names the base changes behind a reason, leaving out the one that its cause is.
func since(r revise.Reason) phrase {
	var told phrase
	more := 0
	for _, root := range r.Roots {
		if isCause(r, root) {
			continue
		}
		if more++; more > mostRoots {
			continue
		}
		if more > 1 {
			told = told.glue(",")
		}
		told = told.atom(atom(root.Fact)).words(verb(root))
	}
	if more > mostRoots {
		told = told.words("and " + grouped(more-mostRoots) + " more")
	}
	if told == nil {
		return nil
	}
	return phrase{}.words("since").add(1, told)
}

func verb(e revise.BaseEvent) string {
	if e.Asserted {
		return "was asserted"
	}
	return "was withdrawn"
}

// isCause reports whether the base change is what happened to the literal that the reason names, or to the fact itself.
func isCause(r revise.Reason, root revise.BaseEvent) bool {
	if r.Base {
		return true
	}
	p, ok := cause(r)
	return ok && (p.Event == revise.WasWithdrawn || p.Event == revise.WasAsserted) && p.Fact.Equal(root.Fact)
}

// sources returns the named sources of the attributions in brackets, or nothing: [HR-2291].
func sources(attributions []belief.Attribution) string {
	names := sourceNames(attributions)
	if names == "" {
		return ""
	}
	return "[" + names + "]"
}

// sourceNames lists the named sources, each once, with how often it occurs.
func sourceNames(attributions []belief.Attribution) string {
	var names []string
	for i := 0; i < len(attributions); {
		n := 1
		for i+n < len(attributions) && attributions[i+n].Source == attributions[i].Source {
			n++
		}
		if source := attributions[i].Source; source != "" {
			name := Safe(source)
			if n > 1 {
				name += " ×" + grouped(n)
			}
			names = append(names, name)
		}
		i += n
	}
	return strings.Join(names, ", ")
}
