package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	links "github.com/dominikbraun/graph"
	"github.com/dominikbraun/graph/draw"

	"github.com/beliefbase/revise/revise"
)

// NetworkSummary is what the shape of a justification network shows.
type NetworkSummary struct {
	Facts, In             int
	Justifications, Valid int
	Circles               [][]string // sets of facts that could support each other in a circle, each sorted; none is believed for that
	Unreached             int        // facts that no justification leads to from what is in
}

// networkGraph is a network as a graph of facts and justifications: edges lead from what is needed to what follows.
type networkGraph struct {
	*revise.Network
	graph links.Graph[string, string]
	names []string // of all vertices, sorted by kind and number
}

// Vertices are named, for the graph library takes the zero value of a vertex for none.
func factVertex(n int) string          { return "f" + strconv.Itoa(n) }
func justificationVertex(n int) string { return "j" + strconv.Itoa(n) }

func newNetworkGraph(n *revise.Network) (*networkGraph, error) {
	g := &networkGraph{Network: n, graph: links.New(links.StringHash, links.Directed())}
	for i := range n.Nodes {
		if err := g.vertex(factVertex(i), nodeLook(&n.Nodes[i])); err != nil {
			return nil, err
		}
	}
	for i := range n.Justifications {
		j := &n.Justifications[i]
		if err := g.vertex(justificationVertex(i), justificationLook(j)); err != nil {
			return nil, err
		}
		conclusion := map[string]string{}
		if n.Nodes[j.Conclusion].Support == i {
			conclusion["penwidth"] = "2" // what the fact rests on
		}
		if err := g.edge(justificationVertex(i), factVertex(j.Conclusion), conclusion); err != nil {
			return nil, err
		}
		for _, in := range j.In {
			if err := g.edge(factVertex(in), justificationVertex(i), nil); err != nil {
				return nil, err
			}
		}
		for _, out := range j.Out {
			if err := g.edge(factVertex(out), justificationVertex(i), map[string]string{"style": "dashed", "arrowhead": "odot"}); err != nil {
				return nil, err
			}
		}
	}
	return g, nil
}

func (g *networkGraph) vertex(name string, look map[string]string) error {
	g.names = append(g.names, name)
	return g.graph.AddVertex(name, links.VertexAttributes(look))
}

// edge adds an edge; a fact that a rule needs twice has one.
func (g *networkGraph) edge(from, to string, look map[string]string) error {
	if _, err := g.graph.Edge(from, to); err == nil {
		return nil
	}
	return g.graph.AddEdge(from, to, links.EdgeAttributes(look))
}

func nodeLook(n *revise.Node) map[string]string {
	look := map[string]string{"label": quotable(n.Text), "shape": "box"}
	switch {
	case n.Premise && n.In:
		look["style"], look["fillcolor"] = "filled", "#e8e8e8"
	case !n.In:
		look["style"], look["fontcolor"] = "dashed", "#707070"
	}
	return look
}

func justificationLook(j *revise.NetworkJustification) map[string]string {
	look := map[string]string{"label": quotable(j.Rule.Name), "shape": "ellipse"}
	if j.Rule.Name == "" {
		look["shape"] = "point"
	}
	if !j.Valid {
		look["style"], look["fontcolor"] = "dashed", "#707070"
	}
	return look
}

// quotable makes a text one that DOT takes between quotes.
func quotable(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(Safe(text))
}

// summary looks for circles and for what cannot be reached.
func (g *networkGraph) summary() (*NetworkSummary, error) {
	s := &NetworkSummary{Facts: len(g.Nodes), Justifications: len(g.Justifications)}
	var premises []string
	for i := range g.Nodes {
		if g.Nodes[i].In {
			s.In++
			premises = append(premises, factVertex(i))
		}
	}
	for i := range g.Justifications {
		if g.Justifications[i].Valid {
			s.Valid++
			premises = append(premises, justificationVertex(i))
		}
	}
	components, err := links.StronglyConnectedComponents(g.graph)
	if err != nil {
		return nil, err
	}
	for _, members := range components {
		if circle := g.facts(members); len(members) > 1 {
			s.Circles = append(s.Circles, circle)
		}
	}
	slices.SortFunc(s.Circles, slices.Compare)
	reached := map[string]bool{}
	for _, from := range premises {
		if reached[from] {
			continue
		}
		if err := links.BFS(g.graph, from, func(v string) bool { reached[v] = true; return false }); err != nil {
			return nil, err
		}
	}
	for i := range g.Nodes {
		if !reached[factVertex(i)] {
			s.Unreached++
		}
	}
	return s, nil
}

// facts returns the texts of the facts among the vertices, sorted.
func (g *networkGraph) facts(vertices []string) []string {
	var texts []string
	for _, v := range vertices {
		if number, isFact := strings.CutPrefix(v, "f"); isFact {
			n, _ := strconv.Atoi(number)
			texts = append(texts, g.Nodes[n].Text)
		}
	}
	slices.Sort(texts)
	return texts
}

// WriteNetwork writes a justification network in the language of Graphviz, and returns what its shape shows. Facts are
// boxes, dashed while they are out; justifications are ellipses; an edge with a circle at its end leads from a fact that
// must be out, and a bold one to the fact that rests on the justification.
func WriteNetwork(w io.Writer, n *revise.Network) (*NetworkSummary, error) {
	g, err := newNetworkGraph(n)
	if err != nil {
		return nil, err
	}
	s, err := g.summary()
	if err != nil {
		return nil, err
	}
	var drawn bytes.Buffer
	if err := draw.DOT(g.graph, &drawn); err != nil {
		return nil, err
	}
	// The library goes through maps: its lines come in another order each time. No edge has a weight.
	weightless := strings.NewReplacer(",  weight=0 ]", " ]", " [  weight=0 ]", "")
	var lines []string
	for line := range strings.Lines(drawn.String()) {
		if strings.HasPrefix(line, "\t\"") {
			lines = append(lines, weightless.Replace(line))
		}
	}
	slices.Sort(lines)
	_, err = fmt.Fprintf(w, "strict digraph network {\n%s}\n", strings.Join(lines, ""))
	return s, err
}

// String says it in one line.
func (s *NetworkSummary) String() string {
	text := fmt.Sprintf("%s, %s in; %s, %s valid; ",
		counted(s.Facts, "fact"), grouped(s.In), counted(s.Justifications, "justification"), grouped(s.Valid))
	switch len(s.Circles) {
	case 0:
		text += "no circles"
	case 1:
		text += "1 circle, of " + listed(s.Circles[0], 3)
	default:
		text += fmt.Sprintf("%d circles, the first of %s", len(s.Circles), listed(s.Circles[0], 3))
	}
	if s.Unreached > 0 {
		text += "; " + counted(s.Unreached, "fact") + " out of reach"
	}
	return text
}
