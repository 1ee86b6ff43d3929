//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The examples of every help can be typed as they are: they do their work on the shipped scenarios.
func TestExamplesOfHelp(t *testing.T) {
	shipped, kept := gallery(t), bases(t)
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
				dir := t.TempDir()
				if err := errors.Join(os.Symlink(shipped, filepath.Join(dir, "scenarios")), os.CopyFS(dir, os.DirFS(kept))); err != nil {
					t.Fatal(err)
				}
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

// bases returns a folder with what the examples of lasting bases work on: two bases with a history, and a file to apply.
func bases(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	setup := exec.Command("bash", "-ec", `
		revise init access.db "$SHIPPED"/access-review -q --at 2026-01-01
		revise apply access.db "$SHIPPED"/access-review
		revise init birds.db "$SHIPPED"/penguins -q --at 2026-01-01
		printf 'revisions:\n  - name: Ana leaves\n    withdraw: ["member(ana, _)"]\n' > leave.yaml
		cp "$SHIPPED"/access-review/rbac.yaml .`)
	setup.Dir, setup.Env = dir, append(os.Environ(), "SHIPPED="+gallery(t))
	if said, err := setup.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return dir
}

// exitsWith are the examples that do not end with 0.
var exitsWith = map[string]int{
	"revise run scenarios/penguins --assert 'injured(wisdom)' --fail-on-change":                                                                     exitNo,
	"revise gate --base scenarios/access-review@0 --head scenarios/access-review --policy scenarios/access-review/policy/gate.yaml --format github": exitNo,
	"revise watch scenarios/penguins":                exitInterrupted,
	"revise watch scenarios/penguins --format jsonl": exitInterrupted,
}
