//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// watching is a watch that is under way.
type watching struct {
	t      *testing.T
	dir    string
	cmd    *exec.Cmd
	events chan eventJSON
}

const watchedRules = "rules:\n  - can(?u, ?d) :- member(?u, ?g), grant(?g, ?d)\n"

const watchedFile = watchedRules + `relations:
  member: {columns: [user: string, group: string]}
beliefs:
  - relation: member
    file: members.csv
  - grant(clerks, ledger)
revisions:
  - name: first
    assert: ['grant(heads, safe)']
`

func watch(t *testing.T, dir string, args ...string) *watching {
	t.Helper()
	w := &watching{t: t, dir: dir, cmd: exec.Command("revise", append([]string{"watch", dir, "--format", "jsonl"}, args...)...), events: make(chan eventJSON)}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.cmd.Process.Kill() }) // it has ended, if all is well
	go func() {
		defer close(w.events)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var e eventJSON
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				t.Error(err)
			}
			w.events <- e
		}
	}()
	return w
}

func (w *watching) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// next is the next event, and what changed.
func (w *watching) next() (eventJSON, string) {
	w.t.Helper()
	select {
	case e, ok := <-w.events:
		if !ok {
			w.t.Fatal("the watch ended")
		}
		text := string(e.Event) + " " + e.Name + ":"
		for _, c := range e.Changes {
			text += " " + c.Change + " " + c.Fact
		}
		for _, d := range e.Diagnostics {
			text += " " + d.Code
		}
		return e, text
	case <-time.After(10 * time.Second):
		w.t.Fatal("no event")
		return eventJSON{}, ""
	}
}

func (w *watching) wants(want string) eventJSON {
	w.t.Helper()
	e, got := w.next()
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Fatal(diff)
	}
	return e
}

// quiet waits for longer than a change takes to be told.
func (w *watching) quiet() {
	w.t.Helper()
	select {
	case e := <-w.events:
		w.t.Fatalf("it tells %+v", e)
	case <-time.After(4 * pollEvery):
	}
}

// ends stops the watch.
func (w *watching) ends(signal os.Signal) {
	w.t.Helper()
	if err := w.cmd.Process.Signal(signal); err != nil {
		w.t.Fatal(err)
	}
	for range w.events {
	}
	w.cmd.Wait() // the status says more
	if status := w.cmd.ProcessState.Sys().(syscall.WaitStatus); status.ExitStatus() != exitInterrupted {
		w.t.Errorf("ended with %v", w.cmd.ProcessState)
	}
}

func watchedFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "access")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"scenario.yaml": watchedFile, "members.csv": "user,group\nana,clerks\nbo,heads\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWatchTellsChangesAsTheyCome(t *testing.T) {
	t.Parallel()
	w := watch(t, watchedFolder(t))
	w.wants("start :")

	second := watchedFile + "  - name: second\n    because: HR\n    withdraw: ['member(ana, _)']\n"
	w.write("scenario.yaml", second)
	w.wants("revision second: retracted can(ana, ledger)")

	w.write("scenario.yaml", second+"  - name: [\n")
	w.wants("broken : R1008")
	w.write("scenario.yaml", second)
	w.wants("restored :")

	w.write("members.csv", "user,group\nana,clerks\ncyd,clerks\n") // as long as before
	e := w.wants("edited : gained can(cyd, ledger) retracted can(bo, safe)")
	if got := e.Changes[0].Roots[0]; got.What != "member(cyd, clerks) was asserted" || got.Place.Line != 3 || filepath.Base(got.Place.File) != "members.csv" {
		t.Errorf("got %+v", got)
	}

	w.write("scenario.yaml", strings.Replace(second, watchedRules, "include: [rules.yaml]\n", 1))
	w.wants("broken : R1001")
	w.write("rules.yaml", watchedRules)
	w.wants("restored :")
	w.write("rules.yaml", strings.Replace(watchedRules, "can(?u, ?d) :-", "can(?u, paper) :- grant(?g, ?d),", 1))
	w.wants("edited : gained can(cyd, paper) retracted can(cyd, ledger)")
	w.write("scenario.yaml", strings.Replace(second, watchedRules, "include: [rules.yaml]\n", 1)+"  - name: third\n    remove_rules: ['can#1']\n")
	w.wants("revision third: retracted can(cyd, paper)")

	if err := os.Rename(w.dir, w.dir+".away"); err != nil {
		t.Fatal(err)
	}
	w.wants("broken : R1001")
	if err := os.Rename(w.dir+".away", w.dir); err != nil {
		t.Fatal(err)
	}
	w.wants("restored :")
	w.ends(os.Interrupt)
}

// An editor that empties a file and writes it again a moment later is not seen in between.
func TestWatchWaitsForWriters(t *testing.T) {
	t.Parallel()
	w := watch(t, watchedFolder(t))
	w.wants("start :")
	for range 5 {
		w.write("members.csv", "user,gr")
		time.Sleep(pollEvery / 2)
		w.write("members.csv", "user,group\nana,clerks\nbo,heads\n")
		time.Sleep(pollEvery / 2)
	}
	w.quiet()
	w.write("scenario.yaml", watchedFile+"# a remark\n")
	w.quiet()
	w.ends(syscall.SIGTERM)
}

func TestWatchGoesOnFromACursor(t *testing.T) {
	t.Parallel()
	w := watch(t, watchedFolder(t))
	seen := w.wants("start :").Cursor
	w.ends(os.Interrupt)
	w.write("scenario.yaml", watchedFile+"  - name: second\n    withdraw: ['member(ana, _)']\n  - name: third\n    assert: ['member(ana, heads)']\n")
	again := watch(t, w.dir, "--since", seen)
	if at := again.wants("start :").Cursor; at != seen {
		t.Errorf("it starts at %s, not at %s", at, seen)
	}
	second := again.wants("revision second: retracted can(ana, ledger)").Cursor
	again.wants("revision third: gained can(ana, safe)")
	again.ends(os.Interrupt)
	third := watch(t, w.dir, "--since", second)
	third.wants("start :")
	third.wants("revision third: gained can(ana, safe)")
	third.ends(os.Interrupt)

	w.write("members.csv", "user,group\nana,clerks\n")
	for _, test := range []struct{ since, want string }{
		{second, "error: --since " + second + ": what came before that has changed\n"},
		{"9-0123456789ab", "error: --since 9-0123456789ab: what came before that has changed\n"},
		{"second", "error: --since second is no cursor\n"},
	} {
		said, err := exec.Command("revise", "watch", w.dir, "--since", test.since).CombinedOutput()
		if code := err.(*exec.ExitError).ExitCode(); code != exitRefused || !strings.HasPrefix(string(said), test.want) {
			t.Errorf("--since %s ends with %d and says %s", test.since, code, said)
		}
	}
}

func TestWatchFollowsABase(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "access.db")
	revise := func(args ...string) {
		t.Helper()
		if said, err := exec.Command("revise", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", args, err, said)
		}
	}
	revise("init", base, watchedFolder(t))
	w := watch(t, base)
	seen := w.wants("start :").Cursor
	revise("withdraw", base, "member(ana, clerks)", "--because", "HR")
	e := w.wants("revision : retracted can(ana, ledger)")
	if got := e.Changes[0].Roots[0]; e.Because != "HR" || got.What != "member(ana, clerks) was withdrawn" || got.Place.File != "members.csv" || got.Place.Line != 2 {
		t.Errorf("got %+v because %q", got, e.Because)
	}
	revise("assert", base, "grant(heads, safe)")
	w.wants("revision : gained can(bo, safe)")
	file := filepath.Join(t.TempDir(), "last.yaml")
	if err := os.WriteFile(file, []byte("revisions:\n  - name: last\n    remove_rules: ['can#1']\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	revise("apply", base, file)
	w.wants("revision last: retracted can(bo, safe)")
	revise("undo", base, "last")
	if e := w.wants("revision : gained can(bo, safe)"); e.Undo != "last" {
		t.Errorf("an undo of last is told as one of %q", e.Undo)
	}
	w.quiet()
	w.ends(os.Interrupt)

	again := watch(t, base, "--since", seen)
	again.wants("start :")
	again.wants("revision : retracted can(ana, ledger)")
	again.wants("revision : gained can(bo, safe)")
	again.wants("revision last: retracted can(bo, safe)")
	again.wants("revision : gained can(bo, safe)")
	again.ends(syscall.SIGTERM)
	said, err := exec.Command("revise", "watch", base, "--since", "1-0123456789ab").CombinedOutput()
	if code := err.(*exec.ExitError).ExitCode(); code != exitRefused || !strings.Contains(string(said), "1-0123456789ab is no point of the history of") {
		t.Errorf("--since another base ends with %d and says %s", code, said)
	}
}

// What never ends because of its rules is told, and the watch goes on.
func TestWatchOutlivesALimit(t *testing.T) {
	t.Parallel()
	w := watch(t, watchedFolder(t), "--limit", "1000")
	w.wants("start :")
	w.write("scenario.yaml", watchedFile+"rules2: []\n")
	w.wants("broken : R1017")
	w.write("scenario.yaml", strings.Replace(watchedFile, "rules:\n", "rules:\n  - n(0)\n  - n(?y) :- n(?x), ?y = ?x + 1\n", 1))
	if e := w.wants("broken :"); !strings.Contains(e.Message, "1,000") && !strings.Contains(e.Message, "1000") {
		t.Errorf("it says %q", e.Message)
	}
	w.write("scenario.yaml", watchedFile)
	w.wants("restored :")
	w.ends(os.Interrupt)
}
