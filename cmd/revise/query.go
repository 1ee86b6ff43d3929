package main

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/rules"
)

// queryOptions are the flags of query.
type queryOptions struct {
	derive         deriveFlags
	first          reviseFlags
	output         outputFlags
	look           lookFlags
	after          string
	supports       bool
	forSpreadsheet bool
	redact         redactFlags
}

func newQuery(c *console) *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:   "query FILE ATOM",
		Short: "Lists the facts that match an atom, one row each, after all revisions of a file.",
		Example: example(
			"revise query scenarios/access-review 'can_read(?who, ledger)'",
			"revise query scenarios/access-review 'can_read(bo, _)' --after \"Bo's contract ends\" --supports",
			"revise query scenarios/penguins 'flies(_)' --format csv -o flies.csv",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0], args[1]) },
	}
	addAfter(cmd, &o.after, &o.derive.asOf)
	cmd.Flags().BoolVar(&o.supports, "supports", false, "beside each row, how many supports it has and whether it is a base belief")
	o.output.add(cmd, rowEndings, formatNames(report.RowFormats())...)
	cmd.Flags().BoolVar(&o.forSpreadsheet, "for-spreadsheet", false, "CSV and TSV: make cells harmless that a spreadsheet would run")
	o.redact.add(cmd)
	o.first.add(cmd)
	o.derive.add(cmd)
	o.look.add(cmd)
	return cmd
}

var rowEndings = map[string]string{".txt": "table", ".csv": "csv", ".tsv": "tsv", ".json": "json", ".jsonl": "jsonl"}

func (o *queryOptions) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	if format := report.RowFormat(o.output.format.value); o.forSpreadsheet && format != report.RowCSV && format != report.RowTSV {
		return refuse("add --format csv", "--for-spreadsheet is for CSV and TSV, and this is %s", format)
	}
	return nil
}

func (o *queryOptions) run(cmd *cobra.Command, c *console, file, atom string) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	rows, err := o.ask(ctx, c, src, atom)
	if err != nil {
		return err
	}
	return o.output.write(c, func(s stream) error {
		n, err := report.WriteRows(s, report.RowFormat(o.output.format.value), *rows, report.Options{Width: c.columnsOf(s), Colour: c.colored(s), ForSpreadsheet: o.forSpreadsheet})
		if n == 0 && err == nil {
			o.derive.note(c, "nothing matches "+atom)
		}
		return err
	})
}

// ask plays the revisions and looks for what matches.
func (o *queryOptions) ask(ctx context.Context, c *console, src *source, atom string) (*report.Rows, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	s, err := o.derive.open(ctx, src, &o.first, progress)
	if err != nil {
		return nil, err
	}
	if err := o.redact.begin(c, s.engine); err != nil {
		return nil, err
	}
	o.derive.note(c, s.note)
	note, err := s.playUntil(ctx, "--after", o.after)
	if err != nil {
		return nil, err
	}
	query, err := parseAtom(s.engine.Program(), atom)
	if err != nil {
		return nil, err
	}
	facts, err := s.engine.Query(query)
	if err != nil {
		return nil, err
	}
	if err := o.redact.begin(c, s.engine); err != nil {
		return nil, err
	}
	o.derive.note(c, note)
	rows := &report.Rows{Atom: atom, Columns: headed(s.engine.Program(), query), Facts: facts, Supports: o.supports}
	o.redact.rows(rows, query.Relation)
	return rows, nil
}

// headed returns the columns of what is asked for, those without a declared name called as the variable in them.
func headed(p *rules.Program, query rules.Query) []rules.Column {
	columns := slices.Clone(p.Relation(query.Relation).Columns)
	for i, t := range query.Terms {
		if columns[i].Name == "c"+strconv.Itoa(i+1) && t.Kind == rules.VariableTerm {
			columns[i].Name = query.Variables[t.Variable]
		}
	}
	return columns
}
