package plan

import (
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/aggregate"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// lowering is a program being lowered.
type lowering struct {
	*Program
	level       map[*rules.Relation]int // stratum of the user's relation, -1 without rules
	recursive   map[*rules.Relation]bool
	projections map[string]*Relation
}

// Lower makes the relations, rules and strata of a program. The relations are empty.
func Lower(source *rules.Program, d *belief.Dictionary) *Program {
	l := &lowering{
		Program: &Program{Source: source, Dictionary: d},
		level:   map[*rules.Relation]int{}, recursive: map[*rules.Relation]bool{}, projections: map[string]*Relation{},
	}
	for i, s := range source.Strata() {
		for _, r := range s.Relations {
			l.level[r], l.recursive[r] = i+1, s.Recursive
		}
	}
	for _, r := range source.Relations {
		made := l.relation(r.Name, len(r.Columns), r.Bag)
		made.User = r
		l.users = append(l.users, made)
	}
	for _, r := range source.Rules {
		l.rule(r)
	}
	for _, c := range source.Constraints {
		l.constraint(c)
	}
	l.stratify()
	return l.Program
}

func (l *lowering) relation(name string, arity int, bag bool) *Relation {
	r := &Relation{Relation: store.NewRelation(name, arity, bag), Number: len(l.Relations)}
	l.Relations = append(l.Relations, r)
	return r
}

func (l *lowering) add(r *Rule) {
	r.Number = len(l.Rules)
	l.Rules = append(l.Rules, r)
	if r.Head != nil {
		r.Head.Rules = append(r.Head.Rules, r)
	}
}

func (l *lowering) rule(source *rules.Rule) {
	head := l.users[source.Head.Relation.Number]
	b := l.body(&Rule{User: source, Head: head, Registers: len(source.Variables)}, l.level[source.Head.Relation])
	b.wildcardsCount = source.Head.Relation.Bag
	b.literals(source.Body, source.Order)
	b.HeadTerms = b.terms(source.Head.Terms)
	l.add(b.Rule)
}

func (l *lowering) constraint(source *rules.Constraint) {
	head := l.relation(source.Name, len(source.Arguments), false)
	head.Constraint = source
	l.Violations = append(l.Violations, head)
	b := l.body(&Rule{Constraint: source, Head: head, Registers: len(source.Variables)}, len(l.level)+1)
	b.literals(source.Body, source.Order)
	for _, v := range source.Arguments {
		b.HeadTerms = append(b.HeadTerms, Term{Register: v})
	}
	l.add(b.Rule)
}

// body is a rule being lowered.
type body struct {
	*Rule
	*lowering
	level          int  // of the head
	wildcardsCount bool // each value of _ makes an instance of its own
}

func (l *lowering) body(r *Rule, level int) *body {
	r.joins = map[int]*join{}
	return &body{Rule: r, lowering: l, level: level}
}

// literals lowers a body: its relation literals in the order of the text, then its guards in the order of evaluation.
func (b *body) literals(list []rules.Literal, order []int) {
	made := make([]*Literal, len(list))
	for i, lit := range list {
		switch lit := lit.(type) {
		case *rules.Atom:
			made[i] = b.atom(lit)
		case *rules.Aggregate:
			made[i] = b.aggregate(lit, b.before(list, order, i))
		default:
			continue
		}
		made[i].User, made[i].Position = i, len(b.Literals)
		b.Literals = append(b.Literals, made[i])
	}
	for _, i := range order {
		switch lit := list[i].(type) {
		case *rules.Atom:
			if lit.Negated {
				b.guards = append(b.guards, guard{literal: made[i]})
			}
		case *rules.Aggregate:
			b.guards = append(b.guards, guard{literal: made[i], partial: lit.Func == rules.Sum || lit.Func == rules.Avg})
		case *rules.Comparison:
			b.guards = append(b.guards, b.comparison(lit))
		case *rules.Condition:
			b.guards = append(b.guards, guard{condition: lit})
		}
	}
	for i := range b.guards {
		b.guards[i].user = b.userOf(list, order, i)
	}
}

// userOf returns the index in the text of guard i.
func (b *body) userOf(list []rules.Literal, order []int, guard int) int {
	for _, i := range order {
		if a, ok := list[i].(*rules.Atom); ok && !a.Negated {
			continue
		}
		if guard == 0 {
			return i
		}
		guard--
	}
	return -1
}

// before returns the literals that are evaluated before literal i.
func (b *body) before(list []rules.Literal, order []int, i int) []rules.Literal {
	var earlier []rules.Literal
	for _, k := range order {
		if k == i {
			break
		}
		earlier = append(earlier, list[k])
	}
	return earlier
}

func (b *body) terms(list []rules.Term) []Term {
	made := make([]Term, len(list))
	for i, t := range list {
		switch t.Kind {
		case rules.ConstantTerm:
			made[i] = Term{Register: -1, Constant: b.Dictionary.ID(t.Value)}
		case rules.VariableTerm:
			made[i] = Term{Register: t.Variable}
		default:
			made[i] = Term{Register: b.Registers}
			b.Registers++
		}
	}
	return made
}

// atom lowers an atom. Where _ must not count, the atom is one of a projection that leaves those columns out.
func (b *body) atom(a *rules.Atom) *Literal {
	relation := b.users[a.Relation.Number]
	kept := keptColumns(a)
	if len(kept) == len(a.Terms) || b.wildcardsCount && !a.Negated {
		return &Literal{Relation: relation, Terms: b.terms(a.Terms), Negated: a.Negated}
	}
	terms := make([]rules.Term, len(kept))
	for i, c := range kept {
		terms[i] = a.Terms[c]
	}
	return &Literal{Relation: b.projection(a.Relation, kept), Terms: b.terms(terms), Negated: a.Negated}
}

func keptColumns(a *rules.Atom) []int {
	var kept []int
	for i, t := range a.Terms {
		if t.Kind != rules.WildcardTerm {
			kept = append(kept, i)
		}
	}
	return kept
}

// comparison lowers a comparison; where both sides are terms it needs no evaluation.
func (b *body) comparison(c *rules.Comparison) guard {
	g := guard{comparison: c, partial: isPartial(&c.Left) || isPartial(&c.Right)}
	g.left, g.simple = b.simpleTerm(&c.Left)
	right, ok := b.simpleTerm(&c.Right)
	g.right, g.simple = right, g.simple && ok
	return g
}

func (b *body) simpleTerm(e *rules.Expr) (Term, bool) {
	switch e.Kind {
	case rules.ConstantExpr:
		return Term{Register: -1, Constant: b.Dictionary.ID(e.Value)}, true
	case rules.VariableExpr:
		return Term{Register: e.Variable}, true
	default:
		return Term{}, false
	}
}

// inStratum reports whether the atom is a positive one of the head's own recursive stratum.
func (b *body) inStratum(a *rules.Atom) bool {
	return !a.Negated && b.recursive[a.Relation] && b.lowering.level[a.Relation] == b.level
}

// projection returns the relation of those columns of r (algorithms.md, 1.6 and 1.8, at _ only).
func (l *lowering) projection(r *rules.Relation, kept []int) *Relation {
	name := fmt.Sprint(r.Name, kept)
	if p := l.projections[name]; p != nil {
		return p
	}
	p := l.relation(name, len(kept), false)
	p.Projects, p.Kept = l.users[r.Number], kept
	l.projections[name] = p
	rule := &Rule{Head: p, Registers: len(r.Columns), joins: map[int]*join{}}
	all := &Literal{Relation: l.users[r.Number], User: -1}
	for c := range r.Columns {
		all.Terms = append(all.Terms, Term{Register: c})
	}
	for _, c := range kept {
		rule.HeadTerms = append(rule.HeadTerms, Term{Register: c})
	}
	rule.Literals = []*Literal{all}
	l.add(rule)
	return p
}

// aggregate lowers an aggregate to an atom of a relation of its groups and values. The relation's body runs over the
// braces and, where they have parameters, over the relation of the values that the parameters take.
func (b *body) aggregate(a *rules.Aggregate, before []rules.Literal) *Literal {
	relation := b.lowering.relation("", len(a.Group)+1, false)
	inner := b.lowering.body(&Rule{User: b.User, Constraint: b.Constraint, Braces: a, Registers: b.Registers}, 0)
	inner.wildcardsCount = true
	inner.literals(a.Body, a.Order)
	if len(a.Parameters) > 0 {
		domain := b.domain(a, before)
		domain.Position, domain.User = len(inner.Literals), -1
		inner.Literals = append(inner.Literals, domain)
	}
	made := &Aggregate{Source: a, Relation: relation, Body: inner.Rule, ZeroGroup: a.ZeroGroups, Of: Term{Register: a.Of}}
	of := belief.NoType
	if a.Of < 0 {
		made.Of.Constant = b.Dictionary.ID(belief.Bool(true))
	} else {
		of = b.variables()[a.Of].Type
	}
	for _, lit := range inner.Literals {
		made.bag = made.bag || lit.Relation.IsBag() && !lit.Negated
	}
	made.Groups = aggregate.New(a.Func, len(a.Group), of, a.Type, b.Dictionary)
	relation.Aggregate = made
	lit := &Literal{Relation: relation, ZeroGroup: a.ZeroGroups}
	for _, v := range a.Group {
		inner.HeadTerms = append(inner.HeadTerms, Term{Register: v})
		lit.Terms = append(lit.Terms, Term{Register: v})
	}
	lit.Terms = append(lit.Terms, Term{Register: a.Result})
	return lit
}

// domain returns a literal that binds the parameters of an aggregate to every value they can take: a projection of
// what the rule evaluates before the aggregate, as far as it lies below the rule's own stratum.
func (b *body) domain(a *rules.Aggregate, before []rules.Literal) *Literal {
	relation := b.lowering.relation("", len(a.Parameters), false)
	outer := b.lowering.body(&Rule{User: b.User, Constraint: b.Constraint, Head: relation, Registers: b.Registers}, -1)
	lower := b.below(before)
	order := make([]int, len(lower))
	for i := range order {
		order[i] = i
	}
	outer.literals(lower, order)
	lit := &Literal{Relation: relation}
	for _, v := range a.Parameters {
		outer.HeadTerms = append(outer.HeadTerms, Term{Register: v})
		lit.Terms = append(lit.Terms, Term{Register: v})
	}
	b.lowering.add(outer.Rule)
	return lit
}

// below returns the literals that lie below the rule's own stratum, without those that only its stratum could bind.
func (b *body) below(list []rules.Literal) []rules.Literal {
	bound := map[int]bool{}
	var kept []rules.Literal
	for _, lit := range list {
		atom, ok := lit.(*rules.Atom)
		if ok && b.inStratum(atom) || !ready(lit, bound) {
			continue
		}
		kept = append(kept, lit)
		binds(lit, bound)
	}
	return kept
}

// ready reports whether everything is bound that the literal needs before it can be evaluated.
func ready(lit rules.Literal, bound map[int]bool) bool {
	is := true
	Reads(lit, func(v int) { is = is && bound[v] })
	return is
}

// binds adds the variables that the literal gives a value.
func binds(lit rules.Literal, bound map[int]bool) {
	switch lit := lit.(type) {
	case *rules.Atom:
		for _, t := range lit.Terms {
			if t.Kind == rules.VariableTerm {
				bound[t.Variable] = true
			}
		}
	case *rules.Comparison:
		if lit.Binds >= 0 {
			bound[lit.Binds] = true
		}
	case *rules.Aggregate:
		bound[lit.Result] = true
		for _, v := range lit.Group {
			bound[v] = true
		}
	}
}
