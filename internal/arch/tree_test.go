package arch

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// source is one file of the repository, named by its path from the top.
type source struct {
	name string
	text []byte
}

var top = os.DirFS("../..")

// left are the files and folders that git does not keep.
var left = []string{".git", "bin", "bench.txt"}

// tree is every file of the repository that is kept.
func tree(t *testing.T) []source {
	t.Helper()
	var files []source
	err := fs.WalkDir(top, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(left, name) && entry.IsDir():
			return fs.SkipDir
		case entry.IsDir() || slices.Contains(left, name):
			return nil
		}
		text, err := fs.ReadFile(top, name)
		files = append(files, source{name, text})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// goFiles is every Go file of the repository but those that are test data.
func goFiles(t *testing.T) []source {
	t.Helper()
	files := slices.DeleteFunc(tree(t), func(f source) bool {
		return path.Ext(f.name) != ".go" || strings.Contains("/"+f.name, "/testdata/")
	})
	if len(files) == 0 {
		t.Fatal("no Go file found")
	}
	return files
}

// read is one file, which must exist.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(top, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
