package report

import (
	"crypto/sha256"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// Document is what one run of a scenario has to tell.
type Document struct {
	Name     string // a short one: of a folder or a file
	Title    string // as the scenario says, like About; both may be empty
	About    string
	File     string // that the scenario is in
	Tool     Tool
	Inputs   []Input
	Start    Start
	Shown    []string          // the relations whose changes people are shown; nil: all
	Outcomes []*revise.Outcome // in the order of the revisions
	Lasting  bool              // of a lasting base: the revisions go by the numbers they have there
}

// title is what a document is headed by.
func (d *Document) title() string { return orElse(d.Title, d.Name) }

// paragraphs are those of a text that a person wrote, each on one line with nothing invisible in it.
func paragraphs(text string) []string {
	var found []string
	var words []string
	for line := range strings.Lines(text + "\n\n") {
		if fields := strings.Fields(line); len(fields) > 0 {
			words = append(words, fields...)
		} else if len(words) > 0 {
			found, words = append(found, harmless(strings.Join(words, " "))), nil
		}
	}
	return found
}

// Tool names the program that made a report.
type Tool struct {
	Name    string
	Version string
}

// Input is a file that the run read.
type Input struct {
	Name   string
	SHA256 [sha256.Size]byte
	Bytes  int64
}

// Start is what held before the first revision.
type Start struct {
	BaseBeliefs int
	Rules       int
	Constraints int
	Conclusions int
	Strata      []revise.StratumReport
	Violations  []revise.Violation
}

// end is what holds after the last revision.
type end struct {
	baseBeliefs, conclusions, violations int
}

func (d *Document) end() end {
	e := end{d.Start.BaseBeliefs, d.Start.Conclusions, len(d.Start.Violations)}
	for _, o := range d.Outcomes {
		if o.Refused == nil && !o.WhatIf {
			e = end{o.BaseBeliefs, o.Conclusions, o.Violations}
		}
	}
	return e
}
