package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// newRoot builds the tree of commands.
func newRoot(c *console) *cobra.Command {
	cobra.EnableCommandSorting = false // theirs is the order of use
	root := &cobra.Command{
		Use:   "revise",
		Short: "Revise keeps what rules conclude in step with what you believe, and says what changed and why.",
		Example: example(
			"revise run scenarios/penguins",
			"revise query scenarios/access-review 'can_read(?who, ledger)'",
			"revise why scenarios/penguins 'flies(wisdom)'",
		),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	version := root.Flags().Bool("version", false, "the same as 'revise version'")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return writeVersion(c.out)
		}
		return cmd.Help()
	}
	root.AddCommand(
		newRun(c), newTest(c), newCheck(c), newQuery(c), newWhy(c), newWhyNot(c), newKernels(c), newContract(c), newRepair(c), newBlame(c), newFragile(c), newCompare(c), newVerify(c), newFuzz(c),
		newGate(c), newWatch(c),
		newInit(c), newApply(c), newAssert(c), newWithdraw(c), newUndo(c), newLog(c), newShow(c), newDiff(c),
		newPlan(c), newLife(c), newBisect(c), newExport(c), newFsck(c), newCompact(c), newErase(c),
		newSchema(c), newExplain(c), newCompletion(c), newVersion(c),
	)
	root.SetHelpCommand(newHelp(root))
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "this help")
		cmd.Flags().VisitAll(onlyOnce)
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { c.helpFailed = writeHelp(c, cmd) })
	root.SetFlagErrorFunc(flagError)
	return root
}

// example lists command lines one below the other.
func example(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }

func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Says what a command does, with examples and its flags.",
		Example: example("revise help run"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := unknownCommand(root, args); err != nil {
				return err
			}
			topic, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return topic.Help()
		},
	}
}

// writeHelp teaches: one sentence, examples, then the flags.
func writeHelp(c *console, cmd *cobra.Command) error {
	cmd.Flags().VisitAll(bare)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", wrapped(cmd.Short, 0, c.columnsOf(c.out)))
	if cmd.HasParent() {
		fmt.Fprintf(&b, "Usage:\n  %s\n\n", cmd.UseLine())
	} else {
		fmt.Fprint(&b, "Usage:\n  revise COMMAND [flags]\n\n")
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintln(&b, "Commands:")
		for _, sub := range cmd.Commands() {
			fmt.Fprintf(&b, "  %-*s  %s\n", nameWidth, sub.Name(), wrapped(sub.Short, nameWidth+4, c.columnsOf(c.out)))
		}
		fmt.Fprint(&b, "\nFlags of a command, and more examples: revise COMMAND --help\n\n")
	}
	fmt.Fprintf(&b, "Flags:\n%s", cmd.Flags().FlagUsagesWrapped(c.columnsOf(c.out)))
	if _, err := io.WriteString(c.out, b.String()); err != nil {
		return fmt.Errorf("writing to standard output: %w", cause(err))
	}
	return nil
}

// nameWidth is that of the longest name of a command.
const nameWidth = len("completion")

// unknownCommand refuses a first argument that is no command, before anything looks at the flags behind it.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := []string{"help"}
	for _, sub := range root.Commands() {
		names = append(names, sub.Name())
		if sub.Name() == args[0] {
			return nil
		}
	}
	switch name := args[0]; {
	case name == "-h", name == "--help", name == "--version", name == "help", strings.HasPrefix(name, "__complete"):
		return nil
	case strings.HasPrefix(name, "-"):
		return refuse("revise --help lists the commands", "%s stands before the command: flags come after it, as in 'revise run FILE --format json'", name)
	default:
		return refuse("revise --help lists the commands", "there is no command %s%s", belief.Quote(name), didYouMean(name, names))
	}
}

// didYouMean ends a sentence about an unknown name.
func didYouMean(name string, known []string) string {
	return meaning(rules.Suggest(name, known))
}

func meaning(nearest string) string {
	if nearest == "" {
		return ""
	}
	return "; did you mean " + belief.Quote(nearest) + "?"
}

// flagError puts the errors of the flag library in our words.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("%s --help lists its flags", cmd.CommandPath())
	var (
		unknown *pflag.NotExistError
		invalid *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown, hint)
	case errors.As(err, &invalid):
		return refuse(hint, "--%s %s: %s", invalid.GetFlag().Name, invalid.GetValue(), reason(invalid))
	case errors.As(err, &missing):
		return refuse(hint, "--%s needs a value", missing.GetFlag().Name)
	}
	return refuse(hint, "%v", err)
}

// reason is why a value was refused, without the prefix of the standard library's parsers.
func reason(invalid *pflag.InvalidValueError) string {
	var given *givenError
	if errors.As(invalid, &given) {
		return given.Error()
	}
	switch invalid.GetFlag().Value.Type() {
	case "duration":
		return "write a duration such as 30s or 5m"
	case "int":
		return "write a whole number"
	case "uint64":
		return "write a whole number from 0 on"
	case "bool":
		return "this flag takes no value"
	}
	return invalid.Unwrap().Error()
}

// unknownFlag says that the command has no such flag, which commands have it, or which flag has nearly this name.
func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError, hint string) error {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return refuse(hint, "there is no flag -%s", name)
	}
	var users, own []string
	for _, other := range cmd.Root().Commands() {
		if other.Flags().Lookup(name) != nil {
			users = append(users, other.Name())
		}
	}
	if len(users) > 0 {
		return refuse(hint, "%s does not use --%s, which is for %s", cmd.Name(), name, strings.Join(users, ", "))
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { own = append(own, f.Name) })
	if nearest := rules.Suggest(name, own); nearest != "" {
		return refuse(hint, "there is no flag --%s; did you mean --%s?", name, nearest)
	}
	return refuse(hint, "there is no flag --%s", name)
}

// wants refuses any other number of arguments than the names say; a last name that ends in … stands for one or more.
func wants(names ...string) cobra.PositionalArgs {
	last := len(names) - 1
	many := last >= 0 && strings.HasSuffix(names[last], "…")
	return func(cmd *cobra.Command, args []string) error {
		hint := "for example:" + strings.SplitAfter(cmd.Example, "\n")[0][1:]
		hint = strings.TrimSuffix(hint, "\n")
		switch {
		case len(args) < len(names):
			return refuse(hint, "%s needs %s", cmd.Name(), strings.TrimSuffix(strings.Join(names[len(args):], " and "), "…"))
		case len(args) > len(names) && !many && last > 0 && names[last] == "ATOM":
			return refuse(hint, "%s takes one atom, and here are %d words: put the atom in single quotes", cmd.Name(), len(args)-last)
		case len(args) > len(names) && !many:
			return refuse(hint, "%s does not use %s", cmd.Name(), belief.Quote(args[len(names)]))
		}
		return nil
	}
}
