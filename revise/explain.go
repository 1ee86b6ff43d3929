package revise

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// explainer says, while both states of a transaction are there, why a fact went or came (algorithms.md, 5.5): an instance
// that was true in the one state and has a literal that is false in the other; that literal's fact likewise, until a
// base change of the request. Ranks fall on the way, so it ends. What is found is kept: each fact is explained once.
type explainer struct {
	*Engine
	before, now *plan.Program
	known       map[changedRow]*explanation
	swept       map[sweptRelation]*sweep
	run         *plan.Run // for what still stands
}

type changedRow struct {
	relation *plan.Relation
	row      store.Row
}

// explanation is why one row went or came.
type explanation struct {
	base  bool      // the base belief itself was withdrawn or asserted
	found *instance // else the instance
	cause *plan.Literal
	rule  bool // the instance is the same in both states: its rule was added or removed
	root

	of    changedRow   // what is explained
	group []plan.ID    // of an aggregate
	at    time         // the state that it held in
	next  *explanation // of the literal that changed
	shown *Step
}

// root is where a chain of reasons ends: at base changes, or at a rule that was added or removed.
type root struct {
	roots    []BaseEvent
	rootRule RuleRef
}

func (tx *transaction) explainer() *explainer {
	return &explainer{Engine: tx.Engine, before: tx.before, now: tx.program, known: make(map[changedRow]*explanation, tx.changes()), swept: map[sweptRelation]*sweep{}}
}

// changes returns how many rows came or went.
func (tx *transaction) changes() int {
	n := 0
	for _, r := range tx.program.Relations {
		n += len(r.Lost) + len(r.Gained)
	}
	return n
}

func (x *explainer) program(at time) *plan.Program {
	if at == now {
		return x.now
	}
	return x.before
}

// explain returns why the row, which held at that time and not at the other, went (before) or came (now).
func (x *explainer) explain(r *plan.Relation, row store.Row, at time) *explanation {
	r = x.program(at).Counterpart(r)
	key := changedRow{r, row}
	if known := x.known[key]; known != nil {
		return known
	}
	e := &explanation{of: key, at: at}
	x.known[key] = e
	switch {
	case baseChanged(r, row, at) && (r.IsBag() || supportAt(r, row, at).Count == 0) || r.Stratum == nil && r.Rules == nil && r.Aggregate == nil:
		e.base, e.roots = true, []BaseEvent{{Fact: x.fact(r, row), Asserted: at == now}}
	case r.Aggregate != nil:
		e.group = r.Tuple(row)[:r.Arity-1]
		x.explainGroup(e, r, e.group)
	case x.sweeps(r) && x.explainSwept(e, x.sweepOf(r, at), row, at):
	default:
		x.explainInstance(e, instancesOf(x.program(at), r, row, at), at)
		if e.found == nil && baseChanged(r, row, at) {
			e.base, e.roots = true, []BaseEvent{{Fact: x.fact(r, row), Asserted: at == now}}
		}
	}
	return e
}

// baseChanged reports whether the row was a base belief at that time and is none at the other; of a bag, whether it was
// one more often.
func baseChanged(r *plan.Relation, row store.Row, at time) bool {
	if r.IsBag() {
		is, was := r.BaseMultiplicity(row)
		return at == now && is > was || at == before && was > is
	}
	return supportAt(r, row, at).Base && !supportAt(r, row, !at).Base
}

func supportAt(r *plan.Relation, row store.Row, at time) Support {
	if at == now {
		return supportNow(r, row)
	}
	return supportBefore(r, row)
}

// explainInstance picks the first instance that has a literal which changed, and follows that literal.
func (x *explainer) explainInstance(e *explanation, found []instance, at time) {
	for k := range found {
		i := &found[k]
		if x.before != x.now && !sameRule(x.program(!at), i.rule) {
			e.found, e.rule, e.rootRule = i, true, ruleRef(i.rule)
			return
		}
		if x.explainByLiteral(e, i, at, false) {
			return
		}
	}
	for k := range found {
		if i := &found[k]; (i.rule.IsBag() || i.rule.Braces != nil) && x.explainByLiteral(e, i, at, true) {
			return
		}
	}
}

// explainByLiteral follows the first literal of the instance that changed, weighed: in multiplicity, and reports whether
// there is one.
func (x *explainer) explainByLiteral(e *explanation, i *instance, at time, weighed bool) bool {
	for _, lit := range i.rule.Literals {
		if lit.Relation.Aggregate != nil && x.before != x.now {
			if old := x.literalBefore(i.rule, lit); old != nil && x.changedValue(old, i.tuple(lit), at) && !outOfDomain(i, lit, old.Relation, !at) {
				group := &explanation{of: changedRow{relation: old.Relation}, group: i.group(lit), at: at}
				x.explainGroup(group, old.Relation, group.group)
				e.found, e.cause = i, lit
				e.follow(group)
				return true
			}
			continue
		}
		row := x.rowIn(i, lit)
		if row == store.NoRow || !changedAt(lit, row, at, weighed) || outOfDomain(i, lit, lit.Relation, !at) {
			continue
		}
		e.found, e.cause = i, lit
		e.follow(x.explain(lit.Relation, row, at != time(lit.Negated)))
		return true
	}
	return false
}

// outOfDomain reports whether the literal is an aggregate whose parameters could not have at that time the values that
// they have in the instance. Its group is then empty for this alone, whatever its braces say: what changed is a literal
// before it, which gave them these values. The relation is that of the literal, or what was in its place before.
func outOfDomain(i *instance, lit *plan.Literal, r *plan.Relation, at time) bool {
	a := r.Aggregate
	if a == nil || len(a.Source.Parameters) == 0 {
		return false
	}
	group := i.group(lit)
	domain := a.Body.Literals[len(a.Body.Literals)-1]
	tuple := make([]plan.ID, len(domain.Terms))
	for c, t := range domain.Terms {
		tuple[c] = group[slices.Index(a.Body.HeadTerms, t)]
	}
	row := domain.Relation.Find(tuple)
	return row == store.NoRow || domain.Relation.State(row)&at.flag() == 0
}

// follow goes on with the explanation of what changed.
func (e *explanation) follow(next *explanation) { e.next, e.root = next, next.root }

// literalBefore returns the same literal of the same rule in the old program, whose aggregates tell of both states.
func (x *explainer) literalBefore(r *plan.Rule, lit *plan.Literal) *plan.Literal {
	for _, old := range x.before.Rules {
		if ruleRef(old) == ruleRef(r) && old.Head.Aggregate == nil && len(old.Literals) == len(r.Literals) {
			return old.Literals[lit.Position]
		}
	}
	return nil
}

// changedValue reports whether the value of a group, which the tuple has at that time, is another at the other time.
func (x *explainer) changedValue(lit *plan.Literal, tuple []plan.ID, at time) bool {
	r := lit.Relation
	if row := r.Find(tuple); row != store.NoRow && r.State(row)&(!at).flag() != 0 {
		return false
	}
	if !lit.ZeroGroup || tuple[len(tuple)-1] != r.Aggregate.Groups.Zero() {
		return true
	}
	for row := range r.All {
		if r.State(row)&(!at).flag() != 0 && slices.Equal(r.Tuple(row)[:len(tuple)-1], tuple[:len(tuple)-1]) {
			return true
		}
	}
	return false
}

// rowIn returns the row that a literal of the instance is about; for a negated one the row that is, or was, absent.
func (x *explainer) rowIn(i *instance, lit *plan.Literal) store.Row {
	if !lit.Negated {
		return i.rows[lit.Position]
	}
	return lit.Relation.Find(i.tuple(lit))
}

// changedAt reports whether the literal was true of the row at that time and is false at the other; where
// multiplicities count, whether it was true more often.
func changedAt(lit *plan.Literal, row store.Row, at time, weighed bool) bool {
	if weighed && lit.Relation.IsBag() && !lit.Negated {
		is, was := lit.Relation.Multiplicity(row)
		return at == now && is > was || at == before && was > is
	}
	s := lit.Relation.State(row)
	was, is := s&at.flag() != 0, s&(!at).flag() != 0
	if lit.Negated {
		return !was && is
	}
	return was && !is
}

// explainGroup picks a solution of the group that went, or came, and follows its changed literal.
func (x *explainer) explainGroup(e *explanation, r *plan.Relation, key []plan.ID) {
	if x.sweeps(r) {
		group := r.Aggregate.Groups.Group(key)
		_ = x.explainSwept(e, x.sweepOf(r, before), group, before) || x.explainSwept(e, x.sweepOf(r, now), group, now)
		return
	}
	for _, at := range []time{before, now} {
		x.explainInstance(e, solutionsOf(x.now, r, key, at), at)
		if e.cause != nil {
			return
		}
	}
}

// reason shows an explanation in the user's words.
func (x *explainer) reason(r *plan.Relation, row store.Row, at time) Reason {
	e := x.explain(r, row, at)
	if e.base || e.found == nil {
		return Reason{Base: e.base, Cause: -1, Roots: e.roots, RootRule: e.rootRule}
	}
	return x.show(e, e.found, at)
}

// show shows an instance with what is explained of it.
func (x *explainer) show(e *explanation, i *instance, at time) Reason {
	reason := x.showInstance(i, at)
	reason.Roots, reason.RootRule, reason.RuleChange = e.roots, e.rootRule, e.rule
	if e.cause != nil {
		reason.Chain = x.step(e.next)
		reason.Cause = slices.IndexFunc(reason.Premises, func(p Premise) bool { return p.literal == e.cause.User })
		if e.cause.Relation.Aggregate != nil {
			reason.Premises[reason.Cause].Event = ValueChanged
		}
	}
	return reason
}

// showInstance shows a rule instance literal by literal, as the rule is written.
func (x *explainer) showInstance(i *instance, at time) Reason {
	reason := Reason{Rule: ruleRef(i.rule), Cause: -1}
	body, variables := i.rule.Source()
	reason.Premises = make([]Premise, 0, len(body))
	bound := i.rule.Bound()
	value := func(v int) (belief.Value, bool) {
		if !bound[v] {
			return belief.Value{}, false
		}
		return x.Engine.program.Dictionary.Value(i.registers[v]), true
	}
	for n, l := range body {
		p := Premise{Kind: premiseKind(l), Text: literalText(l, variables, value), literal: n}
		if k := slices.IndexFunc(i.rule.Literals, func(lit *plan.Literal) bool { return lit.User == n }); k >= 0 {
			x.showLiteral(&p, i, i.rule.Literals[k], at)
		}
		reason.Premises = append(reason.Premises, p)
	}
	return reason
}

func premiseKind(l rules.Literal) PremiseKind {
	switch l := l.(type) {
	case *rules.Atom:
		if l.Negated {
			return AbsencePremise
		}
		return AtomPremise
	case *rules.Aggregate:
		return AggregatePremise
	default:
		return ComparisonPremise
	}
}

// showLiteral adds what is known of the fact that a literal of the instance is about.
func (x *explainer) showLiteral(p *Premise, i *instance, lit *plan.Literal, at time) {
	row := x.rowIn(i, lit)
	if row != store.NoRow {
		p.Event = eventOf(lit, row)
	}
	if lit.Relation.User == nil || row == store.NoRow && !lit.Negated {
		return
	}
	p.Fact = x.factOf(lit.Relation, i.tuple(lit)) // an absent one may never have had a row
	if !lit.Negated {
		p.Support = supportAt(lit.Relation, row, at)
		p.Base = p.Support.Base
		if b, ok := x.base.Find(p.Fact); ok {
			p.Attributions = b.Attributions
		}
	}
}

// eventOf says what happened to the fact that a literal is about.
func eventOf(lit *plan.Literal, row store.Row) Event {
	r := lit.Relation
	s := r.State(row) & (store.Old | store.New)
	rules := r.Stratum != nil
	if r.Projects != nil {
		rules = r.Projects.Stratum != nil
	}
	switch {
	case s != store.Old && s != store.New:
		return Unchanged
	case lit.Negated && s == store.Old:
		return NowAbsent
	case lit.Negated:
		return NowPresent
	case r.Aggregate != nil:
		return ValueChanged
	case s == store.Old && rules:
		return WasRetracted
	case s == store.Old:
		return WasWithdrawn
	case rules:
		return WasGained
	default:
		return WasAsserted
	}
}
