package doctest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

var update = flag.Bool("update", false, "write docs/reference/errors.md anew")

const errorsPage = "../../docs/reference/errors.md"

const errorsIntroduction = `# Diagnostics

Everything that can be wrong with a file has a code. ` + "`revise check`" + ` shows all that is wrong at once, each with its
place, the line, and a caret below what is meant. ` + "`revise explain`" + ` and a code print what this page says about it.

A code is never renumbered, and never used for something else. An *error* stops the work. A *warning* is shown and
the work goes on; ` + "`revise check --strict`" + ` takes warnings for errors.

Each example below is a file, called example.yaml in the diagnostic that it gives.
`

// sections of the page, each from a number on.
var sections = []struct {
	from  rules.Code
	title string
}{
	{rules.CodeUnreadable, "Files and YAML"},
	{rules.CodeFlowAtoms, "What YAML makes of atoms"},
	{rules.CodeRuleSyntax, "How atoms and rules are written"},
	{rules.CodeUnknownRelation, "What rules mean"},
	{rules.CodeUnused, "Warnings about rules"},
	{rules.CodeNotGround, "Beliefs and fact files"},
	{rules.CodeRevisionEntry, "Revisions and expectations"},
	{rules.CodePolicyPattern, "The policy of a gate"},
}

// errorExample is an example that takes a second file.
type errorExample struct{ name, beside, text string }

// twoFiles are the examples that package rules does not have, since they take two files.
var twoFiles = map[rules.Code]errorExample{
	rules.CodeIncludeCycle:    {"other.yaml", "include: [other.yaml]\n", "include: [other.yaml]\n"},
	rules.CodeFactHeader:      {"members.csv", "user,grp\nana,finance\n", "relations:\n  member: {columns: [user, group]}\nbeliefs:\n  - relation: member\n    file: members.csv\n"},
	rules.CodeRowSyntax:       {"notes.csv", "who,text\nana,\"never closed\n", "relations:\n  note: {columns: [who: string, text: string]}\nbeliefs:\n  - relation: note\n    file: notes.csv\n"},
	rules.CodeFactFileDamaged: {"notes.csv.gz", "this is not packed\n", "relations:\n  note: {columns: [who: string, text: string]}\nbeliefs:\n  - relation: note\n    file: notes.csv.gz\n"},
	rules.CodeGuessedType:     {"ages.csv", "who,years\nana,41\n", "beliefs:\n  - relation: age\n    file: ages.csv\nrules:\n  - adult(?x) :- age(?x, ?n), ?n >= 18\n"},
	rules.CodeSeparator:       {"members.csv", "user;group\nana;finance\n", "beliefs:\n  - relation: member\n    file: members.csv\n"},
}

// withoutExample are the codes that no file on a page can give, and why.
var withoutExample = map[rules.Code]string{
	rules.CodeFileTooBig:    tooBig,
	rules.CodeLineTooLong:   tooBig,
	rules.CodeTooManyKeys:   tooBig,
	rules.CodeTooManyNodes:  tooBig,
	rules.CodeRuleTooBig:    tooBig,
	rules.CodePolicyPattern: inPolicy,
	rules.CodePolicyBag:     inPolicy,
	rules.CodeColumnName:    "No file gives it, but a program that calls rules.Parse with a signature of its own can: a file gets [R1403](#r1403-fact-file-header).",
}

const inPolicy = "A [policy](policy.md) gives it, and no scenario."

const tooBig = "There is no example: it would not fit on a page."

// exampleOf returns the files of a code's example.
func exampleOf(code rules.Code) errorExample {
	if e, ok := twoFiles[code]; ok {
		return e
	}
	return errorExample{text: code.Example()}
}

// diagnose loads an example.
func diagnose(e errorExample) rules.Diagnostics {
	files := fstest.MapFS{"example.yaml": {Data: []byte(e.text)}}
	if e.name != "" {
		files[e.name] = &fstest.MapFile{Data: []byte(e.beside)}
	}
	scenario, err := scenarios.Load(files, "example.yaml")
	if err == nil {
		return scenario.Warnings
	}
	var diagnostics rules.Diagnostics
	errors.As(err, &diagnostics)
	return diagnostics
}

// shown is the text of an example as a page can hold it, and whether it is the text itself.
func shown(text string) (string, bool) {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		return text, true
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || unicode.IsControl(r) && r != '\n' {
			fmt.Fprintf(&b, `\x%02x`, text[i])
		} else {
			b.WriteRune(r)
		}
		i += size
	}
	return b.String(), false
}

// writeCode writes the section of one code.
func writeCode(b *strings.Builder, code rules.Code, diagnostics rules.Diagnostics) {
	severity := "Error"
	if slices.ContainsFunc(diagnostics, func(d rules.Diagnostic) bool { return d.Code == code && d.Severity == rules.Warning }) {
		severity = "Warning"
	}
	fmt.Fprintf(b, "\n### %s %s\n\n%s. %s\n", code.Number(), code.Slug(), severity, code.Explanation())
	if why := withoutExample[code]; why != "" {
		fmt.Fprintf(b, "\n%s\n", why)
		return
	}
	e := exampleOf(code)
	if e.name != "" {
		fmt.Fprintf(b, "\nWith this `%s`:\n\n<!-- file: %s -->\n```text\n%s```\n\nthe file\n", e.name, e.name, e.beside)
	}
	if text, itself := shown(e.text); itself {
		fmt.Fprintf(b, "\n<!-- fails: %s -->\n```yaml\n%s```\n", code.Number(), text)
	} else {
		fmt.Fprintf(b, "\n```text\n%s```\n\n(where `\\x` and two digits stand for one byte)\n", text)
	}
	said, _ := shown(diagnostics.Error())
	fmt.Fprintf(b, "\ngives\n\n```text\n%s```\n", strings.TrimRight(said, "\n")+"\n")
}

// exampleDiagnostics are what the example of a code gives, which is that code and nothing else.
func exampleDiagnostics(t *testing.T, code rules.Code) rules.Diagnostics {
	t.Helper()
	if withoutExample[code] != "" {
		return nil
	}
	diagnostics := diagnose(exampleOf(code))
	if len(diagnostics) == 0 {
		t.Errorf("the example of %s has no defect", code.Slug())
	}
	for _, d := range diagnostics {
		if d.Code != code {
			t.Errorf("the example of %s also gives\n%s", code.Slug(), d)
		}
	}
	return diagnostics
}

// Every diagnostic is explained on a page, with an example that gives it and nothing else.
func TestErrorsPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(errorsIntroduction)
	next := 0
	for _, code := range rules.Codes() {
		if next < len(sections) && code >= sections[next].from {
			fmt.Fprintf(&page, "\n## %s\n", sections[next].title)
			next++
		}
		writeCode(&page, code, exampleDiagnostics(t, code))
	}
	if *update {
		if err := os.WriteFile(errorsPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(errorsPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(committed), page.String()); diff != "" {
		t.Errorf("the page is not current: run 'go test ./internal/doctest -update'\n%s", diff)
	}
}
