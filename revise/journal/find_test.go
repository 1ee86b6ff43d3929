package journal_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

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
