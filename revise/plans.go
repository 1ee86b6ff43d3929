package revise

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/rules"
)

// RulePlan is how the instances of one rule, or the solutions of an aggregate's braces in it, are found.
type RulePlan struct {
	Rule   RuleRef
	Inside string // the aggregate whose braces are meant; empty for the rule itself
	Joins  []Join
}

// Join is one order of a body's literals, by nested loops over indexes.
type Join struct {
	Changes string // the literal whose changed facts it starts from; empty: it derives everything
	Steps   []JoinStep
}

// JoinStep is one loop or test.
type JoinStep struct {
	Access       Access
	Literal      string   // as the file language writes it; empty for ShortestAccess
	By           []string // the terms it is found by: variables that have a value by then, and constants
	Rows         float64  // how many facts are expected for one binding of them; of ScanAccess, how many there are
	Alternatives [][]JoinStep
}

// Access is how a step of a join finds its facts.
type Access uint8

// The kinds of access.
const (
	ScanAccess     Access = iota // every fact
	IndexAccess                  // the facts with the values of By
	LookUpAccess                 // whether the one fact holds, or does not
	GroupAccess                  // the value of a group
	ShortestAccess               // whichever of the alternatives starts with the fewest facts, for each binding anew
	TestAccess                   // a comparison or condition
	ComputeAccess                // a computation that binds its variable
)

// Plans returns how the instances of each rule and constraint would be found now, rule by rule in the order of the
// program. Orders follow from the sizes and the numbers of different values that relations have; they are made anew when
// a relation outgrows them.
func (e *Engine) Plans() []RulePlan {
	e.mu.Lock() // joins compile on first use
	defer e.mu.Unlock()
	for _, r := range e.program.Relations {
		r.Complete() // as the first revision that looks something up does, and joins may then go by groups
	}
	var plans []RulePlan
	for _, s := range e.program.Strata {
		for _, r := range rulesOf(s) {
			body, variables := r.Source()
			if body != nil && (r.Braces != nil || r.Head.User != nil || r.Head.Constraint != nil) {
				plans = append(plans, rulePlan(e.program, r, body, variables))
			}
		}
	}
	return plans
}

func rulePlan(p *plan.Program, r *plan.Rule, body []rules.Literal, variables []rules.Variable) RulePlan {
	x := planText{p, body, variables}
	shown := RulePlan{Rule: ruleRef(r)}
	if r.Braces != nil {
		shown.Inside = x.aggregate(r)
	}
	if !r.Recursive() {
		shown.Joins = append(shown.Joins, Join{Steps: x.steps(r.Steps(plan.Full))})
	}
	for _, lit := range r.Literals {
		steps := r.Steps(lit.Position)
		shown.Joins = append(shown.Joins, Join{Changes: x.literal(steps[0].User), Steps: x.steps(steps[1:])})
	}
	return shown
}

// planText writes steps in the words of the body that they come from.
type planText struct {
	program   *plan.Program
	body      []rules.Literal
	variables []rules.Variable
}

func (x planText) steps(steps []plan.Step) []JoinStep {
	var list []JoinStep
	for _, s := range steps {
		shown := JoinStep{Literal: x.literal(s.User), Rows: s.Rows}
		switch s.Access {
		case plan.Scan:
			shown.Access = ScanAccess
		case plan.Probe:
			shown.Access = IndexAccess
		case plan.LookUp:
			shown.Access = LookUpAccess
		case plan.Group:
			shown.Access = GroupAccess
		case plan.Test:
			shown.Access = TestAccess
		case plan.Compute:
			shown.Access = ComputeAccess
		case plan.Shortest:
			shown.Access = ShortestAccess
		}
		for _, t := range s.Key {
			shown.By = append(shown.By, x.term(t))
		}
		for _, alternative := range s.Alternatives {
			shown.Alternatives = append(shown.Alternatives, x.steps(alternative))
		}
		list = append(list, shown)
	}
	return list
}

// literal writes the user's literal; where there is none, it is the values that the parameters of braces take.
func (x planText) literal(i int) string {
	if i < 0 {
		return ""
	}
	return rules.Text(x.body[i], x.variable)
}

// aggregate writes the aggregate whose braces the rule's body is.
func (x planText) aggregate(r *plan.Rule) string {
	var body []rules.Literal
	if r.User != nil {
		body = r.User.Body
	} else {
		body = r.Constraint.Body
	}
	i := slices.IndexFunc(body, func(l rules.Literal) bool { return l == rules.Literal(r.Braces) })
	return rules.Text(body[i], x.variable)
}

func (x planText) variable(i int) string { return "?" + x.variables[i].Name }

func (x planText) term(t plan.Term) string {
	if t.Register < 0 {
		return x.program.Dictionary.Value(t.Constant).String()
	}
	return x.variable(t.Register)
}
