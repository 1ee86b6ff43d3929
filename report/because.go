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
		return phrase{}.words(whole(r, went))
	}
	var name phrase
	if r.Rule.Name != "" {
		name = name.words(Safe(r.Rule.Name))
	}
	if r.RuleChange {
		return name.glue(":").words(whole(r, went))
	}
	premise, ok := cause(r)
	if !ok {
		return name
	}
	return name.glue(":").add(1, literalChange(premise, went))
}

// literalChange says which literal came or went, or began or ceased to hold.
func literalChange(p revise.Premise, went bool) phrase {
	literal := harmless(p.Text)
	if !isEvent(p) {
		literal = "'" + literal + "'"
	}
	return phrase{}.atom(literal).words(happened(p, went))
}

// whole says what happened to a support that came or went as a whole: a base belief, or a rule.
func whole(r revise.Reason, went bool) string {
	switch {
	case r.Base && went:
		return "it was a base belief, and was withdrawn"
	case r.Base:
		return "it was asserted"
	case went:
		return "the rule was removed"
	default:
		return "the rule was added"
	}
}

// cause returns the literal that changed, if there is one.
func cause(r revise.Reason) (revise.Premise, bool) {
	if r.Cause < 0 || r.Cause >= len(r.Premises) {
		return revise.Premise{}, false
	}
	return r.Premises[r.Cause], true
}

// isEvent reports whether the literal is a fact that came or went; any other literal began or ceased to hold.
func isEvent(p revise.Premise) bool {
	return p.Event >= revise.WasRetracted && p.Event <= revise.WasAsserted
}

// happened says what happened to a literal.
func happened(p revise.Premise, went bool) string {
	switch p.Event {
	case revise.WasRetracted:
		return "was retracted"
	case revise.WasGained:
		return "was gained"
	case revise.WasWithdrawn:
		return "was withdrawn"
	case revise.WasAsserted:
		return "was asserted"
	}
	if went {
		return "no longer holds"
	}
	return "now holds"
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

// mostRoots bounds how many base changes a line names without All.
const mostRoots = 3

// since names the base changes behind a reason, leaving out the one that its cause is.
func since(r revise.Reason, all bool) phrase {
	var roots []revise.BaseEvent
	for _, root := range r.Roots {
		if !isCause(r, root) {
			roots = append(roots, root)
		}
	}
	if len(roots) == 0 {
		return nil
	}
	text := phrase{}.words("since")
	for i, root := range roots {
		if i == mostRoots && !all {
			return text.words("and " + grouped(len(roots)-mostRoots) + " more")
		}
		if i > 0 {
			text = text.words("and")
		}
		text = text.atom(atom(root.Fact)).words("was " + changeOf(root))
	}
	return text
}

// isCause reports whether the base change is what happened to the literal that the reason names, or to the fact itself.
func isCause(r revise.Reason, root revise.BaseEvent) bool {
	if r.Base {
		return true
	}
	p, ok := cause(r)
	return ok && (p.Event == revise.WasWithdrawn || p.Event == revise.WasAsserted) && p.Fact.Equal(root.Fact)
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

// Because says in one line which support of a conclusion came or, if it went, was the last to go, and which base changes
// are behind it.
func Because(r revise.Reason, went bool) string {
	text := cameOrWent(r, went)
	if roots := since(r, false); roots != nil {
		text = text.glue(",").add(1, roots)
	}
	return text.String()
}
