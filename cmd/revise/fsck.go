package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
)

func newFsck(c *console) *cobra.Command {
	var f baseFlags
	cmd := &cobra.Command{
		Use:   "fsck BASE",
		Short: "Checks a lasting base: every page, the chain of its revisions, and that its conclusions are what follows from its beliefs.",
		Example: example(
			"revise fsck access.db",
			"revise fsck access.db --format json",
		),
		Args:              wants("BASE"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			var checked *journal.Checked
			err := readBase(cmd.Context(), args[0], func(j *journal.Journal) (err error) {
				checked, err = j.Check(cmd.Context())
				return err
			})
			var kept *journal.Error
			if errors.As(err, &kept) && kept.Kind == journal.Damaged { // so much that it cannot even be opened
				checked, err = &journal.Checked{Wrong: []string{kept.Message}}, nil
			}
			if err != nil {
				return err
			}
			return f.writeChecked(c, args[0], checked)
		},
	}
	f.add(cmd, map[string]string{".txt": "text", ".json": "json"}, "text", "json")
	return cmd
}

// checkedJSON is the result of a check, for programs.
type checkedJSON struct {
	Schema      int      `json:"schema"`
	Base        string   `json:"base"`
	Sound       bool     `json:"sound"`
	Revisions   int      `json:"revisions"`
	Beliefs     int      `json:"beliefs"`
	Conclusions int      `json:"conclusions"`
	Wrong       []string `json:"wrong"`
}

func (f *baseFlags) writeChecked(c *console, base string, checked *journal.Checked) error {
	err := f.output.write(c, func(s stream) error {
		if f.output.format.value == "json" {
			return writeJSON(s, checkedJSON{
				1, base, len(checked.Wrong) == 0, checked.Revisions, checked.Beliefs, checked.Conclusions, append([]string{}, checked.Wrong...),
			})
		}
		return writeChecked(s, base, checked)
	})
	if err == nil && len(checked.Wrong) > 0 {
		return exitError(exitDisagree)
	}
	return err
}

func writeChecked(s stream, base string, checked *journal.Checked) error {
	for _, wrong := range checked.Wrong {
		if _, err := fmt.Fprintln(s, onLine("wrong: "+wrong)); err != nil {
			return err
		}
	}
	verdict := "sound"
	if n := len(checked.Wrong); n > 0 {
		verdict = plural(n, "thing") + " wrong"
	}
	_, err := fmt.Fprintf(s, "%s: %s (%s and the start in one chain, %s of all times, %s as derived again)\n", onLine(base), verdict,
		plural(max(0, checked.Revisions-1), "revision"), plural(checked.Beliefs, "belief"), plural(checked.Conclusions, "conclusion"))
	return err
}
