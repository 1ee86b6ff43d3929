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
	case strings.Contains(text, " = "):
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
	return &Document{
		Title:  "access-review",
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
}

