package scenarios

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/rules"
)

// A scenario from a stranger reads nothing outside its folder, whatever it names.
func TestPathAttacks(t *testing.T) {
	for _, name := range []string{
		"../secret.yaml", "../../etc/passwd", "/etc/passwd", "a/../../secret.yaml", "..", "../", "a/../..", "//etc/passwd",
		`..\secret.yaml`, `C:\secret.yaml`, "C:/secret.yaml", "c:secret.yaml", `\\host\share`, "CON", "nul.csv", "sub/COM1.yaml", "LPT9", "aux.", "prn ",
	} {
		t.Run(name, func(t *testing.T) {
			quoted := "'" + name + "'"
			fsys := folder("main.yaml", "include: ["+quoted+"]\nbeliefs:\n  - {relation: p, file: "+quoted+"}\n")
			want := "R1002 main.yaml:1:11, R1002 main.yaml:3:25"
			if got := refused(t, fsys); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	for _, name := range []string{`"a\0b"`, `"a\nb"`, `"\x1b[31m"`} {
		if got := refused(t, folder("main.yaml", "include: ["+name+"]\n")); got != "R1002 main.yaml:1:11" {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, name := range []string{"../main.yaml", "/main.yaml", "", "a/../main.yaml"} {
		if _, err := Load(folder("main.yaml", "title: a\n"), name); !strings.HasPrefix(told(t, err), "R1002 ") {
			t.Errorf("%q is loaded: %v", name, err)
		}
	}
}

// Names that only look strange are names.
func TestPathsInside(t *testing.T) {
	load(t, folder("main.yaml", "include: [./a//b.yaml, a/../c.yaml, 'con-text/d e.yaml', ...yaml]\n",
		"a/b.yaml", "include: [../c.yaml]\n", "c.yaml", "title: c\n", "con-text/d e.yaml", "title: d\n", "...yaml", "title: e\n"))
}

// osFolder makes a folder on disk with a main.yaml that reads p from data.csv, beside a file that it must not read.
func osFolder(t *testing.T) string {
	t.Helper()
	parent := t.TempDir()
	dir := filepath.Join(parent, "scenario")
	for name, text := range map[string]string{
		"secret.csv": "a\nsecret\n", "elsewhere/data.csv": "a\nsecret\n",
		"scenario/main.yaml": "beliefs:\n  - {relation: p, file: data.csv}\nrelations: {p: {columns: [a]}}\n",
	} {
		path := filepath.Join(parent, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// loadFromDisk loads the scenario of a folder within an os.Root, as the command does.
func loadFromDisk(t *testing.T, dir string) (*Scenario, error) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	return Load(root.FS(), "main.yaml")
}

func TestSpecialFiles(t *testing.T) {
	for _, test := range []struct {
		why  string
		make func(dir string) error
		want string
	}{
		{"a link out", func(dir string) error { return os.Symlink("../secret.csv", filepath.Join(dir, "data.csv")) }, "R1002 main.yaml:2:25"},
		{"an absolute link", func(dir string) error { return os.Symlink("/etc/passwd", filepath.Join(dir, "data.csv")) }, "R1002 main.yaml:2:25"},
		{"a link to a link out", func(dir string) error {
			return errors.Join(os.Symlink("x.csv", filepath.Join(dir, "data.csv")), os.Symlink("../secret.csv", filepath.Join(dir, "x.csv")))
		}, "R1002 main.yaml:2:25"},
		{"a link to itself", func(dir string) error { return os.Symlink("data.csv", filepath.Join(dir, "data.csv")) }, "R1001 main.yaml:2:25"},
		{"a link to nothing", func(dir string) error { return os.Symlink("gone.csv", filepath.Join(dir, "data.csv")) }, "R1001 main.yaml:2:25"},
		{"a folder", func(dir string) error { return os.Mkdir(filepath.Join(dir, "data.csv"), 0o755) }, "R1001 main.yaml:2:25"},
		{"a file of ten gigabytes", func(dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "data.csv"), nil, 0o644), os.Truncate(filepath.Join(dir, "data.csv"), 10<<30))
		}, "R1003 main.yaml:2:25"},
		{"a link inside", func(dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "x.csv"), []byte("a\nx\n"), 0o644), os.Symlink("x.csv", filepath.Join(dir, "data.csv")))
		}, ""},
	} {
		t.Run(test.why, func(t *testing.T) {
			dir := osFolder(t)
			if err := test.make(dir); err != nil {
				t.Fatal(err)
			}
			s, err := loadFromDisk(t, dir)
			switch {
			case err != nil:
				if got := told(t, err); got != test.want {
					t.Errorf("got %s, want %s: %v", got, test.want, err)
				}
			case test.want != "" || s.Base.Len() != 1:
				t.Errorf("it loads %v", beliefs(s.Base))
			}
		})
	}
}

func TestLinkedFolder(t *testing.T) {
	dir := osFolder(t)
	if err := os.Symlink("../elsewhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.yaml"), []byte("beliefs:\n  - {relation: p, file: link/data.csv}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := loadFromDisk(t, dir); told(t, err) != "R1002 main.yaml:2:25" {
		t.Error(err)
	}
}

// brokenFS gives an error for one file.
type brokenFS struct {
	fstest.MapFS
	name string
	err  error
}

func (f brokenFS) Open(name string) (fs.File, error) {
	if name == f.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
	}
	return f.MapFS.Open(name)
}

func (f brokenFS) Stat(name string) (fs.FileInfo, error) {
	if name == f.name {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: f.err}
	}
	return f.MapFS.Stat(name)
}

func TestUnreadableFiles(t *testing.T) {
	for want, err := range map[string]error{
		`"data.csv" may not be read`:              fs.ErrPermission,
		`"data.csv" cannot be read: disk on fire`: errors.New("disk on fire"),
	} {
		fsys := brokenFS{folder("main.yaml", "beliefs:\n  - {relation: p, file: data.csv}\nrelations: {p: {columns: [a]}}\n"), "data.csv", err}
		_, err := Load(fsys, "main.yaml")
		var diags rules.Diagnostics
		if !errors.As(err, &diags) || len(diags) != 1 || diags[0].Message != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestMissingFileSuggests(t *testing.T) {
	_, err := Load(folder("main.yaml", "include: [rule.yaml]\n", "rules.yaml", "title: a\n"), "main.yaml")
	var diags rules.Diagnostics
	if !errors.As(err, &diags) || diags[0].Hint != "did you mean rules.yaml?" {
		t.Error(err)
	}
}
