package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// baseFlags are those of the commands that work on a lasting base and nothing else.
type baseFlags struct {
	output outputFlags
	look   lookFlags
	redact redactFlags
}

func (f *baseFlags) add(cmd *cobra.Command, endings map[string]string, formats ...string) {
	f.output.add(cmd, endings, formats...)
	f.look.add(cmd)
}

// addRedacted is add for a command whose output has values.
func (f *baseFlags) addRedacted(cmd *cobra.Command, endings map[string]string, formats ...string) {
	f.redact.add(cmd)
	f.add(cmd, endings, formats...)
}

func (f *baseFlags) check(cmd *cobra.Command, c *console) error {
	return cmp.Or(f.look.apply(c), f.output.check(cmd))
}

// readBase opens a base for reading, hands it to a function, and closes it.
func readBase(ctx context.Context, name string, use func(*journal.Journal) error) error {
	j, err := journal.Open(ctx, name)
	if err != nil {
		return err
	}
	return cmp.Or(use(j), j.Close())
}

// recorded is what the clock says, to the second, or what SOURCE_DATE_EPOCH says in its place, as builds that are to be
// the same each time have it.
func (c *console) recorded() (string, error) {
	now := time.Now()
	if text := c.env("SOURCE_DATE_EPOCH"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return "", refuse("it is a number of seconds since 1970, or not set", "SOURCE_DATE_EPOCH is %q", text)
		}
		now = time.Unix(seconds, 0)
	}
	return now.UTC().Format(time.RFC3339), nil
}

// openBase makes a session of a belief base: its conclusions are read, and there are no revisions but the command
// line's, which is not kept.
func (f *deriveFlags) openBase(ctx context.Context, s *source, first *reviseFlags, p *progress) (*session, error) {
	j, err := journal.Open(ctx, s.given)
	if err != nil {
		return nil, err
	}
	opened, err := f.sessionOf(ctx, j, p)
	if err := cmp.Or(err, j.Close()); err != nil {
		return nil, err
	}
	if err := opened.plan(first); err != nil {
		return nil, err
	}
	return opened, opened.verified(ctx)
}

func (f *deriveFlags) sessionOf(ctx context.Context, j *journal.Journal, p *progress) (*session, error) {
	scenario, err := scenarioOf(j)
	if err != nil {
		return nil, err
	}
	number := j.Head().Number
	if f.asOf != "" {
		if number, err = j.At(f.asOf); err != nil {
			return nil, err
		}
	}
	options, err := f.options(p)
	if err != nil {
		return nil, err
	}
	opened := &session{scenario: scenario, given: j.Name(), progress: p, verify: f.verify, base: true}
	if number < j.Head().Number || f.strategy.value != string(revise.Auto) {
		opened.engine, err = j.EngineAfter(ctx, number, options...)
	} else {
		opened.engine, err = j.Engine(ctx, options...)
	}
	if err != nil {
		return nil, err
	}
	scenario.Program = opened.engine.Program()
	opened.note, err = erasedNote(j, number)
	return opened, err
}

// erasedNote says that a past state is not shown as it was.
func erasedNote(j *journal.Journal, number int) (string, error) {
	switch erased, err := j.ErasedAfter(number); {
	case err != nil || erased == 0:
		return "", err
	case erased == 1:
		return fmt.Sprintf("note: 1 belief of the state after revision %d was erased: what followed from it is left out, or stands with digests", number), nil
	default:
		return fmt.Sprintf("note: %d beliefs of the state after revision %d were erased: what followed from them is left out, or stands with digests", erased, number), nil
	}
}

// scenarioOf describes a base as a scenario without beliefs and revisions.
func scenarioOf(j *journal.Journal) (*scenarios.Scenario, error) {
	title, about, err := j.Title()
	if err != nil {
		return nil, err
	}
	shown, err := j.Shown()
	return &scenarios.Scenario{Title: title, About: about, Program: j.Program(), Report: shown}, err
}

// isBase reports whether an argument names a file that holds a belief base, or at least an SQLite database.
func (s *source) isBase() bool { return s.given != "-" && journal.IsBase(s.given) }

// history is what a base has been through, as the loader of revisions takes it.
func history(j *journal.Journal) (scenarios.History, error) {
	var names []string
	err := j.Revisions(func(r journal.Revision) bool {
		if r.Name != "" {
			names = append(names, r.Name)
		}
		return true
	})
	slices.Reverse(names)
	return scenarios.History{Names: names, Programs: func(undo string) (before, after *rules.Program, found bool) {
		n, err := j.Find(undo)
		if err != nil {
			return nil, nil, false
		}
		before, _ = j.ProgramAfter(n - 1)
		after, err = j.ProgramAfter(n)
		return before, after, err == nil
	}}, err
}

// startOf describes the state that an engine is in, for reports.
func startOf(engine *revise.Engine) report.Start {
	program := engine.Program()
	return report.Start{
		BaseBeliefs: engine.BaseBeliefs(),
		Rules:       len(program.Rules),
		Constraints: len(program.Constraints),
		Conclusions: engine.Conclusions(),
		Strata:      engine.Strata(),
		Violations:  engine.Violations(),
	}
}

// tool names this program in reports.
func tool() report.Tool { return report.Tool{Name: "revise", Version: readBuild().version} }

// load reads a scenario: of a lasting base, its rules and what is believed now.
func (s *source) load(ctx context.Context, p *progress) (*scenarios.Scenario, error) {
	if !s.isBase() {
		scenario, err := scenarios.Load(s.fsys, s.name, scenarios.WithContext(ctx), scenarios.WithProgress(p.reading))
		return scenario, s.place(err)
	}
	var scenario *scenarios.Scenario
	err := readBase(ctx, s.given, func(j *journal.Journal) (err error) {
		if scenario, err = scenarioOf(j); err == nil {
			scenario.Base, err = j.Base(j.Head().Number)
		}
		return err
	})
	return scenario, err
}
