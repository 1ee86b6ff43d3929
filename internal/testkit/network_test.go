package testkit

import (
	"context"
	"fmt"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// checkNetwork wants every justification to be valid exactly if its lists say so, every fact that is in to rest on a
// premise or on a valid justification, without a circle, and as many valid justifications of a fact as it has supports.
func checkNetwork(e *revise.Engine, facts map[string]belief.Fact) error {
	n, err := e.Network()
	if err != nil {
		return err
	}
	supports := make([]uint64, len(n.Nodes))
	for i, j := range n.Justifications {
		holds := true
		for _, in := range j.In {
			holds = holds && n.Nodes[in].In
		}
		for _, out := range j.Out {
			holds = holds && !n.Nodes[out].In
		}
		if holds != j.Valid {
			return fmt.Errorf("justification %d of %s is valid: %t, and true: %t", i, n.Nodes[j.Conclusion].Text, j.Valid, holds)
		}
		if j.Valid {
			supports[j.Conclusion]++
		}
	}
	for i := range n.Nodes {
		if err := grounded(n, i, nil); err != nil {
			return err
		}
		f, known := facts[n.Nodes[i].Text]
		if s, _ := e.Support(f); known && !s.Bag && s.Count != supports[i] {
			return fmt.Errorf("%s has %d supports and %d valid justifications", f, s.Count, supports[i])
		}
	}
	return nil
}

// grounded follows supports down to premises.
func grounded(n *revise.Network, node int, above []int) error {
	x := n.Nodes[node]
	for _, a := range above {
		if a == node {
			return fmt.Errorf("%s rests on itself", x.Text)
		}
	}
	switch {
	case !x.In && x.Support >= 0:
		return fmt.Errorf("%s is out, and rests on something", x.Text)
	case !x.In || x.Premise && x.Support < 0:
		return nil
	case x.Support < 0:
		return fmt.Errorf("%s is in, and rests on nothing", x.Text)
	}
	j := n.Justifications[x.Support]
	if !j.Valid || j.Conclusion != node {
		return fmt.Errorf("%s rests on a justification that is not valid, or of %s", x.Text, n.Nodes[j.Conclusion].Text)
	}
	for _, in := range j.In {
		if err := grounded(n, in, append(above, node)); err != nil {
			return err
		}
	}
	return nil
}

// TestNetworks checks the network of random worlds after every revision, what-ifs and refusals included.
func TestNetworks(t *testing.T) {
	checked := 0
	for i := range lawWorlds() {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		e := start(t, w, revise.JTMS)
		if e == nil {
			continue
		}
		for _, r := range requests(t, w) {
			_, _ = e.Revise(context.Background(), r)
			facts := map[string]belief.Fact{}
			for _, relation := range e.Program().Relations {
				for f := range e.Facts(relation.Name) {
					facts[f.String()] = f
				}
			}
			if err := checkNetwork(e, facts); err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, r.Name, err, w.Text(true))
			}
			checked++
		}
	}
	if checked < lawWorlds() {
		t.Errorf("checked %d networks only", checked)
	}
}
