package testkit

import (
	"fmt"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// TestMultiplicityOverflow squares multiplicities until 64 bits cannot hold them: that is a fault, and nothing changes.
func TestMultiplicityOverflow(t *testing.T) {
	w := &World{}
	bag := func(name string) {
		w.Relations = append(w.Relations, &Relation{Name: name, Types: []belief.Type{}, Bag: true, Declared: true})
	}
	bag("p0")
	for i := range 6 { // p6 is p0 to the 64th
		bag(fmt.Sprintf("p%d", i+1))
		lower := Literal{Atom: &Atom{Relation: fmt.Sprintf("p%d", i)}}
		w.Rules = append(w.Rules, &Rule{Head: Atom{Relation: fmt.Sprintf("p%d", i+1)}, Body: []Literal{lower, lower}})
	}
	occurrence := Assertion{Fact: belief.NewFact("p0")}
	w.Beliefs = []Assertion{occurrence}
	w.Revisions = []*Revision{
		{Name: "2 to the 64th is too much", Assert: []Assertion{occurrence}},
		{Name: "0 is not", Withdraw: []Withdrawal{{Atom: &Atom{Relation: "p0"}}}},
		{Name: "from 0 to 2 is too much again", Assert: []Assertion{occurrence, occurrence}},
	}
	seen, err := Play(w, revise.Strategies())
	if err != nil || seen["refused: fault"] != 2 {
		t.Errorf("%d faults, expected 2: %v\n%s", seen["refused: fault"], err, w.Text(true))
	}
}
