package report

import (
	"bytes"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// column of a grid. The grid is given widths that every cell fits: tablewriter would cut what is wider.
type column struct {
	width int
	right bool // aligned to the right
}

const columnGap = 2

// chunk bounds the rows that tablewriter holds at once.
const chunk = 1000

// grid returns the rows as lines without borders, two blanks between columns and none at the end, one line a row.
func grid(columns []column, rows [][]string) []string {
	lines := make([]string, 0, len(rows))
	for start := 0; start < len(rows); start += chunk {
		lines = append(lines, gridChunk(columns, rows[start:min(start+chunk, len(rows))])...)
	}
	return lines
}

func gridChunk(columns []column, rows [][]string) []string {
	widths := tw.NewMapper[int, int]()
	alignment := make(tw.Alignment, len(columns))
	for i, c := range columns {
		widths.Set(i, c.width+columnGap)
		alignment[i] = tw.AlignLeft
		if c.right {
			alignment[i] = tw.AlignRight
		}
	}
	var buffer bytes.Buffer
	table := tablewriter.NewTable(&buffer,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithPadding(tw.Padding{Right: strings.Repeat(" ", columnGap), Overwrite: true}),
		tablewriter.WithAlignment(alignment),
		tablewriter.WithColumnWidths(widths),
	)
	for _, row := range rows {
		_ = table.Append(row) // fails only on values that are not texts
	}
	_ = table.Render() // fails only when its writer does
	lines := strings.SplitAfter(buffer.String(), "\n")
	lines = lines[:len(lines)-1]
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \n")
	}
	return lines
}
