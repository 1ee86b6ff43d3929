package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

func newWhy(c *console) *cobra.Command {
	var f askFlags
	cmd := &cobra.Command{
		Use:   "why FILE ATOM",
		Short: "Shows what a conclusion rests on, down to base beliefs with their sources, after all revisions of a file.",
		Example: example(
			"revise why scenarios/penguins 'flies(wisdom)'",
			"revise why scenarios/access-review 'can_read(bo, ledger)' --after 0",
			"revise why scenarios/penguins 'flies(wisdom)' --format mermaid -o why.mmd",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, c, args[0], args[1], why) },
	}
	f.add(cmd, string(report.DOT), string(report.Mermaid))
	return cmd
}

func why(_ context.Context, e *revise.Engine, fact belief.Fact) (answer, error) {
	j, err := e.Why(fact)
	return func(s stream, f report.Format, o report.Options) error { return report.WriteWhy(s, f, j, o) }, err
}
