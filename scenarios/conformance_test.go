package scenarios_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

func TestConformance(t *testing.T) {
	for _, strategy := range revise.Strategies() {
		t.Run(string(strategy), func(t *testing.T) {
			t.Parallel()
			scenarios.Conformance(t, scenarios.Gallery(), strategy)
		})
	}
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
