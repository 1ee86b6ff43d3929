// Package scenarios reads a scenario file, with what it includes and the fact files it names, into the values the other
// rooms want, and replays its revisions: Load gives a checked program, a belief base and the requests, Run an outcome
// for each of them, and Check says where an outcome is not what the file expects.
//
// It relies on an fs.FS whose root bounds what a scenario may read, and on package rules for everything that is written
// as an atom or a rule. What follows from the beliefs is left to package revise, how it looks to package report.
package scenarios
