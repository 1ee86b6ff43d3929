package gate

import (
	_ "embed" // for the schema
	"reflect"
	"slices"
)

// The types of this file are the policy language, key by key: package shape takes what may stand where from them, and so
// does the JSON Schema. Nothing is decoded into them.

// file is one policy.
type file struct {
	Title      string           `json:"title,omitempty" jsonschema_description:"What the policy guards, in a line."`
	About      string           `json:"about,omitempty" jsonschema_description:"Who decided it, and whom to ask."`
	Forbid     []checkEntry     `json:"forbid" jsonschema_description:"The checks: what a change must not do."`
	Exceptions []exceptionEntry `json:"exceptions,omitempty" jsonschema_description:"What a check lets pass, with the reason."`
}

// checkEntry forbids changes. One that names no change is about every change that reports show.
type checkEntry struct {
	Name      string   `json:"name" jsonschema_description:"What a verdict calls the check; unique."`
	Gained    patterns `json:"gained,omitempty" jsonschema_description:"What must not begin to hold: a relation, or an atom such as exposed(?what, _)."`
	Retracted patterns `json:"retracted,omitempty" jsonschema_description:"What must not cease to hold: a relation, or an atom such as break_glass(?who)."`
	Changed   patterns `json:"changed,omitempty" jsonschema_description:"Which aggregate must not change: a relation, or 'headcount(?team): ?old → ?new'."`
	Violated  patterns `json:"violated,omitempty" jsonschema_description:"Which constraint must not get a new violation: its name, or separation-of-duties(?who)."`
	When      []string `json:"when,omitempty" jsonschema_description:"Conditions, as under when of a rule; only changes for which they hold in head are forbidden."`
	AtMost    int      `json:"at_most,omitempty" jsonschema_description:"How many such changes are let pass; 0 by default."`
	Message   string   `json:"message,omitempty" jsonschema_description:"What a breach says; {?x} stands for the value of ?x."`
}

// exceptionEntry lets changes pass.
type exceptionEntry struct {
	Of        string   `json:"of,omitempty" jsonschema_description:"The name of the check it is of. Left out: of every check."`
	Gained    patterns `json:"gained,omitempty" jsonschema_description:"What may begin to hold."`
	Retracted patterns `json:"retracted,omitempty" jsonschema_description:"What may cease to hold."`
	Changed   patterns `json:"changed,omitempty" jsonschema_description:"Which aggregate may change."`
	Violated  patterns `json:"violated,omitempty" jsonschema_description:"Which constraint may get a new violation."`
	Because   string   `json:"because" jsonschema_description:"Why it is let pass: the ticket, the decision."`
	Until     string   `json:"until,omitempty" jsonschema_description:"The last day of the exception, such as 2026-12-31. Left out: it has no end."`
}

// patterns are written as a list, or as a text where there is one.
type patterns []string

var shorthands = []reflect.Type{reflect.TypeFor[patterns]()}

//go:generate go test -run TestSchemaIsCurrent -update .

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of policies, for editors. It is made from the types that ReadPolicy takes its keys from.
func Schema() []byte { return slices.Clone(schema) }
