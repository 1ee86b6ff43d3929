package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/gate"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// watchOptions are the flags of watch.
type watchOptions struct {
	derive  deriveFlags
	look    lookFlags
	format  *choice
	since   string
	verbose bool
	redact  redactFlags
}

func newWatch(c *console) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch FILE",
		Short: "Follows a file or a lasting base, and says what each change does to the conclusions, until Ctrl-C.",
		Example: example(
			"revise watch scenarios/penguins",
			"revise watch scenarios/penguins --format jsonl",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.since, "since", "", "begin with what came after this `CURSOR`, which an earlier watch said")
	o.format = addChoice(cmd, "format", "format", "text", "jsonl")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "also changes of relations that reports do not show; text: nothing is cut")
	o.redact.add(cmd)
	o.derive.add(cmd)
	o.look.add(cmd)
	return cmd
}

// pollEvery is how often the files are looked at. A change is taken in when two looks agree: an editor may be at it.
const pollEvery = 200 * time.Millisecond

// watcher follows one file.
type watcher struct {
	*watchOptions
	console *console
	file    string
	files   *fileSet
	now     *watched
	broken  bool // what the files hold now does not load
}

// watched is the state after all revisions of the file as it was read last.
type watched struct {
	*session
	source *source // closed; its names serve
	cursor cursor
}

func (o *watchOptions) run(cmd *cobra.Command, c *console, file string) error {
	if err := cmp.Or(o.look.apply(c), o.derive.check(cmd)); err != nil {
		return err
	}
	if file == "-" {
		return refuse("give it a file that changes", "standard input ends, and cannot be watched")
	}
	since, err := parseCursor(o.since)
	if err != nil {
		return err
	}
	w := &watcher{watchOptions: o, console: c, file: file, files: &fileSet{}}
	ctx := cmd.Context()
	if journal.IsBase(file) {
		return w.runBase(ctx, since)
	}
	events, err := w.load(ctx, since)
	if err != nil {
		return err
	}
	if err := w.write(append([]event{w.started(cmp.Or(since, &w.now.cursor))}, events...)); err != nil {
		return err
	}
	for {
		if err := w.files.changed(ctx); err != nil {
			return err
		}
		if err := w.again(ctx); err != nil {
			return err
		}
	}
}

// again takes in what the files hold now. The error is one that ends the watch.
func (w *watcher) again(ctx context.Context) error {
	events, err := w.load(ctx, nil)
	var disagree *revise.Disagreement
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &disagree):
		return err
	case err != nil:
		w.broken = true
		return w.write([]event{{kind: brokenEvent, err: err, cursor: w.now.cursor}})
	case w.broken && len(events) == 0:
		events = []event{{kind: restoredEvent, cursor: w.now.cursor}}
	}
	w.broken = false
	return w.write(events)
}

// load reads the file and plays its revisions. It returns an event for each of them that is new: those after the cursor
// at the start, later those after the last one. Where what came before them has changed, it returns one event that
// compares the states.
func (w *watcher) load(ctx context.Context, since *cursor) ([]event, error) {
	ctx, cancel := w.derive.bounded(ctx)
	defer cancel()
	w.console.read = nil // of the last time; nothing is written over
	src, err := openSource(ctx, w.console, w.file, w.derive.root)
	if err != nil {
		return nil, err
	}
	defer src.close()
	w.files.begin(src)
	progress := startProgress(w.console, w.derive.quiet)
	defer progress.stop()
	s, err := w.derive.open(ctx, src, nil, progress)
	if err != nil {
		return nil, err
	}
	next := &watched{session: s, source: src}
	if since == nil && w.now != nil {
		since = &w.now.cursor
	}
	from := len(s.steps)
	if since != nil {
		from = min(from, since.number)
	}
	if err := w.redact.begin(w.console, s.engine); err != nil {
		return nil, err
	}
	if _, err := s.play(ctx, s.steps[:from]); err != nil {
		return nil, err
	}
	known := since == nil || since.number == from && since.digest == digestOf(s.engine)
	if !known && w.now == nil {
		return nil, refuse("leave --since out to begin with what is there now", "--since %s: what came before that has changed", since)
	}
	events, err := w.follow(ctx, next, from)
	if err != nil {
		return nil, err
	}
	if !known {
		edited, err := w.compare(ctx, next)
		if err != nil {
			return nil, err
		}
		events = []event{edited}
	}
	w.now = next
	return events, nil
}

// follow plays the revisions from one on, each with its event.
func (w *watcher) follow(ctx context.Context, next *watched, from int) ([]event, error) {
	var events []event
	for i := from; i < len(next.steps); i++ {
		before := next.engine.Program()
		played, err := next.play(ctx, next.steps[i:i+1])
		if err != nil {
			return nil, err
		}
		outcome := played[0].Outcome
		events = append(events, event{
			kind: revisionEvent, cursor: cursor{i + 1, digestOf(next.engine)}, step: next.steps[i], number: i + 1, outcome: outcome,
			changes: w.shown(before, next.engine.Program(), next.scenario.Report, gate.Changes(outcome, before, next.engine.Program())), at: next.placer(next.source),
		})
	}
	next.cursor = cursor{len(next.steps), digestOf(next.engine)}
	return events, nil
}

// compare says what an edit of what came before did.
func (w *watcher) compare(ctx context.Context, next *watched) (event, error) {
	e := event{kind: editedEvent, cursor: next.cursor, at: next.placer(w.now.source)}
	comparison, err := gate.Compare(ctx, w.now.engine, next.engine, revise.WithLimits(revise.Limits{Conclusions: w.derive.limit, Memory: int64(w.derive.memory)}))
	if unlike := gate.Unlike(err); len(unlike) > 0 {
		e.err = (&gated{base: &state{source: w.now.source}, head: &state{source: next.source}}).unlike(unlike)
		return e, nil
	}
	if err != nil {
		return e, err
	}
	e.outcome, e.changes = comparison.Outcome, w.shown(w.now.engine.Program(), next.engine.Program(), next.scenario.Report, comparison.Changes)
	return e, nil
}

// placer names files as they can be opened from here; what was removed is where it was.
func (w *watched) placer(before *source) placer {
	return (&gated{base: &state{source: before}, head: &state{source: w.source}}).written
}

// shown leaves out what reports do not show: unless the scenario says otherwise, relations that have rules neither before
// nor after.
func (w *watcher) shown(before, after *rules.Program, report []string, changes []gate.Change) []gate.Change {
	if w.verbose {
		return changes
	}
	return slices.DeleteFunc(slices.Clone(changes), func(c gate.Change) bool {
		if c.Kind == gate.Violated {
			return false
		}
		if report != nil {
			return !slices.Contains(report, c.Fact.Relation)
		}
		return !concluded(before, c.Fact.Relation) && !concluded(after, c.Fact.Relation)
	})
}

// concluded reports whether a program has rules for a relation.
func concluded(p *rules.Program, relation string) bool {
	r := p.Relation(relation)
	return r != nil && len(r.Rules) > 0
}

// started is the event that a watch begins with.
func (w *watcher) started(at *cursor) event {
	return event{kind: startEvent, cursor: *at, start: startOf(w.now.engine), message: w.now.source.title()}
}

// event is one thing that a watch tells.
type event struct {
	kind    eventKind
	cursor  cursor // after it
	step    scenarios.Step
	number  int
	outcome *revise.Outcome
	changes []gate.Change
	at      placer
	err     error
	start   report.Start
	message string
}
