// Package report writes what revisions did, for people (text, Markdown) and for programs (JSON, YAML, CSV). It relies on
// the Outcomes and Justifications of package revise being complete and sorted. It adds nothing to them, asks nothing,
// reads no clock, and does no I/O but to the writer it is given. What to write, where to, and how wide a terminal is, is
// left to the caller.
//
// Every text from outside goes through [Safe] on its way to a person, so that no value can act as a command to a
// terminal or be taken for another value.
package report
