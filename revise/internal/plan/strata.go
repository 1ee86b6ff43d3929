package plan

import "slices"

// stratify groups the lowered relations into strata, each depending only on itself and earlier ones, by Tarjan's
// algorithm; relations are visited by number, so the order is always the same.
func (l *lowering) stratify() {
	t := tarjan{index: make([]int, len(l.Relations)), low: make([]int, len(l.Relations)), on: make([]bool, len(l.Relations))}
	for _, r := range l.Relations {
		if t.index[r.Number] == 0 {
			t.visit(r)
		}
	}
	for _, members := range t.components {
		l.stratum(members)
	}
}

func (l *lowering) stratum(members []*Relation) {
	if members[0].Rules == nil && members[0].Aggregate == nil {
		return
	}
	slices.SortFunc(members, func(a, b *Relation) int { return a.Number - b.Number })
	s := &Stratum{Relations: members, Aggregate: members[0].Aggregate, Bag: members[0].IsBag(), Number: len(l.Strata)}
	for _, r := range members {
		r.Stratum = s
		s.Rules = append(s.Rules, r.Rules...)
	}
	for _, rule := range s.Rules {
		for _, lit := range rule.Literals {
			lit.InStratum = lit.Relation.Stratum == s
			s.Recursive = s.Recursive || lit.InStratum
		}
	}
	if s.Recursive {
		for _, r := range members {
			r.KeepRanks()
			r.GroupBy(carried(r))
		}
	}
	l.Strata = append(l.Strata, s)
}

type tarjan struct {
	index, low []int
	on         []bool
	next       int
	stack      []*Relation
	components [][]*Relation
}

func (t *tarjan) visit(r *Relation) {
	t.next++
	t.index[r.Number], t.low[r.Number] = t.next, t.next
	t.stack, t.on[r.Number] = append(t.stack, r), true
	for d := range r.dependencies {
		switch {
		case t.index[d.Number] == 0:
			t.visit(d)
			t.low[r.Number] = min(t.low[r.Number], t.low[d.Number])
		case t.on[d.Number]:
			t.low[r.Number] = min(t.low[r.Number], t.index[d.Number])
		}
	}
	if t.low[r.Number] != t.index[r.Number] {
		return
	}
	var members []*Relation
	for {
		last := t.stack[len(t.stack)-1]
		t.stack, t.on[last.Number] = t.stack[:len(t.stack)-1], false
		members = append(members, last)
		if last == r {
			break
		}
	}
	t.components = append(t.components, members)
}

// dependencies yields every relation that r is derived from directly, some more than once.
func (r *Relation) dependencies(yield func(*Relation) bool) {
	bodies := r.Rules
	if r.Aggregate != nil {
		bodies = []*Rule{r.Aggregate.Body}
	}
	for _, rule := range bodies {
		for _, lit := range rule.Literals {
			if !yield(lit.Relation) {
				return
			}
		}
	}
}
