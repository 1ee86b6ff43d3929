package report

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/revise"
)

var update = flag.Bool("update", false, "rewrite the golden files and schemas")

const goldenDir = "testdata"

// read are the golden files that a test has looked at.
var read = map[string]bool{}

// golden compares with a file, or rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join(goldenDir, name+".golden")
	read[path] = true
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestMain fails when a golden file is read by no test.
func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if code == 0 && flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.fuzz").Value.String() == "" {
		files, err := filepath.Glob(filepath.Join(goldenDir, "*.golden"))
		if err != nil || len(files) == 0 {
			fmt.Println("no golden files")
			code = 1
		}
		for _, f := range files {
			if !read[f] {
				fmt.Println("no test reads", f)
				code = 1
			}
		}
	}
	os.Exit(code)
}

func documents() map[string]*Document {
	return map[string]*Document{
		"access-review": accessReview(), "benefits": benefits(), "refusals": refusals(), "debian": debian(),
		"empty": {},
	}
}

func written(t *testing.T, f Format, d *Document, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, d, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGoldenReports(t *testing.T) {
	took := []time.Duration{41 * time.Microsecond, 2300 * time.Microsecond, 1250 * time.Millisecond, 0}
	for _, c := range []struct {
		document, variant string
		format            Format
		options           Options
	}{
		{"access-review", "", Text, Options{}},
		{"access-review", "80", Text, Options{Width: 80}},
		{"access-review", "all", Text, Options{All: true, Timings: took[:1]}},
		{"access-review", "colour", Text, Options{Colour: true}},
		{"access-review", "", Markdown, Options{}},
		{"access-review", "", JSON, Options{}},
		{"access-review", "", YAML, Options{}},
		{"access-review", "", CSV, Options{}},
		{"benefits", "", Text, Options{}},
		{"benefits", "80", Text, Options{Width: 80, Timings: took}},
		{"benefits", "40", Text, Options{Width: 40}},
		{"benefits", "all", Text, Options{Width: 120, All: true}},
		{"benefits", "", Markdown, Options{Timings: took}},
		{"benefits", "", JSON, Options{Timings: took}},
		{"benefits", "", YAML, Options{}},
		{"benefits", "", CSV, Options{}},
		{"benefits", "spreadsheet", CSV, Options{ForSpreadsheet: true}},
		{"refusals", "", Text, Options{}},
		{"refusals", "", Markdown, Options{}},
		{"refusals", "", JSON, Options{}},
		{"refusals", "", YAML, Options{}},
		{"refusals", "", CSV, Options{}},
		{"debian", "80", Text, Options{Width: 80}},
		{"empty", "", Text, Options{}},
		{"empty", "", Markdown, Options{}},
		{"empty", "", JSON, Options{}},
		{"empty", "", YAML, Options{}},
		{"empty", "", CSV, Options{}},
	} {
		name := c.document + "." + string(c.format)
		if c.variant != "" {
			name = c.document + "-" + c.variant + "." + string(c.format)
		}
		golden(t, name, written(t, c.format, documents()[c.document], c.options))
	}
}

func TestGoldenAnswers(t *testing.T) {
	for _, f := range []Format{DOT, Mermaid, SVG} {
		var why bytes.Buffer
		if err := WriteWhy(&why, f, above(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "why."+string(f), why.Bytes())
	}
	for _, f := range []Format{Text, JSON, YAML} {
		var why, refusal bytes.Buffer
		if err := WriteWhy(&why, f, above(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "why."+string(f), why.Bytes())
		var whyNot bytes.Buffer
		if err := WriteWhyNot(&whyNot, f, notFlying(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "why-not."+string(f), whyNot.Bytes())
		var supports bytes.Buffer
		if err := WriteSupports(&supports, f, twoSupports(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "supports."+string(f), supports.Bytes())
		if err := WriteRefusal(&refusal, f, notBelieved(), Options{Withdraw: "revise withdraw base.db"}); err != nil {
			t.Fatal(err)
		}
		golden(t, "refusal."+string(f), refusal.Bytes())
		var kernels bytes.Buffer
		if err := WriteKernels(&kernels, f, twoKernels(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "kernels."+string(f), kernels.Bytes())
		var contractions bytes.Buffer
		if err := WriteContractions(&contractions, f, threeContractions(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "contract."+string(f), contractions.Bytes())
		var repairs bytes.Buffer
		if err := WriteRepairs(&repairs, f, twoRepairs(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "repair."+string(f), repairs.Bytes())
		var blame, idle bytes.Buffer
		if err := errors.Join(WriteBlame(&blame, f, twoLines(), Options{}), WriteIdle(&idle, f, threeIdle(), Options{})); err != nil {
			t.Fatal(err)
		}
		golden(t, "blame."+string(f), blame.Bytes())
		golden(t, "idle."+string(f), idle.Bytes())
		var fragile bytes.Buffer
		if err := WriteFragile(&fragile, f, revise.FragileOptions{Pairs: true}, threePillars(), Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "fragile."+string(f), fragile.Bytes())
	}
	var deep bytes.Buffer
	if err := WriteWhy(&deep, Text, whyOf(chain(20)), Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	golden(t, "why-deep.text", deep.Bytes())
}

// TestSameBytes writes everything twice, with fresh values, so that the order of a map would show.
func TestSameBytes(t *testing.T) {
	for range 3 {
		for name := range documents() {
			for _, f := range Formats() {
				a, b := written(t, f, documents()[name], Options{All: true}), written(t, f, documents()[name], Options{All: true})
				if !bytes.Equal(a, b) {
					t.Errorf("%s as %s differs from run to run", name, f)
				}
			}
		}
		if testing.Short() {
			return
		}
	}
}

func TestWidth(t *testing.T) {
	for name, d := range documents() {
		for _, w := range []int{40, 80, 100, 120} {
			for _, all := range []bool{false, true} {
				text := string(written(t, Text, d, Options{Width: w, All: all}))
				for line := range strings.Lines(text) {
					line = strings.TrimRight(line, "\n")
					if width(line) > w && !oneAtom(line) {
						t.Errorf("%s at width %d: %d columns: %s", name, w, width(line), line)
					}
				}
			}
		}
	}
}

// oneAtom reports whether a line holds one atom or hash and nothing beside it that could stand elsewhere.
func oneAtom(line string) bool {
	line = strings.Trim(line, " -+=~',")
	line = strings.TrimLeft(strings.TrimPrefix(line, "base: "), " -+=~")
	return !strings.Contains(line, "  ") && (strings.HasSuffix(strings.TrimRight(line, "']"), ")") || len(line) == 64)
}
