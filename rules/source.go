package rules

import "github.com/beliefbase/revise/belief"

// Observation is what the beliefs of a scenario show about a relation: its number of columns, and their names and
// types as far as the facts or the fact file tell. Parse unifies observations with declarations and rules.
type Observation struct {
	Relation string
	Columns  []Column // Name may be empty and Type NoType; nil when there are facts, or could be, of a shape that is not known
	Place    belief.Place
}

// Signature is everything that is known about relations from beside the rules.
type Signature []Observation
