package journal

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"time"
)

// A log, the -wal beside a base, is a header and frames, each of them a frame header and a page (SQLite's file format,
// section 4.1). The checksum of a frame covers everything before it. SQLite takes what lies before the first frame that
// does not fit, up to the last commit in it, and forgets the rest without a word.
const (
	logHeader   = 32
	frameHeader = 24
	logVersion  = 3007000
	logMagic    = 0x377f0682 // or one more, where checksums read words big-endian
)

// logged is what a reading of a log came to.
type logged struct {
	salts   [8]byte
	pages   map[uint32]int64 // that SQLite takes from it, and where the last frame of each begins
	size    uint32           // how many pages the base has then
	at      int64            // where the first frame begins that does not fit
	commits int              // behind it, each of them followed by a frame that was written after it
}

// lost reports whether commits that were acknowledged lie where SQLite does not look: another frame that was written
// after a commit says that the commit was on the disk. The last commit of a log has no such witness: where only it is
// damaged, that looks like a crash in the middle of it, which was not acknowledged.
func (l *logged) lost() bool { return l.commits > 0 }

// readLog reads the log of a base; one that is not there is empty. While another process writes, what looks like damage
// may be a frame on its way: it is believed when it stays.
func readLog(name string) (logged, error) {
	l, err := readLogOnce(name)
	for range 5 {
		if err != nil || !l.lost() {
			break
		}
		time.Sleep(20 * time.Millisecond)
		before := l
		l, err = readLogOnce(name)
		if l.salts == before.salts && l.at == before.at && l.commits == before.commits {
			break
		}
	}
	return l, err
}

func readLogOnce(name string) (logged, error) {
	f, err := os.Open(name + "-wal")
	if errors.Is(err, os.ErrNotExist) {
		return logged{}, nil
	}
	if err != nil {
		return logged{}, err
	}
	defer f.Close() // it was only read
	header := make([]byte, logHeader)
	if _, err := io.ReadFull(f, header); err != nil {
		return logged{}, endOf(err)
	}
	if h, ok := parseLogHeader(header); ok {
		return h.read(f)
	}
	return readHeadless(name, f)
}

// endOf takes the end of a file for no error.
func endOf(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// logStart is what the header of a log says.
type logStart struct {
	order    binary.ByteOrder
	pageSize int
	salts    [8]byte
	sum      logSum
	whole    bool // the header fits its checksum
}

func parseLogHeader(b []byte) (logStart, bool) {
	magic := binary.BigEndian.Uint32(b)
	s := logStart{order: binary.LittleEndian, pageSize: int(binary.BigEndian.Uint32(b[8:])), salts: [8]byte(b[16:24]), whole: true}
	if magic&1 != 0 {
		s.order = binary.BigEndian
	}
	s.sum = logSum{}.over(s.order, b[:24])
	fits := magic&^1 == logMagic && binary.BigEndian.Uint32(b[4:]) == logVersion && s.pageSize >= 512 && s.pageSize <= 1<<16 && s.pageSize&(s.pageSize-1) == 0
	return s, fits && s.sum == storedSum(b[24:])
}

// readHeadless reads a log whose header is damaged, with what the frames and the base say in its place: SQLite takes nothing
// of it. Nothing is lost with what was copied to the base before, as all of a log is before its header is written anew.
func readHeadless(name string, log *os.File) (logged, error) {
	size, err := pageSizeOf(name)
	if err != nil {
		return logged{}, err
	}
	var l logged
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if _, err = log.Seek(logHeader, io.SeekStart); err == nil {
			l, err = logStart{order: order, pageSize: size}.read(log)
		}
		if err != nil || l.lost() {
			break
		}
	}
	if err == nil && l.lost() {
		var copied bool
		if copied, err = l.copied(name, log, size); copied {
			l.commits = 0
		}
	}
	l.pages, l.at = nil, 0
	return l, err
}

// copied reports whether a base has the pages of a log as the last commit leaves them, but for the checksums at their ends,
// which only the base has.
func (l *logged) copied(name string, log io.ReaderAt, size int) (bool, error) {
	base, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer base.Close() // it was only read
	there, want := make([]byte, size-checksumBytes), make([]byte, size-checksumBytes)
	for page, at := range l.pages {
		if page > l.size {
			continue // it was cut off later
		}
		if _, err := log.ReadAt(want, at+frameHeader); err != nil {
			return false, endOf(err)
		}
		if _, err := base.ReadAt(there, int64(page-1)*int64(size)); err != nil || !bytes.Equal(there, want) {
			return false, endOf(err)
		}
	}
	return len(l.pages) > 0, nil
}

// read goes through the frames. Without a header the salts are those of the first two frames of which one follows the
// other: a log is written from its beginning, so that no frames of its earlier life lie before them.
func (s logStart) read(frames io.Reader) (logged, error) {
	l := logged{salts: s.salts, pages: map[uint32]int64{}, at: logHeader}
	in := bufio.NewReaderSize(frames, 1<<16)
	frame := make([]byte, frameHeader+s.pageSize)
	var page, commit uint32    // of the frame before
	var salts [8]byte          // of it, too
	open := map[uint32]int64{} // pages of a transaction whose commit has not come yet
	before, instead, fits, known := s.sum, s.sum, s.whole, s.whole
	for at := l.at; ; at += int64(len(frame)) {
		if _, err := io.ReadFull(in, frame); err != nil {
			return l, endOf(err)
		}
		lastPage, lastCommit, lastSalts := page, commit, salts
		page, commit, salts = binary.BigEndian.Uint32(frame), binary.BigEndian.Uint32(frame[4:]), [8]byte(frame[8:16])
		sum := before.overFrame(s.order, frame)
		if !known {
			l.salts = lastSalts
		}
		follows := page != 0 && salts == l.salts
		if follows && sum != storedSum(frame[16:]) {
			// Of a frame before whose checksum is what is damaged, the checksum can be had from what is in it.
			follows = !fits && instead.overFrame(s.order, frame) == storedSum(frame[16:])
		}
		instead, before = sum, storedSum(frame[16:])
		fits, known = fits && follows, known || follows
		filler := page == lastPage && commit == lastCommit // a commit is repeated to fill a sector
		switch {
		case fits:
			l.at += int64(len(frame))
		case follows && lastCommit != 0 && !filler:
			l.commits++
		}
		if fits || follows && !s.whole {
			if open[page] = at; commit != 0 {
				maps.Copy(l.pages, open)
				clear(open)
				l.size = commit
			}
		}
	}
}

// logSum is the running checksum of a log.
type logSum [2]uint32

func (s logSum) over(order binary.ByteOrder, b []byte) logSum {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}

func (s logSum) overFrame(order binary.ByteOrder, frame []byte) logSum {
	return s.over(order, frame[:8]).over(order, frame[frameHeader:])
}

func storedSum(b []byte) logSum {
	return logSum{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
}

// wholeLog refuses a base of whose log SQLite would drop what was acknowledged.
func (j *Journal) wholeLog() error {
	l, err := readLog(j.name)
	if err != nil || !l.lost() {
		return nil // SQLite says why it cannot be read
	}
	return &Error{Kind: Damaged, File: j.name, Message: j.lossOf(&l), Hint: j.outOfLoss()}
}

func (j *Journal) outOfLoss() string {
	return fmt.Sprintf("put copies of %s and %s-wal in their places; without any, 'revise fsck --accept-loss' goes on with what is left, and keeps the damaged log", j.name, j.name)
}

// lossOf says what a damaged log loses, in a sentence.
func (j *Journal) lossOf(l *logged) string {
	where := fmt.Sprintf("at byte %d of %s-wal, its log,", l.at, j.name)
	if l.at == 0 {
		where = fmt.Sprintf("at the beginning of %s-wal, its log,", j.name)
	}
	left := ""
	if number, ok := j.lastWithout(); ok {
		left = fmt.Sprintf("; the last revision before it is %d", number)
	}
	commits := fmt.Sprintf("at least %d commits that were acknowledged, each a revision as a rule, lie", l.commits)
	if l.commits == 1 {
		commits = "at least 1 commit that was acknowledged, a revision as a rule, lies"
	}
	return fmt.Sprintf("%s is damaged %s and %s behind that%s", j.name, where, commits, left)
}

// lastWithout returns the last revision that a base has without what its damaged log loses. It leaves both files alone.
func (j *Journal) lastWithout() (int, bool) {
	probe := newJournal(j.ctx, j.name, nil)
	probe.vfs, probe.patience = j.vfs, j.patience
	err := probe.connectKeeping()
	if err == nil {
		err = probe.readHead()
	}
	if closed := probe.Close(); err == nil {
		err = closed
	}
	return probe.head.Number, err == nil
}

// keepLog copies the log to a name that is free, and returns that.
func keepLog(name string) (string, error) {
	in, err := os.Open(name + "-wal")
	if err != nil {
		return "", err
	}
	defer in.Close() // it was only read
	for n := 0; ; n++ {
		kept := name + "-wal.damaged"
		if n > 0 {
			kept = fmt.Sprintf("%s-%d", kept, n)
		}
		out, err := os.OpenFile(kept, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = io.Copy(out, in)
		return kept, errors.Join(err, out.Sync(), out.Close())
	}
}
