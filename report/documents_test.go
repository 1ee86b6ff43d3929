package report

import (
	"crypto/sha256"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// fact reads a fact of the tests.
func fact(text string) belief.Fact {
	f, err := belief.ParseFact(text)
	if err != nil {
		panic(err)
	}
	return f
}

func facts(texts ...string) []belief.Fact {
	list := make([]belief.Fact, len(texts))
	for i, t := range texts {
		list[i] = fact(t)
	}
	return list
}

func at(file string, line int) belief.Place { return belief.Place{File: file, Line: line} }

func from(source string, line int) []belief.Attribution {
	return []belief.Attribution{{Source: source, Place: at("scenario.yaml", line)}}
}

func believed(text, source string, line int) belief.Belief {
	return belief.Belief{Fact: fact(text), Attributions: from(source, line)}
}

func instances(n uint64) revise.Support { return revise.Support{Count: n} }

var (
	viaGroup = revise.RuleRef{
		Name: "via-group", Place: at("rbac.yaml", 14),
		Text: "can_read(?user, ?doc) :- in_group(?user, ?group), grant(?group, read, ?doc), not suspended(?user), not denied(?user, ?doc)",
	}
	viaGroupWrite = revise.RuleRef{
		Name: "via-group-write", Place: at("rbac.yaml", 28),
		Text: "can_write(?user, ?doc) :- in_group(?user, ?group), grant(?group, write, ?doc), not suspended(?user), not denied(?user, ?doc)",
	}
	everyone = revise.RuleRef{Name: "everyone", Place: at("rbac.yaml", 22), Text: "can_read(?user, ?doc) :- person(?user), public(?doc)"}
	noGroup  = revise.RuleRef{Name: "no-group", Place: at("rbac.yaml", 36), Text: "offboarded(?user) :- person(?user), not in_group(?user, _)"}
	size     = revise.RuleRef{Name: "size", Place: at("rbac.yaml", 42), Text: "headcount(?group, ?n) :- group(?group), ?n = count { in_group(_, ?group) }"}
	member   = revise.RuleRef{Name: "in_group#1", Place: at("rbac.yaml", 5), Text: "in_group(?user, ?group) :- member(?user, ?group)"}
	duties   = revise.RuleRef{
		Name: "separation-of-duties", Place: at("rbac.yaml", 55),
		Text: "role(?u, requester), role(?u, approver)",
	}
)

func premise(text string, event revise.Event) revise.Premise {
	kind := revise.AtomPremise
	p := revise.Premise{Text: text, Event: event}
	switch {
	case strings.HasPrefix(text, "not "):
		kind = revise.AbsencePremise
	case strings.Contains(text, "{"):
		kind = revise.AggregatePremise
	case strings.Contains(text, " = "), strings.Contains(text, "<"):
		kind = revise.ComparisonPremise
	default:
		p.Fact = fact(text)
		p.Support = instances(1)
		p.Base = event == revise.WasWithdrawn || event == revise.WasAsserted
	}
	p.Kind = kind
	return p
}

func reason(rule revise.RuleRef, cause int, roots []revise.BaseEvent, premises ...revise.Premise) revise.Reason {
	return revise.Reason{Rule: rule, Cause: cause, Roots: roots, Premises: premises}
}

func withdrawn(texts ...string) []revise.BaseEvent {
	events := make([]revise.BaseEvent, len(texts))
	for i, t := range texts {
		events[i] = revise.BaseEvent{Fact: fact(t)}
	}
	return events
}

func asserted(texts ...string) []revise.BaseEvent {
	events := withdrawn(texts...)
	for i := range events {
		events[i].Asserted = true
	}
	return events
}

func input(name, content string) Input {
	return Input{Name: name, SHA256: sha256.Sum256([]byte(content)), Bytes: int64(len(content))}
}

func query(relation string, terms ...rules.Term) *rules.Query {
	q := &rules.Query{Relation: relation, Terms: terms}
	for _, t := range terms {
		if t.Kind == rules.VariableTerm {
			q.Variables = append(q.Variables, string(rune('g'+len(q.Variables))))
		}
	}
	return q
}

func constant(text string) rules.Term { return rules.Term{Value: belief.String(text)} }

// accessReview is one revision with everything that is common.
func accessReview() *Document {
	root := withdrawn("member(bo, contractors)")
	lost := premise("in_group(bo, contractors)", revise.WasRetracted)
	d := &Document{
		Name:   "access-review",
		Title:  "A contractor leaves",
		About:  "What access is lost, and why,\nwhen HR ends a contract.\n\n2. The company, its people, groups and documents are *invented*.\n",
		File:   "scenarios/access-review/scenario.yaml",
		Tool:   Tool{"revise", "1.0.0"},
		Inputs: []Input{input("scenario.yaml", "title: A contractor leaves\n"), input("rbac.yaml", "rules: []\n"), input("data/cluster_roles.csv", "group,action,doc\n")},
		Shown:  []string{"can_read", "can_write", "offboarded", "headcount"},
		Start: Start{
			BaseBeliefs: 214, Rules: 9, Constraints: 1, Conclusions: 1032,
			Strata: []revise.StratumReport{
				{Relations: []string{"in_group"}, Recursive: true, Strategy: revise.Ranked, Because: "it is recursive"},
				{Relations: []string{"can_read"}, Strategy: revise.Counting, Because: "it is not recursive"},
				{Relations: []string{"can_write"}, Strategy: revise.Counting, Because: "it is not recursive"},
				{Relations: []string{"headcount"}, Strategy: revise.Counting, Because: "it is not recursive"},
			},
			Violations: []revise.Violation{{
				Constraint: duties, Fact: belief.NewFact("separation-of-duties", belief.String("bo")), Message: "bo can both request and approve",
				Reason: reason(duties, -1, nil, premise("role(bo, requester)", revise.Unchanged), premise("role(bo, approver)", revise.Unchanged)),
			}},
		},
		Outcomes: []*revise.Outcome{{
			Number: 1,
			Request: revise.Request{
				Name: "Bo's contract ends", Because: "HR ticket 4711", Place: at("scenario.yaml", 88),
				Withdraw: []revise.Withdrawal{{Pattern: query("member", constant("bo"), constant("contractors")), Place: at("scenario.yaml", 91)}},
			},
			Base: revise.BaseChanges{Withdrawn: []belief.Belief{believed("member(bo, contractors)", "HR-2291", 55)}},
			Retracted: []revise.Change{
				{
					Fact: fact("can_read(bo, ledger)"), Before: instances(1),
					Reason: reason(viaGroup, 0, root, lost, premise("grant(contractors, read, ledger)", revise.Unchanged), premise("not suspended(bo)", revise.Unchanged)),
				},
				{Fact: fact("can_write(bo, wiki)"), Before: instances(1), Reason: reason(viaGroupWrite, 0, root, lost, premise("grant(contractors, write, wiki)", revise.Unchanged))},
				{Fact: fact("in_group(bo, contractors)"), Before: instances(1), Reason: reason(member, 0, root, premise("member(bo, contractors)", revise.WasWithdrawn))},
			},
			Gained: []revise.Change{{Fact: fact("offboarded(bo)"), After: instances(1), Reason: reason(noGroup, 1, root, premise("person(bo)", revise.Unchanged), premise("not in_group(bo, _)", revise.NowAbsent))}},
			Kept: []revise.Change{{
				Fact: fact("can_read(bo, handbook)"), Before: instances(2), After: instances(1),
				Reason: reason(everyone, -1, nil, premise("person(bo)", revise.Unchanged), premise("public(handbook)", revise.Unchanged)),
			}},
			Changed: []revise.ValueChange{{
				Column: 1, Before: fact("headcount(contractors, 7)"), After: fact("headcount(contractors, 6)"),
				Reason: reason(size, 1, root, premise("group(contractors)", revise.Unchanged), premise("6 = count { in_group(_, contractors) }", revise.ValueChanged)),
			}},
			MendedViolations: []revise.Violation{{
				Constraint: duties, Fact: belief.NewFact("separation-of-duties", belief.String("bo")), Message: "bo can both request and approve",
				Reason: reason(duties, 0, root, premise("role(bo, requester)", revise.WasRetracted), premise("role(bo, approver)", revise.Unchanged)),
			}},
			BaseBeliefs: 213, Conclusions: 1029,
			Strata: []revise.StratumReport{
				{Relations: []string{"in_group"}, Recursive: true, Strategy: revise.Ranked, Because: "it is recursive", Cost: revise.Cost{Instances: 2, Overdeleted: 1, Retracted: 1}},
				{Relations: []string{"can_read"}, Strategy: revise.Counting, Because: "it is not recursive", Cost: revise.Cost{Instances: 3, Retracted: 1}},
			},
		}},
	}
	left := &revise.Step{Fact: fact("in_group(bo, contractors)"), Event: revise.WasRetracted, Rule: viaGroup, Next: &revise.Step{
		Fact: fact("member(bo, contractors)"), Event: revise.WasWithdrawn,
	}}
	d.Outcomes[0].Retracted[0].Reason.Chain = left
	d.Outcomes[0].Changed[0].Reason.Chain = &revise.Step{Group: "?n = count { in_group(_, contractors) }", Event: revise.ValueChanged, Rule: viaGroup, Next: left}
	return d
}

var (
	premiums = revise.RuleRef{Name: "premium", Place: at("rates.yaml", 9), Text: "premium(?p, ?x) :- sum_insured(?p, ?s), risk(?p, ?r), ?x = ?s / ?r"}
	eligible = revise.RuleRef{Name: "eligible#1", Place: at("rates.yaml", 14), Text: "eligible(?p) :- income(?p, ?i), threshold(?t), ?i <= ?t, not excluded(?p)"}
	hardship = revise.RuleRef{Name: "hardship", Place: at("rates.yaml", 21), Text: "eligible(?p) :- income(?p, ?i), hardship(?p), ?i <= 40000"}
	total24  = revise.RuleRef{Name: "granted", Place: at("rates.yaml", 27), Text: "granted(?year, ?sum) :- year(?year), ?sum = sum ?a { grant(?p, ?year, ?a) }"}
	oneGrant = revise.RuleRef{Name: "one-grant", Place: at("rates.yaml", 33), Text: "grant(?p, ?y, ?a), grant(?p, ?y, ?b), ?a < ?b"}
)

func atom1(text string, event revise.Event, source string, line int) revise.Premise {
	p := premise(text, event)
	p.Base = true
	p.Attributions = from(source, line)
	return p
}

// benefits has every kind of base change, changed rules, a what-if, an undo, and who asked when.
func benefits() *Document {
	raised := append(withdrawn("threshold(20000)"), asserted("threshold(22500)")...)
	strata := func(s revise.Strategy, because string, c revise.Cost) []revise.StratumReport {
		return []revise.StratumReport{{Relations: []string{"eligible"}, Strategy: s, Because: because, Cost: c}}
	}
	counting := strata(revise.Counting, "it is not recursive", revise.Cost{Instances: 5, Retracted: 1, Gained: 2})
	return &Document{
		Name:   "benefits",
		Title:  "Benefit eligibility, 2026",
		Tool:   Tool{"revise", "1.0.0"},
		Inputs: []Input{input("benefits.yaml", "title: Benefit eligibility, 2026\n")},
		Start:  Start{BaseBeliefs: 40, Rules: 3, Constraints: 1, Conclusions: 12, Strata: strata(revise.Counting, "it is not recursive", revise.Cost{Instances: 12, Gained: 12})},
		Outcomes: []*revise.Outcome{
			{
				Number: 1,
				Request: revise.Request{
					Name: "the threshold is raised", Because: "Regulation 2026/17, section 4: the limit follows the average wage of the year before last", By: "Ines Alvarado", At: "2026-03-01",
					Place:    at("benefits.yaml", 60),
					Withdraw: []revise.Withdrawal{{Pattern: query("threshold", rules.Term{Kind: rules.VariableTerm}), Place: at("benefits.yaml", 63)}, {Source: "census-2011", Place: at("benefits.yaml", 64)}},
					Assert:   []revise.Assertion{{Fact: fact("threshold(22500)"), Attribution: belief.Attribution{Source: "Regulation 2026/17", Entrenchment: 5, Place: at("benefits.yaml", 66)}}},
				},
				Base: revise.BaseChanges{
					Asserted:  []belief.Belief{believed("eligible(noa)", "decision 88", 67), believed("threshold(22500)", "Regulation 2026/17", 66)},
					Withdrawn: []belief.Belief{believed("eligible(kim)", "decision 12", 31), believed("threshold(20000)", "Regulation 2024/3", 30)},
					StillConcluded: []revise.Holding{
						{Fact: fact("eligible(kim)"), Support: instances(2)},
					},
					AlreadyHeld:     []belief.Fact{fact("eligible(noa)")},
					SourcesAdded:    []revise.SourceChange{{Fact: fact("income(ola, 21000)"), Changed: from("tax office", 68), Remain: append(from("self-declared", 33), from("tax office", 68)...)}},
					SourcesRemoved:  []revise.SourceChange{{Fact: fact("household(ola, 4)"), Changed: from("census-2011", 34), Remain: from("HR-17", 35)}},
					AlreadyBelieved: []belief.Belief{believed("income(pat, 19000)", "tax office", 36)},
					NotBelieved:     []revise.Unmatched{{Text: "excluded(ola)", Place: at("benefits.yaml", 65)}},
				},
				Retracted: []revise.Change{{
					Fact: fact("eligible(rio)"), Before: revise.Support{Base: true},
					Reason: revise.Reason{Base: true, Cause: -1, Roots: withdrawn("eligible(rio)")},
				}},
				Gained: []revise.Change{
					{Fact: fact("eligible(ola)"), After: instances(1), Reason: reason(eligible, 1, raised, atom1("income(ola, 21000)", revise.Unchanged, "tax office", 33), atom1("threshold(22500)", revise.WasAsserted, "Regulation 2026/17", 66), premise("21000 <= 22500", revise.Unchanged), premise("not excluded(ola)", revise.Unchanged))},
					{Fact: fact("eligible(per)"), After: instances(1), Reason: reason(hardship, 1, asserted("threshold(22500)"), premise("income(per, 39000)", revise.Unchanged), premise("hardship(per)", revise.WasGained))},
					{Fact: fact("eligible(sam)"), After: instances(1), Reason: reason(eligible, 1, withdrawn("excluded(sam)"), premise("income(sam, 9000)", revise.Unchanged), premise("not excluded(sam)", revise.NowAbsent))},
				},
				Kept: []revise.Change{
					{Fact: fact("eligible(kim)"), Before: revise.Support{Count: 2, Base: true}, After: instances(2), Reason: reason(hardship, -1, nil, premise("hardship(kim)", revise.Unchanged))},
				},
				Changed: []revise.ValueChange{
					{Column: 1, Before: fact("granted(2026, 1250000)"), After: fact("granted(2026, 1318400)"), Reason: reason(total24, 1, raised, premise("1318400 = sum ?a { grant(?p, 2026, ?a) }", revise.ValueChanged))},
					{Column: 1, Before: fact("mean_award(2026, 1041.6666666666667)"), After: fact("mean_award(2026, 1098.0)"), Reason: reason(total24, 1, raised, premise("1098.0 = avg ?a { grant(?p, 2026, ?a) }", revise.ValueChanged))},
				},
				NewViolations: []revise.Violation{{
					Constraint: oneGrant, Fact: belief.NewFact("one-grant", belief.String("ola"), belief.Int(2026), belief.Int(900), belief.Int(1200)),
					Message: "ola gets two grants for 2026", Reason: reason(oneGrant, 0, raised, premise("grant(ola, 2026, 900)", revise.WasGained), premise("grant(ola, 2026, 1200)", revise.Unchanged)),
				}},
				Violations: 1, BaseBeliefs: 40, Conclusions: 13, Strata: strata(revise.Recompute, "12 of 13 conclusions are touched", revise.Cost{Instances: 25, Retracted: 1, Gained: 2}),
			},
			{
				Number: 2, WhatIf: true,
				Request:    revise.Request{Name: "what if hardship no longer counted", WhatIf: true, Place: at("benefits.yaml", 70), Rules: rules.RuleChange{RemoveRules: []rules.NameAt{{Name: "hardship", Place: at("benefits.yaml", 72)}}}},
				Rules:      revise.RuleChanges{RemovedRules: []revise.RuleRef{hardship}, AddedRules: []revise.RuleRef{{Name: "hardship-cap", Text: "eligible(?p) :- income(?p, ?i), hardship(?p), ?i <= 30000", Place: at("benefits.yaml", 74)}}},
				Retracted:  []revise.Change{{Fact: fact("eligible(kim)"), Before: instances(1), Reason: revise.Reason{Rule: hardship, Cause: -1, RuleChange: true, Premises: []revise.Premise{premise("hardship(kim)", revise.Unchanged)}}}},
				Gained:     []revise.Change{{Fact: fact("eligible(lou)"), After: instances(1), Reason: revise.Reason{Rule: revise.RuleRef{Name: "hardship-cap"}, Cause: -1, RuleChange: true}}},
				Violations: 1, BaseBeliefs: 40, Conclusions: 13, Strata: counting,
			},
			{
				Number:           3,
				Request:          revise.Request{Undo: "the threshold is raised", Because: "the regulation was annulled", Place: at("benefits.yaml", 80)},
				Base:             revise.BaseChanges{Asserted: []belief.Belief{believed("threshold(20000)", "Regulation 2024/3", 30)}, Withdrawn: []belief.Belief{believed("threshold(22500)", "Regulation 2026/17", 66)}},
				Retracted:        []revise.Change{{Fact: fact("eligible(ola)"), Before: instances(1), Reason: reason(eligible, 1, withdrawn("threshold(22500)"), premise("income(ola, 21000)", revise.Unchanged), premise("threshold(22500)", revise.WasWithdrawn))}},
				Kept:             []revise.Change{{Fact: fact("eligible(noa)"), Before: revise.Support{Count: 1, Base: true}, After: revise.Support{Base: true}, Reason: revise.Reason{Base: true, Cause: -1}}},
				MendedViolations: []revise.Violation{{Constraint: oneGrant, Fact: belief.NewFact("one-grant", belief.String("ola"), belief.Int(2026), belief.Int(900), belief.Int(1200)), Message: "ola gets two grants for 2026"}},
				BaseBeliefs:      40, Conclusions: 12, Strata: counting,
			},
			{
				Number:      4,
				Request:     revise.Request{Because: "a second look", Place: at("benefits.yaml", 90)},
				BaseBeliefs: 40, Conclusions: 12,
			},
		},
	}
}

// refusals has every kind of refusal that knows more than its message.
func refusals() *Document {
	refused := func(number int, name string, r revise.Refusal) *revise.Outcome {
		r.Place = at("scenario.yaml", 100+number)
		return &revise.Outcome{Number: number, Request: revise.Request{Name: name}, Refused: &r}
	}
	return &Document{
		Name: "refusals", Tool: Tool{"revise", "1.0.0"},
		Start: Start{BaseBeliefs: 214, Rules: 9, Constraints: 1, Conclusions: 1},
		Outcomes: []*revise.Outcome{
			refused(1, "take it away", *notBelieved()),
			refused(2, "an axiom", revise.Refusal{
				Kind: revise.RefusedConclusion, Message: "cannot withdraw limit(12): it is concluded, not believed",
				Conclusion: &revise.RefusedConclusionDetail{Fact: fact("limit(12)"), Support: instances(1), Rules: []revise.RuleRef{{Name: "limit#1", Place: at("scenario.yaml", 4)}}, Complete: true},
			}),
			refused(3, "a risk of nothing", revise.Refusal{
				Kind: revise.RefusedFault, Message: "division by zero in rule premium: ?x = 120000 / 0", Fault: &revise.Fault{
					Rule: premiums, Literal: "?x = 120000 / 0", What: "division by zero",
					Bindings: []revise.Binding{{Variable: "p", Value: belief.String("policy 12")}, {Variable: "s", Value: belief.Int(120000)}, {Variable: "r", Value: belief.Int(0)}},
				},
			}),
			refused(4, "one grant too many", revise.Refusal{
				Kind: revise.RefusedConstraint, Message: "it would violate one-grant(ola, 2026, 900, 1200): ola gets two grants for 2026", Violations: []revise.Violation{
					{Constraint: oneGrant, Fact: belief.NewFact("one-grant", belief.String("ola"), belief.Int(2026), belief.Int(900), belief.Int(1200)), Message: "ola gets two grants for 2026"},
					{Constraint: oneGrant, Fact: belief.NewFact("one-grant", belief.String("pat"), belief.Int(2026), belief.Int(-5), belief.Int(900))},
				},
			}),
			refused(5, "a rule that does not check", revise.Refusal{
				Kind: revise.RefusedRules, Message: "the rules do not check with this change:\nerror[R1201]: ?x is unbound\n  --> scenario.yaml:120:9\n   |\n120 |   - p(?x) :- q(\t_)\n",
			}),
			refused(6, "too much", revise.Refusal{Kind: revise.RefusedLimit, Message: "more than 1000000 conclusions: raise --limit if that is meant"}),
		},
	}
}

// notBelieved is the refusal to withdraw a conclusion.
func notBelieved() *revise.Refusal {
	return &revise.Refusal{
		Kind: revise.RefusedConclusion, Message: "cannot withdraw can_read(bo, ledger): it is concluded, not believed",
		Conclusion: &revise.RefusedConclusionDetail{
			Fact: fact("can_read(bo, ledger)"), Support: instances(1), Rules: []revise.RuleRef{viaGroup}, Complete: true,
			Remedies: []revise.Remedy{
				{Withdraw: facts("member(bo, contractors)"), Retracts: 3, Gains: 1},
				{Withdraw: facts("grant(contractors, read, ledger)"), Retracts: 11},
			},
		},
	}
}

// debian is a revision of which most must be cut.
func debian() *Document {
	var lost, kept []revise.Change
	root := withdrawn(`package(libc6, "2.36-9+deb12u9")`)
	for i := range 124 {
		f := belief.NewFact("installable", belief.String("lib"+strings.Repeat("x", i%40)+string(rune('a'+i%26))))
		lost = append(lost, revise.Change{Fact: f, Before: instances(1), Reason: reason(revise.RuleRef{Name: "installable#1", Place: at("debian.yaml", 12)}, 0, root, premise("not broken("+f.Values[0].String()+")", revise.NowPresent))})
	}
	for i := range 14 {
		f := belief.NewFact("broken", belief.String("k"+string(rune('a'+i))))
		kept = append(kept, revise.Change{Fact: f, Before: instances(uint64(i) + 2000), After: instances(uint64(i) + 1), Reason: reason(revise.RuleRef{Name: "broken#2", Place: at("debian.yaml", 9)}, -1, nil)})
	}
	hidden := []revise.Change{
		{Fact: fact("needs(a, b)"), Before: instances(1), Reason: reason(premiums, -1, root)},
		{Fact: fact("alternative(a, b)"), Before: instances(1), Reason: reason(premiums, -1, root)},
	}
	return &Document{
		Name: "debian", Tool: Tool{"revise", "1.0.0"}, Shown: []string{"broken", "installable"},
		Start: Start{BaseBeliefs: 411237, Rules: 4, Conclusions: 120881, Strata: []revise.StratumReport{
			{Relations: []string{"blocked", "broken", "missing_group"}, Recursive: true, Strategy: revise.Ranked},
			{Relations: []string{"installable"}, Strategy: revise.Counting},
		}},
		Outcomes: []*revise.Outcome{{
			Number:    1,
			Request:   revise.Request{Name: "libc6 goes"},
			Base:      revise.BaseChanges{Withdrawn: []belief.Belief{{Fact: root[0].Fact, Attributions: []belief.Attribution{{Source: "bookworm", Place: at("packages.csv.gz", 29117)}}}}},
			Retracted: append(lost, hidden...), Kept: kept, BaseBeliefs: 411236, Conclusions: 119646,
		}},
	}
}

// The rules of a support tree: who stands above whom.
var (
	lineChain  = revise.RuleRef{Name: "line.chain", Place: at("scenario.yaml", 29), Text: "above(?x, ?z) :- above(?x, ?y), manages(?y, ?z)"}
	lineDirect = revise.RuleRef{Name: "line.direct", Place: at("scenario.yaml", 24), Text: "above(?x, ?y) :- manages(?x, ?y)"}
)

func base(text string, line int) *revise.Justification {
	return &revise.Justification{Fact: fact(text), Support: revise.Support{Base: true}, Attributions: from("HR-17", line)}
}

func because(j *revise.Justification) revise.JustifiedPremise {
	p := premise(j.Fact.String(), revise.Unchanged)
	p.Support = j.Support
	return revise.JustifiedPremise{Premise: p, Justification: j}
}

func concluded(text string, rule revise.RuleRef, premises ...revise.JustifiedPremise) *revise.Justification {
	return &revise.Justification{Fact: fact(text), Support: instances(1), Rule: rule, Premises: premises}
}

// above is a short tree; every kind of literal is in it, and something was lost before.
func above() *Why {
	direct := concluded("above(ann, dee)", lineDirect, because(base("manages(ann, dee)", 15)))
	shared := *direct
	shared.Shared, shared.Premises = true, nil
	deep := concluded("above(ann, eve)", revise.RuleRef{})
	deep.Cut = true
	count := revise.JustifiedPremise{Premise: premise("2 = count { manages(_, cyd) }", revise.Unchanged)}
	count.Group = &revise.Group{
		Key:     []revise.Binding{{Variable: "who", Value: belief.String("cyd")}},
		Members: 3, Shown: [][]revise.Premise{{premise("manages(ann, cyd)", revise.Unchanged)}, {premise("manages(dee, cyd)", revise.Unchanged)}},
	}
	root := concluded("above(ann, cyd)", lineChain,
		because(direct), because(base("manages(dee, cyd)", 16)), because(&shared), because(deep),
		revise.JustifiedPremise{Premise: premise("not suspended(ann)", revise.Unchanged)},
		revise.JustifiedPremise{Premise: premise("2 = 1 + 1", revise.Unchanged)},
		count,
	)
	lost := revise.LostSupport{SupportingInstance: revise.SupportingInstance{Rule: lineChain, Multiplicity: 1, Premises: []revise.JustifiedPremise{
		{Premise: premise("above(ann, bob)", revise.WasRetracted)},
		{Premise: premise("manages(bob, cyd)", revise.WasWithdrawn)},
		{Premise: premise("not suspended(ann)", revise.Unchanged)},
	}}}
	return &Why{
		Explanation: &revise.Explanation{
			Justification: root, Least: true, Height: 2, NeedsKnown: true,
			Needs: []belief.Belief{believed("manages(ann, dee)", "HR-17", 15), believed("manages(dee, cyd)", "HR-17", 16)},
		},
		Revision: "Bob leaves", Before: instances(2),
		Lost: []revise.LostSupport{lost, {SupportingInstance: revise.SupportingInstance{Rule: lineDirect}, RuleRemoved: true}},
	}
}

// whyOf is an answer that knows no more than its tree.
func whyOf(j *revise.Justification) *Why {
	return &Why{Explanation: &revise.Explanation{Justification: j, Least: true}}
}

// chain is a tree as deep as n.
func chain(n int) *revise.Justification {
	j := concluded("above(p0, p1)", lineDirect, because(base("manages(p0, p1)", 15)))
	for i := 2; i <= n; i++ {
		next := belief.NewFact("manages", belief.String("p"+grouped(i-1)), belief.String("p"+grouped(i))).String()
		j = concluded(belief.NewFact("above", belief.String("p0"), belief.String("p"+grouped(i))).String(), lineChain, because(j), because(base(next, 14+i)))
	}
	return j
}

// twoSupports are those of a fact that is believed, too.
func twoSupports() *revise.Supports {
	return &revise.Supports{
		Fact: fact("above(ann, cyd)"), Support: revise.Support{Count: 3, Base: true, Bag: true}, Attributions: from("HR-17", 16),
		List: []revise.SupportingInstance{
			{Rule: lineDirect, Multiplicity: 2, Premises: []revise.JustifiedPremise{{Premise: premise("manages(ann, cyd)", revise.WasAsserted)}}},
			{Rule: lineChain, Multiplicity: 1, Premises: []revise.JustifiedPremise{
				{Premise: premise("above(ann, bob)", revise.Unchanged)}, {Premise: premise("not suspended(ann)", revise.Unchanged)},
			}},
		},
	}
}

// notFlying is the answer why a bird does not fly; every kind of literal is in it.
func notFlying() *WhyNot {
	query := func(text string) rules.Query {
		q, err := rules.ParseAtom(text)
		if err != nil {
			panic(err)
		}
		return q
	}
	rule := func(name string, line int) revise.RuleRef {
		return revise.RuleRef{Name: name, Text: name, Place: at("scenario.yaml", line)}
	}
	literal := func(text string, state revise.LiteralState) revise.MissLiteral {
		return revise.MissLiteral{Premise: premise(text, revise.Unchanged), State: state}
	}
	fails := func(text string, absence revise.Absence) revise.MissLiteral {
		absence.Atom = query(text)
		return revise.MissLiteral{Premise: revise.Premise{Text: text}, State: revise.LiteralFails, Absence: &absence}
	}
	abnormal := literal("not abnormal(kim)", revise.LiteralFails)
	abnormal.InTheWay = concluded("abnormal(kim)", rule("injury", 9), because(base("injured(kim)", 15)))
	size := literal("3 = 1 + 1", revise.LiteralFails)
	size.Left, size.Right = belief.Int(3), belief.Int(2)
	ratio := literal("2 = 4 / 0", revise.LiteralFails)
	ratio.Undefined = "division by zero"
	count := literal("2 = count { wing(_, kim) }", revise.LiteralFails)
	count.Value = belief.Int(1)
	count.Group = &revise.Group{Key: []revise.Binding{{Variable: "x", Value: belief.String("kim")}}, Members: 1, Shown: [][]revise.Premise{{premise("wing(left, kim)", revise.Unchanged)}}}
	held := literal("1 = count { beak(_, kim) }", revise.LiteralHolds)
	held.Group = &revise.Group{Members: 1, Shown: [][]revise.Premise{{premise("beak(1, kim)", revise.Unchanged)}}}
	empty := literal("4 = min { wing(_, kim) }", revise.LiteralFails)
	empty.Group = &revise.Group{}
	open := revise.MissLiteral{Premise: revise.Premise{Kind: revise.ComparisonPremise, Text: "?n < 3"}, State: revise.LiteralOpen}
	return &WhyNot{
		Missing: &revise.Missing{Absence: &revise.Absence{Atom: query("flies(kim)"), Concluded: 2, Misses: []revise.Miss{
			{Rule: rule("birds-fly", 2), Nearest: true, Bindings: []revise.Binding{{Variable: "x", Value: belief.String("kim")}}, Literals: []revise.MissLiteral{
				literal("bird(kim)", revise.LiteralHolds), abnormal, size, ratio, count, held, empty, open,
			}},
			{Rule: rule("jet-packs", 5), Literals: []revise.MissLiteral{
				fails("wears(kim, ?pack)", revise.Absence{Concluded: 1, Misses: []revise.Miss{{Rule: rule("bought", 6), Nearest: true, Literals: []revise.MissLiteral{
					fails("owns(kim, ?pack)", revise.Absence{MayAssert: true}), fails("wears(kim, ?other)", revise.Absence{Concluded: 1, Circular: true}),
					fails("rich(kim)", revise.Absence{Concluded: 1, Cut: true}), fails("old(kim)", revise.Absence{Concluded: 2}),
				}}}}),
				fails("wears(kim, ?pack)", revise.Absence{Concluded: 1, Shared: true}),
			}},
		}}},
		Ways: &revise.Attainments{Atom: query("flies(kim)"), List: []revise.Remedy{
			{Withdraw: facts("injured(kim)"), Retracts: 1, Outcome: &revise.Outcome{Retracted: []revise.Change{{Fact: fact("abnormal(kim)")}}, Gained: []revise.Change{{Fact: fact("flies(kim)")}}}},
			{Assert: facts("owns(kim, jet)", "wing(right, kim)"), Outcome: &revise.Outcome{Refused: &revise.Refusal{Kind: revise.RefusedConstraint, Message: "it would violate poor(kim)"}}},
		}},
	}
}
