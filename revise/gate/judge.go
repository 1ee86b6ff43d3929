package gate

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Verdict is what a policy says of a comparison.
type Verdict struct {
	Results []Result    // check by check, in the order of the policy
	Idle    []Exception // that let nothing pass, and have not ended
	Ended   []Exception
}

// Result is what became of one check.
type Result struct {
	Check    Check
	Breaches []Breach // the changes that it forbids
	Allowed  []Breach // those that an exception lets pass; they do not count
}

// Breach is a change that a check is about.
type Breach struct {
	Change    Change
	Message   string // the check's own, or what happens
	Allowed   bool
	Exception Exception // that lets it pass, or that would, had it not ended
}

// Breached reports whether there are more changes than the check lets pass.
func (r *Result) Breached() bool { return len(r.Breaches) > r.Check.AtMost }

// Breached counts the checks that are breached.
func (v *Verdict) Breached() int {
	n := 0
	for i := range v.Results {
		if v.Results[i].Breached() {
			n++
		}
	}
	return n
}

// Judge says which changes of the comparison the policy forbids. Exceptions end after their day: today, a date, is that
// of the caller. The error is a rules.Diagnostics about the policy, where it names what neither state knows, or that of
// evaluating its conditions. The cost is that of the changes, and of the facts that conditions are about.
func (p *Policy) Judge(ctx context.Context, c *Comparison, today belief.Value, opts ...revise.Option) (*Verdict, error) {
	r := &reporter{document: p.document}
	j := judge{
		policy: p, comparison: c, today: today,
		resolver: &resolver{reporter: r, joint: c.joint.Program(), head: c.head.Program()},
	}
	checks, exceptions := j.selectors()
	if r.diagnostics().HasErrors() {
		return nil, r.diagnostics()
	}
	asked := newConditions(r, p, c)
	for i, check := range p.Checks {
		if !check.asks() {
			continue
		}
		for k, s := range checks[i] {
			asked.add(i, s, check.patterns[k].node)
		}
	}
	meets, err := asked.solve(ctx, opts)
	if err != nil {
		return nil, err
	}
	return j.verdict(checks, exceptions, meets), nil
}

// judge goes through the checks.
type judge struct {
	*resolver
	policy     *Policy
	comparison *Comparison
	today      belief.Value
}

// selectors resolves the patterns of all checks and exceptions.
func (j *judge) selectors() (checks, exceptions [][]*selector) {
	resolve := func(patterns []pattern) []*selector {
		var list []*selector
		for _, p := range patterns {
			list = append(list, j.resolve(p))
		}
		return list
	}
	for _, c := range j.policy.Checks {
		checks = append(checks, resolve(c.patterns))
	}
	for _, e := range j.policy.Exceptions {
		exceptions = append(exceptions, resolve(e.patterns))
	}
	return checks, exceptions
}

func (j *judge) verdict(checks, exceptions [][]*selector, meets met) *Verdict {
	v := &Verdict{}
	used := make([]bool, len(exceptions))
	for i, check := range j.policy.Checks {
		result := Result{Check: check}
		for _, change := range j.comparison.Changes {
			message, forbidden := j.forbids(check, checks[i], change, meets)
			if !forbidden {
				continue
			}
			breach := Breach{Change: change, Message: message}
			if k := j.exception(check, exceptions, change); k >= 0 {
				used[k] = true
				breach.Exception, breach.Allowed = j.policy.Exceptions[k], !j.ended(j.policy.Exceptions[k])
			}
			if breach.Allowed {
				result.Allowed = append(result.Allowed, breach)
			} else {
				result.Breaches = append(result.Breaches, breach)
			}
		}
		v.Results = append(v.Results, result)
	}
	for k, e := range j.policy.Exceptions {
		switch {
		case j.ended(e):
			v.Ended = append(v.Ended, e)
		case !used[k]:
			v.Idle = append(v.Idle, e)
		}
	}
	return v
}

// forbids reports whether a check is about the change, and what it says of it.
func (j *judge) forbids(check Check, selectors []*selector, c Change, meets met) (message string, forbidden bool) {
	message = c.String()
	if c.Message != "" {
		message += ": " + c.Message
	}
	if len(selectors) == 0 {
		return cmp.Or(textOf(check.node, "message"), message), j.shown(c)
	}
	for _, s := range selectors {
		if !s.selects(c) {
			continue
		}
		if !check.asks() {
			return message, true
		}
		if own, is := meets[s][keyOf(s.bound(c))]; is {
			return cmp.Or(own, message), true
		}
	}
	return "", false
}

// shown reports whether a check that names no changes is about the change: reports show it.
func (j *judge) shown(c Change) bool {
	if c.Kind == Violated {
		return true
	}
	if j.comparison.Shown != nil {
		return slices.Contains(j.comparison.Shown, c.Fact.Relation)
	}
	for _, p := range []*rules.Program{j.comparison.base.Program(), j.head} {
		if r := p.Relation(c.Fact.Relation); r != nil && len(r.Rules) > 0 {
			return true
		}
	}
	return false
}

// exception returns the first that lets the change pass, else the first that did until it ended, or -1.
func (j *judge) exception(check Check, exceptions [][]*selector, c Change) int {
	ended := -1
	for k, e := range j.policy.Exceptions {
		switch {
		case e.Of != "" && e.Of != check.Name || !anySelects(exceptions[k], c):
		case !j.ended(e):
			return k
		case ended < 0:
			ended = k
		}
	}
	return ended
}

func (j *judge) ended(e Exception) bool {
	return e.Until.Type() == belief.DateType && e.Until.Compare(j.today) < 0
}

func anySelects(selectors []*selector, c Change) bool {
	return slices.ContainsFunc(selectors, func(s *selector) bool { return s.selects(c) })
}

// Unlike lists the relations that make two states impossible to compare, from the error of Compare.
func Unlike(err error) []*rules.UnlikeError {
	var list []*rules.UnlikeError
	var one *rules.UnlikeError
	var joined interface{ Unwrap() []error }
	switch {
	case errors.As(err, &joined):
		for _, e := range joined.Unwrap() {
			list = append(list, Unlike(e)...)
		}
	case errors.As(err, &one):
		list = append(list, one)
	}
	return list
}
