package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// testOptions are the flags of test.
type testOptions struct {
	derive  deriveFlags
	output  outputFlags
	look    lookFlags
	verbose bool
}

// verdictFormats write the verdicts over scenarios.
var verdictFormats = map[string]func(*console, stream, []verdict, bool) error{
	"text": writeVerdicts, "junit": writeJUnit, "tap": writeTAP, "github": writeGitHub,
}

func newTest(c *console) *cobra.Command {
	var o testOptions
	cmd := &cobra.Command{
		Use:   "test PATH…",
		Short: "Runs scenarios and checks what they expect of each revision; a folder stands for every scenario below it.",
		Example: example(
			"revise test scenarios/",
			"revise test scenarios/penguins --strategy dred -v",
			"revise test scenarios/claims scenarios/sbom --format junit -o results.xml",
		),
		Args:              wants("PATH…"),
		ValidArgsFunction: completeManyFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args) },
	}
	o.output.add(cmd, map[string]string{".txt": "text", ".xml": "junit", ".tap": "tap"}, "text", "junit", "tap", "github")
	o.derive.add(cmd)
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "text: every revision, also those that did what was expected")
	o.look.add(cmd)
	return cmd
}

// verdict is what became of one scenario.
type verdict struct {
	path    string
	results []scenarios.Result // their places can be opened from here
	err     error              // what ended it early
}

func (v *verdict) failed() int {
	n := 0
	for _, r := range v.results {
		if len(r.Mismatches) > 0 {
			n++
		}
	}
	return n
}

// code is the exit code of one scenario.
func (v *verdict) code() int {
	if v.err != nil {
		return exitCode(v.err)
	}
	if v.failed() > 0 {
		return exitNo
	}
	return exitDone
}

func (o *testOptions) run(cmd *cobra.Command, c *console, paths []string) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	files, err := findScenarios(paths)
	if err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	verdicts, err := o.test(ctx, c, files)
	if err != nil {
		return err
	}
	code := exitDone
	for _, v := range verdicts {
		code = max(code, v.code())
	}
	write := verdictFormats[o.output.format.value]
	if err := o.output.write(c, func(s stream) error { return write(c, s, verdicts, o.verbose) }); err != nil {
		return err
	}
	if code != exitDone {
		return exitError(code)
	}
	return nil
}

// test runs every scenario. The error is one that ends the whole test: an interruption or the time-out.
func (o *testOptions) test(ctx context.Context, c *console, files []string) ([]verdict, error) {
	var verdicts []verdict
	for _, file := range files {
		v := verdict{path: shownPath(file)}
		v.results, v.err = o.testOne(ctx, c, file)
		if ctx.Err() != nil {
			return nil, &duringError{v.path, ctx.Err()}
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

func (o *testOptions) testOne(ctx context.Context, c *console, file string) ([]scenarios.Result, error) {
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return nil, err
	}
	defer src.close()
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	s, err := o.derive.open(ctx, src, nil, progress)
	if err != nil {
		return nil, err
	}
	all, err := s.play(ctx, s.steps)
	var results []scenarios.Result
	for _, p := range all {
		for i := range p.Mismatches {
			p.Mismatches[i].Place.File = src.path(p.Mismatches[i].Place.File)
		}
		results = append(results, p.Result)
	}
	return results, err
}

// shownPath is what a scenario is called: a file that a folder stands for by its folder.
func shownPath(file string) string {
	if filepath.Base(file) == scenarioName {
		return filepath.ToSlash(filepath.Dir(file))
	}
	return filepath.ToSlash(file)
}

// findScenarios returns the files that the paths stand for, each once: a file itself, a folder every scenario below it.
func findScenarios(paths []string) ([]string, error) {
	var files []string
	for _, given := range paths {
		if given == "-" {
			files = append(files, given)
			continue
		}
		info, err := os.Stat(given)
		if err != nil || !info.IsDir() {
			file, err := resolve(given)
			if err != nil {
				return nil, err
			}
			files = append(files, filepath.Clean(file))
			continue
		}
		found, err := scenariosBelow(given)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// scenariosBelow returns every scenario of a folder and of the folders below it, hidden ones apart.
func scenariosBelow(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != folder && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.Name() == scenarioName && !entry.IsDir():
			files = append(files, filepath.Clean(name))
		}
		return nil
	})
	if err != nil {
		return nil, refuse("", "cannot look through %s: %v", folder, cause(err))
	}
	if len(files) == 0 {
		return nil, refuse("", "there is no %s in %s or below", scenarioName, folder)
	}
	return files, nil
}

// writeVerdicts writes for people.
func writeVerdicts(c *console, s stream, verdicts []verdict, verbose bool) error {
	widest := 0
	for _, v := range verdicts {
		widest = max(widest, len(v.path))
	}
	var b strings.Builder
	for _, v := range verdicts {
		fmt.Fprintf(&b, "%s %-*s  %s\n", c.mark(s, v.code()), widest, onLine(v.path), onLine(v.summary()))
		c.writeResults(&b, s, v, verbose)
	}
	fmt.Fprintln(&b, total(verdicts))
	_, err := io.WriteString(s, b.String())
	return err
}

// mark is how a line about a scenario or a revision begins.
func (c *console) mark(s stream, code int) string {
	switch code {
	case exitDone:
		return c.paint(s, green, "ok   ")
	case exitNo:
		return c.paint(s, red, "FAIL ")
	}
	return c.paint(s, red, "ERROR")
}

// summary says in a few words what became of a scenario.
func (v *verdict) summary() string {
	var found rules.Diagnostics
	switch {
	case errors.As(v.err, &found):
		return "does not load"
	case v.err != nil:
		return v.err.Error()
	case v.failed() > 0:
		return fmt.Sprintf("%d of %s not as expected", v.failed(), plural(len(v.results), "revision"))
	}
	return plural(len(v.results), "revision")
}

func (c *console) writeResults(b *strings.Builder, s stream, v verdict, verbose bool) {
	var found rules.Diagnostics
	if errors.As(v.err, &found) {
		b.WriteString(c.diagnosed(s, found))
	}
	for i, r := range v.results {
		code := exitDone
		if len(r.Mismatches) > 0 {
			code = exitNo
		}
		if code != exitDone || verbose {
			fmt.Fprintf(b, "  %s %s\n", c.mark(s, code), onLine(stepName(r.Step.Request, i+1)))
		}
		for _, m := range r.Mismatches {
			fmt.Fprintln(b, c.folded(s, "        "+onLine(m.String())))
		}
	}
}

// total says in one line what became of all.
func total(verdicts []verdict) string {
	revisions, failed, broken := 0, 0, 0
	for _, v := range verdicts {
		revisions += len(v.results)
		failed += v.failed()
		if v.err != nil {
			broken++
		}
	}
	line := fmt.Sprintf("%s, %s: ", plural(len(verdicts), "scenario"), plural(revisions, "revision"))
	if failed+broken == 0 {
		return line + "all as expected"
	}
	var parts []string
	if failed > 0 {
		parts = append(parts, plural(failed, "revision")+" not as expected")
	}
	if broken > 0 {
		parts = append(parts, plural(broken, "scenario")+" could not be run")
	}
	return line + strings.Join(parts, ", ")
}
