package report

import (
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// changeLine is a line of the table of changes.
type changeLine struct {
	sign    string
	atom    string
	support string
	because phrase
}

// changes writes the table of what became of conclusions.
func (p *page) changes(o *revise.Outcome, s selection) {
	if s.size() == 0 {
		if len(s.hidden) == 0 {
			p.say(5, 5, phrase{}.words("no conclusion changed"))
		}
		return
	}
	roots := p.All || len(o.Base.Asserted)+len(o.Base.Withdrawn) > 1
	groups := []changeGroup{
		{lostLines(s.retracted, goneSign, roots), mostLost, "retracted"},
		{lostLines(s.gained, cameSign, roots), mostLost, "gained"},
		{keptLines(s.kept), mostKept, "kept with less support"},
		{valueLines(s.changed, roots), mostKept, "changed"},
	}
	t := newChangeTable(p, groups)
	t.header()
	for _, g := range groups {
		t.rows(g.shown(p.All))
		if rest := len(g.lines) - len(g.shown(p.All)); rest > 0 {
			p.more(strings.Repeat(" ", atomStart), rest, " "+g.what)
		}
	}
}

type changeGroup struct {
	lines []changeLine
	most  int
	what  string
}

func (g changeGroup) shown(all bool) []changeLine {
	if all {
		return g.lines
	}
	return g.lines[:min(g.most, len(g.lines))]
}

func lostLines(changes []revise.Change, sign string, roots bool) []changeLine {
	lines := make([]changeLine, len(changes))
	for i, c := range changes {
		because := cameOrWent(c.Reason, sign == goneSign)
		if roots {
			because = behind(because, c.Reason)
		}
		lines[i] = changeLine{sign, atom(c.Fact), supportChange(c), because}
	}
	return lines
}

// behind adds the base changes behind a reason to what is said of it.
func behind(text phrase, r revise.Reason) phrase {
	if roots := since(r); roots != nil {
		return text.glue(",").add(1, roots)
	}
	return text
}

func keptLines(changes []revise.Change) []changeLine {
	lines := make([]changeLine, len(changes))
	for i, c := range changes {
		lines[i] = changeLine{standsSign, atom(c.Fact), supportChange(c), still(c.Reason)}
	}
	return lines
}

func valueLines(changes []revise.ValueChange, roots bool) []changeLine {
	lines := make([]changeLine, len(changes))
	for i, c := range changes {
		because := phrase{}.words("value changed")
		if roots {
			because = behind(because, c.Reason)
		}
		lines[i] = changeLine{changedSign, atomAround(c.After, c.Column), valueAt(c.Before, c.Column) + " → " + valueAt(c.After, c.Column), because}
	}
	return lines
}

func supportChange(c revise.Change) string {
	return grouped(c.Before.Total()) + " → " + grouped(c.After.Total())
}

func valueAt(f belief.Fact, column int) string { return f.Values[column].String() }

// Where the columns of the table start: two blanks, the sign, two blanks, the atom.
const (
	signStart = 2
	atomStart = signStart + 1 + columnGap
)

// leastBecause is what the last column has at least, as long as atoms leave it.
const leastBecause = 24

// changeTable lays out changes: the last column gets what the others leave, and an atom too wide for its column gets a
// line of its own.
type changeTable struct {
	page          *page
	atom, support int // widths
}

func newChangeTable(p *page, groups []changeGroup) *changeTable {
	t := &changeTable{page: p, atom: width("conclusion"), support: width("support")}
	widest := t.atom
	for _, g := range groups {
		for _, l := range g.shown(p.All) {
			t.support = max(t.support, width(l.support))
			widest = max(widest, width(l.atom))
		}
	}
	room := p.Width - atomStart - columnGap - t.support - columnGap - leastBecause
	t.atom = max(t.atom, min(widest, room))
	return t
}

func (t *changeTable) becauseWidth() int {
	return max(t.page.Width-atomStart-t.atom-columnGap-t.support-columnGap, 1)
}

func (t *changeTable) header() {
	t.write([][]string{{"", "conclusion", "support", "because"}}, plain)
}

// rows writes lines of one sign.
func (t *changeTable) rows(lines []changeLine) {
	if len(lines) == 0 {
		return
	}
	var rows [][]string
	colour := paintOf(lines[0].sign)
	for _, l := range lines {
		because := t.because(l.because)
		if width(l.atom) > t.atom {
			t.write(rows, colour)
			rows = nil
			t.page.line(strings.Repeat(" ", signStart) + t.sign(l.sign) + strings.Repeat(" ", columnGap) + l.atom)
			rows = append(rows, []string{"", "", l.support, because[0]})
		} else {
			rows = append(rows, []string{l.sign, l.atom, l.support, because[0]})
		}
		for _, more := range because[1:] {
			rows = append(rows, []string{"", "", "", more})
		}
	}
	t.write(rows, colour)
}

func (t *changeTable) sign(sign string) string {
	if t.page.Colour {
		return paintOf(sign).on(sign)
	}
	return sign
}

// because returns the lines of the last column: one that is cut, or all of them.
func (t *changeTable) because(text phrase) []string {
	if !t.page.All {
		return []string{text.cut(t.becauseWidth()).String()}
	}
	var lines []string
	for _, l := range text.lines(t.becauseWidth()) {
		lines = append(lines, l.String())
	}
	return lines
}

// write writes rows that fit their columns.
func (t *changeTable) write(rows [][]string, colour paint) {
	last := 0
	for _, r := range rows {
		last = max(last, width(r[3]))
	}
	columns := []column{{width: 1}, {width: t.atom}, {width: t.support, right: true}, {width: last}}
	for i, line := range grid(columns, rows) {
		if sign := rows[i][0]; t.page.Colour && sign != "" {
			line = strings.Replace(line, sign, colour.on(sign), 1)
		}
		t.page.line(strings.Repeat(" ", signStart) + line)
	}
}

// hidden says which relations changed and are not shown.
func (p *page) hidden(s selection) {
	if len(s.hidden) == 0 {
		return
	}
	parts := make([]string, len(s.hidden))
	for i, h := range s.hidden {
		parts[i] = grouped(h.count) + " in " + h.relation
	}
	text := "not shown: " + counted(s.hiddenSize(), "change") + " (" + listed(parts, 5) + "); -v shows all"
	p.say(atomStart, atomStart, phrase{}.words(text).painted(faint))
}
