package journal_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise/journal"
)

const frameSize = 24 + 4096

// inLog is a base with revisions that are in its log only, as after a kill.
type inLog struct {
	base, log []byte
	ends      []int // where in the log the commit of each revision ends
}

func makeLog(t *testing.T, revisions int) inLog {
	t.Helper()
	name := makeBase(t)
	j, err := journal.OpenToWrite(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close() // of which the copies know nothing
	var l inLog
	for number := range revisions {
		if _, err := j.Apply(context.Background(), hires(t, number)); err != nil {
			t.Fatal(err)
		}
		if l.log, err = os.ReadFile(name + "-wal"); err != nil {
			t.Fatal(err)
		}
		l.ends = append(l.ends, len(l.log))
	}
	if l.base, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	return l
}

// put writes the base with a log.
func (l *inLog) put(t *testing.T, log []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "left.db")
	for file, data := range map[string][]byte{name: l.base, name + "-wal": log} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// last returns the last revision that is wholly before a place in the log.
func (l *inLog) last(at int) int {
	n := 0
	for n < len(l.ends) && l.ends[n] <= at {
		n++
	}
	return n
}

// TestDamagedLog damages each frame of a log, and its header: where revisions that were acknowledged lie behind that, the
// base is refused, and both files stay as they are; where the damage is in the last commit, which may have been under way,
// it goes on without it.
func TestDamagedLog(t *testing.T) {
	const revisions = 4
	l, ctx := makeLog(t, revisions), context.Background()
	refused, accepted := 0, 0
	for frame := -1; frame < (len(l.log)-32)/frameSize; frame++ {
		start := 32 + frame*frameSize
		places := map[string]int{"page": start + 24 + 2000, "salt": start + 9, "checksum": start + 17, "page number": start + 3}
		if frame < 0 {
			places = map[string]int{"magic": 2, "salt": 17, "checksum": 25, "page size": 10}
		}
		for what, at := range places {
			log := bytes.Clone(l.log)
			log[at] ^= 4
			name := l.put(t, log)
			before, lost := l.last(max(start, 0)), l.ends[revisions-2] > at
			j, err := journal.Open(ctx, name)
			switch {
			case lost:
				refused++
				want := fmt.Sprintf("the last revision before it is %d", before)
				if kindOf(err) != journal.Damaged || !strings.Contains(err.Error(), want) {
					t.Fatalf("frame %d, %s: %v, want %q", frame, what, err, want)
				}
				if refused%9 == 1 {
					checkLoss(t, name, log, l.base, before)
				}
			case err != nil:
				t.Fatalf("frame %d, %s: %v", frame, what, err)
			default:
				accepted++
				if got := j.Head().Number; got != revisions-1 {
					t.Fatalf("frame %d, %s: the last revision is %d", frame, what, got)
				}
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if refused < 10 || accepted < 4 {
		t.Errorf("%d refused, %d accepted", refused, accepted)
	}
}

// checkLoss has fsck say what is lost, and then give it up.
func checkLoss(t *testing.T, name string, log, base []byte, last int) {
	t.Helper()
	ctx := context.Background()
	checked, err := journal.Fsck(ctx, name, journal.Mending{})
	if err != nil || len(checked.Wrong) != 1 || !strings.Contains(checked.Wrong[0], "acknowledged") {
		t.Fatalf("fsck says %+v, %v", checked, err)
	}
	for file, want := range map[string][]byte{name: base, name + "-wal": log} {
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s was changed: %v", file, err)
		}
	}
	checked, err = journal.Fsck(ctx, name, journal.Mending{AcceptLoss: true})
	if err != nil || len(checked.Wrong) > 0 || checked.Head.Number != last || !strings.Contains(strings.Join(checked.Notes, ""), "given up") {
		t.Fatalf("accepting the loss: %+v, %v", checked, err)
	}
	if got, err := os.ReadFile(name + "-wal.damaged"); err != nil || !bytes.Equal(got, log) {
		t.Fatalf("the log was not kept: %v", err)
	}
	if left, _ := filepath.Glob(name + "-*"); len(left) != 1 {
		t.Fatalf("left behind: %v", left)
	}
	if _, number := read(t, name); number != last {
		t.Fatalf("%d revisions", number)
	}
}

// TestLogWithoutBeginning destroys the beginning of a log, with the salts in the header and in the first frames: where a
// commit with a witness lies behind that, the base is refused.
func TestLogWithoutBeginning(t *testing.T) {
	const revisions = 4
	l := makeLog(t, revisions)
	random := make([]byte, len(l.log))
	rand.NewChaCha8([32]byte{7}).Read(random) // which never fails
	ones := bytes.Repeat([]byte{0xff}, len(l.log))
	for _, with := range [][]byte{make([]byte, len(l.log)), random, ones} {
		for _, length := range []int{32, 48, 56, 512, 4096, 32 + frameSize, l.ends[0], l.ends[1], l.ends[revisions-2], len(l.log)} {
			log := bytes.Clone(l.log)
			copy(log, with[:length])
			name := l.put(t, log)
			j, err := journal.Open(context.Background(), name)
			if lost := length < l.ends[revisions-2]; lost != (kindOf(err) == journal.Damaged) || !lost && err != nil {
				t.Fatalf("%d bytes of %x: %v", length, with[:4], err)
			}
			if err != nil {
				checkLoss(t, name, log, l.base, 0)
			} else if err := j.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestWitnessOnly has nothing behind the destroyed beginning of a log but a commit and one frame that follows it.
func TestWitnessOnly(t *testing.T) {
	l := makeLog(t, 2)
	log := bytes.Clone(l.log[:l.ends[0]+frameSize])
	clear(log[:l.ends[0]-frameSize])
	if _, err := journal.Open(context.Background(), l.put(t, log)); kindOf(err) != journal.Damaged {
		t.Error(err)
	}
}

// TestFirstTransaction loses nothing where no revision but the first is in a log, and it was not on the disk with its
// header.
func TestFirstTransaction(t *testing.T) {
	l := makeLog(t, 1)
	for header := 0; header < 32; header += 5 {
		for at := header; at <= len(l.log); at += 3001 {
			log := bytes.Clone(l.log[:at])
			clear(log[header:min(at, 32)])
			if _, number := read(t, l.put(t, log)); number != 0 {
				t.Errorf("%d bytes, %d of them of the header: %d revisions", at, header, number)
			}
		}
	}
}

// TestLogBegunAnew tears the header of a log that begins anew over one that was copied to the base, and the first
// transaction behind that: nothing is lost, as everything before it is in the base.
func TestLogBegunAnew(t *testing.T) {
	const revisions = 3
	older, l := makeLog(t, revisions), makeLog(t, 1)
	name := older.put(t, older.log)
	j, err := journal.OpenToWrite(context.Background(), name)
	if err == nil {
		err = j.Close() // which copies the log
	}
	if err != nil {
		t.Fatal(err)
	}
	if older.base, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	step := 4
	for at := 0; at < len(l.log); at += step {
		if at == 32 {
			step = 4099
		}
		log := bytes.Clone(older.log)
		copy(log, l.log[:at])
		for _, unreadable := range []bool{false, true} {
			if unreadable {
				clear(log[:512])
			}
			if _, number := read(t, older.put(t, log)); number != revisions {
				t.Errorf("torn at %d, the sector unreadable %v: %d revisions", at, unreadable, number)
			}
		}
	}
	log := bytes.Clone(older.log) // what was not copied is lost
	clear(log[:512])
	older.base[len(older.base)-2000] ^= 1
	if _, err := journal.Open(context.Background(), older.put(t, log)); kindOf(err) != journal.Damaged {
		t.Errorf("a page was not copied: %v", err)
	}
}

// TestLossIsNotAccepted leaves both files as they are where what is left of the log does not make a sound base.
func TestLossIsNotAccepted(t *testing.T) {
	l := makeLog(t, 4)
	log := bytes.Clone(l.log)
	log[l.ends[1]+24+2000] ^= 4
	base := bytes.Clone(l.base)
	for at := range base[4096*2:] { // what the log does not replace
		base[4096*2+at] ^= 1
	}
	l.base = base
	name := l.put(t, log)
	checked, err := journal.Fsck(context.Background(), name, journal.Mending{AcceptLoss: true})
	if err != nil || len(checked.Wrong) == 0 {
		t.Errorf("%+v, %v", checked, err)
	}
	for file, want := range map[string][]byte{name: base, name + "-wal": log} {
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s was changed: %v", file, err)
		}
	}
}

// TestTornLog cuts a log off and overwrites its end, as a crash does in the middle of a commit: every revision that lies
// before that is there.
func TestTornLog(t *testing.T) {
	l := makeLog(t, 3)
	torn := func(at int, log []byte) {
		t.Helper()
		if _, number := read(t, l.put(t, log)); number != l.last(at) {
			t.Errorf("torn at %d: %d revisions, want %d", at, number, l.last(at))
		}
	}
	stride := 4777
	if testing.Short() {
		stride = 7777
	}
	for at := 0; at <= len(l.log); at += stride {
		torn(at, l.log[:at])
	}
	for at := l.ends[1]; at < len(l.log); at += stride { // the last commit, without what was not written yet
		for _, fill := range []byte{0, 0xff} {
			log := bytes.Clone(l.log)
			copy(log[at:], bytes.Repeat([]byte{fill}, len(log)))
			torn(at, log)
			log = bytes.Clone(l.log)
			copy(log[at:min(at+4096, len(log))], bytes.Repeat([]byte{fill}, 4096))
			torn(at, log)
		}
	}
}

// TestOlderFrames goes on where a log was begun anew: frames of its earlier life, which are behind its end, are no loss.
func TestOlderFrames(t *testing.T) {
	l := makeLog(t, 3)
	older := bytes.Clone(l.log)
	log := bytes.Clone(l.log[:l.ends[0]])
	for at := l.ends[0]; at < len(older); at += frameSize {
		binary.BigEndian.PutUint32(older[at+8:], binary.BigEndian.Uint32(older[at+8:])-1) // salts count up
	}
	if _, number := read(t, l.put(t, append(log, older[l.ends[0]:]...))); number != 1 {
		t.Errorf("%d revisions", number)
	}
}

// TestLogWhileWriting opens and proves a base again and again while another writes: a frame or a page on its way is no
// damage.
func TestLogWhileWriting(t *testing.T) {
	name, ctx := makeBase(t), context.Background()
	done := make(chan error)
	go func() {
		j, err := journal.OpenToWrite(ctx, name)
		for number := 0; number < 60 && err == nil; number++ {
			_, err = j.Apply(ctx, hires(t, number))
		}
		if err == nil {
			err = j.Close()
		}
		done <- err
	}()
	for opened := 0; ; opened++ {
		select {
		case err := <-done:
			if err != nil || opened == 0 {
				t.Errorf("opened %d times, %v", opened, err)
			}
			return
		default:
		}
		j, err := journal.Open(ctx, name)
		if err != nil {
			t.Error(err)
			continue
		}
		j.Close() // it was only opened
		if checked, err := journal.Fsck(ctx, name, journal.Mending{}, journal.WithPatience(soon)); err != nil || len(checked.Wrong) > 0 || checked.Unsummed > 0 {
			t.Errorf("%+v, %v", checked, err)
		}
	}
}
