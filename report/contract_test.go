package report

import (
	"bytes"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// threeContractions is what `revise contract` finds for a conclusion with three.
func threeContractions() *revise.Contractions {
	return &revise.Contractions{
		Fact: fact("can_read(bo, ledger)"),
		List: []revise.Contraction{
			{
				Remedy: revise.Remedy{Withdraw: facts("member(bo, contractors)"), Retracts: 1, Gains: 1, Changes: 1},
				Outcome: &revise.Outcome{
					Retracted: []revise.Change{{Fact: fact("can_read(bo, ledger)")}, {Fact: fact("can_write(bo, wiki)")}},
					Gained:    []revise.Change{{Fact: fact("offboarded(bo)")}},
					Changed:   []revise.ValueChange{{Column: 1, Before: fact("headcount(contractors, 7)"), After: fact("headcount(contractors, 6)")}},
				},
			},
			{
				Remedy:  revise.Remedy{Withdraw: facts("grant(contractors, read, ledger)", "grant(staff, read, ledger)")},
				Outcome: &revise.Outcome{Retracted: []revise.Change{{Fact: fact("can_read(bo, ledger)")}}},
			},
			{
				Remedy:  revise.Remedy{Withdraw: facts("person(bo)")},
				Outcome: &revise.Outcome{Refused: &revise.Refusal{Kind: revise.RefusedConstraint, Message: "it would violate members-are-persons(bo)"}},
			},
		},
	}
}

func TestContractionsInWords(t *testing.T) {
	for complete, want := range map[bool]string{
		true:  "p(a) holds, and no withdrawal of base beliefs retracts it\n",
		false: "p(a) holds, and no withdrawal that retracts it was found, but not all were searched\n",
	} {
		var b bytes.Buffer
		if err := WriteContractions(&b, Text, &revise.Contractions{Fact: fact("p(a)"), Complete: complete}, Options{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("got %q, want %q", &b, want)
		}
	}
}
