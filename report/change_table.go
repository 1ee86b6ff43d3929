package report

import (
	"slices"
	"strings"
)

// Where the columns of the table start: two blanks, the sign, two blanks, the atom.
const (
	signStart = 2
	atomStart = signStart + 1 + columnGap
)

// widestSupport is the room in the column of supports that values may take. Wider ones get a table of their own, so
// that they do not push the reasons of all lines from the page.
const widestSupport = 15

// tables writes the changes in one table, or in two if the values are wide.
func (p *page) tables(supports []changeGroup, values changeGroup) {
	leastBecause := p.Width * 2 / 5
	one := newChangeTable(p, append(supports, values), leastBecause)
	if one.support <= widestSupport || len(values.lines) == 0 {
		one.header()
		one.groups(append(supports, values))
		return
	}
	t := newChangeTable(p, supports, leastBecause)
	t.header()
	t.groups(supports)
	newChangeTable(p, []changeGroup{values}, width(valueChanged)).groups([]changeGroup{values})
}

// changeTable lays out changes. The last column gets what the others leave, and an atom too wide for its column gets a
// line of its own. On a page too narrow for columns, every atom does.
type changeTable struct {
	page          *page
	atom, support int // widths
	narrow        bool
}

func newChangeTable(p *page, groups []changeGroup, leastBecause int) *changeTable {
	t := &changeTable{page: p, support: width("support")}
	widest := width("conclusion")
	for _, g := range groups {
		for _, l := range g.lines {
			t.support = max(t.support, width(l.support))
			widest = max(widest, width(l.atom))
		}
	}
	room := p.Width - atomStart - columnGap - t.support - columnGap - leastBecause
	t.narrow = room < width("conclusion")
	t.atom = min(widest, room)
	if t.narrow {
		t.atom = 0
	}
	return t
}

func (t *changeTable) header() {
	if !t.narrow {
		t.write([]tableRow{{cells: []string{"", "conclusion", "support", "because"}}})
	}
}

func (t *changeTable) groups(groups []changeGroup) {
	for _, g := range groups {
		t.rows(g.lines)
		if g.more > 0 {
			t.page.more(atomStart, g.more, " "+g.what)
		}
	}
}

// rows writes lines of one sign.
func (t *changeTable) rows(lines []changeLine) {
	rows := make([]tableRow, 0, len(lines))
	for _, l := range lines {
		because := t.because(l)
		below := t.below(l)
		if below != nil {
			because = []string{""}
		}
		row := tableRow{cells: []string{l.sign, l.atom, l.support, because[0]}}
		if width(l.atom) > t.atom {
			row = tableRow{wide: l, cells: []string{"", "", l.support, because[0]}}
		}
		row.below = below
		rows = append(rows, row)
		for _, more := range because[1:] {
			rows = append(rows, tableRow{cells: []string{"", "", "", more}})
		}
	}
	t.write(rows)
}

// tableRow is a line of the table, the change whose atom is too wide for it and stands above it, and the reason that
// would say nothing in its column and stands below it.
type tableRow struct {
	wide  changeLine
	cells []string
	below []string
}

// belowStart is where a reason starts that stands below its line.
const belowStart = atomStart + 2*columnGap

// below returns the lines of a reason whose first atom does not fit its column: cut there, it would say nothing.
func (t *changeTable) below(l changeLine) []string {
	if t.page.All || t.narrow || l.sign == changedSign || !l.because.hasAtom() || cutReason(l, t.room()).hasAtom() {
		return nil
	}
	var lines []string
	for _, line := range l.because.lines(t.page.Width - belowStart) {
		lines = append(lines, strings.Repeat(" ", belowStart-signStart)+line.String())
	}
	return lines
}

func (t *changeTable) room() int {
	room := t.page.Width - atomStart - t.atom - columnGap - t.support - columnGap
	if t.narrow {
		room += columnGap
	}
	return room
}

// because returns the lines of the last column: one that is cut, or all of them.
func (t *changeTable) because(l changeLine) []string {
	room := t.room()
	if !t.page.All {
		return []string{cutReason(l, room).String()}
	}
	var lines []string
	for _, l := range l.because.lines(room) {
		lines = append(lines, l.String())
	}
	if lines == nil {
		return []string{""}
	}
	return lines
}

// cutReason cuts a reason to the room it has. The literal that changed tells more than the rule: if the rule leaves it
// no room, the rule goes. "since" goes with what it announces.
func cutReason(l changeLine, room int) phrase {
	cut := l.because.cut(room)
	if brief := l.brief.cut(room); len(cut) < len(l.because) && !cut.hasAtom() && brief.hasAtom() {
		return brief
	}
	if n := len(cut); len(cut) < len(l.because) && n > 2 && cut[n-2].text == "since" {
		cut = append(cut[:n-2:n-2], cut[n-1])
	}
	return cut
}

// write writes rows whose cells fit their columns.
func (t *changeTable) write(rows []tableRow) {
	columns := []column{{width: 1}, {width: t.atom}, {width: t.support, right: true}, {}}
	if t.narrow {
		columns = slices.Delete(columns, 1, 2)
	}
	last := &columns[len(columns)-1]
	cells := make([][]string, len(rows))
	for i, r := range rows {
		last.width = max(last.width, width(r.cells[3]))
		cells[i] = r.cells
		if t.narrow {
			cells[i] = []string{r.cells[0], r.cells[2], r.cells[3]}
		}
	}
	for i, line := range grid(columns, cells) {
		if wide := rows[i].wide; wide.atom != "" {
			t.line(wide.sign, wide.sign+strings.Repeat(" ", columnGap)+wide.atom)
		}
		t.line(rows[i].cells[0], line)
		for _, more := range rows[i].below {
			t.line("", more)
		}
	}
}

// line writes a line that starts with the sign, if it has one.
func (t *changeTable) line(sign, text string) {
	if t.page.Colour && sign != "" {
		text = paintOf(sign).on(sign) + strings.TrimPrefix(text, sign)
	}
	t.page.line(strings.Repeat(" ", signStart) + text)
}
