package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// graph is a support tree as boxes and lines between them: facts, the rules that conclude them, and what rules rest on
// beside facts. A fact that is used twice stands once.
type graph struct {
	nodes []graphNode
	lines [][2]int // from what rests to what it rests on
}

type graphNode struct {
	text  string
	note  string // the sources of a base belief
	place string // where it is written
	kind  graphKind
}

// label is the text of a node on one line.
func (n *graphNode) label() string {
	if n.note == "" {
		return n.text
	}
	return n.text + "  [" + n.note + "]"
}

type graphKind int

const (
	conclusionNode graphKind = iota
	beliefNode
	ruleNode
	conditionNode
)

func newGraph(root *revise.Justification) *graph {
	g := &graph{}
	facts := map[string]int{}
	fact := func(j *revise.Justification) int {
		n, known := facts[j.Fact.String()]
		if !known {
			n = g.node(graphNode{atom(j.Fact), sourceNames(j.Attributions), placeText(firstPlace(j.Attributions)), factKind(j)})
			facts[j.Fact.String()] = n
		}
		return n
	}
	pending := []*revise.Justification{root}
	for i := 0; i < len(pending); i++ {
		j := pending[i]
		n := fact(j)
		if j.Rule == (revise.RuleRef{}) {
			continue
		}
		rule := g.node(graphNode{text: Safe(j.Rule.Name), place: placeText(j.Rule.Place), kind: ruleNode})
		g.line(n, rule)
		for _, p := range j.Premises {
			if p.Justification == nil {
				n := g.node(graphNode{text: harmless(p.Premise.Text), kind: conditionNode})
				g.line(rule, n)
				g.members(n, p.Group)
				continue
			}
			g.line(rule, fact(p.Justification))
			if !p.Justification.Shared {
				pending = append(pending, p.Justification)
			}
		}
	}
	return g
}

// members draws the solutions that an aggregate ranges over below its node.
func (g *graph) members(n int, group *revise.Group) {
	if group == nil {
		return
	}
	g.nodes[n].text += " of " + counted(group.Members, "solution")
	for _, solution := range group.Shown {
		g.line(n, g.node(graphNode{text: solutionText(solution), kind: conditionNode}))
	}
	if rest := group.Members - len(group.Shown); rest > 0 && len(group.Shown) > 0 {
		g.line(n, g.node(graphNode{text: "… and " + grouped(rest) + " more", kind: conditionNode}))
	}
}

func placeText(p belief.Place) string {
	if p == (belief.Place{}) {
		return ""
	}
	return lineOf(p)
}

func factKind(j *revise.Justification) graphKind {
	if j.Support.Base {
		return beliefNode
	}
	return conclusionNode
}

func (g *graph) node(n graphNode) int {
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}

// line draws a line, once.
func (g *graph) line(from, to int) {
	l := [2]int{from, to}
	for i := len(g.lines) - 1; i >= 0 && g.lines[i][0] == from; i-- {
		if g.lines[i] == l {
			return
		}
	}
	g.lines = append(g.lines, l)
}

var dotShapes = map[graphKind]string{
	conclusionNode: "shape=box", beliefNode: `shape=box, style=filled, fillcolor="#e8e8e8"`, ruleNode: "shape=ellipse", conditionNode: "shape=plaintext",
}

// dot writes the graph in the language of Graphviz. Every text is quoted, with backslash and quote escaped.
func (g *graph) dot(out *bufio.Writer) {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	fmt.Fprintln(out, "digraph why {")
	for i, n := range g.nodes {
		fmt.Fprintf(out, "  n%d [label=\"%s\", %s];\n", i, escape.Replace(n.label()), dotShapes[n.kind])
	}
	for _, l := range g.lines {
		fmt.Fprintf(out, "  n%d -> n%d;\n", l[0], l[1])
	}
	fmt.Fprintln(out, "}")
}

var mermaidShapes = map[graphKind][2]string{
	conclusionNode: {"[", "]"}, beliefNode: {"[[", "]]"}, ruleNode: {"([", "])"}, conditionNode: {"(", ")"},
}

// mermaid writes the graph as a flowchart. Every text is quoted; what could end it, or be taken for markup, is an entity.
func (g *graph) mermaid(out *bufio.Writer) {
	escape := strings.NewReplacer("#", "#35;", `"`, "#quot;", "&", "#amp;", "<", "#lt;", ">", "#gt;", "`", "#96;", `\`, "#92;")
	fmt.Fprintln(out, "flowchart TD")
	for i, n := range g.nodes {
		shape := mermaidShapes[n.kind]
		fmt.Fprintf(out, "  n%d%s\"%s\"%s\n", i, shape[0], escape.Replace(n.label()), shape[1])
	}
	for _, l := range g.lines {
		fmt.Fprintf(out, "  n%d --> n%d\n", l[0], l[1])
	}
}
