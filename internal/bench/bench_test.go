package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/beliefbase/revise/belief"
)

func TestDigest(t *testing.T) {
	f := belief.NewFact("p", belief.Int(-7), belief.String("a b"))
	if got := lineOf(f); got != "-7\ta b\n" {
		t.Errorf("got %q", got)
	}
	// printf '1\n10\n2\n' | sha256sum
	want := digest{3, "93ba3d525c83aa81545ad5162844fa2491ce11faabe83df5a5d719d99ec7bd92"}
	if got := digestOf([]string{"2\n", "10\n", "1\n"}); got != want {
		t.Errorf("got %v", got)
	}
}

func TestQuantiles(t *testing.T) {
	ten := []float64{5, 1, 9, 3, 7, 2, 8, 4, 10, 6}
	for part, want := range map[float64]float64{0: 1, 0.5: 5, 0.9: 9, 0.99: 10, 1: 10} {
		if got := quantile(ten, part); got != want {
			t.Errorf("%v: got %v, want %v", part, got, want)
		}
	}
	if got := quantile([]float64(nil), 0.5); got != 0 {
		t.Errorf("of nothing: got %v", got)
	}
}

func TestStrategiesThatDisagree(t *testing.T) {
	results := agreeing([]result{
		{Engine: "auto", States: map[string]string{"base": "a", "-p1": "b"}},
		{Engine: "dred", States: map[string]string{"base": "a", "-p1": "c"}},
		{Engine: "recompute", States: map[string]string{"base": "a"}},
	})
	err := wrongAnswers(results)
	if err == nil || !strings.Contains(err.Error(), "under dred: state -p1 is not what it is under auto") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

// measured is a result as it could be.
func measured() []result {
	fast, slow := sample{Time: 2 * time.Microsecond, Instances: 3, Retracted: 1}, sample{Time: 5 * time.Millisecond, Instances: 4000, Overdeleted: 70, Retracted: 40}
	r := result{
		Workload: "tc_deb", Size: "small", Engine: "auto", Facts: 16720, Conclusions: 33148, Supports: 54084, LiveBytes: 49868 * 30, PeakBytes: 12 << 20,
		Evaluations: []evaluation{{Load: 10 * time.Millisecond, Evaluate: 20 * time.Millisecond, CPU: 30 * time.Millisecond}},
		Rounds:      []round{{Withdraw: []sample{fast, slow}, Assert: []sample{fast, fast}, Allocations: 12}},
		Explained:   round{Withdraw: []sample{slow}, Assert: []sample{fast}},
		Steps:       []stepSample{{"del.one0", true, fast}, {"del.p10", false, slow}, {"del.p10", false, slow}},
		Checks:      90,
	}
	again := r
	again.Engine, again.Rounds = "recompute", nil
	again.Steps = []stepSample{{"del.p10", false, sample{Time: 20 * time.Millisecond, Retracted: 40}}}
	wrong := r
	wrong.Engine, wrong.Wrong, wrong.Stopped = "dred", []string{"the base: path"}, []string{"del.p50 took more than 5s"}
	return []result{r, again, wrong}
}

func TestTables(t *testing.T) {
	var b bytes.Buffer
	writeTables(&b, measured())
	golden(t, "tables.golden", b.Bytes())
}

func TestBenchstatFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.txt")
	if err := writeBenchstat(file, 1, measured()); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "benchstat.golden", bytes.ReplaceAll(got, []byte("goos: "+runtime.GOOS+"\ngoarch: "+runtime.GOARCH), []byte("goos: any\ngoarch: any")))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("not as in %s:\n%s", name, got)
	}
}

func TestGuard(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip("there is no command that waits")
	}
	used, killed, err := guarded(exec.CommandContext(context.Background(), sleep, "60"), 50*time.Millisecond, 1<<40)
	if killed == "" || err == nil || used.wall > 10*time.Second {
		t.Errorf("it ended after %v with %v, %q", used.wall, err, killed)
	}
}

// A measurement of the smallest workload has every part, and no wrong answer.
func TestMeasure(t *testing.T) {
	small, err := dataIn("")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workloadNamed("tc_deb")
	if err != nil {
		t.Fatal(err)
	}
	var last result
	if err := measure(t.Context(), plan{small, w, "auto", 2, 20, time.Minute, t.TempDir()}, func(r result) { last = r }); err != nil {
		t.Fatal(err)
	}
	if len(last.Wrong)+len(last.Stopped) > 0 {
		t.Errorf("%q %q", last.Wrong, last.Stopped)
	}
	if len(last.Evaluations) != 2 || len(last.Rounds) != 2 || len(last.Rounds[0].Withdraw) != 33 || len(last.Steps) != 26+2*18 || last.Checks < 100 {
		t.Errorf("%d evaluations, %d rounds, %d steps, %d checks", len(last.Evaluations), len(last.Rounds), len(last.Steps), last.Checks)
	}
	if last.Supports != 54084 || last.Conclusions != 33148 {
		t.Errorf("%d supports of %d conclusions", last.Supports, last.Conclusions)
	}
}
