package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
)

func newFsck(c *console) *cobra.Command {
	var f baseFlags
	var mending journal.Mending
	cmd := &cobra.Command{
		Use:   "fsck BASE",
		Short: "Proves a lasting base: every page, the chain of its revisions, and that its conclusions are what follows from its beliefs.",
		Example: example(
			"revise fsck access.db",
			"revise fsck access.db --read-only --format json",
		),
		Args:              wants("BASE"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			if mending.ReadOnly && mending.AcceptLoss {
				return refuse("leave one of them out", "--accept-loss writes the base, and --read-only forbids it")
			}
			checked, err := journal.Fsck(cmd.Context(), args[0], mending)
			if err != nil {
				return err
			}
			if checked.Renewed {
				c.change(fmt.Sprintf("'revise fsck %s' looks at it again", shellQuote(args[0])), "page checksums of %s were renewed", args[0])
			}
			return f.writeChecked(c, args[0], checked)
		},
	}
	f.add(cmd, map[string]string{".txt": "text", ".json": "json"}, "text", "json")
	cmd.Flags().BoolVar(&mending.ReadOnly, "read-only", false, "leave every file as it is, also where contents are right and only page checksums are to be renewed")
	cmd.Flags().BoolVar(&mending.AcceptLoss, "accept-loss", false, "where the log is damaged, go on without the revisions behind the damage; the log is kept beside the base")
	return cmd
}

// checkedJSON is the result of a check, for programs.
type checkedJSON struct {
	Schema      int       `json:"schema"`
	Base        string    `json:"base"`
	Sound       bool      `json:"sound"`
	Head        *headJSON `json:"head"` // null if it cannot be read
	Revisions   int       `json:"revisions"`
	Beliefs     int       `json:"beliefs"`
	Conclusions int       `json:"conclusions"`
	Pages       pagesJSON `json:"pages"`
	Wrong       []string  `json:"wrong"`
	Notes       []string  `json:"notes"`
}

type headJSON struct {
	Revision int    `json:"revision"`
	Hash     string `json:"hash"`
}

type pagesJSON struct {
	Count           int    `json:"count"`
	WithoutChecksum int    `json:"without_checksum"` // that fits, when it was opened
	Renewed         bool   `json:"renewed"`
	NotRenewed      string `json:"not_renewed,omitempty"` // why
}

func jsonOfChecked(base string, checked *journal.Checked) checkedJSON {
	j := checkedJSON{
		Schema: 1, Base: base, Sound: len(checked.Wrong) == 0 && checked.NotRenewed == "",
		Revisions: checked.Revisions, Beliefs: checked.Beliefs, Conclusions: checked.Conclusions,
		Pages: pagesJSON{checked.Pages, checked.Unsummed, checked.Renewed, checked.NotRenewed},
		Wrong: append([]string{}, checked.Wrong...), Notes: append([]string{}, checked.Notes...),
	}
	if checked.Head.Hash != nil {
		j.Head = &headJSON{checked.Head.Number, hex.EncodeToString(checked.Head.Hash)}
	}
	return j
}

func (f *baseFlags) writeChecked(c *console, base string, checked *journal.Checked) error {
	err := f.output.write(c, func(s stream) error {
		if f.output.format.value == "json" {
			return writeJSON(s, jsonOfChecked(base, checked))
		}
		return writeChecked(c, s, base, checked)
	})
	switch {
	case err != nil && c.done != "":
		return after(unreported, err)
	case err != nil:
		return err
	case len(checked.Wrong) > 0:
		fmt.Fprintln(c.errs, c.folded(c.errs, "  hint: "+onLine(typed(checked.Hint, base))))
		return exitError(exitDisagree)
	case checked.NotRenewed != "":
		return exitError(exitNo)
	}
	return nil
}

func writeChecked(c *console, s stream, base string, checked *journal.Checked) error {
	var b strings.Builder
	for _, note := range checked.Notes {
		fmt.Fprintln(&b, c.folded(s, onLine("note: "+note)))
	}
	for _, wrong := range checked.Wrong {
		fmt.Fprintln(&b, c.folded(s, onLine("wrong: "+wrong)))
	}
	line := fmt.Sprintf("%s: %s", onLine(base), verdictOf(checked))
	if checked.Revisions > 0 {
		line += fmt.Sprintf(" (%s and the start in one chain, %s of all times, %s as derived again)",
			plural(checked.Revisions-1, "revision"), plural(checked.Beliefs, "belief"), plural(checked.Conclusions, "conclusion"))
	}
	fmt.Fprintln(&b, c.folded(s, line))
	_, err := io.WriteString(s, b.String())
	return err
}

func verdictOf(checked *journal.Checked) string {
	switch n := len(checked.Wrong); {
	case n > 0:
		return plural(n, "thing") + " wrong"
	case checked.Renewed:
		return "contents are right; page checksums were renewed"
	case checked.NotRenewed != "":
		return "contents are right; page checksums were not renewed: " + onLine(checked.NotRenewed)
	}
	return "sound"
}
