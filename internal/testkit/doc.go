// Package testkit holds what every strategy is measured against: an oracle that evaluates programs naively, a generator
// of random programs and revisions, and the comparison of an engine with the oracle after every revision. Package draft
// shrinks what fails.
//
// It relies on packages belief and rules for values and checked programs, and shares no code with the engine. What the
// tests try, and how much of it, is left to the tests.
package testkit
