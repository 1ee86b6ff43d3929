package rules

import "github.com/beliefbase/revise/belief"

// Query is an atom outside any rule: a fact, or a pattern with variables and _, as the command line and revisions use it.
type Query struct {
	Relation  string
	Terms     []Term
	Variables []string // names, without the question mark; a VariableTerm is an index into it
	Place     belief.Place
}

// RuleChange is what a revision does to the rules.
type RuleChange struct {
	AddRules          []*Node
	RemoveRules       []NameAt
	AddConstraints    []*Node
	RemoveConstraints []NameAt
}

// NameAt is a name and where it stands.
type NameAt struct {
	Name  string
	Place belief.Place
}

// IsEmpty reports whether nothing is changed.
func (c RuleChange) IsEmpty() bool {
	return len(c.AddRules)+len(c.RemoveRules)+len(c.AddConstraints)+len(c.RemoveConstraints) == 0
}
