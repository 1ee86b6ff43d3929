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
	Unproven Kind = "unproven"  // its pages lack the checksums of revise: only Fsck can tell whether its contents are right
	Busy     Kind = "busy"      // someone else is writing
	ReadOnly Kind = "read-only" // it may not be written
	Closed   Kind = "closed"    // it may not be read
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
		if IsBase(name) {
			return damaged(name, "its header cannot be read")
		}
		return notBase(name)
	case sqlite3.CORRUPT, sqlite3.ERROR: // what we ask is right: a table or a column is missing
		return damaged(name, err.Error())
	default:
		switch {
		case extended == sqlite3.IOERR_DATA:
			return unproven(name)
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

func notBase(name string) error {
	return &Error{
		Kind: NotBase, File: name, Message: fmt.Sprintf("%s is no belief base", name),
		Hint: "if it is a file of rules and beliefs, 'revise init NEW.db FILE' makes a belief base of it",
	}
}

func missing(name string) error {
	return &Error{Kind: Missing, File: name, Message: fmt.Sprintf("there is no file %s", name), Hint: "'revise init' makes a belief base"}
}

func readOnly(name string, err error) error {
	return &Error{
		Kind: ReadOnly, File: name, Message: fmt.Sprintf("%s, or the folder it lies in, may not be written", name),
		Hint: "give yourself the permission to write both, or work on a copy", Err: err,
	}
}

// fsckDecides is the way on where the contents may be right although the file is not as we have written it.
const fsckDecides = "'revise fsck BASE' decides: it proves the contents, and then makes the file what it was, or says what differs"

// unproven is the error of a file some of whose pages lack the checksum of what they hold.
func unproven(name string) error {
	message := fmt.Sprintf("a page of %s does not have the checksum that revise writes", name)
	if s, err := sumPages(name); err == nil && len(s.wrong) > 0 {
		message = s.of(name)
	}
	return &Error{Kind: Unproven, File: name, Message: message + ": another program has written the file, or it is damaged", Hint: fsckDecides}
}

// unmarked is the error of a file that has everything but the mark of a base.
func unmarked(name string) error {
	return &Error{
		Kind: Unproven, File: name, Message: fmt.Sprintf("%s has the tables of a belief base, and not its mark: another program has written it", name),
		Hint: fsckDecides,
	}
}

// damaged is the error of a file that does not hold what was written to it.
func damaged(name, what string) error {
	return &Error{
		Kind: Damaged, File: name, Message: fmt.Sprintf("%s is damaged: %s", name, what),
		Hint: "'revise fsck BASE' says what is lost; put a copy in its place",
	}
}
