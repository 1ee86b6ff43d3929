package revise

import "github.com/beliefbase/revise/belief"

// Explanation is why a fact holds: one support of it, and of what that rests on, down to base beliefs.
type Explanation struct {
	*Justification
	// Least says that no other well-founded tree of the fact is lower; otherwise it was made from ranks, and one may be.
	Least  bool
	Height int // where Least: the number of rules on the longest way down; a base belief is 0 high
	// Needs are the base beliefs under the tree and its groups each of which, withdrawn alone, would retract the fact; they
	// are known where the tree is Least, whole, and finding them out is cheap.
	Needs      []belief.Belief
	NeedsKnown bool
}

// Justification is a support of a fact, and recursively of what supports it: a well-founded tree that ends in base
// beliefs, absences, groups and built-ins. The rules are the user's own. A subtree that stands elsewhere in the tree
// already is cut there: Shared is set and Premises left out.
type Justification struct {
	Fact         belief.Fact
	Support      Support
	Attributions []belief.Attribution // of a base belief
	Rule         RuleRef              // zero for a base belief
	Premises     []JustifiedPremise   // literal by literal, as the rule is written
	Shared       bool
	Cut          bool // it lies deeper than was asked for: Rule and Premises are left out
}

// JustifiedPremise is a literal of a rule instance; an atom has the justification of its fact.
type JustifiedPremise struct {
	Premise       Premise
	Justification *Justification // of an AtomPremise, else nil
	Group         *Group         // of an AggregatePremise, else nil
}

// Group is what an aggregate ranges over in a rule instance.
type Group struct {
	Key     []Binding // the variables that choose the group, with their values
	Members int       // the solutions of the braces
	// Shown are the first of the solutions, each literal by literal as the braces are written. Of min and max, where
	// Extreme is set, it is one that has the value.
	Shown   [][]Premise
	Extreme bool
}
