package arch

import (
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// packageDoc says what is wrong with a package comment, or nothing.
func packageDoc(dir, doc string) string {
	want := "Package " + path.Base(dir) + " "
	if within(dir, "cmd") {
		want = "Command " + path.Base(dir) + " "
	}
	switch {
	case doc == "":
		return dir + ": no package comment: say what it is, what it relies on and what it leaves to others"
	case strings.Contains(doc, "Copyright") || strings.Contains(doc, "Licensed under"):
		return dir + ": the licence is no package comment"
	case !strings.HasPrefix(strings.ReplaceAll(doc, "\n", " "), want):
		return fmt.Sprintf("%s: the package comment begins with %q", dir, want)
	}
	return ""
}

func TestPackageComments(t *testing.T) {
	docs := map[string]string{}
	for _, f := range goFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(f.name)
		docs[dir] += file.Doc.Text()
	}
	for _, dir := range slices.Sorted(maps.Keys(docs)) {
		if wrong := packageDoc(dir, docs[dir]); wrong != "" {
			t.Error(wrong)
		}
	}
}

func TestPackageCommentsAreRefused(t *testing.T) {
	for doc, ok := range map[string]bool{
		"Package rules turns text into a program.": true,
		"":                               false,
		"Copyright 2026 the authors.":    false,
		"Turns text into a program.":     false,
		"Package ruleset is another one": false,
	} {
		if got := packageDoc("rules", doc); (got == "") != ok {
			t.Errorf("%q: got %q, in order is %v", doc, got, ok)
		}
	}
}

var topFolders = []string{".ci", "belief", "cmd", "docs", "internal", "report", "revise", "rules", "scenarios"}

// nameless are words that say nothing about what is inside.
var nameless = []string{"common", "helpers", "model", "models", "pkg", "types", "util", "utils"}

// placement says what is wrong with where a Go package lies and what it is called, or nothing.
func placement(dir string) string {
	elements := strings.Split(dir, "/")
	if len(elements) > 3 {
		return dir + ": a room lies at most two below a folder of the top level"
	}
	for _, element := range elements {
		if slices.Contains(nameless, element) {
			return fmt.Sprintf("%s: %q does not say what is inside", dir, element)
		}
	}
	return ""
}

func TestPlacement(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range tree(t) {
		folder, _, below := strings.Cut(f.name, "/")
		if below && !slices.Contains(topFolders, folder) {
			t.Errorf("%s: the top level has no folder %s", f.name, folder)
		}
	}
	for _, f := range goFiles(t) {
		dir := path.Dir(f.name)
		if wrong := placement(dir); wrong != "" && !seen[dir] {
			t.Error(wrong)
		}
		seen[dir] = true
	}
}

func TestPlacementIsRefused(t *testing.T) {
	for dir, ok := range map[string]bool{
		"rules":                      true,
		"revise/internal/store":      true,
		"revise/internal/store/rows": false,
		"internal/util":              false,
		"types":                      false,
		"internal/prototypes":        true,
	} {
		if got := placement(dir); (got == "") != ok {
			t.Errorf("%s: got %q, in order is %v", dir, got, ok)
		}
	}
}

// moduleFile says which lines of a go.mod would change what an importer gets.
func moduleFile(text string) []string {
	var found []string
	for line := range strings.Lines(text) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word == "replace" || word == "exclude" || word == "tool" {
			found = append(found, fmt.Sprintf("go.mod: no %s line: %q", word, strings.TrimSpace(line)))
		}
	}
	return found
}

func TestModuleFile(t *testing.T) {
	for _, wrong := range moduleFile(read(t, "go.mod")) {
		t.Error(wrong)
	}
	if got := moduleFile("module x\n\nreplace y => ../y\ntool (\n\tz\n)\n"); len(got) != 2 {
		t.Errorf("a replace and a tool line: got %q", got)
	}
}

// outsider matches the mention of a place outside the repository. It is put
// together from parts, so that this file does not mention one.
var outsider = regexp.MustCompile(`\.\./` + `shared\b|(^|[^\w.~*/?-])/` + `(work|root)/`)

// A clone must make sense alone: no file leans on a folder beside it or on one
// person's machine.
func TestNoMentionOfOutside(t *testing.T) {
	for _, f := range tree(t) {
		for i, line := range strings.Split(string(f.text), "\n") {
			if at := outsider.FindString(line); at != "" {
				t.Errorf("%s:%d: mentions %q, which is not in this repository", f.name, i+1, at)
			}
		}
	}
	for text, want := range map[string]bool{
		"see ../" + "shared/x":      true,
		"cd /" + "work/main":        true,
		`"/` + `root/go`:            true,
		"net/work/flow":             false,
		"https://example.org/work/": false,
		"rules/root":                false,
	} {
		if got := outsider.MatchString(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
