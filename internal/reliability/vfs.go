//go:build unix

package main

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
)

// The file systems that a base is tried on.
const (
	unsyncedVFS = "reliability-unsynced" // syncing does nothing
	faultyVFS   = "reliability-faulty"   // one access fails
	loggedVFS   = "reliability-logged"   // every change is remembered
)

func init() {
	vfs.Register(unsyncedVFS, &hookedVFS{VFS: vfs.Find("os"), hook: func(c *call) error { c.skip = c.what == syncCall; return nil }})
	vfs.Register(faultyVFS, &hookedVFS{VFS: vfs.Find("os"), hook: faults.hook})
	vfs.Register(loggedVFS, &hookedVFS{VFS: vfs.Find("os"), hook: log.hook})
}

// callKind is an access to a file.
type callKind string

const (
	openCall     callKind = "open"
	deleteCall   callKind = "delete"
	accessCall   callKind = "access"
	readCall     callKind = "read"
	writeCall    callKind = "write"
	truncateCall callKind = "truncate"
	syncCall     callKind = "sync"
	sizeCall     callKind = "size"
	lockCall     callKind = "lock"
)

// call is one access, before it is made.
type call struct {
	what callKind
	file string
	data []byte
	at   int64 // where, or how long it becomes
	skip bool  // set by a hook: it is not made
}

// hookedVFS tells a hook of every access; an error of the hook is that of the access.
type hookedVFS struct {
	vfs.VFS
	hook func(*call) error
}

func (v *hookedVFS) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if err := v.hook(&call{what: openCall, file: name}); err != nil {
		return nil, 0, err
	}
	f, flags, err := vfsutil.WrapOpen(v.VFS, name, flags)
	return v.wrap(f, name, flags, err)
}

func (v *hookedVFS) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if err := v.hook(&call{what: openCall, file: name.String()}); err != nil {
		return nil, 0, err
	}
	f, flags, err := vfsutil.WrapOpenFilename(v.VFS, name, flags)
	return v.wrap(f, name.String(), flags, err)
}

func (v *hookedVFS) wrap(f vfs.File, name string, flags vfs.OpenFlag, err error) (vfs.File, vfs.OpenFlag, error) {
	if err != nil {
		return nil, 0, err
	}
	return &hookedFile{f, name, v.hook}, flags, nil
}

func (v *hookedVFS) Delete(name string, syncDir bool) error {
	if err := v.hook(&call{what: deleteCall, file: name}); err != nil {
		return err
	}
	return v.VFS.Delete(name, syncDir)
}

func (v *hookedVFS) Access(name string, flags vfs.AccessFlag) (bool, error) {
	if err := v.hook(&call{what: accessCall, file: name}); err != nil {
		return false, err
	}
	return v.VFS.Access(name, flags)
}

// hookedFile is a file of a hookedVFS.
type hookedFile struct {
	vfs.File
	name string
	hook func(*call) error
}

func (f *hookedFile) ReadAt(p []byte, off int64) (int, error) {
	if err := f.hook(&call{what: readCall, file: f.name}); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, off)
}

func (f *hookedFile) WriteAt(p []byte, off int64) (int, error) {
	if err := f.hook(&call{what: writeCall, file: f.name, data: p, at: off}); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, off)
}

func (f *hookedFile) Truncate(size int64) error {
	if err := f.hook(&call{what: truncateCall, file: f.name, at: size}); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f *hookedFile) Sync(flags vfs.SyncFlag) error {
	c := call{what: syncCall, file: f.name}
	if err := f.hook(&c); err != nil || c.skip {
		return err
	}
	return f.File.Sync(flags)
}

func (f *hookedFile) Size() (int64, error) {
	if err := f.hook(&call{what: sizeCall, file: f.name}); err != nil {
		return 0, err
	}
	return f.File.Size()
}

func (f *hookedFile) Lock(lock vfs.LockLevel) error {
	if err := f.hook(&call{what: lockCall, file: f.name}); err != nil {
		return err
	}
	return f.File.Lock(lock)
}

// The rest of what SQLite may ask a file is passed on.

func (f *hookedFile) Unwrap() vfs.File               { return f.File }
func (f *hookedFile) SharedMemory() vfs.SharedMemory { return vfsutil.WrapSharedMemory(f.File) }
func (f *hookedFile) LockState() vfs.LockLevel       { return vfsutil.WrapLockState(f.File) }
func (f *hookedFile) PersistWAL() bool               { return vfsutil.WrapPersistWAL(f.File) }
func (f *hookedFile) SetPersistWAL(keep bool)        { vfsutil.WrapSetPersistWAL(f.File, keep) }
func (f *hookedFile) HasMoved() (bool, error)        { return vfsutil.WrapHasMoved(f.File) }
func (f *hookedFile) PowersafeOverwrite() bool       { return vfsutil.WrapPowersafeOverwrite(f.File) }

func (f *hookedFile) SetPowersafeOverwrite(is bool) { vfsutil.WrapSetPowersafeOverwrite(f.File, is) }

// faultPlan makes one access fail.
type faultPlan struct {
	sync.Mutex
	count  int // accesses so far
	fail   int // the number of the one that fails; 0: none
	failed *call
}

var faults faultPlan

// arm begins to count anew; access n fails.
func (p *faultPlan) arm(n int) {
	p.Lock()
	defer p.Unlock()
	p.count, p.fail, p.failed = 0, n, nil
}

// hit returns the access that failed, or nil.
func (p *faultPlan) hit() *call {
	p.Lock()
	defer p.Unlock()
	return p.failed
}

func (p *faultPlan) hook(c *call) error {
	p.Lock()
	defer p.Unlock()
	if p.count++; p.count != p.fail {
		return nil
	}
	p.failed = &call{what: c.what, file: filepath.Base(c.file)}
	switch c.what {
	case openCall:
		return sqlite3.CANTOPEN
	case deleteCall:
		return sqlite3.IOERR_DELETE
	case accessCall:
		return sqlite3.IOERR_ACCESS
	case readCall:
		return sqlite3.IOERR_READ
	case writeCall:
		return sqlite3.IOERR_WRITE
	case truncateCall:
		return sqlite3.IOERR_TRUNCATE
	case syncCall:
		return sqlite3.IOERR_FSYNC
	case sizeCall:
		return sqlite3.IOERR_FSTAT
	default:
		return sqlite3.IOERR_LOCK
	}
}

// changeLog remembers the changes of files, in order.
type changeLog struct {
	sync.Mutex
	calls []call
}

var log changeLog

func (l *changeLog) hook(c *call) error {
	switch c.what {
	case writeCall, truncateCall, syncCall, deleteCall:
		l.Lock()
		l.calls = append(l.calls, call{what: c.what, file: ending(c.file), data: slices.Clone(c.data), at: c.at})
		l.Unlock()
	}
	return nil
}

// mark adds an entry that is no access: something was acknowledged.
func (l *changeLog) mark(n int) {
	l.Lock()
	defer l.Unlock()
	l.calls = append(l.calls, call{what: "acknowledged", at: int64(n)})
}

// ending is what tells the files of one base apart.
func ending(name string) string {
	_, after, _ := strings.Cut(filepath.Base(name), ".db")
	return after
}

// tear cuts a write at a sector: what a disk does with one that it is writing when the power goes.
func tear(dice *rand.Rand, data []byte) []byte {
	const sector = 512
	return data[:min(len(data), sector*dice.IntN(1+len(data)/sector))]
}
