package report

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// ComparisonFormats are all formats of a comparison, in the order of the documentation.
func ComparisonFormats() []Format { return []Format{Text, Markdown, JSON, CSV, SVG} }

// Comparison is what several strategies did with the revisions of a scenario.
type Comparison struct {
	Title string
	*revise.Comparison
	Timed      bool               // show what each step took; the output then differs from run to run
	Crossovers []revise.Crossover // from where on recomputation is cheaper; nil where that was not asked for
}

// WriteComparison writes one table for each revision, one for all of them, and one of what is kept; as SVG a picture of
// the last two. The error is that of the writer, or names
// the formats.
func WriteComparison(w io.Writer, f Format, c *Comparison, o Options) error {
	return buffered(w, func(out *bufio.Writer) error {
		switch f {
		case Text:
			c.text(newPage(out, o))
			return nil
		case Markdown:
			c.markdown(&markdown{out: out, options: o})
			return nil
		case JSON:
			return writeJSON(out, newComparisonJSON(c))
		case CSV:
			return c.csv(out, o)
		case SVG:
			c.svg(out)
			return nil
		default:
			_, err := parseFormat(string(f), ComparisonFormats())
			return err
		}
	})
}

// lap is one step of a comparison, or the sum of the revisions.
type lap struct {
	title    string
	costs    bool              // they are counted
	measures []*revise.Measure // by contest; nil where not covered
}

// laps returns the revisions, then their sum; before them the start, if something is to be said of it.
func (c *Comparison) laps() []lap {
	start, total := lap{title: "the start"}, lap{title: "all revisions", costs: true}
	differs := false
	for i := range c.Contested {
		contest := &c.Contested[i]
		if contest.NotCovered != nil {
			start.measures, total.measures = append(start.measures, nil), append(total.measures, nil)
			continue
		}
		sum := contest.Total()
		start.measures, total.measures = append(start.measures, &contest.Start), append(total.measures, &sum)
		differs = differs || contest.Start.Differs != nil
	}
	var laps []lap
	if c.Timed || differs {
		laps = append(laps, start)
	}
	for n, request := range c.Requests {
		l := lap{title: revisionTitle(n, request), costs: true}
		for i := range c.Contested {
			var m *revise.Measure
			if n < len(c.Contested[i].Revisions) {
				m = &c.Contested[i].Revisions[n]
			}
			l.measures = append(l.measures, m)
		}
		laps = append(laps, l)
	}
	return append(laps, total)
}

func revisionTitle(n int, r revise.Request) string {
	title := "revision " + strconv.Itoa(n+1)
	if name := revisionName(r); name != "" {
		title += ": " + name
	}
	return title
}

// header returns the names of the columns.
func (c *Comparison) header() []string {
	header := []string{"strategy", "result", "instances", "overdeleted", "rederived", "retracted", "gained"}
	if c.Timed {
		header = append(header, "time")
	}
	return header
}

// rows returns the rows of a lap.
func (c *Comparison) rows(l lap) [][]string {
	var rows [][]string
	for i, m := range l.measures {
		row := []string{string(c.Contested[i].Strategy), c.resultOf(m), "-", "-", "-", "-", "-"}
		if m != nil && l.costs {
			for k, n := range numbers(m.Cost) {
				row[k+2] = grouped(n)
			}
		}
		switch {
		case c.Timed && m != nil:
			row = append(row, spoken(m.Took))
		case c.Timed:
			row = append(row, "-")
		}
		rows = append(rows, row)
	}
	return rows
}

// numbers are what the columns say of a cost.
func numbers(c revise.Cost) []uint64 {
	return []uint64{c.Instances, c.Overdeleted, c.Rederived, c.Retracted, c.Gained}
}

// alone reports whether one strategy only covers the rules: then nothing was compared.
func (c *Comparison) alone() bool {
	covering := 0
	for i := range c.Contested {
		if c.Contested[i].NotCovered == nil {
			covering++
		}
	}
	return covering < 2
}

// resultOf says how the result of a step compares.
func (c *Comparison) resultOf(m *revise.Measure) string {
	switch {
	case m == nil:
		return "not covered"
	case m.Differs != nil:
		return "differs"
	case m.Refused != nil:
		return "refused"
	case c.alone():
		return "alone"
	default:
		return "same"
	}
}

// remarks says what is not covered, what is done by another algorithm, and what differs.
func (c *Comparison) remarks() []string {
	var list, counting, bags []string
	if c.alone() {
		list = append(list, "one strategy alone is compared with nothing: --verify checks what it comes to")
	}
	for i := range c.Contested {
		contest := &c.Contested[i]
		if contest.NotCovered != nil {
			list = append(list, contest.NotCovered.Error())
		}
		if len(contest.Counted) > 0 {
			counting, bags = append(counting, string(contest.Strategy)), contest.Counted
		}
		if contest.Start.Differs != nil {
			list = append(list, "at the start: "+contest.Start.Differs.Error())
		}
		for n := range contest.Revisions {
			if err := contest.Revisions[n].Differs; err != nil {
				list = append(list, revisionTitle(n, c.Requests[n])+": "+err.Error())
			}
		}
	}
	if bags != nil {
		list = append(list, fmt.Sprintf("bags are counted under %s, too: %s", strings.Join(counting, ", "), strings.Join(bags, ", ")))
	}
	return list
}

// table is one table of a comparison; its columns from numbers to words are aligned on the right.
type table struct {
	title          string
	rows           [][]string
	numbers, words int
}

func (c *Comparison) tables() []table {
	var tables []table
	for _, l := range c.laps() {
		tables = append(tables, table{l.title, append([][]string{c.header()}, c.rows(l)...), 2, len(c.header())})
	}
	tables = append(tables, table{"kept at the end", c.kept(), 1, 3})
	if c.Crossovers != nil {
		tables = append(tables, table{"withdrawals from which recomputation is cheaper", c.crossings(), 1, 2})
	}
	return tables
}

// kept says what each strategy keeps, and what that is good for.
func (c *Comparison) kept() [][]string {
	rows := [][]string{{"strategy", "bytes", "justifications", "environments", "knows of supports"}}
	for i := range c.Contested {
		contest := &c.Contested[i]
		row := []string{string(contest.Strategy), "-", "-", "-", "-"}
		if contest.NotCovered == nil {
			row[4] = contest.Strategy.Answers()
			kept := contest.Total().Retained
			row[1] = grouped(kept.Bytes)
			for k, n := range []int{kept.Justifications, kept.Environments} {
				if n > 0 {
					row[k+2] = grouped(n)
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func (c *Comparison) crossings() [][]string {
	rows := [][]string{{"strategy", "by instances"}}
	if c.Timed {
		rows[0] = append(rows[0], "by time")
	}
	for _, x := range c.Crossovers {
		row := []string{string(x.Strategy), crossingText(x, x.ByInstances)}
		if c.Timed {
			row = append(row, crossingText(x, x.ByTime))
		}
		rows = append(rows, row)
	}
	return rows
}

func crossingText(x revise.Crossover, c revise.Crossing) string {
	switch {
	case x.NotCovered != nil:
		return "not covered"
	case c.Beliefs == 0:
		return "never"
	default:
		return fmt.Sprintf("%s of %s (%.1f %%)", grouped(c.Beliefs), grouped(x.Of), 100*float64(c.Beliefs)/float64(x.Of))
	}
}

func (c *Comparison) text(p *page) {
	for n, t := range c.tables() {
		if n > 0 {
			p.blank()
		}
		p.say(0, 2, phrase{}.words(Safe(t.title)))
		p.columns(t.rows, t.numbers, t.words)
	}
	if remarks := c.remarks(); len(remarks) > 0 {
		p.blank()
		for _, remark := range remarks {
			p.say(0, 2, phrase{}.words(Safe(remark)))
		}
	}
}

func (c *Comparison) markdown(m *markdown) {
	m.heading(1, Safe(orElse(c.Title, "Comparison")))
	for _, t := range c.tables() {
		m.heading(2, Safe(t.title))
		m.table(t.rows[0], t.rows[1:])
	}
	for _, remark := range c.remarks() {
		m.paragraph("%s", escaped(Safe(remark)))
	}
}

// csv writes the revisions alone: their sum is the reader's.
func (c *Comparison) csv(out *bufio.Writer, o Options) error {
	w := csv.NewWriter(out)
	header := []string{"number", "revision", "strategy", "result", "instances", "overdeleted", "rederived", "retracted", "gained", "bytes", "justifications", "environments"}
	if c.Timed {
		header = append(header, "nanoseconds")
	}
	if err := w.Write(header); err != nil {
		return err
	}
	for n, request := range c.Requests {
		for i := range c.Contested {
			var m *revise.Measure
			if n < len(c.Contested[i].Revisions) {
				m = &c.Contested[i].Revisions[n]
			}
			if err := w.Write(c.record(n, revisionName(request), i, m, o)); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}

func (c *Comparison) record(n int, name string, i int, m *revise.Measure, o Options) []string {
	if o.ForSpreadsheet {
		name = inert(name)
	}
	row := []string{strconv.Itoa(n + 1), name, string(c.Contested[i].Strategy), c.resultOf(m)}
	if m == nil {
		return append(row, make([]string, len(c.header())+1)...)
	}
	for _, number := range append(numbers(m.Cost), uint64(m.Retained.Bytes)) {
		row = append(row, strconv.FormatUint(number, 10))
	}
	for _, number := range []int{m.Retained.Justifications, m.Retained.Environments} {
		if number == 0 { // the strategy has none
			row = append(row, "")
		} else {
			row = append(row, strconv.Itoa(number))
		}
	}
	if c.Timed {
		row = append(row, strconv.FormatInt(m.Took.Nanoseconds(), 10))
	}
	return row
}

const tableIndent = 2

// columns writes rows below each other, indented, each column as wide as it must be; the columns from numbers to words
// are aligned on the right. Columns that the page has no room for follow below, behind the first one again.
func (p *page) columns(rows [][]string, numbers, words int) {
	columns := make([]column, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			columns[i].width, columns[i].right = max(columns[i].width, width(cell)), numbers <= i && i <= words
		}
	}
	for from := 1; from < len(columns); {
		to, used := from, tableIndent+columns[0].width
		for to < len(columns) && (to == from || used+columnGap+columns[to].width <= p.Width) {
			used += columnGap + columns[to].width
			to++
		}
		part := make([][]string, len(rows))
		for i, row := range rows {
			part[i] = append([]string{row[0]}, row[from:to]...)
		}
		for _, line := range grid(append([]column{columns[0]}, columns[from:to]...), part) {
			p.line(strings.Repeat(" ", tableIndent) + line)
		}
		from = to
	}
}
