package main

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise"
)

// requestFlags say what there is to say of a revision that the command line makes.
type requestFlags struct {
	name    string
	because string
	by      string
	at      string
}

func (o *requestFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.because, "because", "", "`WHY` it is done")
	flags.StringVar(&o.by, "by", "", "`WHO` does it")
	addAt(cmd, &o.at)
	flags.StringVar(&o.name, "name", "", "what to call the revision: a `NAME` that undo knows it by")
}

func (o *requestFlags) check() error {
	if revise.IsNumber(o.name) {
		return refuse("put a word before it", "--name %s: a number stands for the revision that has it", o.name)
	}
	return nil
}

// commandOptions are the flags of assert, withdraw and undo.
type commandOptions struct {
	applyFlags
	request requestFlags
	source  string
	weight  int
}

func (o *commandOptions) add(cmd *cobra.Command) {
	o.request.add(cmd)
	o.applyFlags.add(cmd)
}

func newAssert(c *console) *cobra.Command {
	var o commandOptions
	cmd := &cobra.Command{
		Use:   "assert BASE ATOM…",
		Short: "Asserts base beliefs in a lasting base, in one revision, and reports what that changed and why.",
		Example: example(
			"revise assert access.db 'member(eve, finance)' --because 'HR ticket 4712' --source HR-2301",
			"revise assert birds.db 'injured(tweety)' 'injured(vlad)' --by ann",
		),
		Args:              wants("BASE", "ATOM…"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := utf8Only(args[1:]...); err != nil {
				return err
			}
			var entries []string
			for _, atom := range args[1:] {
				entry := "      - belief: " + yamlText(atom) + "\n"
				if o.source != "" {
					entry += "        source: " + yamlText(o.source) + "\n"
				}
				if o.weight != 0 {
					entry += fmt.Sprintf("        entrenchment: %d\n", o.weight)
				}
				entries = append(entries, entry)
			}
			return o.run(cmd, c, args[0], "    assert:\n"+strings.Join(entries, ""))
		},
	}
	cmd.Flags().StringVar(&o.source, "source", "", "`WHERE` the beliefs come from")
	cmd.Flags().IntVar(&o.weight, "entrenchment", 0, "how reluctantly they are given up: `N`, higher is later")
	o.add(cmd)
	return cmd
}

func newWithdraw(c *console) *cobra.Command {
	var o commandOptions
	cmd := &cobra.Command{
		Use:   "withdraw BASE ATOM…",
		Short: "Withdraws base beliefs from a lasting base, in one revision, and reports what that changed and why.",
		Example: example(
			"revise withdraw access.db 'member(bo, contractors)' --because 'HR ticket 4711'",
			"revise withdraw birds.db 'injured(_)'",
			"revise withdraw birds.db --source 'the diamond'",
		),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.source != "" && len(args) > 1 {
				return refuse("make two commands of it; withdrawing a belief takes it whatever its sources", "withdraw takes ATOM or --source, not both")
			}
			if err := utf8Only(args[1:]...); err != nil {
				return err
			}
			var entries []string
			for _, atom := range args[1:] {
				entries = append(entries, "      - "+yamlText(atom)+"\n")
			}
			if o.source != "" {
				entries = append(entries, "      - source: "+yamlText(o.source)+"\n")
			}
			if len(entries) == 0 {
				return refuse("name a belief, a pattern such as 'injured(_)', or --source", "withdraw needs ATOM or --source")
			}
			return o.run(cmd, c, args[0], "    withdraw:\n"+strings.Join(entries, ""))
		},
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wants("BASE", "ATOM…")(cmd, args)
		}
		return nil
	}
	cmd.Flags().StringVar(&o.source, "source", "", "withdraw this `SOURCE` from every belief that came from it")
	o.add(cmd)
	return cmd
}

func newUndo(c *console) *cobra.Command {
	var o commandOptions
	cmd := &cobra.Command{
		Use:   "undo BASE REVISION",
		Short: "Takes back what an earlier revision really changed, as a revision of its own; the history keeps both.",
		Example: example(
			"revise undo access.db 3 --because 'the wrong Bo'",
			"revise undo access.db \"Bo's contract ends\"",
		),
		Args:              wants("BASE", "REVISION"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[1] == "" {
				return refuse("'revise log "+shellQuote(args[0])+"' lists them, with their numbers", "undo needs the number or the name of a revision")
			}
			return o.run(cmd, c, args[0], "    undo: "+yamlText(args[1])+"\n")
		},
	}
	o.add(cmd)
	return cmd
}

// utf8Only refuses a text that would be another one in the history.
func utf8Only(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return refuse("set the terminal to UTF-8, or write it in a file", "%q is not UTF-8", text)
		}
	}
	return nil
}

// commandName is what the request of the command line is called in diagnostics.
const commandName = "command line"

// run applies the revision whose entries are given.
func (o *commandOptions) run(cmd *cobra.Command, c *console, base, entries string) error {
	if err := cmp.Or(o.check(cmd, c), o.request.check(), utf8Only(o.source, o.request.name, o.request.because, o.request.by, o.request.at)); err != nil {
		return err
	}
	var text strings.Builder
	text.WriteString("revisions:\n  - ")
	first := true
	for _, key := range []struct{ name, value string }{{"name", o.request.name}, {"because", o.request.because}, {"by", o.request.by}, {"at", o.request.at}} {
		if key.value == "" {
			continue
		}
		if !first {
			text.WriteString("    ")
		}
		first = false
		fmt.Fprintf(&text, "%s: %s\n", key.name, yamlText(key.value))
	}
	if first {
		entries = strings.TrimPrefix(entries, "    ")
	}
	text.WriteString(entries)
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openRoot(".")
	if err != nil {
		return err
	}
	defer src.close()
	src.fsys, src.name, src.given = withText{src.fsys, commandName, []byte(text.String())}, commandName, commandName
	return o.apply(ctx, c, base, src)
}
