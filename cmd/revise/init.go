package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/scenarios"
)

// initOptions are the flags of init.
type initOptions struct {
	derive deriveFlags
	at     string
}

func newInit(c *console) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init BASE FILE…",
		Short: "Makes a lasting belief base of the rules and beliefs of files: one file, which keeps every revision that is applied to it.",
		Example: example(
			"revise init review.db scenarios/access-review",
			"revise init tweety.db scenarios/penguins --at 2026-01-01",
		),
		Args:              wants("BASE", "FILE…"),
		ValidArgsFunction: completeManyFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0], args[1:]) },
	}
	addAt(cmd, &o.at)
	cmd.Flags().BoolVar(&o.derive.verify, "verify", false, "compare with recomputation; a difference ends with exit code 4, and nothing is made")
	addRoot(cmd, &o.derive.root)
	o.derive.addBounds(cmd)
	return cmd
}

func addAt(cmd *cobra.Command, at *string) {
	cmd.Flags().Var((*moment)(at), "at", "when it happened, as a `DATE` or however it is to be written; the clock is recorded beside it")
}

func (o *initOptions) run(cmd *cobra.Command, c *console, base string, files []string) error {
	if err := cmp.Or(o.derive.check(cmd), journal.Vacant(base)); err != nil {
		return err // before everything is derived for nothing
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSources(ctx, c, files, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	for _, file := range files {
		if journal.IsBase(file) {
			return refuse("to go on from its present state, 'revise export "+shellQuote(file)+" -o FILE.yaml' makes a file of it; to keep its history, copy it", "%s is a belief base already", file)
		}
	}
	start, scenario, err := o.start(ctx, c, src)
	if err != nil {
		return err
	}
	if err := journal.Create(ctx, base, *start); err != nil {
		return err
	}
	c.change(fmt.Sprintf("'revise log %s' shows it", shellQuote(base)), "%s is made", base)
	s := startOf(start.Engine)
	_, err = fmt.Fprintf(c.out, "%s: %s, %s, %s\n", onLine(base), plural(s.BaseBeliefs, "base belief"), plural(s.Rules, "rule"), plural(s.Conclusions, "conclusion"))
	if err != nil {
		return after(unreported, err)
	}
	if n := len(scenario.Steps); n > 0 {
		o.derive.note(c, fmt.Sprintf("note: %s left out; 'revise apply %s %s' applies what is there", plural(n, "revision"), shellQuote(base), oneOf(files)))
	}
	if n := len(scenario.Warnings); n > 0 {
		o.derive.note(c, fmt.Sprintf("note: %s, see 'revise check %s'", plural(n, "warning"), oneOf(files)))
	}
	return nil
}

// oneOf stands in a command for the file, or for any of several.
func oneOf(files []string) string {
	if len(files) == 1 {
		return shellQuote(files[0])
	}
	return "FILE"
}

// start loads the files and derives what follows.
func (o *initOptions) start(ctx context.Context, c *console, src *source) (*journal.Start, *scenarios.Scenario, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	recorded, err := c.recorded()
	if err != nil {
		return nil, nil, err
	}
	scenario, err := scenarios.Load(src.fsys, src.name, scenarios.WithContext(ctx), scenarios.WithProgress(progress.reading))
	if err != nil {
		return nil, nil, src.place(err)
	}
	options, err := o.derive.options(progress)
	if err != nil {
		return nil, nil, err
	}
	engine, err := revise.New(ctx, scenario.Program, scenario.Base, options...)
	if err != nil {
		return nil, nil, err
	}
	if o.derive.verify {
		if err := engine.Verify(ctx); err != nil {
			return nil, nil, err
		}
	}
	progress.say("writing")
	return &journal.Start{
		Title: scenario.Title, About: scenario.About, Shown: scenario.Report, Documents: documentsOf(scenario),
		Program: scenario.Program, Base: scenario.Base, Engine: engine, Stamp: journal.Stamp{At: o.at, Recorded: recorded},
	}, scenario, nil
}

// documentsOf lists the files of a scenario: those of the file language with what the rules need of them.
func documentsOf(scenario *scenarios.Scenario) []journal.Document {
	var all []journal.Document
	read := map[string]bool{}
	for _, doc := range scenario.Documents {
		read[doc.Name] = true
		all = append(all, journal.Document{Name: doc.Name, SHA256: hex.EncodeToString(doc.Digest[:]), Bytes: int64(doc.Bytes), Lines: scenarios.WithoutBeliefs(doc)})
	}
	for _, in := range scenario.Inputs {
		if !read[in.Name] {
			all = append(all, journal.Document{Name: in.Name, SHA256: in.SHA256, Bytes: in.Bytes})
		}
	}
	return all
}

// severalName is what the file is called that includes those of the command line, where there are several.
const severalName = "command line.yaml"

// openSources finds the files of the command line. Several are read as if one file included them all.
func openSources(ctx context.Context, c *console, files []string, root string) (*source, error) {
	if len(files) == 1 {
		return openSource(ctx, c, files[0], root)
	}
	s, err := openSource(ctx, c, files[0], cmp.Or(root, "."))
	if err != nil {
		return nil, err
	}
	text := strings.Builder{}
	text.WriteString("include:\n")
	for _, given := range files {
		file, err := resolve(given)
		var name string
		if err == nil {
			name, err = below(cmp.Or(root, "."), file)
		}
		if err != nil {
			s.close()
			return nil, err
		}
		fmt.Fprintf(&text, "  - %s\n", yamlText(path.Clean(filepath.ToSlash(name))))
	}
	s.fsys = withText{s.fsys, severalName, []byte(text.String())}
	s.name = severalName
	return s, nil
}

// yamlText writes a text as a scalar that every YAML reader takes for that text.
func yamlText(text string) string {
	if visible(text) != text || strings.ContainsAny(text, "\n\r\t") {
		return belief.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
