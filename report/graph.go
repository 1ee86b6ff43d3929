package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// graph is a support tree as boxes and lines between them: facts, the rules that conclude them, and what rules rest on
// beside facts. A fact that is used twice stands once.
type graph struct {
	nodes []graphNode
	lines [][2]int // from what rests to what it rests on
}

type graphNode struct {
	text string
	kind graphKind
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
			n = g.node(factText(j), factKind(j))
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
		rule := g.node(Safe(j.Rule.Name), ruleNode)
		g.line(n, rule)
		for _, p := range j.Premises {
			if p.Justification == nil {
				g.line(rule, g.node(harmless(p.Premise.Text), conditionNode))
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

func factText(j *revise.Justification) string {
	if names := sourceNames(j.Attributions); names != "" {
		return atom(j.Fact) + "  [" + names + "]"
	}
	return atom(j.Fact)
}

func factKind(j *revise.Justification) graphKind {
	if j.Support.Base {
		return beliefNode
	}
	return conclusionNode
}

func (g *graph) node(text string, kind graphKind) int {
	g.nodes = append(g.nodes, graphNode{text, kind})
	return len(g.nodes) - 1
}

func (g *graph) line(from, to int) { g.lines = append(g.lines, [2]int{from, to}) }

var dotShapes = map[graphKind]string{
	conclusionNode: "shape=box", beliefNode: `shape=box, style=filled, fillcolor="#e8e8e8"`, ruleNode: "shape=ellipse", conditionNode: "shape=plaintext",
}

// dot writes the graph in the language of Graphviz. Every text is quoted, with backslash and quote escaped.
func (g *graph) dot(out *bufio.Writer) {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	fmt.Fprintln(out, "digraph why {")
	for i, n := range g.nodes {
		fmt.Fprintf(out, "  n%d [label=\"%s\", %s];\n", i, escape.Replace(n.text), dotShapes[n.kind])
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
		fmt.Fprintf(out, "  n%d%s\"%s\"%s\n", i, shape[0], escape.Replace(n.text), shape[1])
	}
	for _, l := range g.lines {
		fmt.Fprintf(out, "  n%d --> n%d\n", l[0], l[1])
	}
}
