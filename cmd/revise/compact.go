package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
)

func newCompact(c *console) *cobra.Command {
	return &cobra.Command{
		Use:               "compact BASE",
		Short:             "Writes a lasting base anew without the room that is free in it; nothing of its history is lost.",
		Example:           example("revise compact access.db"),
		Args:              wants("BASE"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := journal.OpenToWrite(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			before, now, err := j.Compact()
			if err := cmp.Or(err, j.Close()); err != nil {
				return err
			}
			c.change(fmt.Sprintf("'revise log %s' shows that all is there", shellQuote(args[0])), "%s is written anew", args[0])
			_, err = fmt.Fprintf(c.out, "%s: %d bytes, %d before\n", onLine(args[0]), now, before)
			return after(unreported, err)
		},
	}
}
