package journal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

const team = `rules:
  - {name: reads, conclude: 'can_read(?who, ?what)', when: ['in(?who, ?g)', 'grant(?g, ?what)', 'not suspended(?who)']}
  - in(?who, ?g) :- member(?who, ?g)
  - in(?who, ?g) :- in(?who, ?h), part(?h, ?g)
  - size(?g, ?n) :- grant(?g, _), ?n = count { in(?who, ?g) }
`

// makeBase makes a base in a new folder and returns its name.
func makeBase(t testing.TB) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "team.db")
	if err := journal.Create(context.Background(), name, start(t)); err != nil {
		t.Fatal(err)
	}
	return name
}

func start(t testing.TB) journal.Start {
	t.Helper()
	doc, _ := rules.ReadDocument("team.yaml", []byte(team))
	base := belief.NewBase()
	var known rules.Signature
	for _, text := range []string{"member(ana, finance)", "member(bo, sales)", "part(finance, staff)", "part(sales, staff)", "grant(staff, plan)", "grant(finance, ledger)", "suspended(zoe)"} {
		f := fact(t, text)
		base.Add(f, belief.Attribution{Source: "HR"})
		o := rules.Observation{Relation: f.Relation}
		for _, v := range f.Values {
			o.Columns = append(o.Columns, rules.Column{Type: v.Type()})
		}
		known = append(known, o)
	}
	program, diagnostics := rules.Parse([]*rules.Document{doc}, known)
	if program == nil {
		t.Fatal(diagnostics)
	}
	engine, err := revise.New(context.Background(), program, base)
	if err != nil {
		t.Fatal(err)
	}
	return journal.Start{
		Program: program, Base: base, Engine: engine, Documents: []journal.Document{{Name: doc.Name, Lines: doc.Lines}},
		Stamp: journal.Stamp{Recorded: "2026-01-01T00:00:00Z"},
	}
}

func fact(t testing.TB, text string) belief.Fact {
	t.Helper()
	f, err := belief.ParseFact(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// hires is the request that one more person joins.
func hires(t testing.TB, number int) journal.Request {
	t.Helper()
	text := fmt.Sprintf("member(p%d, finance)", number)
	return journal.Request{
		Request:  revise.Request{Assert: []revise.Assertion{{Fact: fact(t, text)}}, Place: belief.Place{File: "hire.yaml", Line: 2}},
		Text:     "revisions:\n  - assert: ['" + text + "']",
		Recorded: "2026-01-02T00:00:00Z",
	}
}

// hire opens the base, applies one revision and closes it.
func hire(t testing.TB, name string, number int, opts ...journal.Option) error {
	t.Helper()
	j, err := journal.OpenToWrite(context.Background(), name, opts...)
	if err != nil {
		return err
	}
	_, err = j.Apply(context.Background(), hires(t, number))
	return errors.Join(err, j.Close())
}

// read opens the base and returns every fact and its last revision; the file must be sound.
func read(t testing.TB, name string) ([]string, int) {
	t.Helper()
	j, err := journal.Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	checked, err := j.Check(context.Background())
	if err != nil || len(checked.Wrong) > 0 {
		t.Fatal(checked, err)
	}
	return facts(t, j), j.Head().Number
}

func facts(t testing.TB, j *journal.Journal) []string {
	t.Helper()
	e, err := j.Engine(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return factsOf(e)
}

func factsOf(e *revise.Engine) []string {
	var all []string
	for _, r := range e.Program().Relations {
		for f, s := range e.Facts(r.Name) {
			all = append(all, fmt.Sprint(f, " ", s.Total()))
		}
	}
	slices.Sort(all)
	return all
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func kindOf(err error) journal.Kind {
	var e *journal.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

const soon = 50 * time.Millisecond
