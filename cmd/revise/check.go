package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// checkOptions are the flags of check.
type checkOptions struct {
	root   string
	strict bool
	how    bool
	output outputFlags
	look   lookFlags
}

func newCheck(c *console) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Says everything that is wrong with files, without deriving anything.",
		Example: example(
			"revise check scenarios/access-review",
			"revise check scenarios/penguins scenarios/sbom --strict",
			"revise check scenarios/access-review --how",
		),
		Args:              wants("FILE…"),
		ValidArgsFunction: completeManyFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args) },
	}
	o.output.add(cmd, map[string]string{".txt": "text", ".json": "json"}, "text", "json")
	addRoot(cmd, &o.root)
	cmd.Flags().BoolVar(&o.strict, "strict", false, "take warnings for errors")
	cmd.Flags().BoolVar(&o.how, "how", false, "derive, and show the strata of the rules in their order, how each is kept in step, the joins by which, and what the file says about relations")
	o.look.add(cmd)
	return cmd
}

func (o *checkOptions) run(cmd *cobra.Command, c *console, files []string) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd)); err != nil {
		return err
	}
	if o.how && o.output.format.value != "text" {
		return refuse("", "--how is for text, and this is %s", o.output.format.value)
	}
	var (
		diagnostics rules.Diagnostics
		fine        []checked
	)
	code := exitNo
	for _, file := range files {
		one, found, err := o.check(cmd.Context(), c, file)
		var input *inputError
		switch {
		case errors.As(err, &input) && input.file != "":
			code, found = exitRefused, input.diagnostics()
		case err != nil:
			return err
		}
		diagnostics = append(diagnostics, found...)
		if one.scenario != nil {
			fine = append(fine, one)
		}
	}
	diagnostics = diagnostics.Sort()
	if err := o.output.write(c, func(s stream) error { return o.write(cmd.Context(), c, s, diagnostics, fine) }); err != nil {
		return err
	}
	if diagnostics.HasErrors() {
		return exitError(code)
	}
	return nil
}

// checked is a file that loads.
type checked struct {
	given    string
	scenario *scenarios.Scenario
}

// check loads one file. The error is one of finding or reading it; what is wrong inside are diagnostics.
func (o *checkOptions) check(ctx context.Context, c *console, file string) (checked, rules.Diagnostics, error) {
	src, err := openSource(ctx, c, file, o.root)
	if err != nil {
		return checked{}, nil, err
	}
	defer src.close()
	if src.isBase() {
		return checked{}, nil, refuse("revise fsck "+shellQuote(file)+" checks it", "%s is a belief base, and check is for files", file)
	}
	scenario, err := scenarios.Load(src.fsys, src.name, scenarios.WithContext(ctx))
	var found rules.Diagnostics
	switch {
	case errors.As(err, &found):
	case err != nil:
		return checked{}, nil, err
	default:
		found = scenario.Warnings
	}
	found = src.placed(found)
	for i := range found {
		if o.strict {
			found[i].Severity = rules.Error
		}
	}
	return checked{src.title(), scenario}, found, nil
}

func (o *checkOptions) write(ctx context.Context, c *console, s stream, diagnostics rules.Diagnostics, fine []checked) error {
	if o.output.format.value == "json" {
		return writeDiagnosticsJSON(s, diagnostics)
	}
	var b strings.Builder
	b.WriteString(c.diagnosed(s, diagnostics))
	if !diagnostics.HasErrors() {
		for _, one := range fine {
			fmt.Fprintf(&b, "%s: %s\n", one.given, summary(one.scenario))
			if o.how {
				shown, err := how(ctx, one.scenario)
				if err != nil {
					return err
				}
				b.WriteString(shown)
			}
		}
	}
	_, err := io.WriteString(s, b.String())
	return err
}

// completeManyFiles completes every argument with scenario files and folders.
func completeManyFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return completeFiles(nil, nil, "")
}
