package journal_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

// TestAtWhereDatesGoBack shows no state with a revision of a later date.
func TestAtWhereDatesGoBack(t *testing.T) {
	name, ctx := makeBase(t), context.Background()
	j, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range []string{"2026-03-01", "2026-05-01", "2020-01-01", "2026-06-01"} {
		r := hires(t, i)
		r.At = at
		if _, err := j.Apply(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	for moment, want := range map[string]int{"2020-01-01": -1, "2026-01-01": 0, "2026-04-01": 1, "2026-05-01": 3, "2026-06-01": 4} {
		if got, err := j.At(moment); got != want || (err != nil) != (want < 0) {
			t.Errorf("%s: %d, %v", moment, got, err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestNumbersAreNoNames finds a revision by its number, whatever another one was called by an earlier version.
func TestNumbersAreNoNames(t *testing.T) {
	name, ctx := makeBase(t), context.Background()
	for i := range 3 {
		if err := hire(t, name, i); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sqlite3.Open("file:" + name + "?vfs=revise")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Exec("UPDATE _revisions SET name = '1' WHERE number = 3; UPDATE _revisions SET name = '2026' WHERE number = 2"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	j, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"1": 1, "3": 3, "003": 3, "2026": 2, "4": 0, "0": 0, "-1": 0, "+1": 0} {
		if got, err := j.Find(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%s is found as %d, %v, want %d", text, got, err, want)
		}
		if got, err := j.At(text); got != want || (err == nil) != (want > 0 || text == "0") {
			t.Errorf("the state at %s is that of %d, %v, want %d", text, got, err, want)
		}
	}
	for _, r := range []revise.Request{{Name: "7"}, {At: "2026-02-30"}} {
		var refused *journal.Error
		if _, err := j.Apply(ctx, journal.Request{Request: r}); !errors.As(err, &refused) || refused.Kind != journal.Reserved {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestReservedNames refuses relations that SQLite has no table for.
func TestReservedNames(t *testing.T) {
	doc, _ := rules.ReadDocument("r.yaml", []byte("rules:\n  - SQLite_sequence(?x) :- ?x = 1\n"))
	program, diagnostics := rules.Parse([]*rules.Document{doc}, nil)
	if program == nil {
		t.Fatal(diagnostics)
	}
	base := belief.NewBase()
	engine, err := revise.New(context.Background(), program, base)
	if err != nil {
		t.Fatal(err)
	}
	err = journal.Create(context.Background(), filepath.Join(t.TempDir(), "r.db"), journal.Start{Program: program, Base: base, Engine: engine})
	var refused *journal.Error
	if !errors.As(err, &refused) || refused.Kind != journal.Reserved {
		t.Errorf("got %v", err)
	}
}
