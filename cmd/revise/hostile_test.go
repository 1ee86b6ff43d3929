package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// hostileWord is what a person may have written anywhere: it would begin a line of its own, and clear the screen.
const hostileWord = "word\nforged\r\x1b[2Jend"

// hostileFiles has the word wherever the file language takes a text.
func hostileFiles(t *testing.T) string {
	t.Helper()
	dir, word := t.TempDir(), yamlText(hostileWord)
	fact := func(relation string) string { return yamlText(relation + `("word\nforged\r\u001b[2Jend")`) }
	files := map[string]string{
		"s.yaml": `title: ` + word + `
about: ` + word + `
relations:
  bird: {columns: [who: string], about: ` + word + `, may_assert: true}
rules:
  - name: birds fly
    conclude: flies(?x)
    when:
      - bird(?x)
      - not injured(?x)
constraints:
  - name: none-of-those
    deny:
      - bird(?x)
      - injured(?x)
    message: "{?x}: ` + strings.Trim(word, `"`) + `"
beliefs:
  - {belief: ` + fact("bird") + `, source: ` + word + `}
  - bird(tweety)
  - injured(vlad)
`,
		"policy.yaml": "forbid:\n  - name: " + word + "\n    retracted: flies\n    message: " + word + "\nexceptions:\n" +
			"  - {retracted: 'flies(tweety)', because: " + word + "}\n  - {retracted: 'flies(vlad)', because: " + word + "}\n",
	}
	revision := func(key, entry string) string {
		return "  - name: " + yamlText(key+hostileWord) + "\n    because: " + word + "\n    by: " + word + "\n    at: " + word + "\n    " + key + ": [{belief: " + entry + ", source: " + word + "}]\n"
	}
	files["r.yaml"] = files["s.yaml"] + "revisions:\n" + revision("assert", fact("injured")) + "    expect: {gained: [], violations: []}\n" +
		"  - undo: " + yamlText("assert"+hostileWord) + "\n    because: " + word + "\n" + strings.Replace(revision("assert", "'injured(tweety)'"), "assert", "again", 1)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// patienceWith is how long a command is waited for: watch never ends of itself.
func patienceWith(args []string) time.Duration {
	if args[0] == "watch" {
		return 3 * time.Second
	}
	return time.Minute
}

// raw is what must not get to a terminal: a control character, or a line that a text of a person begins.
var raw = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f]|(?m)^[ \t*_|>-]*forged`)

// Whatever a person wrote, in a base or a file, stays on its line, and no control character of it reaches a terminal.
func TestTextsOfPeopleStayOnTheirLine(t *testing.T) {
	t.Parallel()
	dir := hostileFiles(t)
	atom := `flies("word\nforged\r\u001b[2Jend")`
	shown := 0
	run := func(code int, args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), patienceWith(args))
		defer cancel()
		c := exec.CommandContext(ctx, "revise", args...)
		c.Cancel = func() error { return c.Process.Signal(os.Interrupt) } // of watch
		c.Dir = dir
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		_ = c.Run() // its code says more
		if got := c.ProcessState.ExitCode(); got != code {
			t.Errorf("revise %q: exit code %d, want %d\n%s", args, got, code, &errs)
		}
		for name, text := range map[string]string{"output": out.String(), "talk": errs.String()} {
			if at := raw.FindStringIndex(text); at != nil {
				t.Errorf("revise %q: in the %s stands %q", args, name, text[max(0, at[0]-60):min(len(text), at[1]+60)])
			}
			shown += strings.Count(text, "forged")
		}
		return out.String()
	}
	bird := strings.Replace(atom, "flies", "bird", 1)
	for _, command := range []struct {
		code int
		args []string
	}{
		{0, []string{"init", "b.db", "s.yaml", "--at", hostileWord}},
		{0, []string{"assert", "b.db", "bird(eve)", "--because", hostileWord, "--by", hostileWord, "--at", hostileWord, "--name", hostileWord, "--source", hostileWord}},
		{0, []string{"why", "b.db", atom}},
		{0, []string{"why", "b.db", atom, "--all"}},
		{0, []string{"why", "b.db", atom, "--format", "mermaid"}},
		{0, []string{"kernels", "b.db", atom}},
		{0, []string{"contract", "b.db", atom}},
		{0, []string{"fragile", "b.db"}},
		{0, []string{"plan", "b.db", "r.yaml"}},
		{0, []string{"apply", "b.db", "r.yaml", "-v"}},
		{2, []string{"apply", "b.db", "r.yaml", "--plan", "no " + hostileWord}},
		{0, []string{"why-not", "b.db", "flies(tweety)"}},
		{0, []string{"log", "b.db"}},
		{0, []string{"log", "b.db", "--width", "40"}},
		{0, []string{"show", "b.db", "1"}},
		{0, []string{"show", "b.db", "2", "-v"}},
		{0, []string{"show", "b.db", "2", "--request"}},
		{0, []string{"show", "b.db", hostileWord}},
		{2, []string{"show", "b.db", "no " + hostileWord}},
		{0, []string{"show", "b.db", "2", "--format", "markdown"}},
		{0, []string{"diff", "b.db", "0.."}},
		{0, []string{"life", "b.db", atom}},
		{0, []string{"life", "b.db", bird}},
		{0, []string{"life", "b.db", "bird(eve)"}},
		{0, []string{"bisect", "b.db", "--retracted", atom}},
		{0, []string{"export", "b.db"}},
		{0, []string{"fsck", "b.db"}},
		{0, []string{"compact", "b.db"}},
		{0, []string{"query", "b.db", "flies(_)", "--supports"}},
		{0, []string{"query", "b.db", "flies(_)", "--as-of", hostileWord}},
		{2, []string{"query", "b.db", "flies(_)", "--as-of", "no " + hostileWord}},
		{1, []string{"gate", "--base", "b.db@0", "--head", "b.db@2", "--policy", "policy.yaml", "-v"}},
		{1, []string{"gate", "--base", "s.yaml", "--head", "r.yaml@1", "--policy", "policy.yaml", "--format", "github"}},
		{2, []string{"undo", "b.db", "no " + hostileWord}},
		{0, []string{"undo", "b.db", "1", "--because", hostileWord}},
		{0, []string{"withdraw", "b.db", "--source", hostileWord, "--because", hostileWord}},
		{0, []string{"withdraw", "b.db", "--source", "no " + hostileWord}},
		{2, []string{"erase", "b.db", "flies(vlad)", "--because", hostileWord}},
		{0, []string{"erase", "b.db", atom, "--because", hostileWord}},
		{0, []string{"run", "r.yaml"}},
		{0, []string{"run", "r.yaml", "-v", "--format", "markdown"}},
		{1, []string{"test", "r.yaml", "-v"}},
		{1, []string{"test", "r.yaml", "--format", "tap"}},
		{1, []string{"test", "r.yaml", "--format", "github"}},
		{0, []string{"check", "r.yaml", "--how"}},
		{0, []string{"compare", "r.yaml"}},
		{0, []string{"verify", "r.yaml"}},
		{0, []string{"blame", "r.yaml", "assert" + hostileWord, atom}},
		{0, []string{"blame", "r.yaml", "1", "--idle"}},
		{1, []string{"why", "r.yaml", atom, "--after", "assert" + hostileWord}},
		{2, []string{"query", "r.yaml", atom, "--after", "no " + hostileWord}},
	} {
		run(command.code, command.args...)
	}
	start := regexp.MustCompile(`"revision": 0,(?s:.*?)"hash": "([0-9a-f]+)"`).FindStringSubmatch(run(0, "log", "b.db", "--format", "json"))
	run(exitInterrupted, "watch", "b.db", "--since", "0-"+start[1][:digestLength])
	if shown < 100 {
		t.Errorf("the word was shown %d times only", shown)
	}
}
