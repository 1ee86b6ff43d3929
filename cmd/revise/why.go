package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// whyOptions are the flags of why.
type whyOptions struct {
	derive deriveFlags
	first  reviseFlags
	output outputFlags
	look   lookFlags
	after  string
}

func newWhy(c *console) *cobra.Command {
	var o whyOptions
	cmd := &cobra.Command{
		Use:   "why FILE ATOM",
		Short: "Shows what a conclusion rests on, down to base beliefs with their sources, after all revisions of a file.",
		Example: example(
			"revise why scenarios/penguins 'flies(wisdom)'",
			"revise why scenarios/access-review 'can_read(bo, ledger)' --after 0",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0], args[1]) },
	}
	addAfter(cmd, &o.after)
	o.output.add(cmd, map[string]string{".txt": "text", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}, "text", "json", "yaml")
	o.first.add(cmd)
	o.derive.add(cmd)
	o.look.add(cmd)
	return cmd
}

func addAfter(cmd *cobra.Command, after *string) {
	cmd.Flags().StringVar(after, "after", "", "ask after this `REVISION`, by name or number; 0 is before the first")
}

func (o *whyOptions) run(cmd *cobra.Command, c *console, file, atom string) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	why, err := o.ask(ctx, c, src, atom)
	if err != nil {
		return err
	}
	return o.output.write(c, func(s stream) error {
		return report.WriteWhy(s, report.Format(o.output.format.value), why, report.Options{Width: c.columnsOf(s), Colour: c.colored(s)})
	})
}

// ask plays the revisions and looks for a support.
func (o *whyOptions) ask(ctx context.Context, c *console, src *source, atom string) (*revise.Justification, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	s, err := o.derive.open(ctx, src, &o.first, progress)
	if err != nil {
		return nil, err
	}
	note, err := s.playUntil(ctx, o.after)
	if err != nil {
		return nil, err
	}
	query, err := parseAtom(s.engine.Program(), atom)
	if err != nil {
		return nil, err
	}
	fact, ground := query.Fact()
	if !ground {
		hint := fmt.Sprintf("for all of them: revise query %s %s", shellQuote(src.given), shellQuote(atom))
		return nil, refuse(hint, "%s stands for many facts: ask about one", atom)
	}
	o.derive.note(c, note)
	why, err := s.engine.Why(fact)
	if errors.Is(err, revise.ErrNotHeld) {
		c.say("%s does not hold%s", fact, o.moment())
		return nil, exitError(exitNo)
	}
	return why, err
}

// moment ends a sentence with the point of time that --after names.
func (o *whyOptions) moment() string {
	switch o.after {
	case "":
		return ""
	case "0":
		return " before the first revision"
	}
	return fmt.Sprintf(" after revision %q", o.after)
}
