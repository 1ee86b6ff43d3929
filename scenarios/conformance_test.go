package scenarios_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// The largest scenario is run under the strategies that differ most, and under every one by make deep.
func TestConformance(t *testing.T) {
	for _, strategy := range revise.Strategies() {
		t.Run(string(strategy), func(t *testing.T) {
			t.Parallel()
			gallery := scenarios.Gallery()
			if !*every && !slices.Contains([]revise.Strategy{revise.Auto, revise.DRed, revise.JTMS}, strategy) {
				gallery = hiding{gallery, "debian"}
			}
			scenarios.Conformance(t, gallery, strategy)
		})
	}
}

var every = flag.Bool("every", false, "run the largest scenario under every strategy")

// hiding is a file system without one of its folders.
type hiding struct {
	fs.FS
	folder string
}

// Open opens what is not hidden.
func (h hiding) Open(name string) (fs.File, error) {
	if first, _, _ := strings.Cut(name, "/"); first == h.folder {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return h.FS.Open(name)
}

// What is embedded is what lies in the folders.
func TestGallery(t *testing.T) {
	var embedded []string
	err := fs.WalkDir(scenarios.Gallery(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			embedded = append(embedded, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"*/*.yaml", "*/README.md", "*/data/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	if !slices.Equal(embedded, files) {
		t.Errorf("embedded are %v, in the folders lie %v", embedded, files)
	}
	for _, name := range files {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fs.ReadFile(scenarios.Gallery(), name); err != nil || string(got) != string(want) {
			t.Errorf("%s is embedded with another content (%v)", name, err)
		}
	}
}
