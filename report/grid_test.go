package report

import (
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"pgregory.net/rapid"
)

// laidOut is what grid should do, in a few lines.
func laidOut(columns []column, row []string) string {
	var b strings.Builder
	for i, cell := range row {
		fill := strings.Repeat(" ", columns[i].width-width(cell))
		if columns[i].right {
			b.WriteString(fill + cell)
		} else {
			b.WriteString(cell + fill)
		}
		b.WriteString(strings.Repeat(" ", columnGap))
	}
	return strings.TrimRight(b.String(), " ")
}

// TestGrid: no cell is cut, wrapped, trimmed, reformatted or misaligned, whatever the process was told about the widths of characters.
func TestGrid(t *testing.T) {
	defer twwidth.SetEastAsian(false)
	cell := rapid.Map(rapid.OneOf(hostileString(), rapid.StringMatching("[a-z_.%↔ ─→]{0,80}")), func(s string) string {
		if s == "" {
			return ""
		}
		return Safe(s)
	})
	rapid.Check(t, func(t *rapid.T) {
		columns := []column{{}, {right: true}, {}}
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 3, 3), 0, 5).Draw(t, "rows")
		for _, r := range rows {
			for i, c := range r {
				columns[i].width = max(columns[i].width, width(c))
			}
		}
		twwidth.SetEastAsian(true)
		lines := grid(columns, rows)
		if len(lines) != len(rows) {
			t.Fatalf("%d lines for %d rows", len(lines), len(rows))
		}
		for i, r := range rows {
			if want := laidOut(columns, r); lines[i] != want {
				t.Fatalf("row %q is\n%q, want\n%q", r, lines[i], want)
			}
		}
	})
}
