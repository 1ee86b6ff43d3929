package rules

import (
	"slices"

	"github.com/beliefbase/revise/belief"
)

// warning reports something that is allowed and probably not meant.
func (r *reporter) warning(code Code, at span, format string, args ...any) *Diagnostic {
	d := r.error(code, at, format, args...)
	d.Severity = Warning
	return d
}

// warn looks over clauses without errors for what is probably not meant.
func (c *checker) warn() {
	future := c.futureRules()
	c.warnUnused(future)
	c.warnEmpty(future)
	for _, r := range slices.Concat(c.rules, c.constraints) {
		c.warnClause(r)
	}
}

// warnAdded looks over the clauses that are new in a changed program.
func (c *checker) warnAdded() {
	for _, r := range slices.Concat(c.rules, c.constraints) {
		if !r.kept {
			c.warnClause(r)
		}
	}
}

func (c *checker) warnClause(r *clause) {
	c.warnContradiction(r.body)
	detached := c.warnProduct(r)
	if r.head == nil {
		return
	}
	if !detached {
		c.warnFanOut(r)
	}
	c.warnEndless(r)
}

// futureRules reads the rules and constraints that revisions add; what is wrong with them is reported when they are.
func (c *checker) futureRules() []*clause {
	s := &sections{reporter: &reporter{}}
	var all []*clause
	for _, doc := range c.docs {
		if doc.Root == nil {
			continue
		}
		for _, revision := range s.list(doc.Root.Field("revisions"), "revisions") {
			for _, n := range s.list(revision.Field("add_rules"), "add_rules") {
				all = append(all, s.rule(n))
			}
			for _, n := range s.list(revision.Field("add_constraints"), "add_constraints") {
				all = append(all, s.constraint(n, Report))
			}
		}
	}
	return slices.DeleteFunc(all, func(r *clause) bool { return r == nil })
}

// warnUnused reports relations of base beliefs that no rule and no constraint mentions.
func (c *checker) warnUnused(future []*clause) {
	used := map[string]bool{}
	clauses := slices.Concat(c.rules, c.constraints, future)
	for _, r := range clauses {
		if r.head != nil {
			used[r.head.name] = true
		}
		for _, l := range r.body {
			for _, atom := range l.atoms() {
				used[atom.atom.name] = true
			}
		}
	}
	for _, name := range c.names() {
		if r := c.relations[name]; !used[name] && len(clauses) > 0 {
			c.errorPlace(CodeUnused, r.Place, len([]rune(name)), "no rule and no constraint uses %s", name).
				hint("use it, or leave it out").Severity = Warning
		}
	}
}

// warnEmpty reports rules that need a relation which nothing can fill. Without any fact there is nothing to decide:
// the facts are then elsewhere.
func (c *checker) warnEmpty(future []*clause) {
	if len(c.signature) == 0 {
		return
	}
	filled, concluded := c.fillable(future), map[string]bool{}
	for _, r := range c.rules {
		concluded[r.head.name] = true
	}
	for _, r := range slices.Concat(c.rules, c.constraints) {
		if l := r.firstEmpty(filled); l != nil && (!concluded[l.atom.name] || c.sameComponent(r, l)) {
			c.warning(CodeNeverHolds, l.at, "this can never hold: no fact and no rule gives %s its first fact", l.atom.name).
				hint("give %s facts, or leave the rule out", l.atom.name)
		}
	}
}

// fillable returns the relations that can have a fact: those that get some from outside, and those of which a rule has
// only such relations in its positive atoms.
func (c *checker) fillable(future []*clause) map[string]bool {
	filled := map[string]bool{}
	var queue []string
	fill := func(name string) {
		if !filled[name] {
			filled[name] = true
			queue = append(queue, name)
		}
	}
	for _, name := range c.names() {
		if r := c.relations[name]; r.observed || r.MayAssert {
			fill(name)
		}
	}
	for _, r := range future {
		if r.head != nil {
			fill(r.head.name)
		}
	}
	missing := make([]int, len(c.rules)) // positive atoms whose relation is not filled
	usedBy := map[string][]int{}
	for i, r := range c.rules {
		for _, l := range r.body {
			if l.isPositive() {
				missing[i]++
				usedBy[l.atom.name] = append(usedBy[l.atom.name], i)
			}
		}
		if missing[i] == 0 {
			fill(r.head.name)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range usedBy[queue[0]] {
			if missing[i]--; missing[i] == 0 {
				fill(c.rules[i].head.name)
			}
		}
	}
	return filled
}

// firstEmpty returns the first positive atom whose relation stays empty.
func (r *clause) firstEmpty(filled map[string]bool) *literal {
	for _, l := range r.body {
		if l.isPositive() && !filled[l.atom.name] {
			return l
		}
	}
	return nil
}

func (c *checker) sameComponent(r *clause, l *literal) bool {
	return r.head != nil && c.graph.component[r.head.name] == c.graph.component[l.atom.name]
}

// warnContradiction reports conditions that exclude each other, or themselves.
func (c *checker) warnContradiction(body []*literal) {
	equal := map[int]*literal{} // by variable: where it is given a constant
	for i, l := range body {
		switch l.kind {
		case comparisonLiteral:
			c.warnComparison(l, equal)
		case aggregateLiteral:
			c.warnContradiction(l.braces.body)
		case atomLiteral:
			for _, other := range body[:i] {
				if other.kind == atomLiteral && other.negated != l.negated && other.atom.sameAs(l.atom) {
					c.warning(CodeNeverHolds, l.at, "this can never hold: %s stands here with and without not", l.atom.name).
						related(other.at.place(), "the other one is here")
				}
			}
		}
	}
}

func (c *checker) warnComparison(l *literal, equal map[int]*literal) {
	left, right := l.left, l.right
	if right.kind == variableTerm && left.kind == constantTerm {
		left, right = right, left
	}
	switch {
	case left.kind == constantTerm && right.kind == constantTerm && !holds(l.op, left.value.Compare(right.value)),
		left.kind == variableTerm && right.kind == variableTerm && left.variable == right.variable && !holds(l.op, 0):
		c.warning(CodeNeverHolds, l.at, "%s can never hold", l.at.content())
	case l.op == Equal && left.kind == variableTerm && right.kind == constantTerm:
		first := equal[left.variable]
		if first == nil {
			equal[left.variable] = l
		} else if first.constant() != right.value {
			c.warning(CodeNeverHolds, l.at, "this can never hold: ?%s has another value already", left.name).
				related(first.at.place(), "it is given one here")
		}
	}
}

// constant returns the constant of a comparison that has one.
func (l *literal) constant() belief.Value {
	if l.left.kind == constantTerm {
		return l.left.value
	}
	return l.right.value
}

// holds reports whether the comparison holds of two values that compare like that.
func holds(op Op, compared int) bool {
	switch op {
	case Equal:
		return compared == 0
	case NotEqual:
		return compared != 0
	case Less:
		return compared < 0
	case LessEqual:
		return compared <= 0
	case Greater:
		return compared > 0
	default:
		return compared >= 0
	}
}

// sameAs reports whether two atoms are written alike.
func (a *call) sameAs(b *call) bool {
	return a.name == b.name && slices.EqualFunc(a.args, b.args, func(s, t *term) bool {
		return s.kind == t.kind && s.variable == t.variable && s.value == t.value
	})
}

// groups unites the variables that occur together.
type groups []int

func newGroups(n int) groups {
	g := make(groups, n)
	for i := range g {
		g[i] = i
	}
	return g
}

func (g groups) of(v int) int {
	for g[v] != v {
		g[v] = g[g[v]]
		v = g[v]
	}
	return v
}

func (g groups) unite(variables []int) {
	for i, v := range variables {
		if a, b := g.of(variables[0]), g.of(v); i > 0 && a != b {
			g[max(a, b)] = min(a, b)
		}
	}
}

// warnProduct reports positive atoms that share no variable with those before them, neither directly nor through a
// comparison, and returns whether there are any.
func (c *checker) warnProduct(r *clause) bool {
	found := c.warnProductIn(r, r.body, nil)
	for _, l := range r.body {
		if l.kind == aggregateLiteral && c.warnProductIn(r, l.braces.body, l.braces.group) {
			found = true
		}
	}
	return found
}

// warnProductIn looks at one list of conditions; the given variables are joined elsewhere.
func (c *checker) warnProductIn(r *clause, body []*literal, given []int) bool {
	joined := newGroups(len(r.variables))
	joined.unite(given)
	var atoms []*literal
	for _, l := range body {
		if l.kind == atomLiteral && l.negated {
			continue
		}
		joined.unite(l.touched())
		if l.isPositive() && len(l.variables) > 0 {
			atoms = append(atoms, l)
		}
	}
	for _, l := range atoms {
		if joined.of(l.variables[0]) == joined.of(atoms[0].variables[0]) {
			continue
		}
		c.warning(CodeProduct, l.at, "nothing joins %s with %s, so every fact of the one meets every fact of the other", l.atom.name, atoms[0].atom.name).
			related(atoms[0].at.place(), "%s is here", atoms[0].atom.name).hint("use a variable of one in the other, or put _ where a value does not matter")
		return true
	}
	return false
}

// touched returns the variables of the literal, and those that an aggregate shares with the rest.
func (l *literal) touched() []int {
	if l.kind == aggregateLiteral {
		return slices.Concat(l.variables, l.braces.group)
	}
	return l.variables
}

// warnFanOut reports groups of variables that the head does not use and that are independent of each other: every
// solution of one is combined with every solution of the other, and each combination is a support of its own.
func (c *checker) warnFanOut(r *clause) {
	inHead := make([]bool, len(r.variables))
	markAll(r.headVariables, inHead)
	together := newGroups(len(r.variables))
	tested := map[int]bool{} // groups that a condition narrows; one value each is likely
	for _, l := range r.body {
		together.unite(unbound(l.touched(), inHead))
	}
	for _, l := range r.body {
		if free := unbound(l.touched(), inHead); !l.isPositive() && len(free) > 0 {
			tested[together.of(free[0])] = true
		}
	}
	var first *literal
	for _, l := range r.body {
		free := unbound(l.touched(), inHead)
		if len(free) == 0 || tested[together.of(free[0])] {
			continue
		}
		if first == nil {
			first = l
			continue
		}
		a, b := unbound(first.touched(), inHead)[0], free[0]
		if together.of(a) == together.of(b) {
			continue
		}
		c.warning(CodeFanOut, l.at, "every ?%s is combined with every ?%s, and the head uses neither", r.variables[a].name, r.variables[b].name).
			related(first.at.place(), "?%s is here", r.variables[a].name).hint("write _ where a value does not matter, or conclude one part in a rule of its own")
		return
	}
}

// grows are the functions that can make ever new values of old ones.
var grows = map[Func]bool{Add: true, Subtract: true, Multiply: true, Concat: true, AddDays: true}

// warnEndless reports a recursive rule whose head takes a value that is computed from the recursion, with no
// comparison that bounds it: it may conclude new facts without end.
func (c *checker) warnEndless(r *clause) {
	home := c.graph.component[r.head.name]
	if !c.graph.recursive[home] {
		return
	}
	recursive := make([]bool, len(r.variables)) // values that come from the recursion
	bounded := make([]bool, len(r.variables))
	for _, l := range r.body {
		switch {
		case l.isPositive() && c.graph.component[l.atom.name] == home:
			markAll(l.variables, recursive)
		case l.isPositive() || l.kind == comparisonLiteral && l.op != Equal && l.op != NotEqual:
			markAll(l.variables, bounded)
		}
	}
	for _, i := range r.order {
		l := r.body[i]
		if l.kind != comparisonLiteral || l.binds < 0 {
			continue
		}
		inputs := slices.DeleteFunc(slices.Clone(l.variables), func(v int) bool { return v == l.binds })
		from := slices.ContainsFunc(inputs, func(v int) bool { return recursive[v] })
		limited := bounded[l.binds] || slices.ContainsFunc(inputs, func(v int) bool { return recursive[v] && bounded[v] })
		recursive[l.binds], bounded[l.binds] = from, limited
		if from && !limited && l.computesNew() && slices.Contains(r.headVariables, l.binds) {
			c.warning(CodeEndless, l.at, "%s may conclude new facts without end: nothing bounds ?%s", r.head.name, r.variables[l.binds].name).
				hint("add a comparison, as in ?%s <= limit", r.variables[l.binds].name)
		}
	}
}

// computesNew reports whether the comparison computes with a function that can make ever new values.
func (l *literal) computesNew() bool {
	found := false
	l.walk(func(t *term) {
		found = found || t.kind == operatorTerm && grows[t.op] || t.kind == callTerm && grows[t.call.function]
	})
	return found
}
