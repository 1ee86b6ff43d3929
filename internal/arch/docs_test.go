package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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

// The table of rooms that a person reads has every room of the one that is checked.
func TestRoomsAreDescribed(t *testing.T) {
	page := read(t, "docs/architecture.md")
	for _, r := range rooms {
		if !strings.Contains(page, "`"+r.dir+"`") && !strings.Contains(page, "`"+path.Base(r.dir)+"`") {
			t.Errorf("docs/architecture.md: no row for %s", r.dir)
		}
	}
}

// A row of the glossary: `| **fact** | meaning | ` and a name in the code, or a dash.
var entry = regexp.MustCompile("(?m)^\\| \\*\\*([^*]+)\\*\\* \\| .* \\| (?:`(\\w+)\\.(\\w+)`|–) \\|$")

// unused is every term that no other text mentions. A term of two words may be
// written as one in an identifier.
func unused(glossary, elsewhere string) []string {
	elsewhere = strings.ToLower(elsewhere)
	var found []string
	for _, match := range entry.FindAllStringSubmatch(glossary, -1) {
		for word := range strings.SplitSeq(strings.ToLower(match[1]), ", ") {
			joined := strings.NewReplacer(" ", "", "-", "").Replace(word)
			if !strings.Contains(elsewhere, word) && !strings.Contains(elsewhere, joined) {
				found = append(found, word)
			}
		}
	}
	return found
}

// undeclared is every name of the glossary's last column that is none of declared.
func undeclared(glossary string, declared map[string]bool) []string {
	var found []string
	for _, match := range entry.FindAllStringSubmatch(glossary, -1) {
		if name := match[2] + "." + match[3]; match[2] != "" && !declared[name] {
			found = append(found, name)
		}
	}
	return found
}

// declarations are the names at the top level of a file, with their package.
func declarations(t *testing.T, f source) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, file.Name.Name+"."+spec.Name.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, file.Name.Name+"."+name.Name)
				}
			}
		}
	}
	return names
}

func TestGlossaryIsInUse(t *testing.T) {
	glossary := read(t, "docs/glossary.md")
	rows := strings.Count(glossary, "\n| **")
	if got := len(entry.FindAllString(glossary, -1)); got != rows || rows == 0 {
		t.Fatalf("docs/glossary.md: %d of %d rows have the form of an entry", got, rows)
	}
	var code strings.Builder
	declared := map[string]bool{}
	for _, f := range goFiles(t) {
		if within(f.name, "internal/arch") {
			continue
		}
		code.Write(f.text)
		for _, name := range declarations(t, f) {
			declared[name] = true
		}
	}
	for _, word := range unused(glossary, code.String()) {
		t.Errorf("docs/glossary.md: no code uses the term %q", word)
	}
	for _, name := range undeclared(glossary, declared) {
		t.Errorf("docs/glossary.md: there is no %s", name)
	}
}

func TestGlossaryIsChecked(t *testing.T) {
	const glossary = "| **fact** | x | `belief.Fact` |\n| **base belief** | x | – |\n| **nogood** | x | `atms.Nogood` |\n"
	if got := unused(glossary, "a Fact, a baseBelief"); !slices.Equal(got, []string{"nogood"}) {
		t.Errorf("an unused term: got %q", got)
	}
	if got := undeclared(glossary, map[string]bool{"belief.Fact": true}); !slices.Equal(got, []string{"atms.Nogood"}) {
		t.Errorf("an undeclared name: got %q", got)
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
