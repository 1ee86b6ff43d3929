package doctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Run tests every block of the pages. Each page has a folder of its own, with a link to the folder of scenarios.
func Run(t *testing.T, scenarios string, pages ...string) {
	t.Helper()
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found, err := blocks(string(text))
		if err != nil {
			t.Fatalf("%s: %v", page, err)
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Symlink(scenarios, filepath.Join(dir, "scenarios")); err != nil {
				t.Fatal(err)
			}
			for _, b := range found {
				if wrong := b.test(dir); wrong != nil {
					t.Errorf("%s:%d: %v", page, b.line, wrong)
				}
			}
		})
	}
}

// test does with a block what its language and the comment above it say.
func (b block) test(dir string) error {
	switch {
	case b.notRun != "":
		return nil
	case b.file != "":
		return b.write(dir, b.file)
	case b.language == "console":
		return b.replay(dir)
	case b.language == "yaml":
		return b.check(dir)
	}
	return nil
}

func (b block) write(dir, name string) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.text), 0o644)
}

// check gives a yaml block to `revise check`: it must be accepted, or give the diagnostic that the page says.
func (b block) check(dir string) error {
	name := fmt.Sprintf("block-%d.yaml", b.line)
	if err := b.write(dir, name); err != nil {
		return err
	}
	cmd := exec.Command("revise", "check", name)
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	switch {
	case b.fails == "" && err != nil:
		return fmt.Errorf("the block does not load: %v\n%s", err, said)
	case b.fails != "" && !strings.Contains(string(said), "["+b.fails+"]"):
		return fmt.Errorf("the block should give %s:\n%s", b.fails, said)
	}
	return nil
}

// marker stands between the outputs of two commands; no output contains it.
const marker = "\x01\n"

// replay types a console block into one shell, so that a later command sees the exit code and the folder of the
// earlier one, and compares what comes back.
func (b block) replay(dir string) error {
	typed, err := commands(b.text)
	if err != nil {
		return err
	}
	script := "mark() { code=$?; printf '\\001\\n'; return $code; }\n"
	for _, c := range typed {
		script += c.typed + "mark\n"
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	said, _ := cmd.CombinedOutput() // the exit code is the last command's, and the page shows it where it matters
	got := strings.Split(string(said), marker)
	for i, c := range typed {
		if i >= len(got) {
			return fmt.Errorf("$ %s was not run", strings.TrimSpace(c.typed))
		}
		if !matches(got[i], c.want) {
			return fmt.Errorf("$ %s\ngot:\n%s\nthe page says:\n%s", strings.TrimSpace(c.typed), got[i], c.want)
		}
	}
	return nil
}
