//go:build unix

package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if file := os.Getenv(writesTo); file != "" {
		writerMain(file)
	}
	os.Exit(m.Run())
}

// short is what the ordinary tests do of each figure.
var short = settings{seed: 7, kills: 12, cuts: 3, states: 60, flips: 80, fills: 2, cycles: 100, stride: 23, reading: 200 * time.Millisecond}

func TestFigures(t *testing.T) {
	for _, f := range figures {
		if !strings.HasPrefix(f.id, "C") && f.id != "E3" && f.id != "E4" || f.id == "C7" {
			continue // those are tests themselves, or too big
		}
		t.Run(f.id, func(t *testing.T) {
			r := f.measure(t.Context(), &short)
			switch {
			case r.skipped != "":
				t.Skip(r.skipped)
			case !r.met:
				t.Errorf("missed: %s", r.figure)
			}
			t.Logf("%s (%v)", r.figure, r.took)
		})
	}
}

// prepared is a base with some revisions.
func prepared(t *testing.T) (file string, said acknowledged) {
	t.Helper()
	file, said = filepath.Join(t.TempDir(), "base.db"), acknowledged{}
	if err := prepare(t.Context(), file, 7, history, said); err != nil {
		t.Fatal(err)
	}
	return file, said
}

// What a base must not be is noticed.
func TestInspectBites(t *testing.T) {
	file, said := prepared(t)
	if _, err := inspect(t.Context(), file, 7, said); err != nil {
		t.Fatal(err)
	}
	if _, err := inspect(t.Context(), file, 8, said); err == nil {
		t.Error("the base of another seed passes")
	}
	said[history+1] = strings.Repeat("0", 64)
	if _, err := inspect(t.Context(), file, 7, said); !errors.Is(err, errLost) {
		t.Errorf("a lost revision is told as %v", err)
	}
	delete(said, history+1)
	said[2] = said[3]
	if _, err := inspect(t.Context(), file, 7, said); err == nil {
		t.Error("another hash passes")
	}
}

// A disk that forgets what was synced gives states that are noticed.
func TestCrashStatesBite(t *testing.T) {
	file, said := prepared(t)
	start, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	calls, err := recorded(t.Context(), file, 7, said)
	if err != nil {
		t.Fatal(err)
	}
	var unsynced []call
	for _, c := range calls {
		if c.what != syncCall {
			unsynced = append(unsynced, c)
		}
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for point := range unsynced {
		state, acked := crash(dice, start, unsynced[:point+1], 0)
		if state.inspect(context.Background(), filepath.Join(t.TempDir(), "crashed"), 7, said, acked) != nil {
			return
		}
	}
	t.Error("nothing was lost")
}

func TestPage(t *testing.T) {
	rows := []row{
		{figure{id: "C1", what: "kills", target: "none lost"}, result{figure: "12 kills | none", met: true, took: 1234 * time.Millisecond, measured: "2026-01-01, abc, seed 5"}},
		{figure{id: "C2", what: "cuts", target: "none lost"}, result{figure: "one lost", took: time.Second}},
		{figure{id: "D1", what: "fuzzing"}, result{skipped: "not here"}},
	}
	var b strings.Builder
	if err := writePage(&b, rows, "go run .", time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| written | 2026-01-02 |",
		`| C1 | kills | none lost | 12 kills \| none | yes | 1.2s | 2026-01-01, abc, seed 5 |`,
		"| C2 | cuts | none lost | one lost | **no** | 1s |  |",
		"## Not run\n\n| # | what | why |\n| --- | --- | --- |\n| D1 | fuzzing | not here |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, &b)
		}
	}
}

// What was measured once stands in the page of a later run, too.
func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "results")
	want := result{figure: "12 kills", met: true, partly: true, took: time.Second, measured: "2026-01-01, abc, seed 5"}
	if err := keep(folder, "A2, A3", want); err != nil {
		t.Fatal(err)
	}
	none := result{skipped: "not asked for in this run"}
	if got, err := kept(folder, "A2, A3", none); err != nil || got != want {
		t.Errorf("kept %+v, %v", got, err)
	}
	if got, err := kept(folder, "C1", none); err != nil || got != none {
		t.Errorf("what was not measured is %+v, %v", got, err)
	}
	rows, _, err := measureAll(t.Context(), &settings{results: folder}, "-")
	if err != nil {
		t.Fatal(err)
	}
	if rows[1].result != want || rows[0].skipped == "" {
		t.Errorf("the first rows are %+v and %+v", rows[0].result, rows[1].result)
	}
}

// A writer that is told to stop stands still, so that nothing is acknowledged after it.
func TestStop(t *testing.T) {
	file, _ := prepared(t)
	w, err := startWriter(file, 7, "")
	if err != nil {
		t.Fatal(err)
	}
	w.live(10 * time.Millisecond)
	if runtime.GOOS == "linux" {
		if stopped(w.Process.Pid) {
			t.Error("a writer at work is said to be stopped")
		}
		if err := w.stop(); err != nil {
			t.Error(err)
		}
		before, err := os.Stat(file + "-wal")
		time.Sleep(50 * time.Millisecond)
		after, errAfter := os.Stat(file + "-wal")
		if (err == nil) != (errAfter == nil) || err == nil && !before.ModTime().Equal(after.ModTime()) {
			t.Error("a stopped writer writes")
		}
	}
	if err := w.kill(acknowledged{}); err != nil {
		t.Error(err)
	}
}

func TestFuzzTargets(t *testing.T) {
	targets, err := fuzzTargets("../..")
	if err != nil || !slices.Contains(targets, target{"../../rules", "FuzzParse"}) || !slices.Contains(targets, target{"../../scenarios", "FuzzLoad"}) {
		t.Errorf("the targets are %v, %v", targets, err)
	}
	said := "fuzz: elapsed: 1s, execs: 120 (118/sec), new interesting: 0\nfuzz: elapsed: 2s, execs: 4567 (4400/sec), new interesting: 3\nPASS\n"
	if n := countExecutions([]byte(said)); n != 4567 {
		t.Errorf("%d executions", n)
	}
	if n := countExecutions([]byte("FAIL\n")); n != 0 {
		t.Errorf("%d executions", n)
	}
}

func TestWaits(t *testing.T) {
	var w waits
	for i := range 200 {
		w = append(w, time.Duration(200-i)*12345*time.Nanosecond)
	}
	if got := w.String(); got != "p99 2.46ms, at most 2.47ms" {
		t.Error(got)
	}
}

// A figure says the amounts of the run, and that it is less than the target when it is.
func TestAmounts(t *testing.T) {
	s := settings{programs: 2500, smallStride: 2000}
	if got := amounts(&s, grouped).Replace("PROGRAMS programs, one in STRIDE"); got != "2,500 programs, one in 2,000" {
		t.Error(got)
	}
}
