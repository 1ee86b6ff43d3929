package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// broken builds a revise whose dred forgets to put back what is overdeleted.
func broken(t *testing.T) string {
	t.Helper()
	const file, right, wrong = "../../revise/internal/dred/dred.go", "if t.Derivable(r, row) {", "if false {"
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), right) != 1 {
		t.Fatalf("%s has no %q to break: %v", file, right, err)
	}
	dir := t.TempDir()
	real, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	mutated, overlay, binary := filepath.Join(dir, "dred.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "revise")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {real: mutated}})
	err = errors.Join(err, os.WriteFile(mutated, []byte(strings.Replace(string(text), right, wrong, 1)), 0o600), os.WriteFile(overlay, replace, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("go", "build", "-overlay", overlay, "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return binary
}

const circle = `
rules:
  - reach(?x, ?y) :- road(?x, ?y)
  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)
  - cutOff(?x) :- town(?x), not reach(capital, ?x)
beliefs:
  - road(capital, a)
  - road(capital, b)
  - road(a, b)
  - road(b, c)
  - road(c, a)
  - {belief: 'town(a)', source: 'the "atlas": 1'}
  - town(b)
  - town(c)
revisions:
  - name: nothing much
    assert:
      - town(d)
  - name: a bridge falls
    withdraw:
      - road(capital, a)
      - town(c)
`

// TestBroken has a strategy that is wrong: compare and fuzz notice, and write a scenario, small and red.
func TestBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	binary, dir := broken(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "circle.yaml"), []byte(circle), 0o600); err != nil {
		t.Fatal(err)
	}
	revise := func(want int, args ...string) string {
		t.Helper()
		cmd := exec.Command(binary, args...)
		cmd.Dir = dir
		output, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Fatalf("revise %s: exit code %d, want %d\n%s", strings.Join(args, " "), got, want, output)
		}
		return string(output)
	}
	revise(exitDone, "verify", "circle.yaml")
	revise(exitDisagree, "verify", "circle.yaml", "--strategy", "dred")
	revise(exitDisagree, "run", "circle.yaml", "--strategy", "dred", "--verify")
	revise(exitDone, "compare", "circle.yaml", "--strategies", "ranked,pf")
	for name, args := range map[string][]string{
		"compare": {"compare", "circle.yaml"},
		"fuzz":    {"fuzz", "circle.yaml", "--runs", "300", "--seed", "1"},
	} {
		file := name + ".yaml"
		said := revise(exitDisagree, append(args, "--counterexample", file)...)
		if !strings.Contains(said, "revise test "+file+" --strategy dred --verify") {
			t.Errorf("%s does not say what to do:\n%s", name, said)
		}
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines > 30 {
			t.Errorf("%s is not small: %d lines\n%s", file, lines, text)
		}
		revise(exitDone, "test", file, "--verify")
		revise(exitNo, "test", file, "--strategy", "dred")
		revise(exitDisagree, "test", file, "--strategy", "dred", "--verify")
		t.Logf("%s", text)
	}
	first := revise(exitDisagree, "fuzz", "circle.yaml", "--runs", "300", "--counterexample", "again.yaml")
	if again := revise(exitDisagree, "fuzz", "circle.yaml", "--runs", "300", "--counterexample", "again.yaml"); again != first {
		t.Errorf("the same seed gives\n%s\nand\n%s", first, again)
	}
}
