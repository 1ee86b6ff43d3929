package main

import (
	"crypto/rand"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

// redactFlags say which values an output must not have.
type redactFlags struct {
	columns   []string
	redaction *report.Redaction // nil before it is begun
}

func (f *redactFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.columns, "redact", nil, "put salted digests in place of the values of this `COLUMN`, such as member.user or user; may be repeated")
}

// of makes the redaction, and refuses columns that no relation of a program has, or of which digests would hide nothing.
func (f *redactFlags) of(p *rules.Program) (*report.Redaction, error) {
	salt := make([]byte, 32)
	rand.Read(salt) // never fails
	r, unknown, truth := report.NewRedaction(p, f.columns, salt)
	switch {
	case len(unknown) > 0:
		return nil, refuse("the columns are "+strings.Join(columnsOf(p), ", "), "--redact: no relation has a column %s%s", unknown[0], didYouMean(unknown[0], columnsOf(p)))
	case len(truth) > 0:
		return nil, refuse("leave it out, or do not show that relation", "--redact %s: there are two truth values, and no digest hides which", strings.Join(truth, ", "))
	}
	return r, nil
}

// columnsOf lists the columns of a program by their names, each once.
func columnsOf(p *rules.Program) []string {
	var names []string
	for _, r := range p.Relations {
		for _, c := range r.Columns {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// begin takes down what an engine holds in the columns, and has what is said from now on redacted.
func (f *redactFlags) begin(c *console, e *revise.Engine) error {
	if len(f.columns) == 0 {
		return nil
	}
	var err error
	if f.redaction == nil {
		f.redaction, err = f.of(e.Program())
	}
	if err != nil {
		return err
	}
	c.redaction = f.redaction
	for _, relation := range f.redaction.Relations() {
		if e.Program().Relation(relation) == nil {
			continue
		}
		for fact := range e.Facts(relation) {
			f.redaction.Note(fact)
		}
	}
	return nil
}

// beginWith takes down what a lasting base has or ever had in the columns.
func (f *redactFlags) beginWith(c *console, j *journal.Journal) error {
	if len(f.columns) == 0 || f.redaction != nil {
		return nil
	}
	var err error
	if f.redaction, err = f.of(j.Program()); err != nil {
		return err
	}
	c.redaction = f.redaction
	for _, relation := range f.redaction.Relations() {
		err := j.Ever(relation, func(fact belief.Fact) { f.redaction.Note(fact) })
		if err != nil {
			return err
		}
	}
	return nil
}

// hideIn replaces the values in what pointers lead to, where that is asked for.
func (f *redactFlags) hideIn(pointers ...any) {
	if f.redaction != nil {
		f.redaction.Redact(pointers...)
	}
}

// kernels replaces the values in kernels as they come.
func (f *redactFlags) kernels(found iter.Seq[revise.Kernel]) iter.Seq[revise.Kernel] {
	if f.redaction == nil {
		return found
	}
	return func(yield func(revise.Kernel) bool) {
		for kernel := range found {
			kernel = slices.Clone(kernel)
			f.hideIn(&kernel)
			if !yield(kernel) {
				return
			}
		}
	}
}

// rows replaces the values in the rows of a query as they come. A redacted column holds texts, whatever it held.
func (f *redactFlags) rows(rows *report.Rows, relation string) {
	if f.redaction == nil {
		return
	}
	rows.Atom = f.redaction.Text(rows.Atom)
	for _, i := range f.redaction.Columns(relation) {
		rows.Columns[i].Type = belief.StringType
	}
	found := rows.Facts
	rows.Facts = func(yield func(belief.Fact, revise.Support) bool) {
		for fact, support := range found {
			if !yield(f.redaction.Fact(fact), support) {
				return
			}
		}
	}
}
