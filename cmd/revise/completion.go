package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func newCompletion(c *console) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Prints a script that makes a shell complete commands, flags and files: bash, zsh, fish or powershell.",
		Example: example(
			"source <(revise completion bash)",
			"revise completion zsh > _revise",
			"revise completion fish > revise.fish",
		),
		Args:              wants("SHELL"),
		ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(c.out, true)
			case "zsh":
				return root.GenZshCompletion(c.out)
			case "fish":
				return root.GenFishCompletion(c.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(c.out)
			}
			return refuse("", "there is no completion for %s: the shells are %s%s", args[0], strings.Join(shells, ", "), didYouMean(args[0], shells))
		},
	}
}

// completeFiles completes a first argument with scenario files and folders.
func completeFiles(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}
