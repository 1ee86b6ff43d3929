package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
)

// bisectOptions are the flags of bisect.
type bisectOptions struct {
	applyFlags
	gained    string
	retracted string
}

func newBisect(c *console) *cobra.Command {
	var o bisectOptions
	cmd := &cobra.Command{
		Use:   "bisect BASE",
		Short: "Finds the last revision of a lasting base that gained or retracted a fact, and shows its report.",
		Example: example(
			"revise bisect access.db --retracted 'can_write(ana, ledger)'",
			"revise bisect access.db --gained 'can_read(bo, ledger)' --format json",
		),
		Args:              wants("BASE"),
		ValidArgsFunction: completeBases,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	cmd.Flags().StringVar(&o.gained, "gained", "", "the `ATOM` that came")
	cmd.Flags().StringVar(&o.retracted, "retracted", "", "the `ATOM` that went")
	o.addReport(cmd)
	o.look.add(cmd)
	return cmd
}

func (o *bisectOptions) run(cmd *cobra.Command, c *console, base string) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	if (o.gained == "") == (o.retracted == "") {
		return refuse("for example: revise bisect "+shellQuote(base)+" --gained 'can_read(bo, ledger)'", "bisect needs either --gained or --retracted")
	}
	return readBase(cmd.Context(), base, func(j *journal.Journal) error {
		if err := o.redact.beginWith(c, j); err != nil {
			return err
		}
		fact, err := factIn(j, o.gained+o.retracted)
		if err != nil {
			return err
		}
		life, err := j.Life(fact)
		if err != nil {
			return err
		}
		number := life.Last(o.gained != "")
		if number < 0 {
			c.say("%s", o.never(life))
			return exitError(exitNo)
		}
		return o.applyFlags.show(c, j, number)
	})
}

// never says that no revision did it.
func (o *bisectOptions) never(life *journal.Life) string {
	switch {
	case o.gained != "" && life.AtStart:
		return fmt.Sprintf("no revision gained %s: it held at the start", life.Fact)
	case o.gained != "":
		return fmt.Sprintf("no revision gained %s", life.Fact)
	}
	return fmt.Sprintf("no revision retracted %s", life.Fact)
}
