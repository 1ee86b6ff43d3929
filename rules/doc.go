// Package rules turns text into a Program that later rooms need not check again: typed, safe and stratified, with the
// place of every rule. Every diagnostic about a file lives here, each with a code, an example and a way out.
//
// It relies on package belief for values and facts. It reads no file: it is given names and bytes. What the beliefs
// and revisions of a scenario mean is left to package scenarios, what the rules conclude to package revise.
package rules
