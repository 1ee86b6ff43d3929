package report

import "github.com/beliefbase/revise/revise"

// whyJSON is a support tree as a list, so that depth costs readers nothing; the first justification is that of the fact.
type whyJSON struct {
	Schema         int                 `json:"schema"`
	Fact           factJSON            `json:"fact"`
	Justifications []justificationJSON `json:"justifications"`
}

type justificationJSON struct {
	Fact         factJSON               `json:"fact"`
	Support      supportJSON            `json:"support"`
	Attributions []attributionJSON      `json:"attributions,omitempty"` // of a base belief
	Rule         *ruleJSON              `json:"rule,omitempty"`         // absent: it is a base belief
	Premises     []justifiedPremiseJSON `json:"premises"`
}

type justifiedPremiseJSON struct {
	premiseJSON
	Justification *int `json:"justification,omitempty"` // of an atom: its number in the list, from 0
	Members       *int `json:"members,omitempty"`       // of an aggregate: the solutions in its group
}

// refusedJSON is a refusal that is the whole answer.
type refusedJSON struct {
	Schema  int          `json:"schema"`
	Refused *refusalJSON `json:"refused"`
}

func newRefusedJSON(r *revise.Refusal) refusedJSON {
	return refusedJSON{schemaVersion, newRefusalJSON(r)}
}

func newWhyJSON(root *revise.Justification) whyJSON {
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
	return whyJSON{schemaVersion, newFactJSON(root.Fact), list(nodes, func(j *revise.Justification) justificationJSON {
		return newJustificationJSON(j, number)
	})}
}

func newJustificationJSON(j *revise.Justification, number map[string]int) justificationJSON {
	node := justificationJSON{Fact: newFactJSON(j.Fact), Support: newSupportJSON(j.Support), Attributions: list(j.Attributions, newAttributionJSON)}
	if j.Rule != (revise.RuleRef{}) {
		rule := newRuleJSON(j.Rule)
		node.Rule = &rule
	}
	node.Premises = list(j.Premises, func(p revise.JustifiedPremise) justifiedPremiseJSON {
		premise := justifiedPremiseJSON{premiseJSON: newPremiseJSON(p.Premise)}
		if p.Justification != nil {
			if n, ok := number[p.Justification.Fact.String()]; ok {
				premise.Justification = &n
			}
		}
		if p.Premise.Kind == revise.AggregatePremise {
			premise.Members = &p.Members
		}
		return premise
	})
	return node
}
