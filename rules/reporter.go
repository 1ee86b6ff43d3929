package rules

import (
	"fmt"

	"github.com/beliefbase/revise/belief"
)

// reporter collects diagnostics, so that all of them are told and not the first alone.
type reporter struct {
	found     []*Diagnostic
	suggested int
}

// mostFound is how many diagnostics are kept: more than anyone reads, and few enough for memory.
const mostFound = 10_000

// full reports whether no more diagnostics are kept; what would improve another one can be left out.
func (r *reporter) full() bool { return len(r.found) >= mostFound }

// suggest is Suggest for the first names that are unknown; it takes time, and so many are no misspellings.
func (r *reporter) suggest(name string, known []string) string {
	const most = 200
	if r.suggested == most {
		return ""
	}
	r.suggested++
	return Suggest(name, known)
}

// add keeps a diagnostic.
func (r *reporter) add(d *Diagnostic) *Diagnostic {
	if !r.full() {
		r.found = append(r.found, d)
	}
	return d
}

// error reports a defect of the span.
func (r *reporter) error(code Code, at span, format string, args ...any) *Diagnostic {
	if r.full() {
		return &Diagnostic{}
	}
	d := &Diagnostic{Code: code, Place: at.place(), Length: at.length(), Message: fmt.Sprintf(format, args...)}
	if doc := at.text.node.doc; doc != nil {
		d.Source = doc.Line(d.Place.Line)
	}
	return r.add(d)
}

// errorAt reports a defect of a whole node.
func (r *reporter) errorAt(code Code, n *Node, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Place: n.Place, Length: n.Length, Message: fmt.Sprintf(format, args...)}
	if n.doc != nil {
		d.Source = n.doc.Line(n.Place.Line)
	}
	return r.add(d)
}

// errorPlace reports a defect at a place of which no node is at hand; the documents are searched for its line.
func (r *reporter) errorPlace(docs []*Document, code Code, place belief.Place, length int, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Code: code, Place: place, Length: length, Message: fmt.Sprintf(format, args...)}
	for _, doc := range docs {
		if doc.Name == place.File {
			d.Source = doc.Line(place.Line)
		}
	}
	return r.add(d)
}

// diagnostics returns what was reported, sorted.
func (r *reporter) diagnostics() Diagnostics {
	all := make(Diagnostics, len(r.found))
	for i, d := range r.found {
		all[i] = *d
	}
	return all.Sort()
}

// caret sets what stands beside the caret.
func (d *Diagnostic) caret(format string, args ...any) *Diagnostic {
	d.Caret = fmt.Sprintf(format, args...)
	return d
}

// hint sets the way out; an empty text sets none.
func (d *Diagnostic) hint(format string, args ...any) *Diagnostic {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	d.Hint = format
	return d
}

// related adds another place that belongs to the diagnostic, unless it is nowhere or underlined already.
func (d *Diagnostic) related(place belief.Place, format string, args ...any) *Diagnostic {
	behind := place.Column - d.Place.Column
	underlined := place.File == d.Place.File && place.Line == d.Place.Line && behind >= 0 && behind < max(d.Length, 1)
	if place != (belief.Place{}) && !underlined {
		d.Related = append(d.Related, Related{Place: place, Message: fmt.Sprintf(format, args...)})
	}
	return d
}
