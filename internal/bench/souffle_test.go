package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// stand is a program in the place of Soufflé that answers what $ANSWER holds: as interpreter, as compiler, or compiled.
const stand = `#!/bin/sh
facts= out= program=
for word; do
  case $before in -D) out=$word;; -F) facts=$word;; -o) cp "$0" "$word"; exit;; esac
  before=$word program=$word
done
test "$(wc -l <"$facts/edge.facts")" -gt 16000 || exit 1
case $program in
*rows.dl) grep -q '^.output path$' "$program" && printf "$ANSWER" >"$out/path.csv";;
esac
`

func TestSouffle(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "souffle"), []byte(stand), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("ANSWER", `1\t2\n`)
	small, err := dataIn("")
	if err != nil {
		t.Fatal(err)
	}
	s := &settings{runs: 2, limit: time.Minute, memory: 1 << 40}
	results, err := s.souffle(t.Context(), small, workloads[0])
	if err != nil || len(results) != 2 {
		t.Fatal(results, err)
	}
	for i, engine := range []string{"souffle-interpreted", "souffle-compiled"} {
		r := results[i]
		if r.Engine != engine || len(r.Evaluations) != 2 || r.Facts != 16720 || len(r.Stopped) > 0 {
			t.Errorf("%+v", r)
		}
		if len(r.Wrong) != 1 || !strings.HasPrefix(r.Wrong[0], "path is {1 ") {
			t.Errorf("the wrong answer of %s: %q", engine, r.Wrong)
		}
	}
}

func TestWithoutSouffle(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	results, err := new(settings).souffle(t.Context(), data{}, workloads[0])
	if results != nil || err != nil {
		t.Error(results, err)
	}
}
