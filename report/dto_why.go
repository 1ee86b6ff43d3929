package report

import "github.com/beliefbase/revise/revise"

// whyJSON is a support tree as a list, so that depth costs readers nothing; the first justification is that of the fact.
type whyJSON struct {
	Schema         int                 `json:"schema"`
	Fact           factJSON            `json:"fact"`
	Least          bool                `json:"least"`            // no well-founded tree of the fact is lower; else it was made from ranks, and one may be
	Height         *int                `json:"height,omitempty"` // where least: rules on the longest way down
	Needs          []beliefJSON        `json:"needs,omitzero"`   // base beliefs of the tree each of which, withdrawn alone, would retract the fact; absent: not known
	Before         *beforeJSON         `json:"before,omitempty"` // absent: nothing is known of an earlier moment
	Justifications []justificationJSON `json:"justifications"`
}

// beforeJSON is what the revision before the moment of the question did to the supports of the fact.
type beforeJSON struct {
	Revision string            `json:"revision"`
	Support  supportJSON       `json:"support"` // before the revision
	Lost     []lostSupportJSON `json:"lost"`
}

type lostSupportJSON struct {
	Rule        ruleJSON      `json:"rule"`
	RuleRemoved bool          `json:"rule_removed,omitempty"`
	Premises    []premiseJSON `json:"premises"` // the event says what became of each
}

// supportsJSON are the immediate supports of a fact.
type supportsJSON struct {
	Schema       int               `json:"schema"`
	Fact         factJSON          `json:"fact"`
	Support      supportJSON       `json:"support"`
	Attributions []attributionJSON `json:"attributions,omitempty"` // of a base belief, which is a support of its own
	Supports     []immediateJSON   `json:"supports"`
	Complete     bool              `json:"complete"` // there are no others
}

type immediateJSON struct {
	Rule         ruleJSON               `json:"rule"`
	Multiplicity number                 `json:"multiplicity"` // how often it counts: 1, in a bag perhaps more
	Premises     []justifiedPremiseJSON `json:"premises"`
}

type justificationJSON struct {
	Fact         factJSON               `json:"fact"`
	Support      supportJSON            `json:"support"`
	Attributions []attributionJSON      `json:"attributions,omitempty"` // of a base belief
	Rule         *ruleJSON              `json:"rule,omitempty"`         // absent: it is a base belief
	Cut          bool                   `json:"cut,omitempty"`          // deeper than was asked for: it has a rule, which is left out
	Premises     []justifiedPremiseJSON `json:"premises"`
}

type justifiedPremiseJSON struct {
	premiseJSON
	Justification *int            `json:"justification,omitempty"` // of an atom: its number in the list, from 0
	Group         []bindingJSON   `json:"group,omitempty"`         // of an aggregate: what chooses its group
	Members       *int            `json:"members,omitempty"`       // of an aggregate: the solutions in its group
	Solutions     [][]premiseJSON `json:"solutions,omitempty"`     // the first of them; of min and max one that has the value
}

// refusedJSON is a refusal that is the whole answer.
type refusedJSON struct {
	Schema  int          `json:"schema"`
	Refused *refusalJSON `json:"refused"`
}

func newRefusedJSON(r *revise.Refusal) refusedJSON {
	return refusedJSON{schemaVersion, newRefusalJSON(r)}
}

func newWhyJSON(y *Why) whyJSON {
	root := y.Justification
	nodes := []*revise.Justification{root}
	number := map[string]int{root.Fact.String(): 0}
	for i := 0; i < len(nodes); i++ {
		for _, p := range nodes[i].Premises {
			if j := p.Justification; j != nil && !j.Shared {
				number[j.Fact.String()] = len(nodes)
				nodes = append(nodes, j)
			}
		}
	}
	made := whyJSON{Schema: schemaVersion, Fact: newFactJSON(root.Fact), Least: y.Least}
	if y.NeedsKnown {
		made.Needs = list(y.Needs, newBeliefJSON)
	}
	if y.Least {
		made.Height = &y.Height
	}
	if y.Revision != "" {
		made.Before = &beforeJSON{y.Revision, newSupportJSON(y.Before), list(y.Lost, newLostSupportJSON)}
	}
	made.Justifications = list(nodes, func(j *revise.Justification) justificationJSON { return newJustificationJSON(j, number) })
	return made
}

func newLostSupportJSON(l revise.LostSupport) lostSupportJSON {
	return lostSupportJSON{newRuleJSON(l.Rule), l.RuleRemoved, list(l.Premises, func(p revise.JustifiedPremise) premiseJSON {
		return newPremiseJSON(p.Premise)
	})}
}

func newSupportsJSON(s *revise.Supports) supportsJSON {
	return supportsJSON{
		schemaVersion, newFactJSON(s.Fact), newSupportJSON(s.Support), list(s.Attributions, newAttributionJSON),
		list(s.List, func(i revise.SupportingInstance) immediateJSON {
			return immediateJSON{newRuleJSON(i.Rule), number(i.Multiplicity), list(i.Premises, func(p revise.JustifiedPremise) justifiedPremiseJSON {
				return newJustifiedPremiseJSON(p, nil)
			})}
		}), s.Complete,
	}
}

func newJustificationJSON(j *revise.Justification, number map[string]int) justificationJSON {
	node := justificationJSON{Fact: newFactJSON(j.Fact), Support: newSupportJSON(j.Support), Attributions: list(j.Attributions, newAttributionJSON), Cut: j.Cut}
	if j.Rule != (revise.RuleRef{}) {
		rule := newRuleJSON(j.Rule)
		node.Rule = &rule
	}
	node.Premises = list(j.Premises, func(p revise.JustifiedPremise) justifiedPremiseJSON { return newJustifiedPremiseJSON(p, number) })
	return node
}

func newJustifiedPremiseJSON(p revise.JustifiedPremise, number map[string]int) justifiedPremiseJSON {
	premise := justifiedPremiseJSON{premiseJSON: newPremiseJSON(p.Premise)}
	if p.Justification != nil {
		if n, ok := number[p.Justification.Fact.String()]; ok {
			premise.Justification = &n
		}
	}
	if g := p.Group; g != nil {
		premise.Members = &g.Members
		premise.Group = list(g.Key, newBindingJSON)
		premise.Solutions = list(g.Shown, func(s []revise.Premise) []premiseJSON { return list(s, newPremiseJSON) })
	}
	return premise
}
