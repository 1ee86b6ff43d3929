package journal_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"github.com/beliefbase/revise/revise/journal"
)

// faults is a file system in which one call fails, or every write from some call on, as on a full disk.
type faults struct {
	vfs.VFSFilename
	calls int
	fails int  // the number of the call that fails; -1 none
	full  bool // and every write after it
}

// call counts a call and reports whether it is to fail.
func (f *faults) call(write bool) bool {
	n := f.calls
	f.calls++
	return n == f.fails || f.full && write && f.fails >= 0 && n >= f.fails
}

func (f *faults) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if f.call(false) {
		return nil, flags, sqlite3.CANTOPEN
	}
	file, flags, err := f.VFSFilename.OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &faultyFile{file, f}, flags, nil
}

func (f *faults) Delete(name string, sync bool) error {
	if f.call(false) {
		return sqlite3.IOERR_DELETE
	}
	return f.VFSFilename.Delete(name, sync)
}

func (f *faults) Access(name string, flags vfs.AccessFlag) (bool, error) {
	if f.call(false) {
		return false, sqlite3.IOERR_ACCESS
	}
	return f.VFSFilename.Access(name, flags)
}

type faultyFile struct {
	vfs.File
	faults *faults
}

func (f *faultyFile) ReadAt(p []byte, at int64) (int, error) {
	if f.faults.call(false) {
		return 0, sqlite3.IOERR_READ
	}
	return f.File.ReadAt(p, at)
}

func (f *faultyFile) WriteAt(p []byte, at int64) (int, error) {
	if f.faults.call(true) {
		if f.faults.full {
			n, _ := f.File.WriteAt(p[:len(p)/2], at) // a torn write
			return n, sqlite3.FULL
		}
		return 0, sqlite3.IOERR_WRITE
	}
	return f.File.WriteAt(p, at)
}

func (f *faultyFile) Truncate(size int64) error {
	if f.faults.call(false) {
		return sqlite3.IOERR_TRUNCATE
	}
	return f.File.Truncate(size)
}

func (f *faultyFile) Sync(flags vfs.SyncFlag) error {
	if f.faults.call(false) {
		return sqlite3.IOERR_FSYNC
	}
	return f.File.Sync(flags)
}

func (f *faultyFile) Size() (int64, error) {
	if f.faults.call(false) {
		return 0, sqlite3.IOERR_FSTAT
	}
	return f.File.Size()
}

func (f *faultyFile) SharedMemory() vfs.SharedMemory {
	if file, ok := f.File.(vfs.FileSharedMemory); ok {
		return file.SharedMemory()
	}
	return nil
}

// faulty registers a file system for a test.
func faulty(t *testing.T) *faults {
	t.Helper()
	name := strings.ToLower(t.Name())
	f := &faults{VFSFilename: vfs.Find("").(vfs.VFSFilename), fails: -1}
	vfs.Register(name, f)
	t.Cleanup(func() { vfs.Unregister(name) })
	return f
}

// TestEveryCallFailsOnce lets each access to the file fail, one in each run: a revision that was acknowledged is there,
// one that was not is not, the file is sound, and the next revision works.
func TestEveryCallFailsOnce(t *testing.T) {
	everyFault(t, false)
}

// TestFullDisk lets every write fail from some point on, the first of them torn.
func TestFullDisk(t *testing.T) {
	everyFault(t, true)
}

func everyFault(t *testing.T, full bool) {
	f, original := faulty(t), makeBase(t)
	through := journal.WithVFS(strings.ToLower(t.Name()))
	before, _ := read(t, original)
	counted := filepath.Join(t.TempDir(), "counted.db")
	copyFile(t, original, counted)
	if err := hire(t, counted, 1, through); err != nil {
		t.Fatal(err)
	}
	after, _ := read(t, counted)
	calls, refused := f.calls, 0
	if calls < 20 {
		t.Fatalf("only %d calls went through the file system", calls)
	}
	f.full = full
	stride := 1
	if testing.Short() {
		stride = 5
	}
	for fails := 0; fails < calls; fails += stride {
		name := filepath.Join(t.TempDir(), "faulty.db")
		copyFile(t, original, name)
		f.calls, f.fails = 0, fails
		acknowledged := false
		j, err := journal.OpenToWrite(context.Background(), name, through)
		if err == nil {
			_, err = j.Apply(context.Background(), hires(t, 1))
			acknowledged = err == nil
			if closing := j.Close(); err == nil {
				err = closing
			}
		}
		f.fails = -1
		if !acknowledged {
			refused++
			if kindOf(err) == "" {
				t.Fatalf("call %d: %v is no error of ours", fails, err)
			}
		}
		got, number := read(t, name)
		switch {
		case acknowledged && !slices.Equal(got, after):
			t.Fatalf("call %d: acknowledged, and %d revisions are there: %v", fails, number, got)
		case !acknowledged && !slices.Equal(got, before):
			t.Fatalf("call %d: %v, and %d revisions are there: %v", fails, err, number, got)
		}
		if err := hire(t, name, 2); err != nil {
			t.Fatalf("call %d: the next revision: %v", fails, err)
		}
	}
	if refused == 0 {
		t.Error("no fault was noticed")
	}
	t.Logf("%d calls, %d faults refused", calls, refused)
}
