package doctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Run tests every block of the pages. Each page has a folder of its own, with a link to the folder of scenarios. With
// update, what the commands say is written into the pages instead of being compared: read the difference.
func Run(t *testing.T, scenarios string, update bool, pages ...string) {
	t.Helper()
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			found, err := blocks(string(text))
			if err != nil {
				t.Fatalf("%s: %v", page, err)
			}
			dir := t.TempDir()
			if err := furnish(dir, scenarios); err != nil {
				t.Fatal(err)
			}
			for i, b := range found {
				if update {
					found[i].text, err = b.updated(dir)
				} else {
					err = b.test(dir)
				}
				if err != nil {
					t.Errorf("%s:%d: %v", page, b.line, err)
				}
			}
			if update {
				writeBack(t, page, string(text), found)
			}
		})
	}
}

// standIn is a go command that knows one thing only: what a reader does in a clone, the page's folder is none.
const standIn = `#!/bin/sh
if [ "$1 $2" != "run ./cmd/revise" ]; then
  echo "here, 'go run ./cmd/revise' is all that go can do" >&2
  exit 1
fi
shift 2
exec revise "$@"
`

// hidden is the folder of a page's folder that holds the stand-in.
const hidden = ".bin"

// furnish puts what every page may use into its folder.
func furnish(dir, scenarios string) error {
	if err := os.Mkdir(filepath.Join(dir, hidden), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, hidden, "go"), []byte(standIn), 0o755); err != nil {
		return err
	}
	return os.Symlink(scenarios, filepath.Join(dir, "scenarios"))
}

// writeBack puts the texts of the blocks into the page.
func writeBack(t *testing.T, page, text string, found []block) {
	t.Helper()
	if renewed := replaced(text, found); renewed != text {
		if err := os.WriteFile(page, []byte(renewed), 0o644); err != nil {
			t.Fatal(err)
		}
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

// replay types a console block into a shell, and compares what comes back.
func (b block) replay(dir string) error {
	typed, err := commands(b.text)
	if err != nil {
		return err
	}
	got := answers(dir, typed)
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

// updated returns the text of the block with what its commands really say; what matches stays as it is.
func (b block) updated(dir string) (string, error) {
	if b.language != "console" || b.notRun != "" || b.file != "" {
		return b.text, b.test(dir)
	}
	typed, err := commands(b.text)
	if err != nil {
		return b.text, err
	}
	got := answers(dir, typed)
	var text strings.Builder
	for i, c := range typed {
		said := c.want
		if i < len(got) && !matches(got[i], c.want) {
			said = got[i]
		}
		text.WriteString("$ " + c.typed + said)
	}
	return text.String(), nil
}

// answers types the commands into one shell, so that a later one sees the exit code and the folder of the earlier
// one, and returns what comes back on both streams for each that was run.
func answers(dir string, typed []command) []string {
	script := "PATH='" + filepath.Join(dir, hidden) + "':$PATH\nmark() { code=$?; printf '\\001\\n'; return $code; }\n"
	for _, c := range typed {
		script += c.typed + "mark\n"
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	said, _ := cmd.CombinedOutput() // the exit code is the last command's, and the page shows it where it matters
	got := strings.Split(string(said), marker)
	return got[:len(got)-1]
}
