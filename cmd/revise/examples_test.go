//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The examples of every help can be typed as they are: they do their work on the shipped scenarios.
func TestExamplesOfHelp(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(gallery(t), filepath.Join(dir, "scenarios")); err != nil {
		t.Fatal(err)
	}
	c, _, _ := quietConsole()
	root := newRoot(c)
	for _, cmd := range append(root.Commands(), root) {
		if !cmd.HasExample() {
			t.Errorf("%s has no example", cmd.Name())
		}
		for line := range strings.Lines(cmd.Example) {
			line := strings.TrimSpace(line)
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				typed := line
				if strings.HasPrefix(line, "revise watch") {
					typed = "timeout --preserve-status -s INT 1 " + line
				}
				shell := exec.Command("bash", "-c", typed)
				shell.Dir = dir
				shell.Env = append(os.Environ(), "HOME="+dir)
				said, _ := shell.CombinedOutput() // the code says more
				if code := shell.ProcessState.ExitCode(); code != exitsWith[line] {
					t.Errorf("ended with %d, want %d:\n%s", code, exitsWith[line], said)
				}
			})
		}
	}
}

// exitsWith are the examples that do not end with 0.
var exitsWith = map[string]int{
	"revise run scenarios/penguins --assert 'injured(wisdom)' --fail-on-change":                                                                     exitNo,
	"revise gate --base scenarios/access-review@0 --head scenarios/access-review --policy scenarios/access-review/policy/gate.yaml --format github": exitNo,
	"revise watch scenarios/penguins":                exitInterrupted,
	"revise watch scenarios/penguins --format jsonl": exitInterrupted,
}
