package report

import (
	"io"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// WriteSupports writes all immediate supports of a fact, as text, JSON or YAML. The error is that of the writer, or names
// the formats.
func WriteSupports(w io.Writer, f Format, s *revise.Supports, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.supports(s) }, func() any { return newSupportsJSON(s) })
}

// supports draws every support as a branch of the fact.
func (p *page) supports(s *revise.Supports) {
	t := tree{page: p}
	text := atom(s.Fact) + " holds, support " + grouped(s.Support.Total())
	t.add(text, belief.Place{})
	if s.Attributions != nil {
		branch, _ := branchOf(len(s.List) == 0)
		t.add(branch+baseBelief(s.Attributions), firstPlace(s.Attributions))
	}
	for i, x := range s.List {
		branch, below := branchOf(i == len(s.List)-1)
		name := Safe(x.Rule.Name)
		if x.Multiplicity > 1 {
			name += "   ×" + grouped(x.Multiplicity)
		}
		t.add(branch+name, x.Rule.Place)
		t.premises(x.Premises, below)
	}
	t.flush()
	if !s.Complete {
		p.line("not complete: there are others")
	}
}
