package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
)

func newExport(c *console) *cobra.Command {
	var f baseFlags
	asOf := ""
	cmd := &cobra.Command{
		Use:   "export BASE",
		Short: "Writes the rules and beliefs of a lasting base as a file of the file language, from which 'revise init' makes it again.",
		Example: example(
			"revise export access.db -o access.yaml",
			"revise export access.db --as-of 2026-06-30",
		),
		Args:              wants("BASE"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			return readBase(cmd.Context(), args[0], func(j *journal.Journal) error { return f.export(c, j, asOf) })
		},
	}
	cmd.Flags().StringVar(&asOf, "as-of", "", "the state after this `REVISION` or date, such as 12 or 2026-06-30")
	f.addRedacted(cmd, map[string]string{".yaml": "yaml", ".yml": "yaml"}, "yaml")
	return cmd
}

// redactExport puts digests in place of values, also in rules: what is exported is a file that can be read again, so
// that texts only can be redacted.
func (f *baseFlags) redactExport(c *console, j *journal.Journal, program *rules.Program, d *draft.Draft, s *scenarios.Scenario) error {
	if err := f.redact.beginWith(c, j); err != nil || f.redact.redaction == nil {
		return err
	}
	r := f.redact.redaction
	for _, relation := range program.Relations {
		for _, i := range r.Columns(relation.Name) {
			if column := relation.Columns[i]; column.Type != belief.StringType {
				return refuse("leave that column out, or give 'revise query' in place of a file", "--redact: %s.%s is of type %s, and a digest in the file would be a text", relation.Name, column.Name, column.Type)
			}
		}
	}
	d.Rewrite(r.Fact, r.Text)
	s.Title, s.About = r.Text(s.Title), r.Text(s.About)
	return nil
}

func (f *baseFlags) export(c *console, j *journal.Journal, asOf string) error {
	number := j.Head().Number
	if asOf != "" {
		var err error
		if number, err = j.At(asOf); err != nil {
			return err
		}
	}
	program, err := j.ProgramAfter(number)
	if err != nil {
		return err
	}
	base, err := j.Base(number)
	if err != nil {
		return err
	}
	scenario, err := scenarioOf(j)
	if err != nil {
		return err
	}
	exported := draft.Of(program, base, nil)
	if err := f.redactExport(c, j, program, exported, scenario); err != nil {
		return err
	}
	text := exported.Text(false)
	if scenario.Report != nil {
		text = "report: [" + strings.Join(scenario.Report, ", ") + "]\n" + text
	}
	if scenario.Title != "" {
		text = "title: " + yamlText(scenario.Title) + "\n" + text
	}
	err = f.output.write(c, func(s stream) error {
		_, err := io.WriteString(s, text)
		return err
	})
	if err != nil {
		return err
	}
	note, err := erasedNote(j, number)
	if note != "" {
		c.say("%s", note)
	}
	if err == nil && len(text) > maxStdin {
		c.say("note: the file has %s, and %d MB are the most that are read", fmt.Sprintf("%d MB", len(text)>>20), maxStdin>>20)
	}
	return err
}
