package revise

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// step shows an explanation as a link of a chain; what lowering has made between two facts of the user is left out.
func (x *explainer) step(e *explanation) *Step {
	for e != nil && e.of.relation.User == nil && e.of.relation.Aggregate == nil {
		e = e.next
	}
	switch {
	case e == nil:
		return nil
	case e.shown != nil:
		return e.shown
	}
	e.shown = &Step{Event: x.eventOf(e)}
	if r := e.of.relation; r.Aggregate != nil {
		e.shown.Group = x.groupText(r.Aggregate, e.group)
	} else {
		e.shown.Fact = x.fact(r, e.of.row)
	}
	if !e.base && e.found != nil {
		e.shown.Rule, e.shown.Next = ruleRef(e.found.rule), x.step(e.next)
	}
	return e.shown
}

// eventOf says what happened to what is explained; of a bag, the multiplicity of what stays has changed.
func (x *explainer) eventOf(e *explanation) Event {
	switch came := e.at == now; {
	case e.of.relation.Aggregate != nil, e.of.relation.State(e.of.row)&(store.Old|store.New) == store.Old|store.New:
		return ValueChanged
	case e.base && came:
		return WasAsserted
	case e.base:
		return WasWithdrawn
	case came:
		return WasGained
	default:
		return WasRetracted
	}
}

// groupText writes an aggregate with the values of one group.
func (x *explainer) groupText(a *plan.Aggregate, group []plan.ID) string {
	_, variables := a.Body.Source()
	return literalText(a.Source, variables, func(v int) (belief.Value, bool) {
		c := slices.Index(a.Source.Group, v)
		if c < 0 {
			return belief.Value{}, false
		}
		return x.Engine.program.Dictionary.Value(group[c]), true
	})
}
