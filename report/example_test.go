package report_test

import (
	"fmt"
	"os"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

var viaGroup = revise.RuleRef{Name: "via-group", Place: belief.Place{File: "rbac.yaml", Line: 14}}

// outcome is what Engine.Revise returns for a withdrawal.
func outcome() *revise.Outcome {
	member := belief.NewFact("member", belief.String("bo"), belief.String("contractors"))
	return &revise.Outcome{
		Number:  1,
		Request: revise.Request{Name: "Bo's contract ends", Because: "HR ticket 4711"},
		Base:    revise.BaseChanges{Withdrawn: []belief.Belief{{Fact: member, Attributions: []belief.Attribution{{Source: "HR-2291"}}}}},
		Retracted: []revise.Change{{
			Fact:   belief.NewFact("can_read", belief.String("bo"), belief.String("ledger")),
			Before: revise.Support{Count: 1},
			Reason: revise.Reason{
				Rule:     viaGroup,
				Premises: []revise.Premise{{Text: "member(bo, contractors)", Fact: member, Event: revise.WasWithdrawn, Base: true}},
				Roots:    []revise.BaseEvent{{Fact: member}},
			},
		}},
		BaseBeliefs: 2, Conclusions: 0,
	}
}

func ExampleWrite() {
	document := &report.Document{
		Name:     "access",
		Start:    report.Start{BaseBeliefs: 3, Rules: 1, Conclusions: 1},
		Outcomes: []*revise.Outcome{outcome()},
	}
	if err := report.Write(os.Stdout, report.Text, document, report.Options{Width: 80}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// access: 3 base beliefs, 1 rule, 1 conclusion
	//
	// Bo's contract ends   because HR ticket 4711
	//   base: - member(bo, contractors)  [HR-2291]
	//      conclusion            support  because
	//   -  can_read(bo, ledger)    1 → 0  via-group: member(bo, contractors) was …
	//
	// 1 revision: 1 retracted; 0 conclusions hold
}

func ExampleWriteWhy() {
	why := &revise.Justification{
		Fact: belief.NewFact("can_read", belief.String("bo"), belief.String("ledger")), Support: revise.Support{Count: 1}, Rule: viaGroup,
		Premises: []revise.JustifiedPremise{{
			Premise: revise.Premise{Fact: belief.NewFact("member", belief.String("bo"), belief.String("contractors"))},
			Justification: &revise.Justification{
				Fact:         belief.NewFact("member", belief.String("bo"), belief.String("contractors")),
				Support:      revise.Support{Base: true},
				Attributions: []belief.Attribution{{Source: "HR-2291", Place: belief.Place{File: "scenario.yaml", Line: 50}}},
			},
		}},
	}
	answer := &report.Why{Explanation: &revise.Explanation{Justification: why, Least: true, Height: 1}}
	if err := report.WriteWhy(os.Stdout, report.Text, answer, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// can_read(bo, ledger) holds, support 1
	// └─ via-group                                           rbac.yaml:14
	//    └─ member(bo, contractors)   base belief, HR-2291   scenario.yaml:50
}

func ExampleWriteRefusal() {
	refusal := &revise.Refusal{
		Message: "cannot withdraw can_read(bo, ledger): it is concluded, not believed",
		Conclusion: &revise.RefusedConclusionDetail{
			Support: revise.Support{Count: 1}, Rules: []revise.RuleRef{viaGroup}, Complete: true,
			Remedies: []revise.Remedy{{Withdraw: []belief.Fact{belief.NewFact("member", belief.String("bo"), belief.String("contractors"))}, Retracts: 3, Gains: 1}},
		},
	}
	if err := report.WriteRefusal(os.Stdout, report.Text, refusal, report.Options{Withdraw: "revise withdraw base.db"}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// cannot withdraw can_read(bo, ledger): it is concluded, not believed
	//   it has 1 support: via-group (rbac.yaml:14)
	//   withdrawing this retracts it:
	//     1. member(bo, contractors)        also retracts 3, gains 1
	//   for example: revise withdraw base.db 'member(bo, contractors)'
}

func ExampleWriteRows() {
	rows := report.Rows{
		Atom:    "headcount(?group, ?n)",
		Columns: []rules.Column{{Name: "group", Type: belief.StringType}, {Name: "n", Type: belief.IntType}},
		Facts: func(yield func(belief.Fact, revise.Support) bool) {
			_ = yield(belief.NewFact("headcount", belief.String("agency"), belief.Int(2)), revise.Support{Count: 1}) &&
				yield(belief.NewFact("headcount", belief.String("contractors"), belief.Int(12)), revise.Support{Count: 1})
		},
	}
	n, err := report.WriteRows(os.Stdout, report.RowTable, rows, report.Options{})
	fmt.Println(n, err)
	// Output:
	// group         n
	// agency        2
	// contractors  12
	// 2 <nil>
}

func ExampleParseFormat() {
	_, err := report.ParseFormat("markdwon")
	fmt.Println(err)
	// Output:
	// there is no format markdwon: did you mean markdown? (the formats are text, markdown, json, yaml, csv)
}

func ExampleParseRowFormat() {
	format, err := report.ParseRowFormat("jsonl")
	fmt.Println(format, err)
	// Output:
	// jsonl <nil>
}

func ExampleSafe() {
	fmt.Println(report.Safe("HR ticket 4711"))
	fmt.Println(report.Safe("\x1b[2Jnothing to see"))
	fmt.Println(report.Safe(" leading blank"))
	// Output:
	// HR ticket 4711
	// "\u001b[2Jnothing to see"
	// " leading blank"
}

func ExampleFormats() {
	fmt.Println(report.Formats())
	// Output:
	// [text markdown json yaml csv]
}

func ExampleRowFormats() {
	fmt.Println(report.RowFormats())
	// Output:
	// [table csv tsv json jsonl]
}

func ExampleWriteKernels() {
	direct := belief.NewFact("manages", belief.String("ann"), belief.String("cyd"))
	kernels := &report.Kernels{
		Fact:     belief.NewFact("above", belief.String("ann"), belief.String("cyd")),
		Kernels:  slices.Values([]revise.Kernel{{belief.Belief{Fact: direct, Attributions: []belief.Attribution{{Source: "HR-17"}}}}}),
		Complete: func() bool { return true },
	}
	if err := report.WriteKernels(os.Stdout, report.Text, kernels, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// above(ann, cyd) follows from these base beliefs:
	//    1. manages(ann, cyd)   HR-17
}

func ExampleWriteContractions() {
	member := belief.NewFact("member", belief.String("bo"), belief.String("contractors"))
	goal := belief.NewFact("can_read", belief.String("bo"), belief.String("ledger"))
	found := &revise.Contractions{
		Fact: goal, Complete: true,
		List: []revise.Remedy{{
			Withdraw: []belief.Fact{member},
			Outcome:  &revise.Outcome{Retracted: []revise.Change{{Fact: goal}}},
		}},
	}
	if err := report.WriteContractions(os.Stdout, report.Text, found, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// can_read(bo, ledger) holds; withdrawing this retracts it:
	//   1. withdraw: ['member(bo, contractors)']
}

func ExampleWriteRepairs() {
	role := belief.NewFact("role", belief.String("bo"), belief.String("approver"))
	mended := revise.Mending{
		List:     []revise.Remedy{{Withdraw: []belief.Fact{role}, Outcome: &revise.Outcome{}}},
		Complete: true,
	}
	found := &revise.Repairs{All: mended, Violations: []revise.Repair{{
		Violation: revise.Violation{Fact: belief.NewFact("separation-of-duties", belief.String("bo"))},
		Mending:   mended,
	}}}
	if err := report.WriteRepairs(os.Stdout, report.Text, found, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// separation-of-duties(bo); withdrawing this mends it, and violates nothing else:
	//   1. withdraw: ['role(bo, approver)']
}

func ExampleWriteBlame() {
	fact := belief.NewFact("idle", belief.String("bo"))
	found := &revise.Blame{
		Fact: fact, Gained: true, After: revise.Support{Count: 1},
		Part:     []revise.Item{{Key: "withdraw", Text: "member(bo, contractors)", Place: belief.Place{File: "team.yaml", Line: 31}}},
		Smallest: true,
	}
	if err := report.WriteBlame(os.Stdout, report.Text, found, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// idle(bo) is gained, support 0 → 1
	// this line of the revision does it:
	//   withdraw: member(bo, contractors)   team.yaml:31
}

func ExampleWriteIdle() {
	found := &revise.Idle{Complete: true, List: []revise.IdleItem{{
		Item: revise.Item{Key: "withdraw", Text: "member(bo, contractors)", Place: belief.Place{File: "team.yaml", Line: 31}},
	}}}
	if err := report.WriteIdle(os.Stdout, report.Text, found, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// without this line the revision would do the same:
	//   withdraw: member(bo, contractors)   team.yaml:31
}

func ExampleWriteFragile() {
	found := &revise.Fragile{Conclusions: 2, Resting: 1, Complete: true, Pillars: []revise.Pillar{{
		Parts: []revise.PillarPart{{Name: "HR-2291"}},
		Falls: []belief.Fact{belief.NewFact("can_read", belief.String("bo"), belief.String("ledger"))},
	}}}
	options := revise.FragileOptions{By: revise.BySource}
	if err := report.WriteFragile(os.Stdout, report.Text, options, found, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 of 2 conclusions rests on a single source; what falls without each:
	//   1. HR-2291  1 conclusion
	//      - can_read(bo, ledger)
}

func ExampleWriteSupports() {
	bo, ledger := belief.String("bo"), belief.String("ledger")
	supports := &revise.Supports{
		Fact: belief.NewFact("can_read", bo, ledger), Support: revise.Support{Count: 1, Base: true},
		Attributions: []belief.Attribution{{Source: "board", Place: belief.Place{File: "scenario.yaml", Line: 7}}},
		List: []revise.SupportingInstance{{Rule: viaGroup, Multiplicity: 1, Premises: []revise.JustifiedPremise{{
			Premise: revise.Premise{Fact: belief.NewFact("member", bo, belief.String("contractors")), Base: true, Support: revise.Support{Base: true}},
		}}}},
		Complete: true,
	}
	if err := report.WriteSupports(os.Stdout, report.Text, supports, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// can_read(bo, ledger) holds, support 2
	// ├─ base belief, board                         scenario.yaml:7
	// └─ via-group                                  rbac.yaml:14
	//    └─ member(bo, contractors)   base belief
}

func ExampleWriteWhyNot() {
	query, err := rules.ParseAtom("can_read(bo, ledger)")
	if err != nil {
		fmt.Println(err)
		return
	}
	member, err := rules.ParseAtom("member(bo, contractors)")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := &report.WhyNot{Missing: &revise.Missing{Complete: true, Absence: &revise.Absence{Atom: query, Concluded: 1, Misses: []revise.Miss{{
		Rule: viaGroup, Nearest: true, Literals: []revise.MissLiteral{
			{Premise: revise.Premise{Text: member.String()}, State: revise.LiteralFails, Absence: &revise.Absence{Atom: member}},
			{Premise: revise.Premise{Kind: revise.AbsencePremise, Text: "not suspended(bo)"}},
		},
	}}}}}
	if err := report.WriteWhyNot(os.Stdout, report.Text, answer, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// can_read(bo, ledger) does not hold
	// └─ via-group                                                   rbac.yaml:14
	//    ├─ fails   member(bo, contractors)   no rule concludes it
	//    └─ holds   not suspended(bo)
}
