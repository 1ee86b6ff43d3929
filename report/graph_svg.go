package report

import (
	"bufio"
	"fmt"
	"strings"
)

// The measures of a picture, in pixels. A monospaced font makes widths known without a font at hand.
const (
	svgChar   = 8  // width of a character
	svgText   = 13 // size of the font
	svgLine   = 18 // height of a line of text
	svgInside = 10 // between a text and its border
	svgRow    = 12 // between boxes of a column
	svgColumn = 46 // between columns
	svgMargin = 16
	svgWidest = 60 // characters; longer texts are cut, and shown whole by a browser that points at them
)

// svgBox is where a node lies.
type svgBox struct{ x, y, w, h int }

// svg writes the graph as a picture: what is concluded on the left, and what it rests on to the right of it. Every line
// leads to the right, for a node stands behind all that rest on it.
func (g *graph) svg(out *bufio.Writer) {
	boxes, width, height := g.layout()
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"%d\">\n", width, height, width, height, svgText)
	fmt.Fprintf(out, "<title>%s</title>\n", xmlText.Replace("why "+g.nodes[0].text))
	fmt.Fprintln(out, `<rect width="100%" height="100%" fill="#ffffff"/>`)
	fmt.Fprintln(out, `<marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#777777"/></marker>`)
	parents := g.parents(g.depths())
	for _, l := range g.lines {
		from, to := boxes[l[0]], boxes[l[1]]
		dash := ""
		if parents[l[1]] != l[0] {
			dash = ` stroke-dasharray="5 4"`
		}
		x1, y1, x2, y2 := from.x+from.w, from.y+from.h/2, to.x, to.y+to.h/2
		bend := min((x2-x1)/2, svgColumn)
		fmt.Fprintf(out, "<path d=\"M%d %dC%d %d %d %d %d %d\" fill=\"none\" stroke=\"#777777\"%s marker-end=\"url(#to)\"/>\n", x1, y1, x1+bend, y1, x2-bend, y2, x2, y2, dash)
	}
	for n, b := range boxes {
		g.svgNode(out, n, b)
	}
	fmt.Fprintln(out, "</svg>")
}

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

var svgStyles = map[graphKind]string{
	conclusionNode: `rx="3" fill="#ffffff" stroke="#333333"`,
	beliefNode:     `rx="3" fill="#e8e8e8" stroke="#333333"`,
	ruleNode:       `rx="14" fill="#eef3fb" stroke="#8aa4cf"`,
	conditionNode:  `rx="3" fill="#ffffff" stroke="#aaaaaa" stroke-dasharray="3 3"`,
}

func (g *graph) svgNode(out *bufio.Writer, n int, b svgBox) {
	node := g.nodes[n]
	fmt.Fprintf(out, "<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s/>", xmlText.Replace(node.hint()), b.x, b.y, b.w, b.h, svgStyles[node.kind])
	y := b.y + svgInside/2 + svgText
	for i, text := range node.shown() {
		fill := "#000000"
		if i > 0 {
			fill = "#555555"
		}
		fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\" fill=\"%s\" xml:space=\"preserve\">%s</text>", b.x+svgInside, y+i*svgLine, fill, xmlText.Replace(text))
	}
	fmt.Fprintln(out, "</g>")
}

// shown returns the lines of a node in a picture.
func (n *graphNode) shown() []string {
	lines := []string{cutText(n.text)}
	if n.note != "" {
		lines = append(lines, cutText(n.note))
	}
	return lines
}

func cutText(s string) string {
	if width(s) <= svgWidest {
		return s
	}
	return prefix(s, svgWidest-1) + ellipsis
}

// hint is what a browser shows of a node that is pointed at.
func (n *graphNode) hint() string {
	parts := []string{n.text}
	for _, part := range []string{n.note, n.place} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "  ")
}

// layout places the nodes: columns by depth, rows so that a node lies in the middle of those that stand below it alone.
func (g *graph) layout() (boxes []svgBox, wide, high int) {
	depths := g.depths()
	parents := g.parents(depths)
	boxes = make([]svgBox, len(g.nodes))
	var columns []int // the widths
	for n := range g.nodes {
		lines := g.nodes[n].shown()
		for _, text := range lines {
			boxes[n].w = max(boxes[n].w, width(text)*svgChar+2*svgInside)
		}
		boxes[n].h = len(lines)*svgLine + svgInside
		for len(columns) <= depths[n] {
			columns = append(columns, 0)
		}
		columns[depths[n]] = max(columns[depths[n]], boxes[n].w)
	}
	starts, x := make([]int, len(columns)), svgMargin
	for d, w := range columns {
		starts[d] = x
		x += w + svgColumn
	}
	high = g.rows(boxes, parents)
	for n := range boxes {
		boxes[n].x = starts[depths[n]]
	}
	return boxes, x - svgColumn + svgMargin, high + svgMargin
}

// depths returns how many lines lie between a node and the first one by the longest way.
func (g *graph) depths() []int {
	depths, waiting := make([]int, len(g.nodes)), make([]int, len(g.nodes))
	next := g.after()
	for _, l := range g.lines {
		waiting[l[1]]++
	}
	ready := []int{0}
	for k := 0; k < len(ready); k++ {
		for _, to := range next[ready[k]] {
			depths[to] = max(depths[to], depths[ready[k]]+1)
			if waiting[to]--; waiting[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	return depths
}

// after lists the nodes that each node has lines to.
func (g *graph) after() [][]int {
	next := make([][]int, len(g.nodes))
	for _, l := range g.lines {
		next[l[0]] = append(next[l[0]], l[1])
	}
	return next
}

// parents gives every node the one beside which it stands: the first of those in the column before its own.
func (g *graph) parents(depths []int) []int {
	parents := make([]int, len(g.nodes))
	for n := range parents {
		parents[n] = -1
	}
	for _, l := range g.lines {
		if parents[l[1]] < 0 && depths[l[0]] == depths[l[1]]-1 {
			parents[l[1]] = l[0]
		}
	}
	return parents
}

// rows gives the boxes their heights on the page, one below the other, and returns where the last ends.
func (g *graph) rows(boxes []svgBox, parents []int) int {
	children := make([][]int, len(g.nodes))
	for _, l := range g.lines {
		if parents[l[1]] == l[0] {
			children[l[0]] = append(children[l[0]], l[1])
		}
	}
	bottom := svgMargin - svgRow
	type visit struct{ node, child int }
	stack := []visit{{0, 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		below := children[top.node]
		if top.child < len(below) {
			top.child++
			stack = append(stack, visit{below[top.child-1], 0})
			continue
		}
		b := &boxes[top.node]
		if len(below) == 0 {
			b.y = bottom + svgRow
		} else {
			first, last := boxes[below[0]], boxes[below[len(below)-1]]
			b.y = (first.y + last.y + last.h - b.h) / 2
		}
		bottom = max(bottom, b.y+b.h)
		stack = stack[:len(stack)-1]
	}
	return bottom
}
