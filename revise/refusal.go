package revise

import (
	"context"
	"errors"
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/aggregate"
	"github.com/beliefbase/revise/revise/internal/atms"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

var errMemory = errors.New("the limit on memory is reached")

// failure is why a request, or the first evaluation, cannot be done: a *NotCoveredError or a *Refusal.
func (e *Engine) failure(err error) error {
	var past *atms.PastBounds
	if errors.As(err, &past) {
		r := past.Relation
		if r.Projects != nil {
			r = r.Projects
		}
		return &NotCoveredError{Strategy: ATMS, Relations: []string{r.Name}, Reason: "it would take " + past.What + "; use jtms, or auto"}
	}
	return e.refusal(err)
}

// refusal says in the user's words why a request, or the first evaluation, cannot be done.
func (e *Engine) refusal(err error) *Refusal {
	var refusal *Refusal
	var fault *plan.Fault
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &fault):
		f := e.fault(fault)
		return &Refusal{Kind: RefusedFault, Place: f.Rule.Place, Fault: f, Err: err, Message: fmt.Sprintf("%s in rule %s: %s", f.What, f.Rule.Name, f.Literal)}
	case errors.Is(err, store.ErrOverflow):
		return e.stopped(RefusedFault, err, err.Error())
	case errors.Is(err, maintain.ErrFacts):
		return e.stopped(RefusedLimit, err, fmt.Sprintf("the rules conclude more than the limit of %d facts", e.options.limits.Conclusions))
	case errors.Is(err, errMemory), errors.Is(err, maintain.ErrSupports), errors.Is(err, maintain.ErrRows):
		return e.stopped(RefusedLimit, err, err.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return e.stopped(RefusedLimit, err, "the time is up")
	default:
		return &Refusal{Kind: RefusedCancelled, Err: err, Message: "interrupted: " + err.Error()}
	}
}

// stopped is the refusal of what passed a limit; it names the rule that was under way, and the last fact of it.
func (e *Engine) stopped(kind RefusalKind, err error, message string) *Refusal {
	refusal := &Refusal{Kind: kind, Err: err, Message: message}
	var stopped *plan.Stopped
	if !errors.As(err, &stopped) || stopped.Rule == nil || ruleRef(stopped.Rule) == (RuleRef{}) {
		return refusal
	}
	fault := &Fault{Rule: ruleRef(stopped.Rule), What: message}
	refusal.Fault, refusal.Place = fault, fault.Rule.Place
	refusal.Message += ", in rule " + fault.Rule.Name
	h := stopped.Rule.Head
	if h == nil || h.User == nil || h.Rows() == 0 {
		return refusal
	}
	fault.Literal = e.shownFact(h, h.Last()).String()
	refusal.Message += fmt.Sprintf(", which had come to %s", fault.Literal)
	return refusal
}

// shownFact returns the row as a fact whose texts are not too long for a message.
func (e *Engine) shownFact(r *plan.Relation, row store.Row) belief.Fact {
	f := e.fact(r, row)
	for c, v := range f.Values {
		f.Values[c] = shortened(v)
	}
	return f
}

// fault shows an undefined operation with the user's rule and values.
func (e *Engine) fault(f *plan.Fault) *Fault {
	body, variables := f.Rule.Source()
	shown := &Fault{Rule: ruleRef(f.Rule), What: f.What}
	value := func(v int) (belief.Value, bool) {
		if !f.Bound[v] || f.Registers[v] == aggregate.Undefined {
			return belief.Value{}, false
		}
		return shortened(e.program.Dictionary.Value(f.Registers[v])), true
	}
	for v, x := range variables {
		if known, ok := value(v); ok {
			shown.Bindings = append(shown.Bindings, Binding{Variable: x.Name, Value: known})
		}
	}
	shown.Beliefs = e.ledTo(f)
	if f.Literal >= 0 {
		shown.Literal = literalText(body[f.Literal], variables, value)
	}
	return shown
}

// shortened cuts a very long text, which a message must not repeat whole.
func shortened(v belief.Value) belief.Value {
	const most = 80
	if text := []rune(v.Text()); len(text) > most {
		return belief.String(fmt.Sprintf("%s… (%d characters)", string(text[:most]), len(text)))
	}
	return v
}

// ledTo returns the base beliefs that the literals of a faulty instance rest on.
func (e *Engine) ledTo(f *plan.Fault) []belief.Belief {
	l := newLeaves(e)
	for _, lit := range f.Rule.Literals {
		if row := f.Rows[lit.Position]; row != store.NoRow {
			l.visit(lit.Relation, row)
		}
	}
	const shown = 10
	var list []belief.Belief
	for _, fact := range l.sorted() {
		if b, ok := e.base.Find(fact); ok && len(list) < shown {
			list = append(list, b)
		}
	}
	return list
}

func (tx *transaction) conclusionRefusal(f belief.Fact, place belief.Place) error {
	support, _ := tx.support(f)
	detail := &RefusedConclusionDetail{Fact: f, Support: support}
	r, row, _ := tx.rowOf(f)
	for _, i := range instancesOf(tx.program, r, row, now) {
		if ref := ruleRef(i.rule); len(detail.Rules) == 0 || detail.Rules[len(detail.Rules)-1] != ref {
			detail.Rules = append(detail.Rules, ref)
		}
	}
	return &Refusal{
		Kind: RefusedConclusion, Place: place, Conclusion: detail,
		Message: fmt.Sprintf("cannot withdraw %s: it is concluded, not believed", f),
	}
}

// checkConstraints refuses the request if it adds a violation of a constraint that refuses.
func (tx *transaction) checkConstraints() error {
	var added []Violation
	for _, r := range tx.program.Violations {
		if r.Constraint.OnViolation == rules.Refuse {
			for _, row := range r.Gained {
				added = append(added, tx.violation(tx.program, r, row))
			}
		}
	}
	if len(added) == 0 {
		return nil
	}
	sortViolations(added)
	message := fmt.Sprintf("it would violate %s", added[0].Fact)
	if said := added[0].Message; said != "" {
		message += ": " + said
	}
	return &Refusal{Kind: RefusedConstraint, Place: tx.request.Place, Violations: added, Message: message}
}

// ruleRef names the user's rule or constraint that a lowered rule stands for.
func ruleRef(r *plan.Rule) RuleRef {
	switch {
	case r.User != nil:
		return RuleRef{Name: r.User.Name, Text: r.User.Text, Place: r.User.Place}
	case r.Constraint != nil:
		return RuleRef{Name: r.Constraint.Name, Text: r.Constraint.Text, Place: r.Constraint.Place}
	default:
		return RuleRef{}
	}
}
