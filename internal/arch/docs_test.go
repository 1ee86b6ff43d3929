package arch

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var headings = []string{"## Status", "## Context", "## Decision", "## What we rejected", "## What would change our mind"}

const onePage = 60 // lines

// decision says what is wrong with the n-th decision record.
func decision(n int, name, text string) []string {
	var found []string
	if !strings.HasPrefix(path.Base(name), fmt.Sprintf("%04d-", n)) {
		found = append(found, fmt.Sprintf("%s: the next number is %04d", name, n))
	}
	lines := strings.Split(text, "\n")
	if !strings.HasPrefix(lines[0], "# ") {
		found = append(found, name+": the first line is the title")
	}
	at := -1
	for _, heading := range headings {
		i := slices.Index(lines, heading)
		if i <= at {
			found = append(found, fmt.Sprintf("%s: %q is missing or out of order", name, heading))
			continue
		}
		at = i
	}
	if len(lines) > onePage {
		found = append(found, fmt.Sprintf("%s: %d lines, more than a page", name, len(lines)))
	}
	return found
}

func TestDecisions(t *testing.T) {
	names, err := fs.Glob(top, "docs/adr/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no decision records: %v", err)
	}
	for i, name := range names {
		for _, wrong := range decision(i+1, name, read(t, name)) {
			t.Error(wrong)
		}
	}
	if got := decision(2, "docs/adr/0003-x.md", "# X\n\n## Context\n\n## Status\n"); len(got) != 5 {
		t.Errorf("a wrong number, an order and three headings: got %q", got)
	}
}

// Every module that a room may import has its line in the record of dependencies.
func TestDependenciesAreDecided(t *testing.T) {
	record := read(t, "docs/adr/0007-dependencies.md")
	decided := slices.Clone(testOnly)
	for _, r := range rooms {
		decided = append(decided, r.outside...)
	}
	slices.Sort(decided)
	for _, name := range slices.Compact(decided) {
		if !strings.Contains(record, "`"+name+"`") {
			t.Errorf("docs/adr/0007-dependencies.md: no line for `%s`", name)
		}
	}
}

// A term of the glossary is a bold word at the start of a table row: `| **fact** | …`.
var term = regexp.MustCompile(`(?m)^\| \*\*([^*]+)\*\* \|`)

// unused is every term that no other text mentions. A term in two words may be
// written as one in an identifier.
func unused(glossary, elsewhere string) []string {
	elsewhere = strings.ToLower(elsewhere)
	var found []string
	for _, match := range term.FindAllStringSubmatch(glossary, -1) {
		for word := range strings.SplitSeq(strings.ToLower(match[1]), ", ") {
			joined := strings.NewReplacer(" ", "", "-", "").Replace(word)
			if !strings.Contains(elsewhere, word) && !strings.Contains(elsewhere, joined) {
				found = append(found, word)
			}
		}
	}
	return found
}

func TestGlossaryIsInUse(t *testing.T) {
	var code strings.Builder
	for _, f := range goFiles(t) {
		if !within(f.name, "internal/arch") {
			code.Write(f.text)
		}
	}
	glossary := read(t, "docs/glossary.md")
	if len(term.FindAllString(glossary, -1)) < 20 {
		t.Error("docs/glossary.md: hardly any terms found: has its form changed?")
	}
	for _, word := range unused(glossary, code.String()) {
		t.Errorf("docs/glossary.md: no code uses the term %q", word)
	}
	if got := unused("| **fact** | x |\n| **base belief** | x |\n| **nogood** | x |\n", "a Fact, a baseBelief"); !slices.Equal(got, []string{"nogood"}) {
		t.Errorf("an unused term: got %q", got)
	}
}

// A link in a page is a path from the page or a heading of it.
var link = regexp.MustCompile(`\]\(([^)\s#]+)(?:#[^)]*)?\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	for _, f := range tree(t) {
		if path.Ext(f.name) != ".md" || strings.Contains(f.name, "/testdata/") {
			continue
		}
		for _, match := range link.FindAllStringSubmatch(string(f.text), -1) {
			if strings.Contains(match[1], "://") || strings.HasPrefix(match[1], "mailto:") {
				continue
			}
			if _, err := fs.Stat(top, path.Join(path.Dir(f.name), match[1])); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", f.name, match[1])
			}
		}
	}
}
