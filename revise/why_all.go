package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Supports are all immediate supports of a fact: as a base belief, and by every rule instance that concludes it.
type Supports struct {
	Fact         belief.Fact
	Support      Support              // as it is kept; the instances add up to it
	Attributions []belief.Attribution // of a base belief
	List         []SupportingInstance // in the order of rules and facts
	Complete     bool                 // no limit left out any, and the time was enough
}

// SupportingInstance is one rule instance that concludes a fact.
type SupportingInstance struct {
	Rule     RuleRef
	Premises []JustifiedPremise // literal by literal, as the rule is written; atoms without their justifications
	// Multiplicity is how often the instance counts: 1, and in a bag the product of its premises' multiplicities.
	Multiplicity uint64
	found        instance
}

// SupportsLimits bound a list of supports; zero is no limit.
type SupportsLimits struct {
	Max int // instances
}

// Supports lists all immediate supports of the fact, found by one backward join for each rule. The error is ErrNotHeld
// when the fact does not hold; the end of the context ends the search, and Complete says so. The cost is that of the
// instances.
func (e *Engine) Supports(ctx context.Context, f belief.Fact, limits SupportsLimits) (*Supports, error) {
	e.mu.Lock() // joins compile and index on first use
	defer e.mu.Unlock()
	r, row, err := e.heldRow(f)
	if err != nil {
		return nil, err
	}
	s := &Supports{Fact: f, Support: supportNow(r, row)}
	if b, ok := e.base.Find(f); ok {
		s.Attributions = b.Attributions
	}
	var found []instance
	run := plan.NewRun(ctx, e.program)
	for _, rule := range r.Rules {
		if run.Bind(rule, r.Tuple(row)) {
			run.Drive(rule, plan.Backward, nil, &maintain.Now, func(x *plan.Run) {
				found = append(found, instance{rule, slices.Clone(x.Registers), slices.Clone(x.Rows)})
			})
		}
	}
	slices.SortStableFunc(found, func(a, b instance) int { return compareInstances(e.program.Dictionary, a, b) })
	s.Complete = run.Err == nil
	if limits.Max > 0 && len(found) > limits.Max {
		found, s.Complete = found[:limits.Max], false
	}
	x := &explainer{Engine: e, before: e.program, now: e.program}
	for _, i := range found {
		shown := x.showInstance(&i, now)
		s.List = append(s.List, SupportingInstance{shown.Rule, x.premises(&i, shown.Premises), i.multiplicity(), i})
	}
	return s, nil
}

// multiplicity is how often the instance counts for its head.
func (i *instance) multiplicity() uint64 {
	product := uint64(1)
	if !i.rule.IsBag() {
		return product
	}
	for _, lit := range i.rule.Literals {
		if row := i.rows[lit.Position]; !lit.Negated && row != store.NoRow {
			now, _ := lit.Relation.Multiplicity(row) // the product is part of the head's, which fits
			product *= uint64(now)
		}
	}
	return product
}

// Lost lists those of the supports that a fact had earlier which are no longer: each with what became of its premises
// since, by their events. RuleRemoved is set where the rule itself is gone.
func (e *Engine) Lost(was *Supports) []LostSupport {
	e.mu.Lock()
	defer e.mu.Unlock()
	var lost []LostSupport
	for _, s := range was.List {
		made := LostSupport{SupportingInstance: s}
		made.Premises = slices.Clone(s.Premises)
		rule := counterpart(e.program, s.found.rule)
		if made.RuleRemoved = rule == nil; made.RuleRemoved {
			lost = append(lost, made)
			continue
		}
		gone := false
		for _, lit := range rule.Literals {
			k := slices.IndexFunc(made.Premises, func(p JustifiedPremise) bool { return p.Premise.literal == lit.User })
			if event := e.eventSince(lit, s.found.tuple(lit)); k >= 0 && event != Unchanged {
				made.Premises[k].Premise.Event, gone = event, true
			}
		}
		if gone {
			lost = append(lost, made)
		}
	}
	return lost
}

// LostSupport is a support that is no longer.
type LostSupport struct {
	SupportingInstance
	RuleRemoved bool
}

// counterpart returns the rule of the program that is the user's same rule, or nil.
func counterpart(p *plan.Program, r *plan.Rule) *plan.Rule {
	for _, own := range p.Rules {
		if own.Head.User != nil && ruleRef(own) == ruleRef(r) {
			return own
		}
	}
	return nil
}

// eventSince says what happened to a literal that was true of the tuple.
func (e *Engine) eventSince(lit *plan.Literal, tuple []plan.ID) Event {
	r := lit.Relation
	holds := r.Holds(r.Find(tuple))
	switch {
	case lit.Negated && holds:
		return NowPresent
	case lit.Negated || holds:
		return Unchanged
	case lit.ZeroGroup && tuple[len(tuple)-1] == r.Aggregate.Groups.Zero() && !hasRows(r, tuple[:len(tuple)-1]):
		return Unchanged
	case r.Aggregate != nil:
		return ValueChanged
	case r.Stratum != nil && (r.Projects == nil || r.Projects.Stratum != nil):
		return WasRetracted
	default:
		return WasWithdrawn
	}
}

// hasRows reports whether the group has a value of its own.
func hasRows(r *plan.Relation, key []plan.ID) bool {
	columns := make([]int, len(key))
	for c := range columns {
		columns[c] = c
	}
	index := r.Index(columns)
	index.Cover()
	return slices.ContainsFunc(index.Probe(key), r.Holds)
}
