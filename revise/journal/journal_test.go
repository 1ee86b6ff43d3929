package journal_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
)

// TestKill kills a process that revises, at moments that nobody chose: what it has acknowledged is there, with at most
// the one revision that it was about to acknowledge.
func TestKill(t *testing.T) {
	if name := os.Getenv("REVISE_TEST_HIRE"); name != "" {
		for number := 1; ; number++ {
			if err := hire(t, name, number); err != nil {
				t.Fatal(err)
			}
			fmt.Println("hired", number)
		}
	}
	kills := 12
	if testing.Short() {
		kills = 3
	}
	killed := 0
	for i := range kills {
		name := makeBase(t)
		child := exec.Command(os.Args[0], "-test.run=^TestKill$")
		child.Env = append(os.Environ(), "REVISE_TEST_HIRE="+name)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(20+17*i)*time.Millisecond, func() { child.Process.Kill() })
		acknowledged := 0
		for lines := bufio.NewScanner(out); lines.Scan(); {
			fmt.Sscanf(lines.Text(), "hired %d", &acknowledged)
		}
		child.Wait() // it was killed
		_, number := read(t, name)
		if number < acknowledged || number > acknowledged+1 {
			t.Fatalf("%d revisions were acknowledged, and %d are there", acknowledged, number)
		}
		killed += acknowledged
	}
	t.Logf("%d kills, %d revisions acknowledged", kills, killed)
}

// TestDamage flips bits and cuts ends: the file is refused as damaged or, where nothing that matters was hit, gives the
// state that was written.
func TestDamage(t *testing.T) {
	name := makeBase(t)
	if err := hire(t, name, 1); err != nil {
		t.Fatal(err)
	}
	want, _ := read(t, name)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	noticed := 0
	for i := range 300 {
		data := bytes.Clone(whole)
		if i%5 == 0 {
			data = data[:random.IntN(len(data))]
		} else {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		file := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := state(file)
		if err == nil && slices.Equal(got, want) {
			continue
		}
		if err == nil {
			t.Fatalf("damage %d: %v", i, got)
		}
		noticed++
		if kind := kindOf(err); kind != journal.Damaged && kind != journal.Unproven && kind != journal.NotBase && kind != journal.Newer && kind != journal.Failed {
			t.Fatalf("damage %d: %v", i, err)
		}
	}
	if noticed < 100 {
		t.Errorf("only %d of 300 damages were noticed", noticed)
	}
	t.Logf("%d of 300 noticed", noticed)
}

// state returns every fact of a base as it is, and as it was after the first revision.
func state(name string) ([]string, error) {
	j, err := journal.Open(context.Background(), name)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	e, err := j.Engine(context.Background())
	if err != nil {
		return nil, err
	}
	return factsOf(e), nil
}

// TestWriters lets a second writer wait, and then refuses it; readers see the state that they opened.
func TestWriters(t *testing.T) {
	name, ctx := makeBase(t), context.Background()
	first, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.OpenToWrite(ctx, name, journal.WithPatience(soon)); kindOf(err) != journal.Busy {
		t.Fatalf("a second writer got %v", err)
	}
	reader, err := journal.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Apply(ctx, hires(t, 1)); err != nil {
		t.Fatal(err)
	}
	later, err := journal.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if before, after := facts(t, reader), facts(t, later); slices.Equal(before, after) || reader.Head().Number != 0 || later.Head().Number != 1 {
		t.Errorf("the readers see %d and %d", reader.Head().Number, later.Head().Number)
	}
	// The first has committed, and does not keep others out until its next revision.
	second, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Apply(ctx, hires(t, 2)); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Apply(ctx, hires(t, 3)); kindOf(err) != journal.Moved {
		t.Errorf("a writer whose base has moved got %v", err)
	}
	for _, j := range []*journal.Journal{first, second, reader, later} {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, _ := filepath.Glob(name + "-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, number := read(t, name); number != 2 {
		t.Errorf("%d revisions", number)
	}
}

// TestRefused leaves file and engine alone when a revision is refused.
func TestRefused(t *testing.T) {
	name, ctx := makeBase(t), context.Background()
	want, _ := read(t, name)
	j, err := journal.OpenToWrite(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	request := hires(t, 1)
	request.Assert[0].Fact = fact(t, "membr(ana, finance)")
	var refusal *revise.Refusal
	if _, err := j.Apply(ctx, request); !errors.As(err, &refusal) {
		t.Fatalf("got %v", err)
	}
	if got := facts(t, j); !slices.Equal(got, want) || j.Head().Number != 0 {
		t.Errorf("after a refusal: %v", got)
	}
	if _, err := j.Apply(ctx, hires(t, 2)); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, number := read(t, name); number != 1 {
		t.Errorf("%d revisions", number)
	}
}

// TestCreate replaces nothing, and leaves nothing behind that is not whole.
func TestCreate(t *testing.T) {
	name := makeBase(t)
	want, _ := read(t, name)
	if err := journal.Create(context.Background(), name, start(t)); kindOf(err) != journal.Exists {
		t.Errorf("got %v", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	other := filepath.Join(t.TempDir(), "other.db")
	if err := journal.Create(cancelled, other, start(t)); err == nil {
		t.Error("made although it was cancelled")
	}
	entries, _ := os.ReadDir(filepath.Dir(other))
	if len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
	if got, _ := read(t, name); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestStrangers refuses what is no base, and says what it is.
func TestStrangers(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"empty.db": "", "text.db": strings.Repeat("no base. ", 1000)} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := journal.Open(context.Background(), file); kindOf(err) != journal.NotBase {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := journal.Open(context.Background(), filepath.Join(dir, "nothing.db")); kindOf(err) != journal.Missing {
		t.Errorf("got %v", err)
	}
}
