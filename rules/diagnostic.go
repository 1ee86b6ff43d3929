package rules

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// Severity says whether a diagnostic stops the work.
type Severity uint8

// Errors stop; warnings are only told.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one thing that is wrong with the input, said to the person who can mend it.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Place    belief.Place
	Length   int       // how many characters the caret underlines; at least 1 is drawn
	Source   string    // the line at Place, as it stands in the file
	Message  string    // what is wrong: lower case, no full stop
	Caret    string    // beside the caret: what to write instead; may be empty
	Related  []Related // other places that belong to it
	Hint     string    // a way out that can be followed; may be empty
}

// Related is another place that a diagnostic speaks of.
type Related struct {
	Place   belief.Place
	Message string
}

// Diagnostics are all that is wrong, sorted by place. As an error they are one; a nil or warnings-only list is none.
type Diagnostics []Diagnostic

// Sort orders by place, then code, then message, and drops repetitions.
func (d Diagnostics) Sort() Diagnostics {
	slices.SortStableFunc(d, func(a, b Diagnostic) int {
		if c := a.Place.Compare(b.Place); c != 0 {
			return c
		}
		if a.Code != b.Code {
			return strings.Compare(a.Code.Number(), b.Code.Number())
		}
		return strings.Compare(a.Message, b.Message)
	})
	return slices.CompactFunc(d, func(a, b Diagnostic) bool {
		return a.Place == b.Place && a.Code == b.Code && a.Message == b.Message
	})
}

// HasErrors reports whether any of them is an error.
func (d Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(d, func(x Diagnostic) bool { return x.Severity == Error })
}

// Error renders all of them in the form that `revise check` prints, without colour.
func (d Diagnostics) Error() string {
	var b strings.Builder
	for i, x := range d {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(x.String())
	}
	return b.String()
}
