package scenarios

import "reflect"

// The types of this file are the file language, key by key: package shape takes what may stand where from them, and so
// does the JSON Schema, which therefore cannot say something else than the loader. Nothing is decoded into them.

// shorthands may be written as the bare text of their first key.
var shorthands = []reflect.Type{
	reflect.TypeFor[beliefEntry](), reflect.TypeFor[assertEntry](), reflect.TypeFor[withdrawEntry](), reflect.TypeFor[ruleEntry](),
}

// file is one file, section by section.
type file struct {
	Title       string                   `json:"title,omitempty" jsonschema_description:"What the scenario is, in a line."`
	About       string                   `json:"about,omitempty" jsonschema_description:"What it shows, and where its data come from."`
	Include     []string                 `json:"include,omitempty" jsonschema_description:"Files to read as well, relative to this one. Each is read once."`
	Report      []string                 `json:"report,omitempty" jsonschema_description:"The relations whose changes reports show. Left out: every relation with rules."`
	Relations   map[string]relationEntry `json:"relations,omitempty" checked:"rules" jsonschema_description:"Relations by name. What is not declared is inferred."`
	Rules       []ruleEntry              `json:"rules,omitempty" checked:"rules" jsonschema_description:"What is concluded from what: head :- body, or conclude and when."`
	Constraints []constraintEntry        `json:"constraints,omitempty" checked:"rules" jsonschema_description:"What must not hold."`
	Beliefs     []beliefEntry            `json:"beliefs,omitempty" mistaken:"facts,data" jsonschema_description:"The base beliefs: atoms, rows, files of facts."`
	Revisions   []revisionEntry          `json:"revisions,omitempty" mistaken:"updates,changes" jsonschema_description:"What is asserted and withdrawn, in order."`
	Strict      bool                     `json:"strict,omitempty" jsonschema_description:"Asserting what is believed, or withdrawing what is not, refuses any revision of this file."`
	OnViolation string                   `json:"on_violation,omitempty" checked:"rules" jsonschema:"enum=report,enum=refuse" jsonschema_description:"What happens to a revision that violates a constraint of this file. The default is report."`
}

// relationEntry declares a relation.
type relationEntry struct {
	Columns   []columnEntry `json:"columns,omitempty" jsonschema_description:"The columns in order, each a name or name: type."`
	Semantics string        `json:"semantics,omitempty" jsonschema:"enum=set,enum=bag" jsonschema_description:"Whether facts are counted (bag) or not (set, the default)."`
	MayAssert bool          `json:"may_assert,omitempty" jsonschema_description:"Suggestions may add facts to the relation."`
	About     string        `json:"about,omitempty" jsonschema_description:"What the relation means."`
}

// columnEntry is a name, or a map of one name to its type.
type columnEntry map[string]string

// ruleEntry is a rule in either form.
type ruleEntry struct {
	Conclude string   `json:"conclude" jsonschema_description:"The head of the rule."`
	Name     string   `json:"name,omitempty" jsonschema_description:"What reports call the rule. Left out: its relation and number."`
	When     []string `json:"when,omitempty" jsonschema_description:"The conditions, all of which must hold."`
}

// constraintEntry is a constraint.
type constraintEntry struct {
	Name        string   `json:"name" jsonschema_description:"What reports call the constraint."`
	Deny        []string `json:"deny" jsonschema_description:"The conditions that must not hold together."`
	Message     string   `json:"message,omitempty" jsonschema_description:"What a violation says; {?x} stands for the value of ?x."`
	OnViolation string   `json:"on_violation,omitempty" jsonschema:"enum=report,enum=refuse" jsonschema_description:"What happens to a revision that violates it. The default is that of the file."`
}

// beliefEntry is an atom, rows, or a file of facts.
type beliefEntry struct {
	Belief       string  `json:"belief,omitempty" jsonschema_description:"The atom that is believed, such as member(ana, finance)."`
	Relation     string  `json:"relation,omitempty" jsonschema_description:"The relation that the file or the rows belong to."`
	File         string  `json:"file,omitempty" jsonschema_description:"A file of facts, relative to this one: .csv .tsv .facts .jsonl, each also .gz."`
	Header       bool    `json:"header,omitempty" jsonschema_description:"Whether the first row names the columns. In .csv and .tsv it does unless this is false, in .facts it does not unless this is true."`
	Rows         [][]any `json:"rows,omitempty" jsonschema_description:"The facts of the relation, each a list of its values."`
	Source       string  `json:"source,omitempty" jsonschema_description:"Where the belief comes from. Withdrawing the source withdraws what rests on it alone."`
	Entrenchment int     `json:"entrenchment,omitempty" jsonschema_description:"How reluctantly the belief is given up; 0 by default."`
}

// assertEntry is an atom to assert.
type assertEntry struct {
	Belief       string `json:"belief" jsonschema_description:"The atom that is asserted."`
	Source       string `json:"source,omitempty" jsonschema_description:"Where the belief comes from."`
	Entrenchment int    `json:"entrenchment,omitempty" jsonschema_description:"How reluctantly the belief is given up; 0 by default."`
}

// withdrawEntry is an atom or pattern to withdraw, or a source.
type withdrawEntry struct {
	Belief string `json:"belief,omitempty" jsonschema_description:"The atom or pattern that is withdrawn."`
	Source string `json:"source,omitempty" jsonschema_description:"Withdraws every base belief that comes from this source."`
	All    bool   `json:"all,omitempty" jsonschema_description:"In a bag relation: every occurrence of the fact, not one."`
}

// revisionEntry is one revision.
type revisionEntry struct {
	Name              string            `json:"name,omitempty" jsonschema_description:"What reports call the revision; unique."`
	Because           string            `json:"because,omitempty" mistaken:"reason,why" jsonschema_description:"Why it is made."`
	By                string            `json:"by,omitempty" mistaken:"who,author" jsonschema_description:"Who makes it."`
	At                string            `json:"at,omitempty" mistaken:"when,date" jsonschema_description:"When it is made, as written; never the clock."`
	Withdraw          []withdrawEntry   `json:"withdraw,omitempty" mistaken:"retract,delete,remove" jsonschema_description:"Base beliefs to withdraw: atoms, patterns with ?variables or _, sources. Comes before assert."`
	Assert            []assertEntry     `json:"assert,omitempty" mistaken:"add,insert" jsonschema_description:"Base beliefs to assert."`
	WhatIf            bool              `json:"what_if,omitempty" jsonschema_description:"Report what would happen, then take it back."`
	Undo              string            `json:"undo,omitempty" jsonschema_description:"The name of an earlier revision, which this one reverses."`
	Strict            bool              `json:"strict,omitempty" jsonschema_description:"Asserting what is believed, or withdrawing what is not, refuses the revision."`
	AddRules          []ruleEntry       `json:"add_rules,omitempty" checked:"rules" jsonschema_description:"Rules to add, written as under rules."`
	RemoveRules       []string          `json:"remove_rules,omitempty" jsonschema_description:"The names of rules to remove."`
	AddConstraints    []constraintEntry `json:"add_constraints,omitempty" checked:"rules" jsonschema_description:"Constraints to add, written as under constraints."`
	RemoveConstraints []string          `json:"remove_constraints,omitempty" jsonschema_description:"The names of constraints to remove."`
	Expect            *expectEntry      `json:"expect,omitempty" jsonschema_description:"What the revision must do. A key that is left out is not checked."`
}

// expectEntry is what a revision must do.
type expectEntry struct {
	Retracted  []string `json:"retracted,omitempty" jsonschema_description:"All conclusions that are retracted."`
	Gained     []string `json:"gained,omitempty" jsonschema_description:"All conclusions that are gained."`
	Changed    []string `json:"changed,omitempty" jsonschema_description:"All aggregates that change, as 'headcount(staff): 7 → 6'."`
	Violations []string `json:"violations,omitempty" jsonschema_description:"All new violations, as separation-of-duties(bo)."`
	Holds      []string `json:"holds,omitempty" jsonschema_description:"Some facts that hold afterwards."`
	Absent     []string `json:"absent,omitempty" jsonschema_description:"Some facts that do not."`
	Refused    string   `json:"refused,omitempty" jsonschema:"enum=conclusion,enum=constraint,enum=fault,enum=limit,enum=strict,enum=undo,enum=rules,enum=relation" jsonschema_description:"The revision is refused, and for this reason."`
}
