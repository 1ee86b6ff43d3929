package report

import (
	"bytes"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// threePillars is what `revise fragile --k 2` finds.
func threePillars() *revise.Fragile {
	part := func(atom, source string, line int) revise.PillarPart {
		return revise.PillarPart{Belief: believed(atom, source, line)}
	}
	var many []belief.Fact
	for _, who := range []string{"ana", "bo", "cy", "dee", "eli", "fay"} {
		many = append(many, fact("can_read("+who+", handbook)"))
	}
	return &revise.Fragile{
		Conclusions: 12, Resting: 8,
		Pillars: []revise.Pillar{
			{Parts: []revise.PillarPart{part("public(handbook)", "", 7)}, Falls: many},
			{Parts: []revise.PillarPart{part("member(bo, contractors)", "HR-2291", 31)}, Falls: facts("can_read(bo, ledger)")},
			{
				Parts: []revise.PillarPart{part("member(cy, staff)", "HR-7", 32), part("member(cy, board)", "", 33)},
				Falls: facts("can_read(cy, minutes)"),
			},
		},
	}
}

func TestFragileInWords(t *testing.T) {
	for _, c := range []struct {
		options revise.FragileOptions
		found   revise.Fragile
		want    string
	}{
		{revise.FragileOptions{}, revise.Fragile{Conclusions: 3, Complete: true}, "0 of 3 conclusions rest on a single base belief\n"},
		{
			revise.FragileOptions{By: revise.BySource, Pairs: true},
			revise.Fragile{Conclusions: 1},
			"0 of 1 conclusion rest on one or two sources\nnot complete: not all were tried\n",
		},
		{
			revise.FragileOptions{By: revise.ByFile},
			revise.Fragile{Conclusions: 1, Resting: 1, Complete: true, Pillars: []revise.Pillar{{Parts: []revise.PillarPart{{Name: "a.csv"}}, Falls: facts("p(a)")}}},
			"1 of 1 conclusion rests on a single file; what falls without each:\n  1. a.csv  1 conclusion\n     - p(a)\n",
		},
	} {
		var b bytes.Buffer
		if err := WriteFragile(&b, Text, c.options, &c.found, Options{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("got %q, want %q", &b, c.want)
		}
	}
}
