package gate

import (
	"context"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Side is one of the two states that are compared.
type Side uint8

// The sides.
const (
	Base Side = iota // before the change
	Head             // after it
)

// String returns the word for the side.
func (s Side) String() string {
	if s == Base {
		return "base"
	}
	return "head"
}

// Comparison is what makes the one state of the other.
type Comparison struct {
	Changes []Change // what is gained first, then retracted, changed, and new violations; each sorted
	Outcome *revise.Outcome
	Shown   []string // the relations of Changes that a check is about which names none; nil: all that have rules
	base    *revise.Engine
	head    *revise.Engine
	joint   *revise.Engine // went from base to head; its program knows the relations of both
}

// Compare finds out what changes between two states, and why, by a revision that leads from the one to the other: the
// base beliefs, rules and constraints that only base has are withdrawn or removed, those that only head has are asserted
// or added. The states are read and not changed.
//
// The error joins the *rules.UnlikeErrors of relations that the states cannot share, or is that of deriving. The cost is
// that of evaluating the base once more, and the head where rules differ.
func Compare(ctx context.Context, base, head *revise.Engine, opts ...revise.Option) (*Comparison, error) {
	program, change, err := base.Program().Toward(head.Program())
	if err != nil {
		return nil, err
	}
	request := revise.Request{Rules: change}
	beliefs := meet(base, head, &request)
	joint, err := revise.New(ctx, program, beliefs, opts...)
	if err != nil {
		return nil, err
	}
	outcome, err := joint.Revise(ctx, request)
	if err != nil {
		return nil, err
	}
	return &Comparison{
		Changes: Changes(outcome, base.Program(), head.Program()), Outcome: outcome, base: base, head: head, joint: joint,
	}, nil
}

// Verify compares the state that the revision led to with the head that was derived from nothing. The error is a
// *revise.Disagreement, which is never to be ignored. The cost is that of going through all facts.
func (c *Comparison) Verify() error {
	var found *revise.Disagreement
	differs := func(f belief.Fact) {
		kept, holds := c.joint.Support(f)
		recomputed, follows := c.head.Support(f)
		switch {
		case kept == recomputed && holds == follows:
		case found == nil:
			found = &revise.Disagreement{Fact: f, Kept: kept, Recomputed: recomputed, Holds: holds, Follows: follows}
		default:
			found.More++
		}
	}
	for _, r := range c.joint.Program().Relations {
		for f := range c.joint.Facts(r.Name) {
			differs(f)
		}
	}
	for _, r := range c.head.Program().Relations {
		for f := range c.head.Facts(r.Name) {
			if !c.joint.Holds(f) {
				differs(f)
			}
		}
	}
	if found == nil {
		return nil
	}
	return found
}

// meet returns the beliefs of base, and puts into the request what makes them those of head. What both believe has the
// sources that it has in head.
func meet(base, head *revise.Engine, request *revise.Request) *belief.Base {
	start := belief.NewBase()
	for b := range beliefsOf(base) {
		in, believed := head.Believed(b.Fact)
		bag := base.Program().Relation(b.Fact.Relation).Bag
		if believed && (!bag || len(in.Attributions) == len(b.Attributions)) {
			b = in
		} else {
			pattern := asQuery(b.Fact)
			request.Withdraw = append(request.Withdraw, revise.Withdrawal{Pattern: &pattern, All: bag})
			if believed {
				request.Assert = append(request.Assert, assertions(in)...)
			}
		}
		for _, a := range b.Attributions {
			start.Add(b.Fact, a)
		}
	}
	for b := range beliefsOf(head) {
		if _, believed := base.Believed(b.Fact); !believed {
			request.Assert = append(request.Assert, assertions(b)...)
		}
	}
	return start
}

// beliefsOf yields the base beliefs of a state, relation by relation.
func beliefsOf(e *revise.Engine) func(yield func(belief.Belief) bool) {
	return func(yield func(belief.Belief) bool) {
		for _, r := range e.Program().Relations {
			for f, support := range e.Facts(r.Name) {
				if !support.Base {
					continue
				}
				if b, ok := e.Believed(f); ok && !yield(b) {
					return
				}
			}
		}
	}
}

func assertions(b belief.Belief) []revise.Assertion {
	var list []revise.Assertion
	for _, a := range b.Attributions {
		list = append(list, revise.Assertion{Fact: b.Fact, Attribution: a})
	}
	return list
}

// asQuery is the fact as a pattern that matches nothing else.
func asQuery(f belief.Fact) rules.Query {
	q := rules.Query{Relation: f.Relation}
	for _, v := range f.Values {
		q.Terms = append(q.Terms, rules.Term{Kind: rules.ConstantTerm, Value: v})
	}
	return q
}
