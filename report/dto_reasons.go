package report

import (
	"github.com/beliefbase/revise/revise"
)

func newChangeJSON(c revise.Change) changeJSON {
	return changeJSON{newFactJSON(c.Fact), newSupportJSON(c.Before), newSupportJSON(c.After), newReasonJSON(c.Reason)}
}

func newValueJSON(c revise.ValueChange) valueJSON {
	return valueJSON{c.Column, newFactJSON(c.Before), newFactJSON(c.After), newReasonJSON(c.Reason)}
}

func newReasonJSON(r revise.Reason) reasonJSON {
	j := reasonJSON{Base: r.Base, RuleChange: r.RuleChange, Premises: list(r.Premises, newPremiseJSON), Roots: list(r.Roots, newRootJSON)}
	j.Rule, j.RootRule = ruleOrNone(r.Rule), ruleOrNone(r.RootRule)
	if _, ok := cause(r); ok {
		j.Cause = &r.Cause
	}
	return j
}

func ruleOrNone(r revise.RuleRef) *ruleJSON {
	if r == (revise.RuleRef{}) {
		return nil
	}
	rule := newRuleJSON(r)
	return &rule
}

// steps are the links of all chains of a revision, each once.
type steps struct {
	list   []stepJSON
	number map[*revise.Step]int
}

// of returns the number of a step, after those that it leads to.
func (s *steps) of(step *revise.Step) *int {
	if step == nil {
		return nil
	}
	n, known := s.number[step]
	if !known {
		j := stepJSON{Group: step.Group, Event: eventNames[step.Event], Rule: ruleOrNone(step.Rule), Next: s.of(step.Next)}
		if step.Fact.Relation != "" {
			fact := newFactJSON(step.Fact)
			j.Fact = &fact
		}
		n = len(s.list)
		s.number[step] = n
		s.list = append(s.list, j)
	}
	return &n
}

func (s *steps) change(c revise.Change) changeJSON {
	j := newChangeJSON(c)
	j.Reason.Chain = s.of(c.Reason.Chain)
	return j
}

func (s *steps) value(c revise.ValueChange) valueJSON {
	j := newValueJSON(c)
	j.Reason.Chain = s.of(c.Reason.Chain)
	return j
}

func (s *steps) violation(v revise.Violation) violationJSON {
	j := newViolationJSON(v)
	j.Reason.Chain = s.of(v.Reason.Chain)
	return j
}

func newRootJSON(e revise.BaseEvent) rootJSON {
	return rootJSON{changeOf(e), newFactJSON(e.Fact)}
}

// changeOf names a base change.
func changeOf(e revise.BaseEvent) string {
	if e.Asserted {
		return "asserted"
	}
	return "withdrawn"
}

var premiseKinds = map[revise.PremiseKind]string{
	revise.AtomPremise: "atom", revise.AbsencePremise: "absence",
	revise.ComparisonPremise: "comparison", revise.AggregatePremise: "aggregate",
}

var eventNames = map[revise.Event]string{
	revise.Unchanged: "unchanged", revise.WasRetracted: "retracted", revise.WasGained: "gained",
	revise.WasWithdrawn: "withdrawn", revise.WasAsserted: "asserted",
	revise.NowAbsent: "now_absent", revise.NowPresent: "now_present", revise.ValueChanged: "value_changed",
}

func newPremiseJSON(p revise.Premise) premiseJSON {
	j := premiseJSON{Kind: premiseKinds[p.Kind], Text: p.Text, Event: eventNames[p.Event], Base: p.Base}
	if p.Fact.Relation != "" {
		fact := newFactJSON(p.Fact)
		j.Fact = &fact
	}
	if p.Kind == revise.AtomPremise {
		support := newSupportJSON(p.Support)
		j.Support = &support
		j.Attributions = list(p.Attributions, newAttributionJSON)
	}
	return j
}

func newViolationJSON(v revise.Violation) violationJSON {
	return violationJSON{newRuleJSON(v.Constraint), newFactJSON(v.Fact), v.Message, newReasonJSON(v.Reason)}
}

func newRefusalJSON(r *revise.Refusal) *refusalJSON {
	j := &refusalJSON{Kind: string(r.Kind), Message: r.Message, Place: placeJSON(r.Place), Violations: list(r.Violations, newViolationJSON)}
	if c := r.Conclusion; c != nil {
		j.Conclusion = &conclusionJSON{
			newFactJSON(c.Fact), newSupportJSON(c.Support), list(c.Rules, newRuleJSON), list(c.Remedies, newRemedyJSON), c.Complete,
		}
	}
	if f := r.Fault; f != nil {
		j.Fault = &faultJSON{newRuleJSON(f.Rule), list(f.Bindings, newBindingJSON), f.Literal, f.What, list(f.Beliefs, newBeliefJSON)}
	}
	if r.Err != nil {
		j.Cause = r.Err.Error()
	}
	return j
}

func newRemedyJSON(r revise.Remedy) remedyJSON {
	return remedyJSON{list(r.Withdraw, newFactJSON), list(r.Every, newFactJSON), list(r.Assert, newFactJSON), r.Retracts, r.Gains, r.Changes}
}

func newBindingJSON(b revise.Binding) bindingJSON {
	return bindingJSON{b.Variable, datum{b.Value}, b.Value.Type().String()}
}
