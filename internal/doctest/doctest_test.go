package doctest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const page = "# Title\n\n" +
	"```console\n$ echo one\none\n$ printf 'two\\nthree\\nfour\\n'\ntwo\n…\nfour\n$ false\n$ echo $?\n1\n```\n\n" +
	"<!-- file: data/x.txt -->\n```\ncontent\n```\n\n" +
	"- an item\n\n  ```console\n  $ cat \\\n    data/x.txt\n  content\n  ```\n\n" +
	"<!-- fails: R1203 -->\n```yaml\nrules: []\n```\n" +
	"<!-- not run: it needs a network -->\n```console\n$ exit 1\n```\n"

func TestBlocks(t *testing.T) {
	found, err := blocks(page)
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{line: 3, language: "console", text: "$ echo one\none\n$ printf 'two\\nthree\\nfour\\n'\ntwo\n…\nfour\n$ false\n$ echo $?\n1\n"},
		{line: 16, text: "content\n", file: "data/x.txt"},
		{line: 22, indent: "  ", language: "console", text: "$ cat \\\n  data/x.txt\ncontent\n"},
		{line: 29, language: "yaml", text: "rules: []\n", fails: "R1203"},
		{line: 33, language: "console", text: "$ exit 1\n", notRun: "it needs a network"},
	}
	if !slices.Equal(found, want) {
		t.Errorf("got  %+v\nwant %+v", found, want)
	}
	if _, err := blocks("```yaml\nrules:\n"); err == nil {
		t.Error("a block without an end was accepted")
	}
}

func TestReplay(t *testing.T) {
	dir := t.TempDir()
	found, err := blocks(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range found[:3] {
		if wrong := b.test(dir); wrong != nil {
			t.Errorf("line %d: %v", b.line, wrong)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "data", "x.txt")); string(text) != "content\n" {
		t.Errorf("the file of the page: got %q, %v", text, err)
	}
}

func TestUpdate(t *testing.T) {
	stale := "Text.\n\n  ```console\n  $ echo one\n  two\n  $ printf 'a\\nb\\n'\n  …\n  b\n  $ true\n  ```\n\n```console\n$ echo three\n```\nEnd.\n"
	fresh := "Text.\n\n  ```console\n  $ echo one\n  one\n  $ printf 'a\\nb\\n'\n  …\n  b\n  $ true\n  ```\n\n```console\n$ echo three\nthree\n```\nEnd.\n"
	file := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(file, []byte(stale), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Run("update", func(t *testing.T) { Run(t, t.TempDir(), true, file) })
	if got, _ := os.ReadFile(file); string(got) != fresh {
		t.Errorf("got %q", got)
	}
	t.Run("test", func(t *testing.T) { Run(t, t.TempDir(), false, file) })
}

func TestReplayIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"$ echo one\ntwo\n":      "got:\none",
		"$ echo one\n":           "got:\none",
		"$ true\none\n":          "the page says:\none",
		"one\n":                  "begins with",
		"$ echo a\na\n…\nb\n":    "got:\na",
		"$ exit 0\n$ echo one\n": "was not run",
	} {
		wrong := block{language: "console", text: text}.test(t.TempDir())
		if wrong == nil || !strings.Contains(wrong.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", text, wrong, want)
		}
	}
}

// In a page's folder, go knows what a reader types in a clone, and refuses everything else.
func TestStandIn(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "revise"), []byte("#!/bin/sh\necho \"revise $*\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	dir := t.TempDir()
	if err := furnish(dir, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	text := "$ go run ./cmd/revise run x\nrevise run x\n$ go version\nhere, 'go run ./cmd/revise' is all that go can do\n$ ls\nscenarios\n"
	if wrong := (block{language: "console", text: text}).test(dir); wrong != nil {
		t.Error(wrong)
	}
}

// A stand-in for the command shows what the tester does with its answers.
func TestCheck(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\nif grep -q bad \"$2\"; then echo 'error[R1203]: bad'; exit 1; fi\n"
	if err := os.WriteFile(filepath.Join(bin, "revise"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, c := range []struct {
		text, fails string
		ok          bool
	}{
		{"good\n", "", true},
		{"bad\n", "", false},
		{"bad\n", "R1203", true},
		{"bad\n", "R1204", false},
		{"good\n", "R1203", false},
	} {
		if wrong := (block{language: "yaml", text: c.text, fails: c.fails}).test(t.TempDir()); (wrong == nil) != c.ok {
			t.Errorf("%q with %q: got %v", c.text, c.fails, wrong)
		}
	}
}
