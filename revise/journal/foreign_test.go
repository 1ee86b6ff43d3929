package journal_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"github.com/beliefbase/revise/revise/journal"
)

// plain is a file system that writes pages without checksums, as every program does that does not know them.
type plain struct{ vfs.VFSFilename }

func init() { vfs.Register("plain", plain{vfs.Find("").(vfs.VFSFilename)}) }

func (p plain) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	file, flags, err := p.VFSFilename.OpenFilename(name, flags)
	if err != nil || flags&vfs.OPEN_MAIN_DB == 0 {
		return file, flags, err
	}
	return plainFile{file}, flags, nil
}

type plainFile struct{ vfs.File }

func (f plainFile) WriteAt(p []byte, at int64) (int, error) {
	page := bytes.Clone(p)
	if len(page) >= 512 {
		clear(page[len(page)-8:])
	}
	return f.File.WriteAt(page, at)
}

func (f plainFile) SharedMemory() vfs.SharedMemory {
	if file, ok := f.File.(vfs.FileSharedMemory); ok {
		return file.SharedMemory()
	}
	return nil
}

// withPlain runs statements on a file as a program does that does not know checksums.
func withPlain(t testing.TB, name, sql string) {
	t.Helper()
	db, err := sqlite3.Open("file:" + name + "?vfs=plain")
	if err != nil {
		t.Fatal(err)
	}
	db.Exec("PRAGMA checksum_verification = OFF") // it may find that they do not fit
	if err := db.Exec("PRAGMA checksum_verification = OFF; " + sql); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// leaveLog makes a base whose last revision is in a log only, as after a kill.
func leaveLog(t testing.TB) string {
	t.Helper()
	open, name := makeRich(t), filepath.Join(t.TempDir(), "left.db")
	j, err := journal.OpenToWrite(context.Background(), open)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close() // of which the copy knows nothing
	for number := range 3 {
		if _, err := j.Apply(context.Background(), hires(t, number)); err != nil {
			t.Fatal(err)
		}
	}
	copyFile(t, open, name)
	copyFile(t, open+"-wal", name+"-wal")
	return name
}

// shell runs the sqlite3 command.
func shell(t testing.TB, name string, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("sqlite3", append([]string{"-bail", name}, args...)...)
	cmd.Stdin = strings.NewReader(input)
	var failed bytes.Buffer
	cmd.Stderr = &failed
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("sqlite3 %q: %v: %s", args, err, &failed)
	}
	return string(said)
}

// foreign are ways in which other programs write a base; each returns where it lies then.
func foreign(t testing.TB) map[string]func(t testing.TB, name string) string {
	other := func(name string) string { return strings.TrimSuffix(name, ".db") + "-other.db" }
	in := func(sql string) func(testing.TB, string) string {
		return func(t testing.TB, name string) string { withPlain(t, name, sql); return name }
	}
	ways := map[string]func(testing.TB, string) string{
		"driver, checkpoint": in("PRAGMA wal_checkpoint(TRUNCATE)"),
		"driver, vacuum":     in("VACUUM"),
		"driver, vacuum into": func(t testing.TB, name string) string {
			withPlain(t, name, "VACUUM INTO 'file:"+other(name)+"?vfs=plain'")
			return other(name)
		},
	}
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Log("without the sqlite3 command")
		return ways
	}
	run := func(sql string) func(testing.TB, string) string {
		return func(t testing.TB, name string) string { shell(t, name, "", sql); return name }
	}
	into := func(sql string) func(testing.TB, string) string {
		return func(t testing.TB, name string) string {
			shell(t, name, "", fmt.Sprintf(sql, other(name)))
			return other(name)
		}
	}
	ways["select"] = run("SELECT count(*) FROM _revisions")
	ways["vacuum"] = run("VACUUM")
	ways["journal mode"] = run("PRAGMA journal_mode = DELETE")
	ways["page size"] = run("PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM")
	ways["analyze"] = run("ANALYZE")
	ways["backup"] = into(".backup '%s'")
	ways["vacuum into"] = into("VACUUM INTO '%s'")
	ways["dump"] = func(t testing.TB, name string) string {
		shell(t, other(name), shell(t, name, "", ".dump"))
		return other(name)
	}
	return ways
}

// TestForeignWriters has other programs write a base: it is refused as unproven, not as damaged; what is proven is written
// anew with checksums, and says what it said before.
func TestForeignWriters(t *testing.T) {
	for what, way := range foreign(t) {
		t.Run(what, func(t *testing.T) {
			ctx, original := context.Background(), leaveLog(t)
			want, err := told(copyOf(t, original))
			if err != nil {
				t.Fatal(err)
			}
			name := way(t, original)
			if _, err := told(name); kindOf(err) != journal.Unproven || !strings.Contains(err.Error(), "another program has written") {
				t.Errorf("refused with %v", err)
			}
			before, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			looked, err := journal.Fsck(ctx, name, journal.Mending{ReadOnly: true})
			if err != nil || len(looked.Wrong) > 0 || looked.Unsummed+len(looked.Notes) == 0 || looked.Renewed || looked.NotRenewed == "" {
				t.Fatalf("only looked at: %+v, %v", looked, err)
			}
			after, err := os.ReadFile(name)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("it was changed by one who only looked: %v", err)
			}
			if left, _ := filepath.Glob(name + "-*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			mended, err := journal.Fsck(ctx, name, journal.Mending{})
			if err != nil || len(mended.Wrong) > 0 || !mended.Renewed || mended.NotRenewed != "" {
				t.Fatalf("mended: %+v, %v", mended, err)
			}
			if got, err := told(name); err != nil || got != want {
				t.Errorf("after mending: %v\n%s\nwant\n%s", err, got, want)
			}
			if again, err := journal.Fsck(ctx, name, journal.Mending{}); err != nil || again.Unsummed > 0 || len(again.Notes)+len(again.Wrong) > 0 || again.Renewed {
				t.Errorf("looked at again: %+v, %v", again, err)
			}
			if err := hire(t, name, 7); err != nil {
				t.Error(err)
			}
			read(t, name)
			if left, _ := filepath.Glob(name + "-*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// copyOf copies a base with its log.
func copyOf(t testing.TB, name string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy.db")
	copyFile(t, name, to)
	if _, err := os.Stat(name + "-wal"); err == nil {
		copyFile(t, name+"-wal", to+"-wal")
	}
	return to
}

// TestMendingFindsDamage flips bits in pages and overwrites parts of them, half of the time with a checksum that fits:
// whatever is said to be right, or made right, says exactly what was written.
func TestMendingFindsDamage(t *testing.T) {
	ctx, original := context.Background(), makeRich(t)
	want, err := told(original)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	dice, damages := rand.New(rand.NewPCG(3, 4)), 160
	if testing.Short() {
		damages = 40
	}
	wrong, mended := 0, 0
	for n := range damages {
		data := bytes.Clone(whole)
		at := dice.IntN(len(data))
		for n%3 != 0 && data[at] == 0 { // much of a small base is empty
			at = dice.IntN(len(data))
		}
		switch n % 4 {
		case 0:
			clear(data[at:min(len(data), at+1+dice.IntN(600))])
		default:
			data[at] ^= 1 << dice.IntN(8)
		}
		if n%2 == 0 {
			sumAgain(data)
		}
		name := filepath.Join(t.TempDir(), "hurt.db")
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		checked, err := journal.Fsck(ctx, name, journal.Mending{})
		if err != nil || len(checked.Wrong) > 0 {
			wrong++
			if err != nil && kindOf(err) == "" {
				t.Fatalf("damage %d at %d: %v is no error of ours", n, at, err)
			}
			continue
		}
		if checked.Renewed {
			mended++
		}
		if got, err := told(name); err != nil || got != want {
			t.Fatalf("damage %d at %d is said to be right: %+v\n%v\n%s", n, at, checked, err, got)
		}
	}
	t.Logf("%d damages: %d found, %d were of nothing and mended", damages, wrong, mended)
	if wrong < damages/4 || mended == 0 {
		t.Error("the damages were of no interest")
	}
}

// sumAgain gives every page the checksum of what it holds.
func sumAgain(data []byte) {
	const size = 4096
	for page := range len(data) / size {
		b := data[page*size:][:size]
		var s1, s2 uint32
		for at := 0; at < size-8; at += 8 {
			s1 += le(b[at:]) + s2
			s2 += le(b[at+4:]) + s1
		}
		for i := range 4 {
			b[size-8+i], b[size-4+i] = byte(s1>>(8*i)), byte(s2>>(8*i))
		}
	}
}

func le(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// TestMendingFails lets each access fail, one in each run, while a base is mended: it says what it said before, and can
// be mended then.
func TestMendingFails(t *testing.T) {
	f, original, ctx := faulty(t), makeRich(t), context.Background()
	through := journal.WithVFS(strings.ToLower(t.Name()))
	want, err := told(original)
	if err != nil {
		t.Fatal(err)
	}
	withPlain(t, original, "VACUUM")
	counted := copyOf(t, original)
	if checked, err := journal.Fsck(ctx, counted, journal.Mending{}, through); err != nil || !checked.Renewed {
		t.Fatalf("%+v, %v", checked, err)
	}
	calls, stride, failed := f.calls, 23, 0
	if testing.Short() {
		stride = 40
	}
	for fails := 0; fails < calls; fails += stride {
		for _, full := range []bool{false, true} {
			name := copyOf(t, original)
			f.calls, f.fails, f.full = 0, fails, full
			checked, err := journal.Fsck(ctx, name, journal.Mending{}, through)
			f.fails = -1
			if err != nil && kindOf(err) == "" {
				t.Fatalf("call %d: %v is no error of ours", fails, err)
			}
			if err != nil || !checked.Renewed {
				failed++
			}
			if checked, err := journal.Fsck(ctx, name, journal.Mending{}); err != nil || len(checked.Wrong) > 0 || checked.NotRenewed != "" {
				t.Fatalf("call %d, then: %+v, %v", fails, checked, err)
			}
			if got, err := told(name); err != nil || got != want {
				t.Fatalf("call %d: %v\n%s", fails, err, got)
			}
		}
	}
	t.Logf("%d calls, %d mendings failed", calls, failed)
	if failed == 0 {
		t.Error("no fault was noticed")
	}
}

// TestMendingAlone leaves a base alone that someone else has open.
func TestMendingAlone(t *testing.T) {
	name, ctx := makeRich(t), context.Background()
	want, err := told(name)
	if err != nil {
		t.Fatal(err)
	}
	withPlain(t, name, "VACUUM")
	db, err := sqlite3.Open("file:" + name + "?vfs=plain")
	if err != nil {
		t.Fatal(err)
	}
	db.Exec("PRAGMA checksum_verification = OFF")
	if err := db.Exec("PRAGMA checksum_verification = OFF; BEGIN; SELECT count(*) FROM _revisions"); err != nil {
		t.Fatal(err)
	}
	checked, err := journal.Fsck(ctx, name, journal.Mending{}, journal.WithPatience(soon))
	if err != nil || checked.Renewed || !strings.Contains(checked.NotRenewed, "another process") {
		t.Errorf("beside another: %+v, %v", checked, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if checked, err = journal.Fsck(ctx, name, journal.Mending{}); err != nil || !checked.Renewed {
		t.Errorf("alone: %+v, %v", checked, err)
	}
	if got, err := told(name); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}
