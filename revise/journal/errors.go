package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/ncruces/go-sqlite3"
)

// Kind says why a file cannot be worked with.
type Kind string

// The kinds of trouble.
const (
	Missing  Kind = "missing"   // there is no such file
	Exists   Kind = "exists"    // there is one already, where one is to be made
	NotBase  Kind = "not-base"  // it is something else
	Newer    Kind = "newer"     // a later version of the program has written it
	Damaged  Kind = "damaged"   // what is read is not what was written
	Busy     Kind = "busy"      // someone else is writing
	ReadOnly Kind = "read-only" // it may not be written
	Full     Kind = "full"      // there is no room for more
	Failed   Kind = "failed"    // the file system refuses something else
	Unknown  Kind = "unknown"   // there is no such revision
	Moved    Kind = "moved"     // the base is not where it was when a plan was made
	Held     Kind = "held"      // what is to be erased still holds
	Reserved Kind = "reserved"  // a relation or a revision cannot be called so, or has a time that there is not
)

// Error says what is wrong with a file, or with what is asked of it, and what to do.
type Error struct {
	Kind    Kind
	File    string
	Message string // a sentence that names the file
	Hint    string // may be empty
	Err     error  // the cause, or nil
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// fail puts an error of SQLite in our words.
func (j *Journal) fail(err error) error {
	var own *Error
	var code sqlite3.ErrorCode
	var extended sqlite3.ExtendedErrorCode
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return err
	case errors.As(err, &extended):
		code = extended.Code()
	case !errors.As(err, &code):
		return err
	}
	if code == sqlite3.INTERRUPT && j.ctx.Err() != nil {
		return j.ctx.Err()
	}
	return explained(j.name, code, extended, err)
}

func explained(name string, code sqlite3.ErrorCode, extended sqlite3.ExtendedErrorCode, err error) error {
	e := &Error{Kind: Failed, File: name, Err: err}
	if code == sqlite3.IOERR && noRoom(filepath.Dir(name)) {
		code = sqlite3.FULL
	}
	switch code {
	case sqlite3.BUSY, sqlite3.LOCKED:
		e.Kind, e.Message = Busy, fmt.Sprintf("another process is writing %s", name)
		e.Hint = "try again when it is done; nothing was changed"
	case sqlite3.READONLY, sqlite3.PERM:
		return readOnly(name, err)
	case sqlite3.FULL:
		e.Kind, e.Message = Full, fmt.Sprintf("there is no room to write %s", name)
		e.Hint = "make room and do it again; nothing was changed"
	case sqlite3.NOTADB:
		e.Kind, e.Message = NotBase, fmt.Sprintf("%s is no belief base", name)
		e.Hint = "'revise init' makes one"
	case sqlite3.CORRUPT:
		return damaged(name, err.Error())
	default:
		switch {
		case extended == sqlite3.IOERR_DATA:
			return damaged(name, "the checksum of a page is wrong")
		case errors.Is(err, fs.ErrNotExist):
			return missing(name)
		}
		e.Message = fmt.Sprintf("cannot read or write %s: %s", name, err)
	}
	return e
}

// noRoom reports whether a little more does not fit into a folder: SQLite does not say so of what it could not write.
func noRoom(dir string) bool {
	probe, err := os.CreateTemp(dir, ".revise-*")
	if err != nil {
		return errors.Is(err, syscall.ENOSPC)
	}
	_, err = probe.Write(make([]byte, 8*pageSize))
	probe.Close()
	os.Remove(probe.Name()) // it was made to see whether it can be
	return errors.Is(err, syscall.ENOSPC)
}

func missing(name string) error {
	return &Error{Kind: Missing, File: name, Message: fmt.Sprintf("there is no file %s", name), Hint: "'revise init' makes one"}
}

func readOnly(name string, err error) error {
	return &Error{
		Kind: ReadOnly, File: name, Message: fmt.Sprintf("%s, or the folder it lies in, may not be written", name),
		Hint: "give yourself the permission to write both, or work on a copy", Err: err,
	}
}

// damaged is the error of a file that does not hold what was written to it.
func damaged(name, what string) error {
	return &Error{
		Kind: Damaged, File: name, Message: fmt.Sprintf("%s is damaged: %s", name, what),
		Hint: "'revise fsck' says what is lost; put a copy in its place",
	}
}
