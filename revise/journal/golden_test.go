package journal_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise/journal"
)

var update = flag.Bool("update", false, "make the golden base of the present format anew, and what it says")

// TestGoldens opens a base of every format there ever was: each says what it said, is proven, and can be revised.
// One that was released is never made anew: a change that fails here breaks the bases of others.
func TestGoldens(t *testing.T) {
	if *update {
		makeGolden(t)
	}
	goldens, err := filepath.Glob("testdata/format-*.db.gz")
	if err != nil || len(goldens) == 0 {
		t.Fatalf("%v, %v", goldens, err)
	}
	for _, golden := range goldens {
		t.Run(filepath.Base(golden), func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "golden.db")
			if err := os.WriteFile(name, unpacked(t, golden), 0o644); err != nil {
				t.Fatal(err)
			}
			checked, err := journal.Fsck(context.Background(), name, journal.Mending{})
			if err != nil || len(checked.Wrong)+len(checked.Notes) > 0 {
				t.Errorf("%+v, %v", checked, err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(golden, ".db.gz") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := told(name); err != nil || got != string(want) {
				t.Errorf("it says, %v:\n%s", err, got)
			}
			if err := hire(t, name, 1); err != nil {
				t.Fatal(err)
			}
			if _, number := read(t, name); number != checked.Head.Number+1 {
				t.Errorf("%d revisions", number)
			}
		})
	}
}

func unpacked(t *testing.T, file string) []byte {
	t.Helper()
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// makeGolden writes the base of the present format, and what it says.
func makeGolden(t *testing.T) {
	t.Helper()
	name := makeRich(t)
	says, err := told(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(data) // into memory
	w.Close()     // likewise
	golden := filepath.Join("testdata", "format-1")
	for file, data := range map[string][]byte{golden + ".db.gz": packed.Bytes(), golden + ".txt": []byte(says)} {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
