package journal

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/ncruces/go-sqlite3"
)

// Mending says what Fsck may do to a file.
type Mending struct {
	ReadOnly   bool // nothing
	AcceptLoss bool // open a base whose log is damaged without what lies behind the damage; a copy of the log is kept
}

// Fsck proves everything that a file holds: that its log loses nothing, the structure of the database, the chain over the
// revisions, and what the chain does not cover by comparing it with what it follows from. Whether the checksums of pages
// fit is looked at first, and condemns nothing: another program may have written the file without them. Where they do not
// and the contents are proven, the file is written anew with checksums, in one transaction, while nobody else has it open.
//
// The error is an *Error of a file that is no base of a version we know or cannot be read, or that of a context. The cost
// is linear in the file, and that of an evaluation.
func Fsck(ctx context.Context, name string, m Mending, opts ...Option) (*Checked, error) {
	j := newJournal(ctx, name, opts)
	j.proving = true
	c := &Checked{}
	info, err := j.look()
	if err != nil {
		return c, c.take(err)
	}
	loss := j.lossInLog()
	if loss != "" && !m.AcceptLoss {
		c.Wrong, c.Hint = append(c.Wrong, loss), j.outOfLoss()
		return c, nil
	}
	sums, err := sumPages(name)
	if err != nil {
		return nil, &Error{Kind: Failed, File: name, Message: fmt.Sprintf("cannot read %s: %v", name, causeOf(err)), Err: err}
	}
	c.Pages, c.Unsummed = sums.pages, len(sums.wrong)
	if err = j.whole(); err == nil {
		err = j.openToProve(info, m.ReadOnly || loss != "")
	}
	if err == nil {
		err = j.prove(ctx, c)
	}
	if err = c.take(err); err == nil {
		c.Notes = append(c.Notes, j.foreign(&sums, len(c.Wrong) == 0)...)
		if loss != "" {
			err = j.acceptLoss(c, loss)
		}
		if err == nil && len(c.Wrong) == 0 && (c.Unsummed > 0 || j.unmarked) {
			err = c.take(j.mend(c, m))
		}
	}
	if closed := j.Close(); err == nil {
		err = closed
	}
	return c, err
}

// take notes an error that says what is wrong with the contents, and returns every other.
func (c *Checked) take(err error) error {
	var own *Error
	if errors.As(err, &own) && own.Kind == Damaged {
		c.Wrong, err = append(c.Wrong, own.Message), nil
	}
	switch {
	case len(c.Wrong) == 0 || c.Hint != "":
	case len(c.Wrong) == 1 && c.strange != "":
		c.Hint = fmt.Sprintf("take out what others have made, with the sqlite3 shell: %sthen 'revise fsck BASE' decides again", c.strange)
	default:
		c.Hint = "put the last sound copy in its place, and apply again what came after it: 'revise show BASE N --request' prints a request as far as it can be read"
	}
	return err
}

// lossInLog says which revisions would be lost with a damaged log; nothing if none are.
func (j *Journal) lossInLog() string {
	l, err := readLog(j.name)
	if err != nil || !l.lost() {
		return "" // SQLite says why it cannot be read
	}
	return j.lossOf(&l)
}

// acceptLoss makes what is left of a damaged log a part of the file, if that is right, and keeps a copy of the log.
func (j *Journal) acceptLoss(c *Checked, loss string) error {
	if len(c.Wrong) > 0 {
		c.Notes = append(c.Notes, loss+"; what is left without them is not right either, so that both files are as they were")
		return nil
	}
	kept, err := keepLog(j.name)
	if err != nil {
		return &Error{Kind: Failed, File: j.name, Message: fmt.Sprintf("cannot keep the damaged log of %s: %v", j.name, causeOf(err)), Err: err}
	}
	c.Notes = append(c.Notes, fmt.Sprintf("%s; they are given up, and the log is kept as %s", loss, kept))
	j.rollback()
	if _, err := j.conn.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, false); err != nil {
		return j.fail(err)
	}
	return j.exec("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT count(*) FROM sqlite_schema")
}

// openToProve opens a file, so that closing it leaves it as it is where that is asked for.
func (j *Journal) openToProve(info os.FileInfo, leave bool) error {
	if !leave {
		return j.openToRead(info)
	}
	if log, err := os.Stat(j.name + "-wal"); err != nil || log.Size() == 0 || !writable(j.name) {
		return j.openUnwritable(info) // which also makes no log
	}
	if err := j.connectKeeping(); err != nil {
		return err
	}
	return j.recognize()
}

// prove reads everything.
func (j *Journal) prove(ctx context.Context, c *Checked) error {
	for _, step := range []func() error{j.begin, j.readHead, j.readProgram} {
		if err := step(); err != nil {
			return err
		}
	}
	c.Head = j.head
	return j.check(ctx, c)
}

// foreign says what a file lacks that we have put into it.
func (j *Journal) foreign(sums *pageSums, right bool) []string {
	var all []string
	switch {
	case len(sums.wrong) == 0:
	case right:
		all = append(all, sums.of(j.name)+": another program has written the file, or it was damaged where nothing is lost")
	default:
		all = append(all, sums.of(j.name)+": it is damaged there, or another program has written it")
	}
	if j.unmarked {
		all = append(all, fmt.Sprintf("%s does not say that it is a belief base, or of which version: another program has written it", j.name))
	}
	return all
}

// mend writes a file anew whose contents are proven, unless it may not or someone else has it open; then Checked says so.
func (j *Journal) mend(c *Checked, m Mending) error {
	switch {
	case m.ReadOnly:
		c.NotRenewed = "nothing was to be changed"
		return nil
	case j.unlocked != nil:
		c.NotRenewed = "the file, or the folder it lies in, may not be written"
		return nil
	}
	err := j.rewritePages()
	var own *Error
	if errors.As(err, &own) && own.Kind != Damaged {
		c.NotRenewed = own.Message
		return nil
	}
	c.Renewed = err == nil
	return err
}

// rewritePages writes what was proven anew, page for page with a checksum: one transaction, which is in the log before the
// first page of the file is touched. From the proof to the end nobody else can write: the lock is exclusive, and a count
// of SQLite's says whether anyone has written between the proof and the lock.
func (j *Journal) rewritePages() error {
	proven, err := j.number("PRAGMA data_version")
	if err != nil {
		return err
	}
	j.rollback()
	if err := j.exec("PRAGMA query_only = OFF; PRAGMA synchronous = FULL; PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE"); err != nil {
		return err
	}
	switch now, err := j.number("PRAGMA data_version"); {
	case err != nil:
		return err
	case now != proven:
		return &Error{Kind: Busy, File: j.name, Message: fmt.Sprintf("another process has written %s meanwhile", j.name), Hint: "try again"}
	}
	if err := j.exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT; PRAGMA journal_mode = WAL", application, format)); err != nil {
		return err
	}
	if _, err := j.conn.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, checksumBytes); err != nil {
		return j.fail(err)
	}
	if err := j.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return err
	}
	switch s, err := sumPages(j.name); {
	case err != nil:
		return j.fail(err)
	case len(s.wrong) > 0:
		return damaged(j.name, "what was written to it just now is not there: "+s.of(j.name))
	}
	return nil
}
