package journal

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

const (
	// format is the version of the tables. A file of a higher one is refused, one of a lower one is read.
	format = 1
	// application marks the file as ours: "rvis".
	application = 0x72766973

	pageSize = 4096
	// checksumBytes at the end of each page are its checksum, as SQLite's checksum extension has it.
	checksumBytes = 8
)

// patience is how long a second writer waits for the first.
const patience = 5 * time.Second

// Option changes how a file is opened.
type Option func(*Journal)

// WithVFS has every access to the file go through the SQLite VFS of that name. It must not map files into memory.
func WithVFS(name string) Option { return func(j *Journal) { j.vfs = name } }

// WithPatience bounds how long to wait for another writer; 5 seconds by default.
func WithPatience(d time.Duration) Option { return func(j *Journal) { j.patience = d } }

// connect opens the database of the file.
func (j *Journal) connect(name string, flags sqlite3.OpenFlag, parameters ...string) error {
	register()
	parameters = append(parameters, "vfs="+url.QueryEscape(cmp.Or(j.vfs, unmappedName)))
	address := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: name}).EscapedPath(), RawQuery: strings.Join(parameters, "&")}).String()
	conn, err := sqlite3.OpenFlags(address, flags|sqlite3.OPEN_URI)
	if err != nil {
		return j.fail(err)
	}
	j.conn = conn
	conn.SetInterrupt(j.ctx)
	return j.fail(conn.BusyTimeout(j.patience))
}

// create opens a file that is not there yet, with checksums. What is written to it goes straight to its place: until it
// is whole, the file is another's business only under a temporary name.
func (j *Journal) create(name string) error {
	if err := j.connect(name, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE); err != nil {
		return err
	}
	if err := j.exec(fmt.Sprintf("PRAGMA page_size = %d", pageSize)); err != nil {
		return err
	}
	if err := j.conn.EnableChecksums("main"); err != nil {
		return j.fail(err)
	}
	return j.exec(fmt.Sprintf("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA application_id = %d; PRAGMA user_version = %d", application, format))
}

// open opens a file that is there, and refuses what is no belief base of a version we know.
func (j *Journal) open(write bool) error {
	info, err := os.Stat(j.name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return missing(j.name)
	case err != nil:
		return &Error{Kind: Failed, File: j.name, Message: fmt.Sprintf("cannot read %s: %v", j.name, err), Err: err}
	case info.Size() == 0:
		return &Error{Kind: NotBase, File: j.name, Message: fmt.Sprintf("%s is empty", j.name), Hint: "'revise init' makes a belief base"}
	}
	if write {
		file, err := os.OpenFile(j.name, os.O_RDWR, 0)
		if err != nil {
			return readOnly(j.name, err)
		}
		file.Close() // it was opened to see whether one can
	}
	if !write && !writable(j.name) {
		return j.openUnwritable(info)
	}
	// A reader, too, opens it to write where it may: only so does the last to close it take the log away.
	if err = j.whole(); err == nil {
		err = j.connect(j.name, sqlite3.OPEN_READWRITE)
	}
	if err == nil {
		err = j.recognize()
	}
	if err == nil && !write {
		err = j.exec("PRAGMA query_only = ON")
	}
	if err != nil && !write && inClosedFolder(j.name) {
		j.Close()
		return j.openUnwritable(info)
	}
	return err
}

// writable reports whether one may write a file.
func writable(name string) bool {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	file.Close() // it was opened to see whether one can
	return true
}

// inClosedFolder reports whether no log can be made beside a file.
func inClosedFolder(name string) bool {
	probe, err := os.CreateTemp(filepath.Dir(name), ".revise-*")
	if err != nil {
		return true
	}
	probe.Close()
	os.Remove(probe.Name()) // it was made to see whether one can
	return false
}

// openUnwritable opens a file without the locks and the log that only those who may write it can have. Others may write
// it all the same: it is refused while there is a log, and Close says so if it has changed meanwhile.
func (j *Journal) openUnwritable(info os.FileInfo) error {
	if log, err := os.Stat(j.name + "-wal"); err == nil && log.Size() > 0 {
		return &Error{
			Kind: ReadOnly, File: j.name,
			Message: fmt.Sprintf("a part of %s lies in its log %s-wal, which only those who may write both, and the folder, can read", j.name, j.name),
			Hint:    "try again when nobody has it open; if nobody has, one who may write it must open it once: 'revise log' does",
		}
	}
	err := j.whole()
	if err == nil {
		err = j.connect(j.name, sqlite3.OPEN_READONLY, "immutable=1")
	}
	if err == nil {
		err = j.recognize()
	}
	j.unlocked = info
	return err
}

// undisturbed refuses what was read without locks of a file that was written meanwhile.
func (j *Journal) undisturbed() error {
	if j.unlocked == nil {
		return nil
	}
	info, err := os.Stat(j.name)
	if err == nil && os.SameFile(info, j.unlocked) && info.Size() == j.unlocked.Size() && info.ModTime().Equal(j.unlocked.ModTime()) {
		return nil
	}
	return &Error{
		Kind: Busy, File: j.name, Message: fmt.Sprintf("another process has written %s while it was read: what was read may be of two states", j.name),
		Hint: "read it again", Err: err,
	}
}

// whole refuses a file that lacks a part of its end: SQLite takes what is missing of a page for zeros, and verifies no
// checksum of it. Beside a log a file may lack what the log has.
func (j *Journal) whole() error {
	f, err := os.Open(j.name)
	if err != nil {
		return nil // SQLite says why
	}
	defer f.Close()
	head := make([]byte, 32)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(magic)]) != magic {
		return nil // likewise
	}
	pages := int64(binary.BigEndian.Uint32(head[28:]))
	info, err := f.Stat()
	if err != nil {
		return nil // likewise
	}
	if _, err := os.Stat(j.name + "-wal"); err == nil {
		return nil
	}
	if size := info.Size(); size < pages*pageSize || size%pageSize != 0 {
		return damaged(j.name, fmt.Sprintf("it has %d bytes, and should have %d", size, pages*pageSize))
	}
	return nil
}

// recognize refuses what is no belief base, a newer one, and one without checksums.
func (j *Journal) recognize() error {
	id, err := j.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	version, err := j.number("PRAGMA user_version")
	if err != nil {
		return err
	}
	switch {
	case id != application:
		return &Error{Kind: NotBase, File: j.name, Message: fmt.Sprintf("%s is an SQLite file, and no belief base", j.name), Hint: "'revise init' makes one"}
	case version > format:
		return &Error{
			Kind: Newer, File: j.name, Message: fmt.Sprintf("%s has format %d, and this program knows formats up to %d", j.name, version, format),
			Hint: "use the version of revise that wrote it, or a later one",
		}
	}
	reserved, err := j.conn.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES)
	if err != nil {
		return j.fail(err)
	}
	if reserved != checksumBytes {
		return damaged(j.name, "its pages have no checksums")
	}
	return nil
}

// install makes a file that was written without syncing durable, under its final name.
func (j *Journal) install(temporary string) error {
	err := syncFile(temporary)
	if err == nil {
		err = os.Link(temporary, j.name) // unlike a rename, it never replaces a file
	}
	if err == nil {
		err = os.Remove(temporary)
	}
	if err == nil {
		err = syncFile(filepath.Dir(j.name))
	}
	if errors.Is(err, os.ErrExist) {
		return exists(j.name)
	}
	if err != nil {
		return &Error{Kind: Failed, File: j.name, Message: fmt.Sprintf("cannot write %s: %v", j.name, err), Err: err}
	}
	return nil
}

func exists(name string) error {
	return &Error{Kind: Exists, File: name, Message: fmt.Sprintf("there is a file %s already", name), Hint: "choose another name, or move it away"}
}

func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// IsBase reports whether the file begins like an SQLite database, whatever else it is.
func IsBase(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(magic))
	n, _ := f.Read(head)
	return string(head[:n]) == magic
}

const magic = "SQLite format 3\x00"
