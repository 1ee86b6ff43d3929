package journal_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// richFile has something for every table and every type of column.
const richFile = `title: Rooms
about: who may enter which room
report: [enter, cost]
relations:
  payment: {columns: [who: string, cents: int], semantics: bag}
  rate: {columns: [who: string, factor: float, valid: bool, since: date]}
  closed: {columns: []}
  cleaner: {columns: [who]}
rules:
  - {name: enter, conclude: 'enter(?who, ?room)', when: ['in(?who, ?g)', 'key(?g, ?room)', 'not banned(?who)', 'not closed()']}
  - in(?who, ?g) :- member(?who, ?g)
  - in(?who, ?g) :- in(?who, ?h), part(?h, ?g)
  - size(?g, ?n) :- key(?g, _), ?n = count { in(?who, ?g) }
  - cost(?who, ?n) :- payment(?who, _), ?n = sum ?c { payment(?who, ?c) }
  - top(?g) :- key(?g, _), not part(?g, _)
  - shut(?room) :- key(_, ?room), closed()
constraints:
  - name: no-banned-member
    deny: ['member(?who, ?g)', 'banned(?who)']
    message: '{?who} is banned, and a member of {?g}'
beliefs:
  - {belief: 'member(ana, finance)', source: HR-1, entrenchment: 2}
  - {belief: 'member(bo, sales)', source: HR-2}
  - {belief: 'member(bo, sales)', source: HR-3}
  - member(cyd, sales)
  - part(finance, staff)
  - part(sales, staff)
  - key(staff, hall)
  - key(finance, vault)
  - banned(zoe)
  - payment(ana, 5)
  - payment(ana, 5)
  - payment(bo, 7)
  - rate(ana, 1.5, true, 2026-01-31)
  - rate(bo, 0.0, false, 2025-12-01)
`

const richRevisions = `revisions:
  - name: Bo is banned
    because: ticket 1
    by: eve
    at: 2026-02-01
    assert: ['banned(bo)', 'closed()', {belief: 'member(dan, finance)', source: HR-9}]
    withdraw: [source: HR-3, 'rate(ana, 1.5, true, 2026-01-31)']
  - name: cleaners
    add_rules: ['enter(?who, hall) :- cleaner(?who)']
    assert: ['cleaner(fay)', 'payment(ana, 5)']
    withdraw: ['closed()']
  - undo: Bo is banned
  - name: Cyd leaves
    withdraw: ['member(cyd, sales)']
    remove_rules: [top#1]
`

// makeRich makes such a base with its revisions, and a last one that erases.
func makeRich(t testing.TB) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "rich.db")
	createRich(t, name)
	return name
}

func createRich(t testing.TB, name string) {
	t.Helper()
	ctx := context.Background()
	files := fstest.MapFS{"rooms.yaml": {Data: []byte(richFile)}, "later.yaml": {Data: []byte(richRevisions)}}
	s, err := scenarios.Load(files, "rooms.yaml")
	if err != nil {
		t.Fatal(err)
	}
	engine, err := revise.New(ctx, s.Program, s.Base)
	if err != nil {
		t.Fatal(err)
	}
	var documents []journal.Document
	for _, doc := range s.Documents {
		documents = append(documents, journal.Document{Name: doc.Name, SHA256: hex.EncodeToString(doc.Digest[:]), Bytes: int64(doc.Bytes), Lines: scenarios.WithoutBeliefs(doc)})
	}
	err = journal.Create(ctx, name, journal.Start{
		Title: s.Title, About: s.About, Shown: s.Report, Documents: documents, Program: s.Program, Base: s.Base, Engine: engine,
		Stamp: journal.Stamp{At: "2026-01-01", Recorded: "2026-01-01T00:00:00Z"},
	})
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	later, err := scenarios.LoadRevisions(files, "later.yaml", j.Program(), scenarios.History{})
	if err != nil {
		t.Fatal(err)
	}
	j.Widen(later.Program)
	for _, step := range later.Steps {
		if _, err := j.Apply(ctx, journal.Request{Request: step.Request, Text: step.Text, Recorded: "2026-02-02T00:00:00Z"}); err != nil {
			t.Fatal(err)
		}
	}
	cyd, err := rules.ParseAtom("member(cyd, sales)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Erase(journal.Erasure{Patterns: []rules.Query{cyd}, Because: "ticket 2", By: "eve", Stamp: journal.Stamp{Recorded: "2026-03-03T00:00:00Z"}}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// told is everything that a base says of its present and its past, as text.
func told(name string, opts ...journal.Option) (string, error) {
	ctx := context.Background()
	j, err := journal.Open(ctx, name, opts...)
	if err != nil {
		return "", err
	}
	defer j.Close() // it was only read
	var b strings.Builder
	title, about, err := j.Title()
	if err != nil {
		return "", err
	}
	shown, err := j.Shown()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "%s, %s, %q\n", title, about, shown)
	for number := range j.Head().Number + 1 {
		r, err := j.Outcome(number)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nrevision %d %q, %q, by %q, at %q, recorded %s, undoes %d, %s:%d\n%s", r.Number, r.Name, r.Because, r.By, r.At, r.Recorded, r.Undoes, r.File, r.Line, r.Request)
		for _, c := range r.Outcome.Retracted {
			fmt.Fprintf(&b, "- %s %v %v by %s\n", c.Fact, c.Before, c.After, c.Reason.Rule.Name)
		}
		for _, c := range r.Outcome.Gained {
			fmt.Fprintf(&b, "+ %s %v %v by %s\n", c.Fact, c.Before, c.After, c.Reason.Rule.Name)
		}
		for _, c := range r.Outcome.Changed {
			fmt.Fprintf(&b, "~ %s %s by %s\n", c.Before, c.After, c.Reason.Rule.Name)
		}
		for _, v := range r.Outcome.NewViolations {
			fmt.Fprintf(&b, "! %s %s\n", v.Fact, v.Message)
		}
		e, err := j.EngineAfter(ctx, number)
		if err != nil {
			return "", err
		}
		tellState(&b, e)
	}
	e, err := j.Engine(ctx)
	if err != nil {
		return "", err
	}
	b.WriteString("\nnow\n")
	tellState(&b, e)
	return b.String(), e.CheckAnew(ctx)
}

func tellState(b *strings.Builder, e *revise.Engine) {
	for _, f := range factsOf(e) {
		fmt.Fprintf(b, "  %s\n", f)
	}
	for _, v := range e.Violations() {
		fmt.Fprintf(b, "  ! %s\n", v.Message)
	}
	for _, r := range e.Program().Relations {
		for f := range e.Facts(r.Name) {
			if believed, ok := e.Believed(f); ok {
				fmt.Fprintf(b, "  %s %v\n", f, believed.Attributions)
			}
		}
	}
}
