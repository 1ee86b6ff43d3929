package revise

import (
	"github.com/beliefbase/revise/belief"
)

// Outcome is everything one revision did, with reasons and cost: the audit record. All lists are sorted by fact.
type Outcome struct {
	Request Request
	Number  int      // 1 for the first revision of an engine
	WhatIf  bool     // it was taken back
	Refused *Refusal // set when nothing was changed; every other part is then empty

	Base  BaseChanges
	Rules RuleChanges

	Retracted []Change // left a relation that has rules
	Gained    []Change
	Kept      []Change // lost a support and still holds
	Changed   []ValueChange

	NewViolations    []Violation
	MendedViolations []Violation
	Violations       int // standing after the revision

	BaseBeliefs int // after the revision
	Conclusions int // facts of relations with rules, after the revision
	Strata      []StratumReport
}

// BaseChanges is what a revision did to the belief base.
type BaseChanges struct {
	Asserted        []belief.Belief // newly believed
	Withdrawn       []belief.Belief // no longer believed, with the attributions they had
	StillConcluded  []Holding       // those of Withdrawn that rules still support
	AlreadyHeld     []belief.Fact   // those of Asserted that were conclusions before: no visible change
	SourcesAdded    []SourceChange  // already believed; a source came
	SourcesRemoved  []SourceChange  // still believed, from the sources that remain
	AlreadyBelieved []belief.Belief // asserted again, changing nothing
	NotBelieved     []Unmatched     // withdrawn, but not there
}

// Holding is a fact with its support.
type Holding struct {
	Fact    belief.Fact
	Support Support
}

// SourceChange is a change of the sources of a base belief that stays a base belief.
type SourceChange struct {
	Fact    belief.Fact
	Changed []belief.Attribution
	Remain  []belief.Attribution
	// Of a bag: how often the fact is believed, and was before. Otherwise 0.
	Occurrences, OccurrencesBefore int
}

// Unmatched is a withdrawal that matched no base belief: a fact, a pattern or a source, as it was written.
type Unmatched struct {
	Text        string
	Place       belief.Place
	Conclusions int  // that match the pattern, though no base belief does
	Undone      bool // Text is a rule or constraint whose change was undone already
}

// RuleChanges names the rules and constraints that a revision added and removed.
type RuleChanges struct {
	AddedRules, RemovedRules             []RuleRef
	AddedConstraints, RemovedConstraints []RuleRef
}

// RuleRef is a rule or constraint as the user knows it.
type RuleRef struct {
	Name  string
	Text  string
	Place belief.Place
}

// Support is how a fact is supported: the number of rule instances that derive it, and whether it is a base belief.
type Support struct {
	Count uint64 // rule instances; in a bag relation the multiplicity, base beliefs included
	Base  bool
	Bag   bool
}

// Total is the support that reports show: rule instances, plus one for a base belief.
func (s Support) Total() uint64 {
	if s.Base && !s.Bag {
		return s.Count + 1
	}
	return s.Count
}

// Change is one conclusion whose support changed.
type Change struct {
	Fact   belief.Fact
	Before Support
	After  Support
	// Reason says for a retracted conclusion which support went last, for a gained one which came, and for a kept one
	// which rule still stands, without premises.
	Reason Reason
}

// Reason is one support of a conclusion, and what made it go or come.
type Reason struct {
	Rule       RuleRef     // zero when the support was the base belief itself
	Base       bool        // the support was the base belief itself
	Premises   []Premise   // the instance of the rule, literal by literal as written
	Cause      int         // the index in Premises of the literal that changed, -1 if none
	Roots      []BaseEvent // the base changes of this request behind it; usually one
	RuleChange bool        // the rule itself was added or removed by this request
	RootRule   RuleRef     // where no base change is behind it: the rule that this request added or removed, else zero
	Chain      *Step       // from the literal that changed to the base change behind it; nil if none did
}

// Step is one link of the chain that leads from a change to the base change behind it: a fact, or the value of a group,
// that went or came. Where several changes go the same way from some step on, that step is the same.
type Step struct {
	Fact  belief.Fact // zero for the value of a group
	Group string      // the aggregate, with the values of its group; else empty
	Event Event       // WasRetracted, WasGained, WasWithdrawn, WasAsserted; of a group, or what a bag still has, ValueChanged
	Rule  RuleRef     // whose instance went or came with it; zero for a base belief
	Next  *Step       // what that instance needed; nil at a base change, or where the rule itself was added or removed
}

// Premise is one literal of a rule instance, with its values.
type Premise struct {
	Kind         PremiseKind
	Text         string               // the literal as the file language writes it, with values for variables: not suspended(bo), 3 < 4
	Fact         belief.Fact          // of an Atom or, with _ for the columns it leaves open, an Absence; else zero
	Support      Support              // of an Atom
	Event        Event                // what happened to it in this revision
	Base         bool                 // an Atom that is (or was) a base belief
	Attributions []belief.Attribution // of a base belief

	literal int // the index of the literal in the body as written
}

// PremiseKind says what a premise is.
type PremiseKind uint8

// The kinds of premise.
const (
	AtomPremise PremiseKind = iota
	AbsencePremise
	ComparisonPremise
	AggregatePremise
)

// Event is what happened to a literal in a revision.
type Event uint8

// The events. For an absence the event is that of the fact which is absent: NowAbsent or NowPresent.
const (
	Unchanged Event = iota
	WasRetracted
	WasGained
	WasWithdrawn // a base belief, no longer held
	WasAsserted  // a base belief, newly held
	NowAbsent
	NowPresent
	ValueChanged
)

// BaseEvent is a base change of the request: a fact asserted or withdrawn.
type BaseEvent struct {
	Fact     belief.Fact
	Asserted bool // else withdrawn
}

// ValueChange is a retracted and a gained fact that differ only in the column their relation's rules aggregate.
type ValueChange struct {
	Column int // from 0
	Before belief.Fact
	After  belief.Fact
	Reason Reason
}

// Violation is one solution of a constraint's body.
type Violation struct {
	Constraint RuleRef
	Fact       belief.Fact // the constraint's name and its named variables
	Message    string
	Reason     Reason
}

// StratumReport says how one stratum was kept in step, and what it cost.
type StratumReport struct {
	Relations []string
	Recursive bool
	Strategy  Strategy
	Because   string // why this strategy
	Cost      Cost
}

// Cost counts what the papers argue about. It depends on neither machine nor schedule.
type Cost struct {
	Instances   uint64 // rule instances enumerated
	Overdeleted uint64 // facts removed before it was known whether they still follow
	Rederived   uint64 // of those, put back
	Retracted   uint64
	Gained      uint64
}

// RefusalKind says why a request was refused.
type RefusalKind string

// The kinds of refusal, as `expect: {refused: …}` names them.
const (
	RefusedConclusion RefusalKind = "conclusion" // it withdraws what is only concluded
	RefusedConstraint RefusalKind = "constraint" // it adds a violation of a constraint that refuses
	RefusedFault      RefusalKind = "fault"      // a division by zero, an overflow
	RefusedLimit      RefusalKind = "limit"      // a limit on conclusions or memory, or the time-out
	RefusedCancelled  RefusalKind = "cancelled"
	RefusedStrict     RefusalKind = "strict"   // it changes nothing where it says it must
	RefusedUndo       RefusalKind = "undo"     // the revision to undo does not exist or was a what-if
	RefusedRules      RefusalKind = "rules"    // the changed rules do not check
	RefusedRelation   RefusalKind = "relation" // unknown relation, wrong arity or type
)

// Refusal is the error of a request that was refused: the state is as it was.
type Refusal struct {
	Kind       RefusalKind
	Message    string
	Place      belief.Place
	Conclusion *RefusedConclusionDetail // of RefusedConclusion
	Violations []Violation              // of RefusedConstraint
	Fault      *Fault                   // of RefusedFault
	Err        error                    // the cause, for errors.Is and errors.As
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }

// RefusedConclusionDetail says what supports a conclusion that was asked to be withdrawn, and how it could be retracted.
type RefusedConclusionDetail struct {
	Fact     belief.Fact
	Support  Support
	Rules    []RuleRef // that support it
	Remedies []Remedy  // minimal changes of base beliefs that retract it, least entrenched first
	Complete bool      // no further remedy exists
}

// Remedy is a minimal set of changes of the belief base that puts an end to something, a conclusion or a violation: no
// part of it does. It also says what else the changes would do.
type Remedy struct {
	Withdraw []belief.Fact
	Every    []belief.Fact // those of Withdraw that a bag has more than once: every occurrence goes
	Assert   []belief.Fact // of relations that are declared may_assert only
	Retracts int           // further conclusions that it would retract
	Gains    int
	Changes  int // values that it would change
	// Outcome is that of the remedy as a what-if, where it was tried whole; where a constraint refuses it, one that says so.
	Outcome *Outcome
}

// Fault is an undefined operation that was reached.
type Fault struct {
	Rule     RuleRef
	Bindings []Binding       // the variables that were bound, in order of first appearance
	Literal  string          // the literal that is undefined, with its values
	What     string          // division by zero, overflow, …
	Beliefs  []belief.Belief // the base beliefs that led there, at the ends of what the rule had matched; of many, some
}

// Binding is a variable with its value.
type Binding struct {
	Variable string
	Value    belief.Value
}
