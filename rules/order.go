package rules

import (
	"slices"
	"strings"
)

// How big a rule may be. Ordering its conditions takes time that grows with a power of these.
const (
	maxConditions = 128
	maxAggregates = 16
	maxVariables  = 1_000
)

// ordering puts the conditions of a clause into the order in which they are evaluated, and finds unsafe variables.
//
// Positive atoms come first. Of the rest it takes, again and again, the leftmost that is ready: a negated atom, a
// comparison and a built-in condition when their variables are bound, a computation when those of its right side are.
// An aggregate is ready when its parameters are bound, and so is each of its group variables that something outside
// the braces can bind; the others are bound by the braces.
type ordering struct {
	*checker
	clause *clause
	bound  []bool // by variable
	// fromBraces marks the variables that only an aggregate's braces bind: where a group variable is one of these,
	// there are no empty groups.
	fromBraces []bool
	waiting    []int // of the body, in written order
	occurrence [][]int
	// reach holds which variables can be bound without those that only braces bind. It changes only when braces bind
	// some; nil means that it is to be found again.
	reach []bool
}

// order orders a clause and reports what is unsafe in it.
func (c *checker) order(r *clause) {
	if c.tooBig(r) {
		return
	}
	o := &ordering{checker: c, clause: r, bound: make([]bool, len(r.variables)), fromBraces: make([]bool, len(r.variables))}
	o.occurrence = make([][]int, len(r.variables))
	for i, l := range r.body {
		if l.isPositive() {
			r.order = append(r.order, i)
			markAll(l.variables, o.bound)
			continue
		}
		o.waiting = append(o.waiting, i)
		for _, v := range l.needs() {
			o.occurrence[v] = append(o.occurrence[v], i)
		}
	}
	for len(o.waiting) > 0 {
		at := o.nextReady()
		if at < 0 {
			break
		}
		i := o.waiting[at]
		o.waiting = slices.Delete(o.waiting, at, at+1)
		r.order = append(r.order, i)
		o.evaluate(r.body[i])
	}
	o.reportUnsafe()
}

// tooBig reports a clause that cannot be ordered in good time.
func (c *checker) tooBig(r *clause) bool {
	conditions, aggregates := len(r.body), 0
	for _, l := range r.body {
		if l.kind == aggregateLiteral {
			conditions += len(l.braces.body)
			aggregates++
		}
	}
	for _, limit := range []struct {
		n, most int
		of      string
	}{{conditions, maxConditions, "condition"}, {aggregates, maxAggregates, "aggregate"}, {len(r.variables), maxVariables, "variable"}} {
		if limit.n > limit.most {
			c.errorAt(CodeRuleTooBig, r.node, "the rule has %s, and the most is %d", plural(limit.n, limit.of), limit.most).
				hint("conclude a part of it in a rule of its own")
			return true
		}
	}
	return false
}

// needs returns the variables whose values decide whether the literal is ready.
func (l *literal) needs() []int {
	if l.kind == aggregateLiteral {
		return l.braces.group
	}
	return l.variables
}

func markAll(variables []int, in []bool) {
	for _, v := range variables {
		in[v] = true
	}
}

func allBound(variables []int, bound []bool) bool {
	return !slices.ContainsFunc(variables, func(v int) bool { return !bound[v] })
}

// target returns the variable to which the comparison gives a value when just these are bound: the one side is a
// variable that is not bound, the other side is bound. Otherwise it returns -1.
func (l *literal) target(bound []bool) int {
	if l.kind != comparisonLiteral || l.op != Equal {
		return -1
	}
	if isFree(l.left, bound) && allBound(l.rightVariables, bound) {
		return l.left.variable
	}
	if isFree(l.right, bound) && allBound(l.leftVariables, bound) {
		return l.right.variable
	}
	return -1
}

// isFree reports whether the term is a variable that is not bound.
func isFree(t *term, bound []bool) bool { return t.kind == variableTerm && !bound[t.variable] }

// ready reports whether a literal that is no aggregate can be evaluated.
func (l *literal) ready(bound []bool) bool {
	return allBound(l.variables, bound) || l.target(bound) >= 0
}

// nextReady returns the place in waiting of the leftmost literal that is ready, or -1. Aggregates that wait for each
// other's group variables are taken in written order.
func (o *ordering) nextReady() int {
	waits := -1
	for at, i := range o.waiting {
		l := o.clause.body[i]
		if l.kind != aggregateLiteral {
			if l.ready(o.bound) {
				return at
			}
			continue
		}
		if plan := o.planBraces(l.braces, o.bound); !plan.ok {
			continue
		}
		if !o.mustWait(l) {
			return at
		}
		if waits < 0 {
			waits = at
		}
	}
	return waits
}

// mustWait reports whether something outside the braces is still to bind a group variable of the aggregate.
func (o *ordering) mustWait(aggregate *literal) bool {
	if allBound(aggregate.braces.group, o.bound) {
		return false
	}
	if o.reach == nil {
		o.reach = o.reachable()
	}
	return slices.ContainsFunc(aggregate.braces.group, func(v int) bool { return o.reach[v] && !o.bound[v] })
}

// reachable returns the variables that are bound or that the waiting literals can bind, without those that only the
// braces of an aggregate bind.
func (o *ordering) reachable() []bool {
	bound := slices.Clone(o.bound)
	for queue := slices.Clone(o.waiting); len(queue) > 0; queue = queue[1:] {
		l := o.clause.body[queue[0]]
		v := -1
		switch {
		case l.kind != aggregateLiteral:
			v = l.target(bound)
		case !bound[l.left.variable] && o.planBraces(l.braces, bound).ok:
			v = l.left.variable
		}
		if v >= 0 {
			bound[v] = true
			queue = append(queue, o.occurrence[v]...)
		}
	}
	return bound
}

// evaluate marks what the literal binds.
func (o *ordering) evaluate(l *literal) {
	if l.kind != aggregateLiteral {
		if l.binds = l.target(o.bound); l.binds >= 0 {
			o.bound[l.binds] = true
			o.fromBraces[l.binds] = slices.ContainsFunc(l.variables, func(v int) bool { return o.fromBraces[v] })
		}
		return
	}
	b := l.braces
	plan := o.planBraces(b, o.bound)
	b.parameters, b.order = plan.parameters, plan.order
	plan.settle(b)
	b.zeroGroups = (b.function == CountSolutions || b.function == CountValues || b.function == Sum) &&
		allBound(b.group, o.bound) && !slices.ContainsFunc(b.group, func(v int) bool { return o.fromBraces[v] })
	result := l.left.variable
	if slices.Contains(b.group, result) && !o.bound[result] {
		o.error(CodeResultInBraces, l.left.at, "?%s gets its value from the aggregate, and occurs in its braces", l.left.name).
			hint("give the result a name of its own, and compare the two in a condition")
	}
	for _, v := range b.group {
		if !o.bound[v] {
			o.bound[v], o.fromBraces[v] = true, true
			o.reach = nil
		}
	}
	b.compares = o.bound[result]
	o.bound[result] = true
}

// bracesPlan is the order of the conditions in braces.
type bracesPlan struct {
	ok         bool
	parameters []int
	order      []int
	binds      []int // by place in order
	stuck      *literal
	missing    []int // what the stuck literal, or the aggregate itself, wants bound
}

// planBraces orders the conditions in braces with as few parameters as possible out of what is bound outside.
func (o *ordering) planBraces(b *braces, outside []bool) bracesPlan {
	plan := bracesPlan{}
	bound := make([]bool, len(outside))
	var waiting []int
	for i, l := range b.body {
		if l.isPositive() {
			plan.order = append(plan.order, i)
			markAll(l.variables, bound)
		} else {
			waiting = append(waiting, i)
		}
	}
	plan.parameters = b.parametersOf(slices.Clone(bound), waiting, outside)
	for _, v := range plan.parameters {
		bound[v] = true
	}
	plan.binds = slices.Repeat([]int{-1}, len(plan.order))
	for len(waiting) > 0 {
		at := slices.IndexFunc(waiting, func(i int) bool { return b.body[i].ready(bound) })
		if at < 0 {
			plan.stuck = b.body[waiting[0]]
			plan.missing = unbound(plan.stuck.variables, bound)
			return plan
		}
		i := waiting[at]
		waiting = slices.Delete(waiting, at, at+1)
		target := b.body[i].target(bound)
		plan.order, plan.binds = append(plan.order, i), append(plan.binds, target)
		if target >= 0 {
			bound[target] = true
		}
	}
	plan.ok = true
	return plan
}

// settle records which comparisons in the braces give a value.
func (p bracesPlan) settle(b *braces) {
	for at, i := range p.order {
		b.body[i].binds = p.binds[at]
	}
}

// parametersOf returns the group variables that must come from outside: those that neither a positive atom of the
// braces nor = from bound variables binds.
func (b *braces) parametersOf(bound []bool, waiting []int, outside []bool) []int {
	var parameters []int
	inGroup := make([]bool, len(bound))
	markAll(b.group, inGroup)
	give := func(variables []int) bool {
		given := false
		for _, v := range variables {
			if !bound[v] && outside[v] && inGroup[v] {
				bound[v], given = true, true
				parameters = append(parameters, v)
			}
		}
		return given
	}
	waiting = slices.Clone(waiting)
	for {
		waiting = slices.DeleteFunc(waiting, func(i int) bool {
			l := b.body[i]
			ready := l.ready(bound)
			if v := l.target(bound); v >= 0 {
				bound[v] = true
			}
			return ready
		})
		if !slices.ContainsFunc(waiting, func(i int) bool { return give(b.body[i].inputs(bound)) }) &&
			!slices.ContainsFunc(waiting, func(i int) bool { return give(b.body[i].variables) }) {
			return parameters
		}
	}
}

// inputs returns the variables that a literal wants from elsewhere: for `?z = …` those of the right side alone, as
// long as one of them is missing.
func (l *literal) inputs(bound []bool) []int {
	if l.kind == comparisonLiteral && l.op == Equal && l.left.kind == variableTerm && !bound[l.left.variable] {
		return l.rightVariables
	}
	return l.variables
}

func unbound(variables []int, bound []bool) []int {
	return slices.DeleteFunc(slices.Clone(variables), func(v int) bool { return bound[v] })
}

// reportUnsafe reports each variable that nothing binds, where it is needed. A variable that a waiting literal would
// bind is not reported: it follows from another.
func (o *ordering) reportUnsafe() {
	reported := slices.Clone(o.bound)
	for _, i := range o.waiting {
		for _, v := range o.clause.body[i].hopes() {
			reported[v] = true
		}
	}
	known := slices.Clone(reported)
	report := func(needed []int, l *literal, where string) {
		for _, v := range needed {
			if !reported[v] {
				reported[v] = true
				o.unsafe(l.find(v), where)
			}
		}
	}
	for _, i := range o.waiting {
		l := o.clause.body[i]
		if l.kind != aggregateLiteral {
			report(l.variables, l, l.describedRole())
		} else if plan := o.planBraces(l.braces, o.bound); !plan.ok {
			report(plan.missing, plan.stuck, plan.stuck.describedRole())
		}
	}
	if o.clause.head != nil {
		report(o.clause.headVariables, &literal{atom: o.clause.head}, "the head")
	}
	if len(o.waiting) > 0 && slices.Equal(known, reported) {
		o.reportCircle()
	}
}

// hopes returns the variables that the literal would bind if it were ready.
func (l *literal) hopes() []int {
	switch {
	case l.kind == aggregateLiteral:
		hopes := []int{l.left.variable}
		for _, inner := range l.braces.body {
			if inner.isPositive() {
				hopes = append(hopes, inner.variables...)
			}
		}
		return hopes
	case l.kind != comparisonLiteral || l.op != Equal:
		return nil
	case l.left.kind == variableTerm:
		return []int{l.left.variable}
	case l.right.kind == variableTerm:
		return []int{l.right.variable}
	}
	return nil
}

// reportCircle reports computations that wait for each other.
func (o *ordering) reportCircle() {
	for _, i := range o.waiting {
		if l := o.clause.body[i]; len(l.hopes()) > 0 {
			name := o.clause.variables[l.hopes()[0]].name
			o.error(CodeUnsafe, l.at, "?%s depends on itself, so nothing gives it a value", name).
				hint("bind ?%s by a positive atom, as in relation(?%s)", name, name)
			return
		}
	}
}

// unsafe reports a variable that nothing binds.
func (o *ordering) unsafe(t *term, where string) {
	d := o.error(CodeUnsafe, t.at, "?%s is not bound, and %s needs its value", t.name, where)
	if o.full() {
		return
	}
	var bound []string
	for i, b := range o.bound {
		if b {
			bound = append(bound, o.clause.variables[i].name)
		}
	}
	switch near := o.suggest(t.name, bound); {
	case near != "":
		d.caret("did you mean ?%s?", near)
		d.hint("otherwise bind ?%s by a positive atom, as in relation(?%s), or by ?%s = …", t.name, t.name, t.name)
	case strings.HasPrefix(where, "not "):
		d.hint("bind ?%s by a positive atom, or write _ to mean that there is no value at all", t.name)
	default:
		d.hint("bind ?%s by a positive atom, as in relation(?%s), or by ?%s = …", t.name, t.name, t.name)
	}
}

// find returns where the literal has the variable.
func (l *literal) find(v int) *term {
	var found *term
	l.walk(func(t *term) {
		if found == nil && t.kind == variableTerm && t.variable == v {
			found = t
		}
	})
	return found
}

// describedRole names a literal in a message about what it needs.
func (l *literal) describedRole() string {
	switch {
	case l.kind == atomLiteral:
		return "not " + l.atom.name
	case l.kind == conditionLiteral:
		return l.atom.name
	default:
		return "the comparison"
	}
}
