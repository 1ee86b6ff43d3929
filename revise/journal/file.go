package journal

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
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
	info, err := j.look()
	if err != nil {
		return err
	}
	if write {
		file, err := os.OpenFile(j.name, os.O_RDWR, 0)
		if err != nil {
			return readOnly(j.name, err)
		}
		file.Close() // it was opened to see whether one can
	}
	if err := cmp.Or(j.whole(), j.wholeLog()); err != nil {
		return err
	}
	if !write {
		return j.openToRead(info)
	}
	if err := j.connect(j.name, sqlite3.OPEN_READWRITE); err != nil {
		return err
	}
	return j.recognize()
}

// look describes the file, and refuses what is none or has nothing in it.
func (j *Journal) look() (os.FileInfo, error) {
	info, err := os.Stat(j.name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, missing(j.name)
	case err != nil:
		return nil, &Error{Kind: Failed, File: j.name, Message: fmt.Sprintf("cannot read %s: %v", j.name, causeOf(err)), Err: err}
	case info.IsDir():
		return nil, &Error{Kind: NotBase, File: j.name, Message: fmt.Sprintf("%s is a folder, and no belief base", j.name), Hint: "name the file that 'revise init' has made"}
	case !info.Mode().IsRegular():
		return nil, &Error{Kind: NotBase, File: j.name, Message: fmt.Sprintf("%s is no regular file, and no belief base", j.name), Hint: "name the file that 'revise init' has made"}
	case info.Size() == 0:
		return nil, &Error{Kind: NotBase, File: j.name, Message: fmt.Sprintf("%s is empty", j.name), Hint: "'revise init' makes a belief base where there is no file yet"}
	}
	head, err := headOf(j.name)
	switch {
	case errors.Is(err, os.ErrPermission):
		return nil, &Error{Kind: Closed, File: j.name, Message: fmt.Sprintf("%s may not be read: %v", j.name, causeOf(err)), Hint: "give yourself the permission to read it, or work on a copy", Err: err}
	case err != nil:
		return nil, &Error{Kind: Failed, File: j.name, Message: fmt.Sprintf("cannot read %s: %v", j.name, causeOf(err)), Err: err}
	case isSQLite(head):
		return info, nil
	case marked(head):
		return nil, damaged(j.name, "it does not begin like an SQLite file, and goes on like a belief base")
	}
	return nil, notBase(j.name)
}

// headerBytes is the length of the header of a database.
const headerBytes = 100

// headOf returns the header of a database, or what there is of it.
func headOf(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	head := make([]byte, headerBytes)
	n, err := io.ReadFull(f, head)
	return head[:n], endOf(err)
}

func isSQLite(head []byte) bool { return len(head) >= len(magic) && string(head[:len(magic)]) == magic }

// causeOf is the part of a file error that says why.
func causeOf(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return file.Err
	}
	return err
}

// openToRead opens a file to write it, too, where one may: only so does the last to close it take the log away.
func (j *Journal) openToRead(info os.FileInfo) error {
	if !writable(j.name) {
		return j.openUnwritable(info)
	}
	err := j.connect(j.name, sqlite3.OPEN_READWRITE)
	if err == nil {
		err = j.recognize()
	}
	if err == nil {
		err = j.exec("PRAGMA query_only = ON")
	}
	if err != nil && inClosedFolder(j.name) {
		j.Close()
		return j.openUnwritable(info)
	}
	return err
}

// connectKeeping opens the database so that closing it leaves file and log as they are.
func (j *Journal) connectKeeping() error {
	if err := j.connect(j.name, sqlite3.OPEN_READWRITE); err != nil {
		return err
	}
	_, err := j.conn.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true)
	return j.fail(err)
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
	for _, ending := range []string{"-wal", "-journal"} {
		if log, err := os.Stat(j.name + ending); err == nil && log.Size() > 0 {
			return &Error{
				Kind: ReadOnly, File: j.name,
				Message: fmt.Sprintf("a part of %s lies in its log %s%s, which only those who may write both, and the folder, can read", j.name, j.name, ending),
				Hint:    "try again when nobody has it open; if nobody has, one who may write it must open it once: 'revise log' does",
			}
		}
	}
	j.unlocked = info
	err := j.connect(j.name, sqlite3.OPEN_READONLY, "immutable=1")
	if err == nil {
		err = j.recognize()
	}
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
	head, err := headOf(j.name)
	if err != nil || len(head) < headerBytes {
		return damaged(j.name, "it ends within its header")
	}
	info, err := os.Stat(j.name)
	if err != nil {
		return nil // SQLite says why
	}
	for _, ending := range []string{"-wal", "-journal"} {
		if _, err := os.Stat(j.name + ending); err == nil {
			return nil
		}
	}
	pages, each := int64(binary.BigEndian.Uint32(head[28:])), int64(headerPageSize(head))
	if size := info.Size(); each > 0 && (size < pages*each || size%each != 0) {
		return damaged(j.name, fmt.Sprintf("it has %d bytes, and should have %d", size, pages*each))
	}
	return nil
}

// recognize refuses what is no belief base, a newer one, and one that lacks what we have put into it, unless that is
// about to be proven.
func (j *Journal) recognize() error {
	if j.proving {
		j.conn.Exec("PRAGMA schema_version") // only when it has seen the first page does the driver know of checksums
		if err := j.exec("PRAGMA checksum_verification = OFF"); err != nil {
			return err
		}
	}
	id, err := j.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	version, err := j.number("PRAGMA user_version")
	if err != nil {
		return err
	}
	j.unmarked = id != application || version == 0
	switch {
	case j.unmarked && !j.hasTables():
		return &Error{Kind: NotBase, File: j.name, Message: fmt.Sprintf("%s is an SQLite file, and no belief base", j.name), Hint: "'revise init' makes one, under another name"}
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
	j.unsummed = reserved != checksumBytes
	switch {
	case j.proving:
		return nil
	case j.unsummed:
		return unproven(j.name)
	case j.unmarked:
		return unmarked(j.name)
	}
	return nil
}

// hasTables reports whether the database has the tables that every base has.
func (j *Journal) hasTables() bool {
	n, err := j.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('_about', '_documents', '_relations', '_rules', '_revisions', '_changes', '_sums')")
	return err == nil && n == 7
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

// Vacant refuses a name that no base can be made under: something has it, or its folder is not there or may not be
// written. The error is an *Error.
func Vacant(name string) error {
	if name == "" || name == "-" || strings.HasPrefix(name, ":") {
		return &Error{Kind: Missing, File: name, Message: fmt.Sprintf("%s is not the name of a file", belief.Quote(name)), Hint: "name one, such as base.db"}
	}
	info, err := os.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		return &Error{Kind: Exists, File: name, Message: fmt.Sprintf("%s is a folder", name), Hint: "name a file in it, such as base.db"}
	case err == nil:
		return exists(name)
	}
	folder := filepath.Dir(name)
	info, err = os.Stat(folder)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &Error{Kind: Missing, File: name, Message: fmt.Sprintf("cannot write %s: there is no folder %s", name, folder), Hint: "make it first, or choose another place"}
	case err == nil && !info.IsDir():
		return &Error{Kind: Missing, File: name, Message: fmt.Sprintf("cannot write %s: %s is no folder", name, folder), Hint: "choose another place"}
	case err != nil:
		return &Error{Kind: Closed, File: name, Message: fmt.Sprintf("cannot write %s: %v", name, causeOf(err)), Hint: "choose another place", Err: err}
	}
	probe, err := os.CreateTemp(folder, ".revise-*")
	if errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return &Error{Kind: ReadOnly, File: name, Message: fmt.Sprintf("cannot write %s: the folder %s may not be written", name, folder), Hint: "give yourself the permission, or choose another place", Err: err}
	}
	if err == nil {
		probe.Close()
		os.Remove(probe.Name()) // it was made to see whether it can be
	}
	return nil // what else there is, writing tells
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

// IsBase reports whether the file begins like an SQLite database, whatever else it is, or like a belief base whose first
// bytes are damaged.
func IsBase(name string) bool {
	head, err := headOf(name)
	return err == nil && (isSQLite(head) || marked(head))
}

// marked reports whether a header has our mark, and the zeros that come soon after it: no text has those.
func marked(head []byte) bool {
	return len(head) == headerBytes && binary.BigEndian.Uint32(head[68:]) == application && [20]byte(head[72:92]) == [20]byte{}
}

const magic = "SQLite format 3\x00"
