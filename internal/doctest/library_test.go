package doctest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const libraryPage = "../../docs/reference/library.md"

// quoted is a go block that shows a function of a test, named in the line above it.
var quoted = regexp.MustCompile("(?m)^<!-- example: (\\S+) (\\w+) -->\n```go\n(?:.*\n)*?```$")

// function returns the text of a function, with its comments, as it is written: an example without its frame.
func function(file, name string) (string, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, filepath.Join("../..", file), nil, parser.ParseComments)
	if err != nil {
		return "", err
	}
	for _, declaration := range parsed.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		if !ok || f.Name.Name != name {
			continue
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, files, &printer.CommentedNode{Node: f, Comments: parsed.Comments}); err != nil {
			return "", err
		}
		source := text.String()
		if i := strings.Index(source, "func "); strings.HasPrefix(name, "Example") {
			body := source[strings.Index(source[i:], "{\n")+i+2 : strings.LastIndex(source, "}")]
			source = regexp.MustCompile(`(?m)^\t`).ReplaceAllString(body, "")
		}
		pretty, err := format.Source([]byte(source))
		return strings.Trim(string(pretty), "\n"), err
	}
	return "", fmt.Errorf("%s has no function %s", file, name)
}

// The page of the library shows the examples as they are tested.
func TestLibraryPage(t *testing.T) {
	committed, err := os.ReadFile(libraryPage)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	page := quoted.ReplaceAllStringFunc(string(committed), func(block string) string {
		found++
		names := quoted.FindStringSubmatch(block)
		text, err := function(names[1], names[2])
		if err != nil {
			t.Error(err)
		}
		return fmt.Sprintf("<!-- example: %s %s -->\n```go\n%s\n```", names[1], names[2], text)
	})
	if found == 0 || found != strings.Count(page, "\n```go\n") {
		t.Errorf("%d of %d go blocks show an example", found, strings.Count(page, "\n```go\n"))
	}
	if *update {
		if err := os.WriteFile(libraryPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(committed), page); diff != "" {
		t.Errorf("the page is not current: run 'go test ./internal/doctest -update'\n%s", diff)
	}
}
