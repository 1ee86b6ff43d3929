package report

import (
	"bytes"
	"testing"

	"github.com/beliefbase/revise/revise"
)

func line(key, text string, n int) revise.Item {
	return revise.Item{Key: key, Text: text, Place: at("scenario.yaml", n)}
}

// twoLines is what `revise blame` finds where two lines have done it.
func twoLines() *revise.Blame {
	step := &revise.Step{Fact: fact("member(bo, contractors)"), Event: revise.WasWithdrawn}
	lost := reason(viaGroup, 0, withdrawn("member(bo, contractors)"), premise("in_group(bo, contractors)", revise.WasRetracted))
	lost.Chain = &revise.Step{Fact: fact("in_group(bo, contractors)"), Event: revise.WasRetracted, Rule: viaGroup, Next: step}
	return &revise.Blame{
		Fact: fact("can_read(bo, ledger)"), Before: instances(3), After: instances(1),
		Supports: []revise.SupportChange{
			{Reason: revise.Reason{Base: true, Cause: -1}, Before: true},
			{Reason: lost, Before: true},
			{Reason: reason(viaGroup, -1, nil, premise("in_group(bo, staff)", revise.Unchanged)), Before: true, After: true},
			{Reason: reason(viaGroup, 0, nil, premise("in_group(bo, guests)", revise.WasGained)), After: true},
		},
		Part: []revise.Item{line("withdraw", "member(bo, contractors)", 12), line("remove_rules", "via-group", 131)},
	}
}

// threeIdle is what `revise blame --idle` finds for a request with three such lines.
func threeIdle() *revise.Idle {
	return &revise.Idle{List: []revise.IdleItem{
		{Item: line("withdraw", "source: HR-7", 8)},
		{Item: line("withdraw", "member(bo, contractors)", 12)},
		{Item: line("assert", "member(bo, guests)", 15), Believes: true},
	}}
}

func TestIdleInWords(t *testing.T) {
	var b bytes.Buffer
	if err := WriteIdle(&b, Text, &revise.Idle{Complete: true}, Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "every line of the revision changes something\n"; b.String() != want {
		t.Errorf("got %q, want %q", &b, want)
	}
}
