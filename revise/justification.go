package revise

import "github.com/beliefbase/revise/belief"

// Justification is a support of a fact, and recursively of what supports it: a well-founded tree that ends in base
// beliefs, absences and built-ins. The rules are the user's own. A subtree that stands elsewhere in the tree already is
// cut there: Shared is set and Premises left out.
type Justification struct {
	Fact         belief.Fact
	Support      Support
	Attributions []belief.Attribution // of a base belief
	Rule         RuleRef              // zero for a base belief
	Premises     []JustifiedPremise   // literal by literal, as the rule is written
	Shared       bool
}

// JustifiedPremise is a literal of a rule instance; an atom has the justification of its fact.
type JustifiedPremise struct {
	Premise       Premise
	Justification *Justification // of an AtomPremise, else nil
	Members       int            // of an AggregatePremise: the solutions in its group
}
