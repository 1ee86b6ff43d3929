//go:build unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beliefbase/revise/internal/doctest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"revise": main, "stubborn": stubborn})
}

// gallery copies the shipped scenarios to a folder of the test. It is the test that reads them, so that a result is
// never taken from the cache after one of them changed.
func gallery(t *testing.T) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "scenarios")
	shipped := os.DirFS("../../scenarios")
	err := fs.WalkDir(shipped, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(copied, name), 0o755)
		}
		text, err := fs.ReadFile(shipped, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(copied, name), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

func TestScripts(t *testing.T) {
	scenarios := gallery(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "fifo": fifo},
		Setup: func(env *testscript.Env) error {
			for _, variable := range []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS"} {
				env.Setenv(variable, "")
			}
			env.Setenv("TERM", "xterm")
			env.Setenv("BAD", "\x1b[2Jnothing.yaml")
			return os.Symlink(scenarios, filepath.Join(env.WorkDir, "scenarios"))
		},
	})
}

// exits runs a command that must end with a code: exits 2 revise run nothing.yaml
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		got = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s ended with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// fifo makes a pipe that nobody writes to: fifo NAME
func fifo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fifo NAME")
	}
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}

// The commands and files of the documentation do what the pages say.
func TestDocumentation(t *testing.T) {
	pages := []string{}
	err := filepath.WalkDir("../../docs", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".md" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("../../README.md"); err == nil {
		pages = append(pages, "../../README.md")
	}
	doctest.Run(t, gallery(t), os.Getenv("UPDATE") != "", pages...)
}
