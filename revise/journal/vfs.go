package journal

import (
	"sync"

	"github.com/ncruces/go-sqlite3/vfs"
)

// unmapped is the file system of the driver without mapping files into memory. Checksums can only be verified of pages
// that are read, and the driver (v0.37.0), which leaves mapping out for such files, forgets that when another process has
// written before a log is copied back.
type unmapped struct{ vfs.VFSFilename }

const unmappedName = "revise"

var register = sync.OnceFunc(func() { vfs.Register(unmappedName, unmapped{vfs.Find("").(vfs.VFSFilename)}) })

// OpenFilename opens a file.
func (u unmapped) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	file, flags, err := u.VFSFilename.OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return unmappedFile{file}, flags, nil
}

// unmappedFile shows of a file what is not about mapping it.
type unmappedFile struct{ vfs.File }

// SharedMemory returns the index of the log.
func (f unmappedFile) SharedMemory() vfs.SharedMemory {
	if file, ok := f.File.(vfs.FileSharedMemory); ok {
		return file.SharedMemory()
	}
	return nil
}
