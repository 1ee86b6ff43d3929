package scenarios

import (
	"errors"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/shape"
	"github.com/beliefbase/revise/rules"
)

// reporter collects diagnostics, so that all of them are told and not the first alone.
type reporter struct {
	documents map[string]*rules.Document // by name, for the source lines
	found     []*rules.Diagnostic
}

// report adds an error about a node; the caller may complete it.
func (r *reporter) report(code rules.Code, n *rules.Node, message string) *rules.Diagnostic {
	return r.reportAt(code, n.Place, n.Length, message)
}

func (r *reporter) reportAt(code rules.Code, at belief.Place, length int, message string) *rules.Diagnostic {
	d := &rules.Diagnostic{Code: code, Place: at, Length: length, Message: message}
	if doc := r.documents[at.File]; doc != nil {
		d.Source = doc.Line(at.Line)
	}
	r.found = append(r.found, d)
	return d
}

// shape checks nodes against the types of the file language.
func (r *reporter) shape() *shape.Checker {
	return &shape.Checker{Shorthands: shorthands, Report: r.report}
}

// add takes over diagnostics that another room made.
func (r *reporter) add(diags rules.Diagnostics) {
	for i := range diags {
		r.found = append(r.found, &diags[i])
	}
}

// diagnostics returns everything that was reported, sorted.
func (r *reporter) diagnostics() rules.Diagnostics {
	all := make(rules.Diagnostics, len(r.found))
	for i, d := range r.found {
		all[i] = *d
	}
	return all.Sort()
}

// show quotes a name or text of the user's for a sentence.
func show(text string) string { return belief.Quote(text) }

// addError takes over an error that is one or more diagnostics.
func (r *reporter) addError(err error) {
	var diags rules.Diagnostics
	if errors.As(err, &diags) {
		r.add(diags)
	}
}
