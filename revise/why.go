package revise

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Why returns one well-founded support of the fact, down to base beliefs, found by backward joins; ranks see to it that
// it ends. The error is ErrNotHeld when the fact does not hold. The cost is that of one join per fact in the tree.
func (e *Engine) Why(f belief.Fact) (*Justification, error) {
	e.mu.Lock() // joins compile and index on first use
	defer e.mu.Unlock()
	if _, err := e.checkFact(f, belief.Place{}); err != nil {
		return nil, err
	}
	r, row, ok := e.rowOf(f)
	if !ok || !r.Holds(row) {
		return nil, ErrNotHeld
	}
	j := &justifier{explainer: &explainer{Engine: e, before: e.program, now: e.program}, shown: map[changedRow]bool{}}
	return j.justify(r, row), nil
}

// justifier builds a tree; a fact that has been justified in it is not justified again.
type justifier struct {
	*explainer
	shown map[changedRow]bool
}

func (j *justifier) justify(r *plan.Relation, row store.Row) *Justification {
	made := &Justification{Fact: j.fact(r, row), Support: supportNow(r, row)}
	if b, ok := j.base.Find(made.Fact); ok {
		made.Attributions = b.Attributions
		return made
	}
	if j.shown[changedRow{r, row}] {
		made.Shared = true
		return made
	}
	j.shown[changedRow{r, row}] = true
	found := instancesOf(j.now, r, row, now)
	if len(found) == 0 {
		return made
	}
	i := lowest(found)
	shown := j.showInstance(i, now)
	made.Rule = shown.Rule
	for _, p := range shown.Premises {
		made.Premises = append(made.Premises, j.premise(i, p))
	}
	return made
}

// lowest returns the first of the instances whose facts in the stratum have the smallest ranks: it makes a low tree.
func lowest(found []instance) *instance {
	best, least := 0, uint32(0)
	for k := range found {
		highest := uint32(0)
		for _, lit := range found[k].rule.Literals {
			if lit.InStratum {
				highest = max(highest, lit.Relation.Rank[found[k].rows[lit.Position]])
			}
		}
		if k == 0 || highest < least {
			best, least = k, highest
		}
	}
	return &found[best]
}

func (j *justifier) premise(i *instance, p Premise) JustifiedPremise {
	made := JustifiedPremise{Premise: p}
	k := slices.IndexFunc(i.rule.Literals, func(lit *plan.Literal) bool { return lit.User == p.literal })
	if k < 0 {
		return made
	}
	lit := i.rule.Literals[k]
	row := i.rows[lit.Position]
	switch p.Kind {
	case AtomPremise:
		r, row := j.witness(lit.Relation, row)
		made.Justification = j.justify(r, row)
		made.Premise.Fact = made.Justification.Fact // of a literal with _, the fact that it stands for
	case AggregatePremise:
		made.Members = int(lit.Relation.Aggregate.Groups.Members(i.group(lit)))
	}
	return made
}

// witness returns the row itself, or for a projection the first row that it is a projection of.
func (j *justifier) witness(r *plan.Relation, row store.Row) (*plan.Relation, store.Row) {
	if r.Projects == nil {
		return r, row
	}
	found := instancesOf(j.now, r, row, now)
	return r.Projects, lowest(found).rows[0]
}
