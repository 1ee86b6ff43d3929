package testkit

import (
	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// World is a draft of random parts.
type World = draft.Draft

// The parts of a world.
type (
	Relation   = draft.Relation
	Rule       = draft.Rule
	Constraint = draft.Constraint
	Atom       = draft.Atom
	Literal    = draft.Literal
	Aggregate  = draft.Aggregate
	Revision   = draft.Revision
	Withdrawal = draft.Withdrawal
	Assertion  = draft.Assertion
)

// Dice makes the choices of the generator.
type Dice = fuzz.Dice

// NewDice returns dice that a seed decides, DiceOf dice that bytes decide.
var (
	NewDice = fuzz.NewDice
	DiceOf  = fuzz.DiceOf
)
