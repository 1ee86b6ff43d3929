package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
)

// full is an output that there is no room for.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestReportIsLost lets the output fail when everything is done: the exit code is not that of a run in which nothing was
// changed, and the message says what stays and how to see it.
func TestReportIsLost(t *testing.T) {
	t.Chdir(t.TempDir())
	file := "rules: ['bird(?x) :- penguin(?x)']\nbeliefs: ['penguin(pip)']\nrevisions: [{withdraw: ['penguin(pip)']}, {assert: ['penguin(pip)']}]\n"
	if err := os.WriteFile("p.yaml", []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	revisions := 0
	for _, c := range []struct {
		args string
		adds int
		want string
	}{
		{"init p.db p.yaml", 0, "p.db is made, and durable"},
		{"apply p.db p.yaml", 2, "revisions 1 to 2 of p.db are applied, and durable"},
		{"apply p.db p.yaml --format json", 2, "revisions 3 to 4 of p.db are applied, and durable"},
		{"withdraw p.db penguin(pip)", 1, "revision 5 of p.db is applied, and durable"},
		{"assert p.db penguin(sue)", 1, "revision 6 of p.db is applied, and durable"},
		{"undo p.db 6", 1, "revision 7 of p.db is applied, and durable"},
		{"erase p.db penguin(sue)", 1, "revision 8 of p.db is applied, and durable"},
		{"compact p.db", 0, "p.db is written anew, and durable"},
	} {
		console, _, errs := quietConsole()
		console.out.Writer = full{}
		code := execute(strings.Fields(c.args), console)
		want := "error: " + c.want + "; only the report could not be written: no space left on device\n"
		told := strings.ReplaceAll(strings.ReplaceAll(errs.String(), "\n  ", " "), "writing to standard output: ", "")
		if note, failure, ok := strings.Cut(told, "\nerror: "); ok && strings.HasPrefix(note, "note: ") {
			told = "error: " + failure // erase has more to say
		}
		if code != exitNo || !strings.HasPrefix(told, want[:len(want)-1]) || !strings.Contains(told, "hint: 'revise ") {
			t.Errorf("%s: told %q with %d, want %q", c.args, told, code, want)
		}
		revisions += c.adds
		if got := revisionsOf(t, "p.db"); got != revisions {
			t.Errorf("%s: %d revisions, want %d", c.args, got, revisions)
		}
	}
}

// TestWhatStaysIsTold says of what was applied before an interruption, a time-out or a full disk that it stays.
func TestWhatStaysIsTold(t *testing.T) {
	for _, err := range []error{
		context.Canceled, context.DeadlineExceeded, &journal.Error{Kind: journal.Full, Message: "full", Hint: "make room; nothing was changed"},
		&revise.Refusal{Kind: revise.RefusedFault, Message: "a fault"}, errors.New("something else"), &bugError{what: "a bug"},
	} {
		console, _, errs := quietConsole()
		before := exitCode(err)
		console.applied("p.db", 3, 4)
		if code := console.tell(err); code != before || !strings.Contains(errs.String(), "revisions 3 to 4 of p.db are applied") || strings.Contains(errs.String(), "nothing was changed") {
			t.Errorf("%v: told %q with %d", err, errs, code)
		}
	}
}

// TestColumnsAreCheckedFirst applies nothing where the report could not be written as asked for.
func TestColumnsAreCheckedFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.yaml", []byte("rules: ['bird(?x) :- penguin(?x)']\nbeliefs: ['penguin(pip)']\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]int{"init p.db p.yaml": exitDone} {
		console, _, errs := quietConsole()
		if code := execute(strings.Fields(args), console); code != want {
			t.Fatalf("%s: %d, %s", args, code, errs)
		}
	}
	console, _, errs := quietConsole()
	if code := execute(strings.Fields("withdraw p.db penguin(pip) --redact nothing"), console); code != exitRefused || revisionsOf(t, "p.db") != 0 {
		t.Errorf("%d, %s, %d revisions", code, errs, revisionsOf(t, "p.db"))
	}
}

// revisionsOf counts the revisions of a base.
func revisionsOf(t *testing.T, base string) int {
	t.Helper()
	console, out, errs := quietConsole()
	if code := execute([]string{"log", base, "--format", "json"}, console); code != exitDone {
		t.Fatalf("%s: %d, %s", filepath.Base(base), code, errs)
	}
	n := 0
	for strings.Contains(out.String(), fmt.Sprintf(`"revision": %d,`, n+1)) {
		n++
	}
	return n
}
