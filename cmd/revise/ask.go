package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// askFlags are those of the commands that explain one fact.
type askFlags struct {
	derive deriveFlags
	first  reviseFlags
	output outputFlags
	look   lookFlags
	redact redactFlags
	after  string

	compared string           // an atom of which it is asked, too, what it rested on before the last revision
	revision string           // its name
	before   *revise.Supports // nil where it did not hold, or is not known whole
}

// answer writes what a command found.
type answer func(s stream, f report.Format, o report.Options) error

// add defines the flags; more are formats beside text, JSON and YAML.
func (f *askFlags) add(cmd *cobra.Command, more ...report.Format) {
	addAfter(cmd, &f.after, &f.derive.asOf)
	f.addAll(cmd, more...)
}

// addAll defines the flags but for those that name a point of time.
func (f *askFlags) addAll(cmd *cobra.Command, more ...report.Format) {
	endings := map[string]string{".txt": "text", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}
	for ending, format := range map[string]report.Format{".dot": report.DOT, ".gv": report.DOT, ".mmd": report.Mermaid, ".svg": report.SVG} {
		if slices.Contains(more, format) {
			endings[ending] = string(format)
		}
	}
	formats := []string{"text", "json", "yaml"}
	for _, format := range more {
		formats = append(formats, string(format))
	}
	f.output.add(cmd, endings, formats...)
	f.redact.add(cmd)
	f.first.add(cmd)
	f.derive.add(cmd)
	f.look.add(cmd)
}

// addAfter defines the flags that name a point of time: of a file, and of a lasting base.
func addAfter(cmd *cobra.Command, after, asOf *string) {
	cmd.Flags().StringVar(asOf, "as-of", "", "of a lasting base: ask after this `REVISION` or date, such as 12 or 2026-06-30")
	cmd.Flags().StringVar(after, "after", "", "ask after this `REVISION`, by name or number; 0 is before the first")
}

// run plays the revisions, has the fact explained, and writes the answer.
func (f *askFlags) run(cmd *cobra.Command, c *console, file, atom string, explain func(context.Context, *revise.Engine, belief.Fact) (answer, error)) error {
	return f.study(cmd, c, file, func(ctx context.Context, s *session) (answer, error) {
		fact, err := s.fact(atom)
		if err != nil {
			return nil, err
		}
		found, err := explain(ctx, s.engine, fact)
		if errors.Is(err, revise.ErrNotHeld) {
			c.say("%s does not hold%s", fact, f.moment())
			return nil, exitError(exitNo)
		}
		return found, err
	})
}

// study plays the revisions, has what they have come to explained, and writes the answer.
func (f *askFlags) study(cmd *cobra.Command, c *console, file string, explain func(context.Context, *session) (answer, error)) error {
	return f.write(cmd, c, file, func(ctx context.Context, s *session) (answer, error) {
		if f.compared != "" {
			s.beforeLast = func(revision string) { f.remember(ctx, s.engine, revision) }
		}
		note, err := s.playUntil(ctx, "--after", f.after)
		if err != nil {
			return nil, err
		}
		found, err := explain(ctx, s)
		if err == nil {
			f.derive.note(c, note)
		}
		return found, err
	})
}

// write derives what holds before the revisions, and writes the answer to a question about them.
func (f *askFlags) write(cmd *cobra.Command, c *console, file string, ask func(context.Context, *session) (answer, error)) error {
	if err := cmp.Or(f.look.apply(c), f.output.check(cmd), f.derive.check(cmd)); err != nil {
		return err
	}
	ctx, cancel := f.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, f.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	write, err := f.ask(ctx, c, src, ask)
	if err != nil {
		return err
	}
	return f.output.write(c, func(s stream) error {
		return write(s, report.Format(f.output.format.value), report.Options{Width: c.columnsOf(s), Colour: c.colored(s)})
	})
}

func (f *askFlags) ask(ctx context.Context, c *console, src *source, ask func(context.Context, *session) (answer, error)) (answer, error) {
	progress := startProgress(c, f.derive.quiet)
	defer progress.stop()
	s, err := f.derive.open(ctx, src, &f.first, progress)
	if err != nil {
		return nil, err
	}
	if err := f.redact.begin(c, s.engine); err != nil {
		return nil, err
	}
	f.derive.note(c, s.note)
	write, err := ask(ctx, s)
	if write == nil {
		return nil, err
	}
	if err := f.redact.begin(c, s.engine); err != nil { // what the revisions brought
		return nil, err
	}
	return write, err
}

// fact reads an atom of the command line that must be about one fact.
func (s *session) fact(atom string) (belief.Fact, error) {
	query, err := parseAtom(s.engine.Program(), atom)
	if err != nil {
		return belief.Fact{}, err
	}
	fact, ground := query.Fact()
	if !ground {
		hint := fmt.Sprintf("for all of them: revise query %s %s", shellQuote(s.given), shellQuote(atom))
		return fact, refuse(hint, "%s stands for many facts: ask about one", atom)
	}
	return fact, nil
}

// mostCompared bounds the supports that are compared with those before the last revision.
const mostCompared = 1000

// remember keeps what the fact rests on before the last revision.
func (f *askFlags) remember(ctx context.Context, e *revise.Engine, revision string) {
	query, err := parseAtom(e.Program(), f.compared)
	if err != nil {
		return // the relation may come with the revision
	}
	if fact, ground := query.Fact(); ground {
		was, err := e.Supports(ctx, fact, revise.SupportsLimits{Max: mostCompared})
		if err == nil && was.Complete {
			f.revision, f.before = revision, was
		}
	}
}

// moment ends a sentence with the point of time that --after or --as-of names.
func (f *askFlags) moment() string {
	if f.derive.asOf != "" {
		return " as of " + report.Safe(f.derive.asOf)
	}
	switch f.after {
	case "":
		return ""
	case "0":
		return " before the first revision"
	}
	return " after revision " + belief.Quote(f.after)
}
