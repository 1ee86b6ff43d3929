// Package revise keeps conclusions in step with a belief base and says what changed and why: a Request in, an Outcome
// out. It relies on a checked rules.Program; it reads no file and no clock, and leaves all formatting to package report.
package revise
