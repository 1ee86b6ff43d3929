// Package gate compares two states of a belief base, such as those before and after a proposed change, and judges by a
// policy what the change does to the conclusions: Compare gives the changes with their reasons, ReadPolicy a policy,
// Judge a verdict.
//
// It relies on package revise, which leads from the one state to the other by a revision like any other and says why
// each conclusion went or came, and on package rules for everything that is written as an atom or a condition. Where the
// states come from, how a verdict looks, and which day it is, is left to the caller.
package gate
