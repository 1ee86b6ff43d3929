//go:build unix

package journal_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/beliefbase/revise/revise/journal"
)

// TestReadOnly reads a base that nobody may write, in folders that one may write and may not.
func TestReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		asNobody(t)
		return
	}
	name := makeBase(t)
	want, _ := read(t, name)
	for _, mode := range []os.FileMode{0o755, 0o555} {
		for file, mode := range map[string]os.FileMode{name: 0o444, filepath.Dir(name): mode} {
			if err := os.Chmod(file, mode); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.Chmod(file, 0o755) })
		}
		if got, _ := read(t, name); !slices.Equal(got, want) {
			t.Errorf("got %v", got)
		}
		if err := hire(t, name, 1); kindOf(err) != journal.ReadOnly {
			t.Errorf("got %v", err)
		}
	}
}

// TestReadOnlyBesideAWriter refuses a file that is not whole without its log, and tells that it was written meanwhile.
func TestReadOnlyBesideAWriter(t *testing.T) {
	if os.Getuid() == 0 {
		asNobody(t)
		return
	}
	name, ctx := makeBase(t), context.Background()
	writer, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	reader, err := journal.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Apply(ctx, hires(t, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Open(ctx, name); kindOf(err) != journal.ReadOnly {
		t.Errorf("got %v", err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); kindOf(err) != journal.Busy {
		t.Errorf("got %v", err)
	}
	if _, number := read(t, name); number != 1 {
		t.Errorf("%d revisions", number)
	}
}

// asNobody runs the test once more as a user who is not root, who may write everything.
func asNobody(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("", "nobody")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	const nobody = 65534
	program := filepath.Join(dir, "test")
	copyFile(t, os.Args[0], program)
	if err := errors.Join(os.Chmod(program, 0o755), os.Chown(dir, nobody, nobody)); err != nil {
		t.Skip(err)
	}
	child := exec.Command(program, "-test.run=^"+t.Name()+"$")
	child.Dir, child.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	child.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if said, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}
