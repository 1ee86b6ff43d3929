package revise

import (
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Request is one revision: what to withdraw and what to assert, in this order, whole or not at all.
// It changes base beliefs and rules only; conclusions follow.
type Request struct {
	Name    string // unique in a scenario, and no number; may be empty
	Because string
	By      string
	At      string // as written, never the clock
	Place   belief.Place

	Withdraw []Withdrawal
	Assert   []Assertion
	Rules    rules.RuleChange
	Undo     string // the name of an earlier revision: the request is its inverse, and has no other part
	WhatIf   bool   // report what would happen, then take it back
	Strict   bool   // asserting what is believed, or withdrawing what is not, refuses the request
}

// Assertion asserts one base belief.
type Assertion struct {
	Fact        belief.Fact
	Attribution belief.Attribution
}

// Withdrawal withdraws the base beliefs that match a pattern, or everything that came from a source.
type Withdrawal struct {
	Pattern *rules.Query // nil when Source is used
	Source  string
	All     bool // of a bag relation: every occurrence of the fact, not one
	Place   belief.Place
}

// IsNumber reports whether a text that stands for a revision does so by the revision's number. No revision is called so.
func IsNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
