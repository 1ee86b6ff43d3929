package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/rules"
)

func newExplain(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "explain [CODE]",
		Short:   "Says what the code of a diagnostic means, with a file that gives it; without a code, lists them all.",
		Example: example("revise explain R1203", "revise explain unstratified", "revise explain"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCodes(c.out)
			}
			if err := wants("CODE")(cmd, args); err != nil {
				return err
			}
			code, err := rules.ParseCode(args[0])
			if err != nil {
				return refuse("'revise explain' lists all codes", "%v", err)
			}
			return explain(c, code)
		},
		ValidArgsFunction: completeCodes,
	}
}

func listCodes(w io.Writer) error {
	var b strings.Builder
	for _, code := range rules.Codes() {
		fmt.Fprintf(&b, "%s  %s\n", code.Number(), code.Slug())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func explain(c *console, code rules.Code) error {
	meaning := wrapped(strings.TrimSpace(code.Explanation()), 0, c.columnsOf(c.out))
	text := fmt.Sprintf("%s %s\n\n%s\n", code.Number(), code.Slug(), meaning)
	if example := strings.TrimSuffix(code.Example(), "\n"); example != "" {
		text += fmt.Sprintf("\nFor example, this file gives it:\n\n    %s\n", visible(strings.ReplaceAll(example, "\n", "\n    ")))
	}
	_, err := io.WriteString(c.out, text)
	return err
}

func completeCodes(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var codes []cobra.Completion
	for _, code := range rules.Codes() {
		codes = append(codes, cobra.CompletionWithDesc(code.Number(), code.Slug()))
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}
