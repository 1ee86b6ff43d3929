package report

import (
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// circular is a network in which a and b could support each other, and a rests on p.
func circular() *revise.Network {
	return &revise.Network{
		Nodes: []revise.Node{
			{Text: "a", In: true, Support: 0},
			{Text: "b", In: true, Support: 2},
			{Text: `c("\")`, Support: -1},
			{Text: "p", In: true, Premise: true, Support: -1},
			{Text: "q", Support: -1},
		},
		Justifications: []revise.NetworkJustification{
			{Rule: revise.RuleRef{Name: "r1"}, Conclusion: 0, In: []int{3}, Out: []int{4}, Valid: true},
			{Rule: revise.RuleRef{Name: "r2"}, Conclusion: 0, In: []int{1, 1}, Valid: true},
			{Rule: revise.RuleRef{Name: "r3"}, Conclusion: 1, In: []int{0}, Valid: true},
			{Rule: revise.RuleRef{Name: "r4"}, Conclusion: 2, In: []int{4}},
		},
	}
}

func TestWriteNetwork(t *testing.T) {
	const want = `strict digraph network {
	"f0" -> "j2";
	"f0" [ label="a", shape="box" ];
	"f1" -> "j1";
	"f1" [ label="b", shape="box" ];
	"f2" [ fontcolor="#707070", label="c(\"\\\")", shape="box", style="dashed" ];
	"f3" -> "j0";
	"f3" [ fillcolor="#e8e8e8", label="p", shape="box", style="filled" ];
	"f4" -> "j0" [ arrowhead="odot", style="dashed" ];
	"f4" -> "j3";
	"f4" [ fontcolor="#707070", label="q", shape="box", style="dashed" ];
	"j0" -> "f0" [ penwidth="2" ];
	"j0" [ label="r1", shape="ellipse" ];
	"j1" -> "f0";
	"j1" [ label="r2", shape="ellipse" ];
	"j2" -> "f1" [ penwidth="2" ];
	"j2" [ label="r3", shape="ellipse" ];
	"j3" -> "f2";
	"j3" [ fontcolor="#707070", label="r4", shape="ellipse", style="dashed" ];
}
`
	for range 20 { // the graph library goes through maps
		var b strings.Builder
		s, err := WriteNetwork(&b, circular())
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Fatalf("got\n%s\nexpected\n%s", b.String(), want)
		}
		if got, want := s.String(), "5 facts, 3 in; 4 justifications, 3 valid; 1 circle, of a, b; 2 facts out of reach"; got != want {
			t.Fatalf("got %q, expected %q", got, want)
		}
	}
}

func TestNetworkWithoutCircles(t *testing.T) {
	n := circular()
	n.Justifications = n.Justifications[:1]
	s, err := WriteNetwork(&strings.Builder{}, n)
	if err != nil || !strings.Contains(s.String(), "no circles") {
		t.Errorf("%v, %v", s, err)
	}
}
