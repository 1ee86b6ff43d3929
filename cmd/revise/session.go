package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// session is a scenario that is being played: its engine, and the revisions it gets.
type session struct {
	scenario *scenarios.Scenario
	given    string // the file, as the person wrote it
	engine   *revise.Engine
	steps    []scenarios.Step // the command line's first, then the file's
	progress *progress
	verify   bool
	base     bool   // it is a lasting base, of which only the state is looked at
	note     string // what there is to know of that state

	beforeLast func(name string) // if not nil: called before the last of the revisions that are played, unless it is a what-if
}

// played is one revision that was applied, or refused.
type played struct {
	scenarios.Result
	took time.Duration
}

// open loads the scenario of a source and derives its conclusions.
func (f *deriveFlags) open(ctx context.Context, s *source, first *reviseFlags, p *progress) (*session, error) {
	if s.isBase() {
		return f.openBase(ctx, s, first, p)
	}
	if f.asOf != "" {
		return nil, refuse("for a file: --after", "--as-of is for belief bases, and %s is none", s.given)
	}
	scenario, err := s.load(ctx, p)
	if err != nil {
		return nil, err
	}
	opened := &session{scenario: scenario, given: s.given, progress: p, verify: f.verify}
	if err := opened.plan(first); err != nil {
		return nil, err
	}
	options, err := f.options(p)
	if err != nil {
		return nil, err
	}
	if opened.engine, err = revise.New(ctx, scenario.Program, scenario.Base, options...); err != nil {
		return nil, err
	}
	return opened, opened.verified(ctx)
}

// options are those of an engine.
func (f *deriveFlags) options(p *progress) ([]revise.Option, error) {
	options := []revise.Option{
		revise.WithLimits(revise.Limits{Conclusions: f.limit, Memory: int64(f.memory)}),
		revise.WithProgress(p.deriving),
	}
	if f.strategy == nil {
		return options, nil
	}
	strategy, err := revise.ParseStrategy(f.strategy.value)
	return append(options, revise.WithStrategy(strategy)), err
}

// place puts the names of files in diagnostics as they can be opened from here; other errors are left alone.
func (s *source) place(err error) error {
	var diagnostics rules.Diagnostics
	if errors.As(err, &diagnostics) {
		return s.placed(diagnostics)
	}
	return err
}

// plan lines up the revisions.
func (s *session) plan(first *reviseFlags) error {
	s.steps = s.scenario.Steps
	if first == nil || len(first.assert)+len(first.withdraw) == 0 {
		return nil
	}
	request, err := first.request(s.scenario.Program)
	s.steps = slices.Concat([]scenarios.Step{{Request: request}}, s.steps)
	return err
}

// commandLine is the name of the revision that --assert and --withdraw make.
const commandLine = "command line"

// request makes one revision of what the command line asserts and withdraws.
func (f *reviseFlags) request(program *rules.Program) (revise.Request, error) {
	request := revise.Request{Name: commandLine}
	for _, text := range f.withdraw {
		query, err := parseAtom(program, text)
		if err != nil {
			return request, err
		}
		request.Withdraw = append(request.Withdraw, revise.Withdrawal{Pattern: &query})
	}
	for _, text := range f.assert {
		query, err := parseAtom(program, text)
		if err != nil {
			return request, err
		}
		fact, ground := query.Fact()
		if !ground {
			return request, refuse("write the values themselves", "cannot assert %s: it stands for many facts", text)
		}
		request.Assert = append(request.Assert, revise.Assertion{Fact: fact, Attribution: belief.Attribution{Source: commandLine}})
	}
	return request, nil
}

// parseAtom reads an atom of the command line and checks it against the program.
func parseAtom(program *rules.Program, text string) (rules.Query, error) {
	query, err := rules.ParseAtom(text)
	if err != nil {
		return query, err
	}
	return query, program.Check(query)
}

// verified compares the state with recomputation, where --verify asks for it.
func (s *session) verified(ctx context.Context) error {
	if !s.verify {
		return nil
	}
	return s.engine.Verify(ctx)
}

// play applies revisions. A refused one is a result like any other; the error is one that ends everything: an
// interruption, the time-out, a failed verification.
func (s *session) play(ctx context.Context, steps []scenarios.Step) ([]played, error) {
	var all []played
	for i, step := range steps {
		name := stepName(step.Request, i+1)
		s.progress.say("revising: %s", name)
		if s.beforeLast != nil && i == len(steps)-1 && !step.Request.WhatIf {
			s.beforeLast(name)
		}
		began := time.Now()
		result, err := step.Apply(ctx, s.engine)
		took := time.Since(began)
		if err = cmp.Or(err, ctx.Err()); err == nil { // a time-out is a refusal to Apply, and the end to us
			err = s.verified(ctx)
		}
		if err != nil {
			return nil, &duringError{"revision " + belief.Quote(name), err}
		}
		all = append(all, played{result, took})
	}
	return all, nil
}

// stepName is what a revision is called where the file gives it no name.
func stepName(request revise.Request, number int) string {
	switch {
	case request.Name != "":
		return request.Name
	case request.Undo != "":
		return "undo: " + request.Undo
	}
	return fmt.Sprintf("revision %d", number)
}

// refusals counts the revisions that were refused, and those of them of which the file does not expect it.
func refusals(all []played) (refused, unexpected int) {
	for _, p := range all {
		if p.Outcome.Refused != nil {
			refused++
			unexpected += min(1, len(p.Mismatches))
		}
	}
	return refused, unexpected
}

// playUntil applies revisions up to the point that --after names. The note says if some were refused unexpectedly; the
// refusal of what the command line asks for is an error, because the answer would not be to the question.
func (s *session) playUntil(ctx context.Context, flag, after string) (note string, err error) {
	steps, err := s.until(flag, after)
	if err != nil {
		return "", err
	}
	return s.playSteps(ctx, steps)
}

func (s *session) playSteps(ctx context.Context, steps []scenarios.Step) (note string, err error) {
	all, err := s.play(ctx, steps)
	if len(all) > 0 && len(s.steps) > len(s.scenario.Steps) && all[0].Outcome.Refused != nil {
		return "", &firstRefused{all[0].Outcome.Refused}
	}
	if _, n := refusals(all); n > 0 {
		note = fmt.Sprintf("note: %d of %s refused; for why: revise run %s", n, plural(len(all), "revision"), shellQuote(s.given))
	}
	return note, err
}

// names lists the revisions as --after takes them.
func (s *session) names() []string {
	var names []string
	for _, step := range s.steps {
		if step.Request.Name != "" {
			names = append(names, step.Request.Name)
		}
	}
	return names
}

// title is what a report calls the scenario: its folder, or the file where it has a name of its own.
func (s *source) title() string {
	if s.given == "-" {
		return "standard input"
	}
	name := path.Base(s.path(s.name))
	if name != scenarioName {
		return strings.TrimSuffix(name, path.Ext(name))
	}
	if folder, err := filepath.Abs(filepath.Dir(filepath.FromSlash(s.path(s.name)))); err == nil {
		return filepath.Base(folder)
	}
	return name
}

// inputs are the files that were read, by names that can be opened from here.
func inputs(src *source, scenario *scenarios.Scenario) []report.Input {
	var list []report.Input
	for _, in := range scenario.Inputs {
		input := report.Input{Name: src.path(in.Name), Bytes: in.Bytes}
		hex.Decode(input.SHA256[:], []byte(in.SHA256)) // made by hex.EncodeToString
		list = append(list, input)
	}
	return list
}
