package report

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// The measures of the picture, in its own units.
const (
	chartNames  = 96  // for the names of the strategies
	chartPanel  = 236 // for one panel, at least
	chartBar    = 130 // the longest bar
	chartLetter = 7   // for a letter or a digit, at most
	chartTitle  = 10  // for one of the title
	chartRow    = 20  // from one bar to the next
	chartTop    = 62  // above the first bar
	chartMargin = 14
)

// panel is one column of bars, each with a mark if there is something to compare it with.
type panel struct {
	title  string
	bar    func(revise.Measure) uint64
	mark   func(revise.Measure) uint64
	legend string
}

var panels = []panel{
	{title: "rule instances enumerated", bar: func(m revise.Measure) uint64 { return m.Cost.Instances }},
	{
		title: "overdeleted / retracted", legend: "line: really retracted", bar: func(m revise.Measure) uint64 { return m.Cost.Overdeleted },
		mark: func(m revise.Measure) uint64 { return m.Cost.Retracted },
	},
	{title: "bytes kept at the end", bar: func(m revise.Measure) uint64 { return uint64(m.Retained.Bytes) }},
}

// svg draws the sums over all revisions: bars with their numbers, on a logarithmic scale where they are far apart.
func (c *Comparison) svg(out *bufio.Writer) {
	panel := chartPanel
	for _, p := range panels {
		for i := range c.Contested {
			panel = max(panel, chartBar+chartMargin+chartLetter*len(p.number(&c.Contested[i])))
		}
	}
	width := chartMargin*2 + chartNames + len(panels)*panel
	height := chartTop + len(c.Contested)*chartRow + chartMargin
	title := orElse(c.Title, "Comparison") + ": strategies over all revisions"
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s" font-family="sans-serif" font-size="11" fill="#222">`+"\n", width, height, width, height, xmlText.Replace(Safe(title)))
	fmt.Fprintf(out, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	c.chartText(out, chartMargin, 22, `font-size="14" font-weight="bold"`, phrase{}.words(Safe(title)).cut(width/chartTitle).String())
	for i := range c.Contested {
		c.chartText(out, chartMargin, chartTop+i*chartRow+14, "", string(c.Contested[i].Strategy))
	}
	for n, p := range panels {
		x := chartMargin + chartNames + n*panel
		c.chartText(out, x, 42, `font-weight="bold"`, p.title)
		c.bars(out, p, x)
	}
	fmt.Fprintln(out, "</svg>")
}

// farApart is from where on the longest bar would leave nothing to see of the shortest.
const farApart = 50

func (c *Comparison) bars(out *bufio.Writer, p panel, x int) {
	most, least := uint64(1), uint64(math.MaxUint64)
	for i := range c.Contested {
		total := c.Contested[i].Total()
		if n := p.bar(total); n > 0 {
			most, least = max(most, n), min(least, n)
		}
		if p.mark != nil {
			most = max(most, p.mark(total))
		}
	}
	length := func(n uint64) float64 { return chartBar * float64(n) / float64(most) }
	legend := p.legend
	if most/farApart > least {
		length = func(n uint64) float64 { return chartBar * math.Log1p(float64(n)) / math.Log1p(float64(most)) }
		legend = strings.TrimSuffix("logarithmic; "+legend, "; ")
	}
	if legend != "" {
		c.chartText(out, x, 55, `font-size="9" fill="#666"`, legend)
	}
	for i := range c.Contested {
		y := chartTop + i*chartRow
		if c.Contested[i].NotCovered != nil {
			c.chartText(out, x, y+14, `fill="#888"`, "not covered")
			continue
		}
		total := c.Contested[i].Total()
		end := length(p.bar(total))
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="%.1f" height="13" fill="#2f6f9f"/>`+"\n", x, y+4, end)
		if p.mark != nil {
			mark := length(p.mark(total))
			fmt.Fprintf(out, `<rect x="%.1f" y="%d" width="2" height="17" fill="#d08a2e"/>`+"\n", float64(x)+mark, y+2)
			end = max(end, mark+2)
		}
		c.chartText(out, x+int(end)+5, y+14, "", p.number(&c.Contested[i]))
	}
}

// number is what stands behind a bar.
func (p *panel) number(contest *revise.Contest) string {
	total := contest.Total()
	number := grouped(p.bar(total))
	if p.mark != nil {
		number += " / " + grouped(p.mark(total))
	}
	if total.Differs != nil || contest.Start.Differs != nil {
		number += " differs"
	}
	return number
}

func (c *Comparison) chartText(out *bufio.Writer, x, y int, style, text string) {
	if style != "" {
		style = " " + style
	}
	fmt.Fprintf(out, `<text x="%d" y="%d"%s>%s</text>`+"\n", x, y, style, xmlText.Replace(Safe(text)))
}
