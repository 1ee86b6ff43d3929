package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// absent are the standard packages that the core may not import, with what they would bring in.
var absent = map[string]string{
	"C":             "foreign code",
	"crypto/rand":   "randomness",
	"database":      "I/O",
	"expvar":        "I/O",
	"flag":          "the command line",
	"io/ioutil":     "I/O",
	"log":           "a log",
	"math/rand":     "randomness",
	"net":           "I/O",
	"os":            "I/O and the environment",
	"path/filepath": "the file system",
	"plugin":        "foreign code",
	"runtime/pprof": "I/O",
	"runtime/trace": "I/O",
	"syscall":       "I/O and the environment",
	"testing":       "a test framework",
	"unsafe":        "unchecked memory",
}

// absentNames are the names that the core may not use from packages it may import.
var absentNames = map[string][]string{
	"fmt":  {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer", "Local", "LoadLocation"},
}

// reading are the names by which YAML is read; a room that may only write it uses none of them.
var reading = []string{"Unmarshal", "UnmarshalContext", "UnmarshalWithOptions", "NewDecoder", "NodeToValue", "YAMLToJSON", "PathString"}

// violations says, one sentence each, what the file at name may not import or use.
func violations(name string, src []byte) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	r, ok := roomOf(path.Dir(name))
	if !ok {
		return []string{fmt.Sprintf("%s: no room %q: add it to rooms_test.go with what it may import", name, path.Dir(name))}, nil
	}
	test := strings.HasSuffix(name, "_test.go")
	var found []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if why := r.refuses(imported, test); why != "" {
			found = append(found, fmt.Sprintf("%s: %s may not import %s: %s", files.Position(spec.Pos()), r.dir, imported, why))
		}
	}
	if test || !(r.core || withinAny(yaml, r.outside)) {
		return found, nil
	}
	used, err := usedNames(name, src, r)
	return append(found, used...), err
}

// refuses says why the room may not import the package, or nothing.
func (r room) refuses(imported string, test bool) string {
	switch {
	case within(imported, module):
		dir := strings.TrimPrefix(strings.TrimPrefix(imported, module), "/")
		if dir != r.dir && !test && !slices.Contains(r.ours, dir) {
			return fmt.Sprintf("of our rooms it may import only %v", r.ours)
		}
	case !standard(imported):
		if !withinAny(imported, r.outside) && !(test && withinAny(imported, testOnly)) {
			return fmt.Sprintf("from outside it may import only %v", r.outside)
		}
		if r.dir == "report" && within(imported, yaml) && imported != yaml {
			return "report writes YAML and reads none"
		}
	case r.core && !test:
		for root, what := range absent {
			if within(imported, root) {
				return "it would bring in " + what
			}
		}
	}
	return ""
}

// usedNames says which names of otherwise permitted packages the file may not use.
func usedNames(name string, src []byte, r room) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	refused := map[string][]string{}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		local := path.Base(imported)
		if imported == yaml {
			local = "yaml"
		}
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if r.core {
			refused[local] = append(refused[local], absentNames[imported]...)
		}
		if r.dir == "report" && imported == yaml {
			refused[local] = append(refused[local], reading...)
		}
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := selector.X.(*ast.Ident); ok && slices.Contains(refused[pkg.Name], selector.Sel.Name) {
			found = append(found, fmt.Sprintf("%s: %s may not use %s.%s", files.Position(selector.Pos()), r.dir, pkg.Name, selector.Sel.Name))
		}
		return true
	})
	return found, nil
}

func TestImports(t *testing.T) {
	for _, f := range goFiles(t) {
		found, err := violations(f.name, f.text)
		if err != nil {
			t.Error(err)
		}
		for _, sentence := range found {
			t.Error(sentence)
		}
	}
}

func TestImportsAreRefused(t *testing.T) {
	for _, c := range []struct {
		why, name, src string
		want           []string // a part of each sentence, in order; none: the file is in order
	}{
		{"belief knows nothing of rules", "belief/fact.go", `import "` + module + `/rules"`, []string{"may not import"}},
		{"the core opens no file", "revise/engine.go", `import "os"`, []string{"I/O and the environment"}},
		{"nor a socket below a permitted name", "revise/internal/store/row.go", `import "net/http"`, []string{"I/O"}},
		{"nor a log", "rules/parse.go", `import "log/slog"`, []string{"a log"}},
		{"no randomness", "revise/internal/plan/plan.go", `import "math/rand/v2"`, []string{"randomness"}},
		{"but a hash seed", "revise/internal/store/hash.go", `import "hash/maphash"`, nil},
		{"calendar dates are values", "rules/date.go", "import \"time\"\nvar d = time.Date", nil},
		{"the clock is not", "rules/date.go", "import \"time\"\nvar d = time.Now", []string{"time.Now"}},
		{"whatever it is called", "rules/date.go", "import clock \"time\"\nvar d = clock.Since", []string{"clock.Since"}},
		{"nothing is printed from below", "report/text.go", "import \"fmt\"\nvar p = fmt.Println", []string{"fmt.Println"}},
		{"algorithms do not know each other", "revise/internal/dred/dred.go", `import "` + module + `/revise/internal/ranked"`, []string{"may not import"}},
		{"they share the store", "revise/internal/dred/dred.go", `import "` + module + `/revise/internal/store"`, nil},
		{"report never asks the engine's insides", "report/text.go", `import "` + module + `/revise/internal/store"`, []string{"may not import"}},
		{"report writes YAML", "report/yaml.go", "import \"" + yaml + "\"\nvar m = yaml.Marshal", nil},
		{"and reads none", "report/yaml.go", "import (\n\"" + yaml + "\"\n\"" + yaml + "/parser\"\n)\nvar m = yaml.Unmarshal", []string{"reads none", "yaml.Unmarshal"}},
		{"the command reads no YAML either", "cmd/revise/run.go", `import "` + yaml + `"`, []string{"may not import"}},
		{"only report draws tables", "cmd/revise/run.go", `import "` + tables + `"`, []string{"may not import"}},
		{"what nobody decided on", "rules/parse.go", `import "github.com/pkg/errors"`, []string{"from outside"}},
		{"test libraries stay in tests", "belief/fact.go", `import "pgregory.net/rapid"`, []string{"may not import"}},
		{"where they are welcome", "belief/fact_test.go", "import (\n\"os\"\n\"pgregory.net/rapid\"\n)", nil},
		{"a room is declared before it is built", "belief/extra/extra.go", "", []string{"no room"}},
	} {
		got, err := violations(c.name, []byte("package p\n"+c.src+"\n"))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		if !slices.EqualFunc(got, c.want, strings.Contains) {
			t.Errorf("%s: got %q, want %q", c.why, got, c.want)
		}
	}
}
