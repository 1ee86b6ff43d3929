package rules

import "github.com/beliefbase/revise/belief"

func buildVariables(r *clause) []Variable {
	variables := make([]Variable, len(r.variables))
	for i, v := range r.variables {
		variables[i] = Variable{Name: v.name, Type: v.cell.typeOf()}
	}
	return variables
}

func buildLiterals(body []*literal) []Literal {
	literals := make([]Literal, len(body))
	for i, l := range body {
		literals[i] = buildLiteral(l)
	}
	return literals
}

func buildLiteral(l *literal) Literal {
	place := l.at.place()
	switch l.kind {
	case conditionLiteral:
		return &Condition{Call: buildCall(l.atom.function, l.atom.args), Place: place}
	case comparisonLiteral:
		left, right := l.left, l.right
		if l.binds >= 0 && (left.kind != variableTerm || left.variable != l.binds) {
			left, right = right, left // a computation has its variable on the left
		}
		return &Comparison{Op: l.op, Left: buildExpr(left), Right: buildExpr(right), Binds: l.binds, Place: place}
	case aggregateLiteral:
		return buildAggregate(l, place)
	default:
		return buildAtom(l.atom, l.negated, place)
	}
}

func buildAtom(a *call, negated bool, place belief.Place) *Atom {
	atom := &Atom{Relation: a.relation.Relation, Negated: negated, Place: place, Terms: make([]Term, len(a.args))}
	for i, t := range a.args {
		atom.Terms[i] = buildTerm(t)
	}
	return atom
}

func buildTerm(t *term) Term {
	switch t.kind {
	case variableTerm:
		return Term{Kind: VariableTerm, Variable: t.variable}
	case wildcardTerm:
		return Term{Kind: WildcardTerm}
	default:
		return Term{Kind: ConstantTerm, Value: t.value}
	}
}

func buildCall(f Func, args []*term) Call {
	c := Call{Func: f, Args: make([]Expr, len(args))}
	for i, arg := range args {
		c.Args[i] = buildExpr(arg)
	}
	return c
}

func buildExpr(t *term) Expr {
	e := Expr{Type: t.cell.typeOf()}
	switch t.kind {
	case variableTerm:
		e.Kind, e.Variable = VariableExpr, t.variable
	case constantTerm:
		e.Kind, e.Value = ConstantExpr, t.value
	case callTerm:
		call := buildCall(t.call.function, t.call.args)
		e.Kind, e.Call = CallExpr, &call
	default:
		call := buildCall(t.op, t.args)
		e.Kind, e.Call = CallExpr, &call
	}
	return e
}

func buildAggregate(l *literal, place belief.Place) *Aggregate {
	b := l.braces
	a := &Aggregate{
		Func: b.function, Of: -1, Result: l.left.variable, Compares: b.compares, Group: b.group, Parameters: b.parameters,
		ZeroGroups: b.zeroGroups, Body: buildLiterals(b.body), Order: b.order, Type: l.left.cell.typeOf(), Place: place,
	}
	if b.of != nil {
		a.Of = b.of.variable
	}
	return a
}
