package rules

import (
	"fmt"
	"regexp"

	"github.com/beliefbase/revise/belief"
)

// cell is a type that is being inferred: that of a column, a variable or an expression. Cells that must have one type
// are united; a united cell points to the one that speaks for both.
type cell struct {
	parent  *cell
	set     typeSet      // what it can still be
	why     belief.Place // what narrowed it last
	because string
}

func newCell(set typeSet) *cell { return &cell{set: set} }

// find returns the cell that speaks for this one.
func (c *cell) find() *cell {
	for c.parent != nil {
		if c.parent.parent != nil {
			c.parent = c.parent.parent
		}
		c = c.parent
	}
	return c
}

// narrow keeps only what is in the set, which must have something in common with the cell's.
func (c *cell) narrow(set typeSet, why belief.Place, because string) {
	root := c.find()
	if narrowed := root.set & set; narrowed != root.set {
		root.set, root.why, root.because = narrowed, why, because
	}
}

// typeOf returns the type of a cell. A number about which nothing else is known is an int.
func (c *cell) typeOf() belief.Type {
	if set := c.find().set; set != numeric {
		return set.only()
	}
	return belief.IntType
}

// unite gives two cells one type, and reports whether there is one.
func unite(a, b *cell) bool {
	a, b = a.find(), b.find()
	if a == b {
		return true
	}
	both := a.set & b.set
	if both == 0 {
		return false
	}
	if a.set != both || b.set == both && a.because == "" {
		a, b = b, a // the narrower one knows why
	}
	b.parent, a.set = a, both
	return true
}

// typeConflict reports two cells that cannot be united, under the names that a message gives them.
func (c *checker) typeConflict(a, b *cell, at span, first, second string) {
	a, b = a.find(), b.find()
	d := c.error(CodeType, at, "%s is %s, and %s is %s", first, a.set, second, b.set)
	for _, side := range []*cell{a, b} {
		d.related(side.why, "%s", side.because)
	}
	d.hint("%s", typeHint(a.set, b.set))
}

// typeHint says how two types can be brought together.
func typeHint(a, b typeSet) string {
	switch {
	case a|b == numeric:
		return "int and float do not mix: float(?i) and int(?f) convert, and 3.0 is a float"
	case (a|b)&stringType != 0:
		return "text in quotes is a string, whatever it looks like; text(?x) converts"
	}
	return ""
}

// infer finds the types of a clause.
func (c *checker) infer(r *clause) {
	if r.head != nil {
		c.inferAtom(r, r.head)
	}
	for _, l := range r.body {
		c.inferLiteral(r, l)
	}
}

func (c *checker) inferLiteral(r *clause, l *literal) {
	switch l.kind {
	case atomLiteral:
		c.inferAtom(r, l.atom)
	case conditionLiteral:
		c.inferCall(r, l.atom.function, l.atom.args)
	case comparisonLiteral:
		left, right := c.inferTerm(r, l.left), c.inferTerm(r, l.right)
		if !unite(left, right) {
			c.typeConflict(left, right, l.at, l.left.described(), l.right.described())
		}
	case aggregateLiteral:
		c.inferAggregate(r, l)
	}
}

// inferAtom unites each term of an atom with its column.
func (c *checker) inferAtom(r *clause, a *call) {
	for i, t := range a.args {
		value := c.inferTerm(r, t)
		if a.relation == nil || t.kind == wildcardTerm {
			continue
		}
		if column := a.relation.cells[i]; !unite(column, value) {
			c.typeConflict(column, value, t.at, fmt.Sprintf("column %s of %s", columnName(a.relation, i), a.name), t.described())
		}
	}
}

// described returns what a message calls the term.
func (t *term) described() string {
	if t.kind == constantTerm {
		return "the constant " + t.at.content()
	}
	return t.at.content()
}

// inferTerm returns the cell of an expression.
func (c *checker) inferTerm(r *clause, t *term) *cell {
	switch t.kind {
	case constantTerm:
		t.cell = newCell(anyType)
		t.cell.narrow(setOf(t.value.Type()), t.at.place(), fmt.Sprintf("%s is %s", t.at.content(), t.value.Type()))
	case variableTerm:
		t.cell = r.variables[t.variable].cell
	case callTerm:
		t.cell = c.inferCall(r, t.call.function, t.call.args)
	case operatorTerm:
		t.cell = c.inferCall(r, t.op, t.args)
	default:
		t.cell = newCell(anyType)
	}
	return t.cell
}

// inferCall checks the arguments of a function and returns the cell of its result.
func (c *checker) inferCall(r *clause, f Func, args []*term) *cell {
	if f == noFunction {
		for _, arg := range args {
			c.inferTerm(r, arg)
		}
		return newCell(anyType)
	}
	want := signatures[f]
	result := newCell(want.result)
	for i, arg := range args {
		value := c.inferTerm(r, arg)
		wanted := newCell(want.args[min(i, len(want.args)-1)])
		if want.alike {
			wanted = result
		}
		if !unite(wanted, value) {
			c.typeConflict(wanted, value, arg.at, c.argument(f, args, i), arg.described())
		}
	}
	return result
}

// argument names an argument of a function in a message.
func (c *checker) argument(f Func, args []*term, i int) string {
	if signatures[f].sign != "" {
		return "the operand of " + f.String()
	}
	if len(args) == 1 {
		return "the argument of " + f.String()
	}
	return fmt.Sprintf("argument %d of %s", i+1, f)
}

// inferAggregate checks what an aggregate ranges over and unites its value with the variable that it gives it to.
func (c *checker) inferAggregate(r *clause, l *literal) {
	for _, inner := range l.braces.body {
		c.inferLiteral(r, inner)
	}
	result := newCell(intType)
	if of := l.braces.of; of != nil {
		wanted := newCell(map[AggregateFunc]typeSet{CountValues: anyType, Sum: numeric, Avg: numeric, Min: ordered, Max: ordered}[l.braces.function])
		value := c.inferTerm(r, of)
		if !unite(wanted, value) {
			c.typeConflict(wanted, value, of.at, "what "+l.braces.function.String()+" takes", of.described())
		}
		switch l.braces.function {
		case Sum, Min, Max:
			result = value
		case Avg:
			result = newCell(floatType)
		}
	}
	if bound := c.inferTerm(r, l.left); !unite(result, bound) {
		c.typeConflict(result, bound, l.left.at, "the "+l.braces.function.String(), l.left.described())
	}
}

// String returns the word of the aggregate.
func (f AggregateFunc) String() string {
	return [...]string{CountSolutions: "count", CountValues: "count", Sum: "sum", Min: "min", Max: "max", Avg: "avg"}[f]
}

// pattern checks the pattern of matches, which is known before any value is.
func (s *scope) pattern(condition *call) {
	if condition.function != Matches || len(condition.args) != 2 {
		return
	}
	t := condition.args[1]
	if t.kind != constantTerm {
		s.error(CodePattern, t.at, "the pattern of matches is a constant").hint(`write it out in double quotes: matches(?x, "^[a-z]+$")`)
		return
	}
	if _, err := regexp.Compile(t.value.Text()); err != nil {
		s.error(CodePattern, t.at, "the pattern cannot be read: %s", err).hint("patterns are RE2 expressions")
	}
}
