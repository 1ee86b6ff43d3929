package scenarios

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Scenario is a file of the file language with all that it includes: checked, and ready to be run.
type Scenario struct {
	Title    string // of the file itself, not of those it includes
	About    string
	Program  *rules.Program
	Base     *belief.Base // an engine takes it over
	Steps    []Step       // the revisions, those of included files first
	Report   []string     // the relations whose changes reports show, sorted; nil means every relation with rules
	Strict   bool         // of the file itself
	Inputs   []Input      // everything that was read, in the order it was first named
	Warnings rules.Diagnostics

	Documents []*rules.Document // the files of the file language, in the order in which the rules were taken from them
}

// Step is one revision of a scenario and what the file expects of it.
type Step struct {
	Request revise.Request
	Expect  *Expectation // nil when the file says nothing
	Place   belief.Place
	Text    string // of a step of LoadRevisions: the file, with every other revision left blank
}

// Input is a file that a scenario was read from.
type Input struct {
	Name   string // relative to the root
	SHA256 string // of the bytes on disk, in hexadecimal
	Bytes  int64
}
