package report

import (
	"bytes"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// threeContractions is what `revise contract` finds for a conclusion with three.
func threeContractions() *revise.Contractions {
	return &revise.Contractions{
		Fact: fact("can_read(bo, ledger)"),
		List: []revise.Remedy{
			{
				Withdraw: facts("member(bo, contractors)"), Retracts: 1, Gains: 1, Changes: 1,
				Outcome: &revise.Outcome{
					Retracted: []revise.Change{{Fact: fact("can_read(bo, ledger)")}, {Fact: fact("can_write(bo, wiki)")}},
					Gained:    []revise.Change{{Fact: fact("offboarded(bo)")}},
					Changed:   []revise.ValueChange{{Column: 1, Before: fact("headcount(contractors, 7)"), After: fact("headcount(contractors, 6)")}},
				},
			},
			{
				Withdraw: facts("grant(contractors, read, ledger)", "grant(staff, read, ledger)"),
				Outcome:  &revise.Outcome{Retracted: []revise.Change{{Fact: fact("can_read(bo, ledger)")}}},
			},
			{
				Withdraw: facts("person(bo)"),
				Outcome:  &revise.Outcome{Refused: &revise.Refusal{Kind: revise.RefusedConstraint, Message: "it would violate members-are-persons(bo)"}},
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

// twoRepairs is what `revise repair` finds for two violations.
func twoRepairs() *revise.Repairs {
	violation := func(who string) revise.Violation {
		return revise.Violation{
			Constraint: revise.RuleRef{Name: "separation-of-duties", Place: at("rbac.yaml", 47)},
			Fact:       belief.NewFact("separation-of-duties", belief.String(who)), Message: who + " can both request and approve",
		}
	}
	role := func(who string) revise.Remedy {
		return revise.Remedy{
			Withdraw: facts("role(" + who + ", approver)"),
			Outcome:  &revise.Outcome{MendedViolations: []revise.Violation{violation(who)}},
		}
	}
	exempt := revise.Remedy{
		Withdraw: facts("trial(1)"), Every: facts("trial(1)"), Assert: facts("exempt(cy)"), Gains: 1,
		Outcome: &revise.Outcome{
			Gained:        []revise.Change{{Fact: fact("watched(cy)")}},
			NewViolations: []revise.Violation{{Constraint: revise.RuleRef{Name: "few-exemptions"}, Fact: belief.NewFact("few-exemptions", belief.String("cy"))}},
		},
	}
	both := revise.Remedy{
		Withdraw: facts("role(bo, approver)", "role(cy, approver)"),
		Outcome:  &revise.Outcome{MendedViolations: []revise.Violation{violation("bo"), violation("cy")}},
	}
	return &revise.Repairs{
		All: revise.Mending{List: []revise.Remedy{both}},
		Violations: []revise.Repair{
			{Violation: violation("bo"), Mending: revise.Mending{Complete: true}},
			{Violation: violation("cy"), Mending: revise.Mending{List: []revise.Remedy{role("cy"), exempt}, Complete: true}},
		},
	}
}
