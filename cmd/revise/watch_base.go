package main

import (
	"context"
	"encoding/hex"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/gate"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/scenarios"
)

// baseWatcher follows a lasting base: what comes is the revisions that it records.
type baseWatcher struct {
	*watcher
	at     cursor   // what was told last
	report []string // the relations that reports show
}

// runBase tells the revisions after the cursor, and those that come.
func (w *watcher) runBase(ctx context.Context, since *cursor) error {
	b := &baseWatcher{watcher: w}
	w.files.names = []string{w.file, w.file + "-wal"}
	if err := b.start(ctx, since); err != nil {
		return err
	}
	for {
		if err := w.files.changed(ctx); err != nil {
			return err
		}
		if err := b.tell(ctx); err != nil {
			return err
		}
	}
}

// start says where the watch begins, and tells what came since.
func (b *baseWatcher) start(ctx context.Context, since *cursor) error {
	err := readBase(ctx, b.file, func(j *journal.Journal) error {
		if err := b.redact.beginWith(b.console, j); err != nil {
			return err
		}
		head := j.Head()
		b.at = cursor{head.Number, linkOf(head.Hash)}
		if since != nil {
			b.at = *since
		}
		r, err := j.Revision(head.Number)
		if err != nil {
			return err
		}
		return b.write([]event{{kind: startEvent, cursor: b.at, message: b.file, start: report.Start{
			BaseBeliefs: r.Outcome.BaseBeliefs, Rules: len(j.Program().Rules), Conclusions: r.Outcome.Conclusions,
		}}})
	})
	if err != nil {
		return err
	}
	return b.tell(ctx)
}

// tell tells the revisions after the last that was told.
func (b *baseWatcher) tell(ctx context.Context) error {
	return readBase(ctx, b.file, func(j *journal.Journal) error {
		if err := b.follows(j); err != nil {
			return err
		}
		var err error
		if b.report, err = j.Shown(); err != nil {
			return err
		}
		for n := b.at.number + 1; n <= j.Head().Number; n++ {
			e, err := b.revision(j, n)
			if err != nil {
				return err
			}
			if err := b.write([]event{e}); err != nil {
				return err
			}
			b.at = e.cursor
		}
		return nil
	})
}

// follows refuses a base of which the cursor is no point.
func (b *baseWatcher) follows(j *journal.Journal) error {
	if b.at.number <= j.Head().Number {
		r, err := j.Revision(b.at.number)
		if err != nil || linkOf(r.Hash) == b.at.digest {
			return err
		}
	}
	return refuse("leave --since out to begin with what is there now", "%s is no point of the history of %s: it is another base", &b.at, b.file)
}

// revision is the event of one revision of the base.
func (b *baseWatcher) revision(j *journal.Journal, n int) (event, error) {
	r, err := j.Outcome(n)
	if err != nil {
		return event{}, err
	}
	before, err := j.ProgramAfter(n - 1)
	if err != nil {
		return event{}, err
	}
	after, err := j.ProgramAfter(n)
	if err != nil {
		return event{}, err
	}
	step := scenarios.Step{Request: revise.Request{Name: r.Name, Because: r.Because, By: r.By, At: r.At}}
	if step.Request.Name == "" {
		step.Request.Undo = r.Outcome.Request.Undo
	}
	return event{
		kind: revisionEvent, cursor: cursor{n, linkOf(r.Hash)}, number: n, step: step, outcome: r.Outcome,
		changes: b.shown(before, after, b.report, gate.Changes(r.Outcome, before, after)),
		at:      func(r gate.Root) belief.Place { return r.Place },
	}, nil
}

// linkOf is the part of a revision's hash that a cursor has.
func linkOf(hash []byte) string { return hex.EncodeToString(hash)[:digestLength] }
