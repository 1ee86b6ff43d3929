package scenarios

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// Whatever a quoted cell holds is read as it was written, wherever the reads of the file end.
func TestQuotedCellsAreKept(t *testing.T) {
	crlfs := 0
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("a,\"\r\n")), 0, 6, -1), 1, 6).Draw(t, "cells")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
		var text strings.Builder
		for _, cell := range cells {
			crlfs += strings.Count(cell, "\r\n")
			text.WriteString(`x,"` + strings.ReplaceAll(cell, `"`, `""`) + `"` + end)
		}
		for name, source := range map[string]io.Reader{
			"whole": strings.NewReader(text.String()), "byte by byte": iotest.OneByteReader(strings.NewReader(text.String())),
			"with the end": iotest.DataErrReader(strings.NewReader(text.String())),
		} {
			rows, err := csv.NewReader(&crlfKeeper{source: source}).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v of %q", name, err, text.String())
			}
			var got []string
			for _, row := range rows {
				got = append(got, row[1])
			}
			if !slices.Equal(got, cells) {
				t.Fatalf("%s: got %q, want %q", name, got, cells)
			}
		}
	})
	if crlfs < 10 {
		t.Errorf("only %d line ends of Windows were tried", crlfs)
	}
}
