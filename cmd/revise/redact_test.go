package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// secrets are values of redacted columns, each with a part that no way to write it takes apart.
var secrets = []struct{ value, core string }{
	{"zanzibar", "zanzibar"}, {`"quix'otic \"x\" <y> | z"`, "quix"}, {`"sphinx\nline"`, "sphinx"}, {`"two wyrd words"`, "wyrd"}, {`"Größe-日本"`, "日本"},
}

// secretFiles has the secrets wherever facts, rules and people have values.
func secretFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var beliefs, leave strings.Builder
	for i, s := range secrets {
		for _, atom := range []string{fmt.Sprintf("staff(%s, 1985-03-0%d, 42424%d, 3.5, group%d)", s.value, i+1, i, i%2), fmt.Sprintf("friend(%s, %s)", s.value, secrets[0].value)} {
			fmt.Fprintf(&beliefs, "  - {belief: %s, source: %s}\n", yamlText(atom), yamlText("from "+strings.Trim(s.value, `"`)))
		}
	}
	fmt.Fprintf(&leave, "  - name: zanzibar leaves\n    because: zanzibar and quince fell out, born 1985-03-01\n    by: zanzibar\n    withdraw: ['staff(zanzibar, _, _, _, _)']\n")
	fmt.Fprintf(&leave, "  - withdraw: [%s]\n    assert: ['staff(sphinx2, 1985-03-09, 424249, 3.5, group1)']\n", yamlText("staff("+secrets[1].value+", _, _, _, _)"))
	rules := `title: About zanzibar
about: zanzibar was first
relations:
  staff: {columns: [person: string, born: date, pay: int, rate: float, team: string], may_assert: true}
  friend: {columns: [person: string, of: string]}
rules:
  - name: reads
    conclude: can_read(?who, ?team)
    when:
      - staff(?who, ?born, ?pay, ?rate, ?team)
      - ?pay > 424200
      - ?born < 2000-01-01
  - name: special
    conclude: special(?x)
    when:
      - staff(?x, _, _, _, _)
      - ?x != zanzibar
  - name: greets
    conclude: greets(?text)
    when:
      - staff(?who, _, _, _, _)
      - ?text = concat("dear ", ?who)
  - known(?x, ?y) :- friend(?x, ?y), can_read(?x, _)
  - known(?x, ?z) :- known(?x, ?y), friend(?y, ?z)
  - size(?team, ?n) :- staff(_, _, _, _, ?team), ?n = count { staff(_, _, _, _, ?team) }
  - richest(?n) :- ?n = max ?p { staff(_, _, ?p, _, _) }
constraints:
  - name: zan-alone
    deny:
      - can_read(?who, group0)
      - friend(?who, ?of)
    message: "{?who} is a friend of {?of}, not of zanzibar"
beliefs:
` + beliefs.String()
	for name, text := range map[string]string{
		"s.yaml": rules, "leave.yaml": "revisions:\n" + leave.String(), "r.yaml": rules + "revisions:\n" + leave.String(),
		"policy.yaml": "forbid:\n  - name: nobody loses\n    retracted: can_read(?who, _)\n    message: \"{?who} loses\"\nexceptions:\n  - retracted: can_read(zanzibar, _)\n    because: zanzibar asked\n",
		"edited.yaml": strings.Replace(rules, "?x != zanzibar", "?x != \"zanzibar\"\n      - ?x != sphinx2", 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// leak is a part of a secret.
var leak = regexp.MustCompile(`zanzibar|quix|sphinx\\?n?l|sphinx\n|wyrd|日本|1985-0|42424`)

// No value of a redacted column gets out, by any command that prints values, in any format.
func TestRedactedValuesStayInside(t *testing.T) {
	t.Parallel()
	dir := secretFiles(t)
	columns := []string{"--redact", "person", "--redact", "staff.born", "--redact", "pay"}
	digests := 0
	run := func(code int, args ...string) (out, errs string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), patienceWith(args))
		defer cancel()
		c := exec.CommandContext(ctx, "revise", args...)
		c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
		c.Dir = dir
		var o, e bytes.Buffer
		c.Stdout, c.Stderr = &o, &e
		_ = c.Run() // its code says more
		if got := c.ProcessState.ExitCode(); got != code {
			t.Fatalf("revise %q: exit code %d, want %d\n%s%s", args, got, code, &o, &e)
		}
		return o.String(), e.String()
	}
	redacted := func(code int, args ...string) {
		t.Helper()
		out, errs := run(code, append(args, columns...)...)
		for _, text := range []string{out, errs} {
			if at := leak.FindStringIndex(text); at != nil {
				t.Errorf("revise %q: %q", args, text[max(0, at[0]-80):min(len(text), at[1]+40)])
			}
			digests += strings.Count(text, "redacted-")
		}
	}
	run(0, "init", "b.db", "s.yaml", "-q")
	reports := []string{"text", "markdown", "json", "yaml", "csv"}
	graphs := []string{"text", "json", "yaml", "dot", "mermaid", "svg"}
	explained := []string{"text", "json", "yaml"}
	all := func(code int, formats []string, args ...string) {
		t.Helper()
		for _, format := range formats {
			redacted(code, append(args, "--format", format)...)
		}
	}
	reads, known := "can_read("+secrets[1].value+", group1)", "known("+secrets[2].value+", zanzibar)"
	for _, file := range []string{"s.yaml", "b.db"} {
		all(0, []string{"table", "csv", "tsv", "json", "jsonl"}, "query", file, "can_read(?who, _)", "--supports")
		all(0, []string{"table", "json"}, "query", file, "staff(_, _, _, _, _)")
		all(0, []string{"table", "json"}, "query", file, "greets(_)")
		redacted(0, "query", file, "can_read(zanzibar, nowhere)")
		redacted(2, "query", file, "can_raed(zanzibar, nowhere)")
		all(0, graphs, "why", file, reads)
		all(0, graphs, "why", file, known)
		all(0, explained, "why", file, reads, "--all")
		all(0, explained, "why", file, "greets(\"dear two wyrd words\")")
		redacted(1, "why", file, "can_read(zanzibar, group1)")
		all(0, explained, "why-not", file, "can_read(zanzibar, group1)")
		all(0, explained, "why-not", file, "special(zanzibar)", "--repair", "2")
		redacted(1, "why-not", file, reads)
		all(0, explained, "kernels", file, known)
		all(0, explained, "contract", file, reads, "-v")
		all(0, explained, "repair", file, "-v")
		for _, by := range []string{"belief", "source", "file"} {
			all(0, explained, "fragile", file, "--by", by, "-v")
		}
		redacted(0, "query", file, "can_read(_, _)", "--assert", "staff(zanzibar, 1985-03-01, 424240, 3.5, group1)")
		redacted(2, "query", file, "can_read(_, _)", "--withdraw", reads)
	}
	all(0, reports, "run", "r.yaml", "-v")
	all(0, explained, "blame", "r.yaml", "zanzibar leaves", "can_read(zanzibar, group0)")
	all(0, explained, "blame", "r.yaml", "1", "--idle")
	all(0, reports, "plan", "b.db", "leave.yaml", "-v")
	all(0, []string{"text", "json"}, "plan", "b.db", "--rules", "edited.yaml", "-v")
	redacted(0, "apply", "b.db", "leave.yaml", "-v")
	redacted(2, "withdraw", "b.db", "special("+secrets[2].value+")", "--because", "of zanzibar")
	redacted(0, "withdraw", "b.db", "friend(zanzibar, _)", "--because", "of zanzibar")
	redacted(0, "assert", "b.db", "friend(zanzibar, zanzibar)", "--source", "zanzibar")
	redacted(0, "undo", "b.db", "2")
	all(0, []string{"text", "json"}, "log", "b.db")
	for _, number := range []string{"1", "2", "3", "4"} {
		all(0, reports, "show", "b.db", number, "-v")
	}
	redacted(2, "show", "b.db", "1", "--request")
	all(0, reports, "diff", "b.db", "0..", "-v")
	all(0, []string{"text", "json"}, "life", "b.db", "can_read(zanzibar, group0)")
	all(0, []string{"text", "json"}, "life", "b.db", "staff(zanzibar, 1985-03-01, 424240, 3.5, group0)")
	all(0, reports, "bisect", "b.db", "--retracted", "can_read(zanzibar, group0)", "-v")
	redacted(1, "bisect", "b.db", "--retracted", "special("+secrets[2].value+")")
	redacted(0, "query", "b.db", "can_read(_, _)", "--as-of", "1")
	gates := []string{"text", "json", "junit", "sarif", "github"}
	all(1, gates, "gate", "--base", "r.yaml@0", "--head", "r.yaml", "--policy", "policy.yaml")
	all(1, gates, "gate", "--base", "b.db@0", "--head", "b.db@2", "--policy", "policy.yaml")
	start, _ := run(0, "log", "b.db", "--format", "json")
	hash := regexp.MustCompile(`"revision": 0,(?s:.*?)"hash": "([0-9a-f]+)"`).FindStringSubmatch(start)[1]
	for _, format := range []string{"text", "jsonl"} {
		redacted(exitInterrupted, "watch", "b.db", "--since", "0-"+hash[:digestLength], "-v", "--format", format)
	}

	// an export is read again, and its texts alone can be redacted
	redacted(2, "export", "b.db")
	columns = columns[:2]
	out, _ := run(0, append([]string{"export", "b.db"}, columns...)...)
	if at := regexp.MustCompile(`zanzibar|quix|sphinx\\?n?l|wyrd|日本`).FindString(out); at != "" {
		t.Errorf("the export has %s:\n%s", at, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "export.yaml"), []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	before, _ := run(0, "query", "b.db", "special(_)", "--format", "csv")
	run(0, "init", "copy.db", "export.yaml", "-q")
	after, _ := run(0, "query", "copy.db", "special(_)", "--format", "csv")
	if strings.Count(before, "\n") != strings.Count(after, "\n")+1 || !strings.Contains(after, "redacted-") { // one has a line end in it
		t.Errorf("before\n%safter\n%s", before, after)
	}

	// what would hide nothing is refused, and where nothing can be redacted
	for _, wrong := range []string{"nothing", "staff.nothing", "nothing.person"} {
		if _, errs := run(2, "query", "b.db", "can_read(_, _)", "--redact", wrong); !strings.Contains(errs, "no relation has a column "+wrong) {
			t.Errorf("%s: %s", wrong, errs)
		}
	}
	for _, command := range [][]string{{"fsck", "b.db"}, {"test", "r.yaml"}, {"verify", "r.yaml"}, {"compare", "r.yaml"}, {"check", "r.yaml"}, {"erase", "b.db", "p(a)"}} {
		if _, errs := run(2, append(command, "--redact", "person")...); !strings.Contains(errs, "does not use --redact, which is for ") {
			t.Errorf("%q: %s", command, errs)
		}
	}
	if digests < 500 {
		t.Errorf("only %d digests were shown", digests)
	}
}
