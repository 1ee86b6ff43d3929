package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// WhyLimits bound a support tree; zero is no limit.
type WhyLimits struct {
	Depth int // rules between the fact and what is still justified
}

// Why returns one well-founded support tree of the fact, down to base beliefs, found by backward joins (algorithms.md,
// 5.1). It is a tree of least height if the fact rests on at most 10,000 rule instances; otherwise ranks choose the
// supports, and see to it that the tree ends. The error is ErrNotHeld when the fact does not hold, or that of the
// context. The cost is that of one join for each fact below it, at most 10,000, and of one for each fact in the tree.
func (e *Engine) Why(ctx context.Context, f belief.Fact, limits WhyLimits) (*Explanation, error) {
	e.mu.Lock() // joins compile and index on first use
	defer e.mu.Unlock()
	r, row, err := e.heldRow(f)
	if err != nil {
		return nil, err
	}
	j := e.justifier(ctx)
	found := &Explanation{}
	h := e.heightsOf(ctx, r, row)
	if h.err != nil {
		return nil, h.err
	}
	if h.whole {
		j.choose = h.choose
		found.Least, found.Height = true, h.of[0]
	}
	found.Justification = j.tree(r, row, limits.Depth)
	if h.whole && limits.Depth == 0 {
		found.Needs, found.NeedsKnown = e.needs(ctx, h, found.Justification)
	}
	return found, ctx.Err()
}

// heldRow returns the row of a fact that holds. The error is ErrNotHeld, or says what is wrong with the fact.
func (e *Engine) heldRow(f belief.Fact) (*plan.Relation, store.Row, error) {
	if _, err := e.checkFact(f, belief.Place{}); err != nil {
		return nil, 0, err
	}
	r, row, ok := e.rowOf(f)
	if !ok || !r.Holds(row) {
		return nil, 0, ErrNotHeld
	}
	return r, row, nil
}

// justifier builds a tree; a fact that has been justified in it is not justified again.
type justifier struct {
	*explainer
	ctx    context.Context
	choose func(*plan.Relation, store.Row) *instance // the support that is shown of what is no base belief
}

// justifier returns one that chooses by ranks.
func (e *Engine) justifier(ctx context.Context) *justifier {
	j := &justifier{explainer: &explainer{Engine: e, before: e.program, now: e.program}, ctx: ctx}
	j.choose = func(r *plan.Relation, row store.Row) *instance {
		found := instancesOf(j.now, r, row, now)
		if len(found) == 0 {
			return nil
		}
		return lowest(found)
	}
	return j
}

// lowest returns the first of the instances whose facts in the stratum have the smallest ranks: it makes a low tree.
func lowest(found []instance) *instance {
	best, least := 0, uint32(0)
	for k := range found {
		highest := uint32(0)
		for _, lit := range found[k].rule.Literals {
			if lit.InStratum {
				highest = max(highest, lit.Relation.Rank(found[k].rows[lit.Position]))
			}
		}
		if k == 0 || highest < least {
			best, least = k, highest
		}
	}
	return &found[best]
}

// subtree is a fact whose place in the tree waits to be filled.
type subtree struct {
	relation *plan.Relation
	row      store.Row
	into     **Justification
}

// tree builds the tree from its root, first branches first. A fact is justified where it stands first, if it lies less
// than depth rules below the root by the shortest way.
func (j *justifier) tree(r *plan.Relation, row store.Row, depth int) *Justification {
	var root *Justification
	near := j.within(r, row, depth)
	shown := map[changedRow]bool{}
	pending := []subtree{{r, row, &root}}
	for len(pending) > 0 && j.ctx.Err() == nil {
		next := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		at := changedRow{next.relation, next.row}
		made := &Justification{Fact: j.fact(at.relation, at.row), Support: supportNow(at.relation, at.row)}
		*next.into = made
		if b, ok := j.base.Find(made.Fact); ok {
			made.Attributions = b.Attributions
			continue
		}
		if made.Shared = shown[at]; made.Shared {
			continue
		}
		if shown[at] = true; depth > 0 && !near[at] {
			made.Cut = true
			continue
		}
		if i := j.choose(at.relation, at.row); i != nil {
			shown := j.showInstance(i, now)
			made.Rule, made.Premises = shown.Rule, j.premises(i, shown.Premises)
			for k := len(made.Premises) - 1; k >= 0; k-- {
				p := &made.Premises[k]
				if below, ok := j.below(i, p.Premise); ok {
					p.Premise.Fact = j.fact(below.relation, below.row) // of a literal with _, the fact that it stands for
					pending = append(pending, subtree{below.relation, below.row, &p.Justification})
				}
			}
		}
	}
	return root
}

// within returns the facts that lie less than depth rules below the root, by the shortest way; none for depth 0.
func (j *justifier) within(r *plan.Relation, row store.Row, depth int) map[changedRow]bool {
	near, level := map[changedRow]bool{}, []changedRow{{r, row}}
	for range depth {
		var next []changedRow
		for _, at := range level {
			if near[at] || j.ctx.Err() != nil {
				continue
			}
			near[at] = true
			if at.relation.State(at.row)&store.Base != 0 {
				continue
			}
			if i := j.choose(at.relation, at.row); i != nil {
				for _, lit := range i.rule.Literals {
					if below, ok := j.belowLiteral(i, lit); ok {
						next = append(next, below)
					}
				}
			}
		}
		level = next
	}
	return near
}

// below returns the fact that an atom of the instance stands for; no other premise has one.
func (j *justifier) below(i *instance, p Premise) (changedRow, bool) {
	k := slices.IndexFunc(i.rule.Literals, func(lit *plan.Literal) bool { return lit.User == p.literal })
	if k < 0 {
		return changedRow{}, false
	}
	return j.belowLiteral(i, i.rule.Literals[k])
}

func (j *justifier) belowLiteral(i *instance, lit *plan.Literal) (changedRow, bool) {
	if lit.Negated || lit.Relation.Aggregate != nil || lit.User < 0 {
		return changedRow{}, false
	}
	at := changedRow{lit.Relation, i.rows[lit.Position]}
	if at.relation.Projects != nil { // the fact that was projected
		at = changedRow{at.relation.Projects, j.choose(at.relation, at.row).rows[0]}
	}
	return at, true
}

// premises shows the literals of an instance; atoms are justified later.
func (x *explainer) premises(i *instance, shown []Premise) []JustifiedPremise {
	made := make([]JustifiedPremise, len(shown))
	for k, p := range shown {
		made[k].Premise = p
		if p.Kind == AggregatePremise {
			made[k].Group = x.groupOf(i, p)
		}
	}
	return made
}

// groupShown is how many solutions of a group are shown.
const groupShown = 10

// groupOf shows what an aggregate of the instance ranges over.
func (x *explainer) groupOf(i *instance, p Premise) *Group {
	k := slices.IndexFunc(i.rule.Literals, func(lit *plan.Literal) bool { return lit.User == p.literal })
	lit := i.rule.Literals[k]
	return x.groupWith(i, lit, i.value(lit.Terms[len(lit.Terms)-1]))
}

// groupWith shows the group whose value is given.
func (x *explainer) groupWith(i *instance, lit *plan.Literal, value plan.ID) *Group {
	a, key := lit.Relation.Aggregate, i.group(lit)
	g := &Group{Members: int(a.Groups.Members(key))}
	_, variables := i.rule.Source()
	for c, v := range a.Source.Group {
		g.Key = append(g.Key, Binding{variables[v].Name, x.Engine.program.Dictionary.Value(key[c])})
	}
	shown := groupShown
	counts := func(*plan.Run) bool { return true }
	if f := a.Source.Func; f == rules.Min || f == rules.Max {
		shown, g.Extreme = 1, true
		counts = func(s *plan.Run) bool { return valueIn(s, a.Of) == value }
	}
	found := solutionsWhere(x.now, lit.Relation, key, now, counts)
	for k := range found[:min(shown, len(found))] {
		g.Shown = append(g.Shown, x.showInstance(&found[k], now).Premises)
	}
	return g
}
