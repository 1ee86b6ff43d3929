package report

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// whyNotJSON says why nothing matches an atom. The absences are a list, so that depth costs readers nothing; the first is
// that of the atom.
type whyNotJSON struct {
	Schema   int           `json:"schema"`
	Atom     patternJSON   `json:"atom"`
	Complete bool          `json:"complete"` // every miss is the nearest, and nothing was left out for want of time
	Absences []absenceJSON `json:"absences"`
	Ways     *waysJSON     `json:"ways,omitempty"` // to make it hold; absent: not asked
}

type absenceJSON struct {
	Atom      patternJSON `json:"atom"`
	MayAssert bool        `json:"may_assert,omitempty"` // suggestions may assert facts of its relation
	Rules     int         `json:"rules"`                // those of its relation, whether or not they could conclude it
	Cut       bool        `json:"cut,omitempty"`        // deeper than was asked for: misses is empty
	Misses    []missJSON  `json:"misses"`               // by rule that could conclude it
}

type missJSON struct {
	Rule     ruleJSON          `json:"rule"`
	Nearest  bool              `json:"nearest"`  // it is certain that no other values come nearer
	Bindings []bindingJSON     `json:"bindings"` // of the variables that have a value
	Literals []missLiteralJSON `json:"literals"`
}

type missLiteralJSON struct {
	premiseJSON
	State     string             `json:"state" jsonschema:"enum=holds,enum=fails,enum=open"` // open: what would give its variables a value is missing
	Absence   *int               `json:"absence,omitempty"`                                  // of an atom that fails: its number in the list, from 0
	Circular  bool               `json:"circular,omitempty"`                                 // of an atom that fails: it would need itself
	InTheWay  *justificationJSON `json:"in_the_way,omitempty"`                               // of an absence that fails
	Left      *datum             `json:"left,omitempty"`                                     // of a comparison that fails
	Right     *datum             `json:"right,omitempty"`
	Undefined string             `json:"undefined,omitempty"` // of a built-in that fails: why it has no value
	Value     *datum             `json:"value,omitempty"`     // of an aggregate that fails: the value of its group
	Group     []bindingJSON      `json:"group,omitempty"`     // of an aggregate: what chooses its group
	Members   *int               `json:"members,omitempty"`   // of an aggregate: the solutions in its group
	Solutions [][]premiseJSON    `json:"solutions,omitempty"` // the first of them
}

type waysJSON struct {
	Remedies []triedRemedyJSON `json:"remedies"` // smaller ones first
	Complete bool              `json:"complete"` // there are no others
}

var literalStates = map[revise.LiteralState]string{
	revise.LiteralHolds: "holds", revise.LiteralFails: "fails", revise.LiteralOpen: "open",
}

// absenceList numbers the absences of an answer.
type absenceList struct {
	list   []*revise.Absence
	number map[string]int // by atom
}

func newWhyNotJSON(y *WhyNot) whyNotJSON {
	made := whyNotJSON{Schema: schemaVersion, Atom: newPatternJSON(y.Atom), Complete: y.Complete}
	n := absenceList{[]*revise.Absence{y.Absence}, map[string]int{pattern(y.Atom): 0}}
	for i := 0; i < len(n.list); i++ {
		for _, m := range n.list[i].Misses {
			for _, l := range m.Literals {
				n.add(l.Absence)
			}
		}
	}
	made.Absences = list(n.list, n.absence)
	if y.Ways != nil {
		made.Ways = &waysJSON{list(y.Ways.List, newTriedRemedyJSON), y.Ways.Complete}
	}
	return made
}

// add numbers an absence that is explained where it stands.
func (n *absenceList) add(a *revise.Absence) {
	if a == nil || a.Circular || a.Shared {
		return
	}
	if _, known := n.number[pattern(a.Atom)]; !known {
		n.number[pattern(a.Atom)] = len(n.list)
		n.list = append(n.list, a)
	}
}

func (n *absenceList) absence(a *revise.Absence) absenceJSON {
	return absenceJSON{newPatternJSON(a.Atom), a.MayAssert, a.Concluded, a.Cut, list(a.Misses, func(m revise.Miss) missJSON {
		return missJSON{newRuleJSON(m.Rule), m.Nearest, list(m.Bindings, newBindingJSON), list(m.Literals, n.literal)}
	})}
}

func (n *absenceList) literal(l revise.MissLiteral) missLiteralJSON {
	made := missLiteralJSON{premiseJSON: newPremiseJSON(l.Premise), State: literalStates[l.State], Undefined: l.Undefined}
	if l.State != revise.LiteralHolds {
		made.Support, made.Fact = nil, nil
	}
	if a := l.Absence; a != nil {
		made.Circular = a.Circular
		if number, known := n.number[pattern(a.Atom)]; known {
			made.Absence = &number
		}
	}
	if l.InTheWay != nil {
		fact := newJustificationJSON(l.InTheWay, nil)
		made.InTheWay = &fact
	}
	made.Left, made.Right, made.Value = known(l.Left), known(l.Right), known(l.Value)
	if g := l.Group; g != nil {
		made.Group, made.Members = list(g.Key, newBindingJSON), &g.Members
		made.Solutions = list(g.Shown, func(s []revise.Premise) []premiseJSON { return list(s, newPremiseJSON) })
	}
	return made
}

// known returns a value, nil for none.
func known(v belief.Value) *datum {
	if v.Type() == belief.NoType {
		return nil
	}
	return &datum{v}
}
