package revise

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/rules"
)

// PairValues takes out of retracted and gained the pairs that differ only in the column which their relation's rules
// all put an aggregate in, where there is one of each.
func PairValues(p *rules.Program, retracted, gained *[]Change) []ValueChange {
	type pair struct{ before, after []Change }
	pairs := map[string]*pair{}
	at := func(c Change) *pair {
		column := -1
		if r := p.Relation(c.Fact.Relation); r != nil {
			column = r.ValueColumn()
		}
		if column < 0 {
			return nil
		}
		key := groupKey(c, column)
		if pairs[key] == nil {
			pairs[key] = &pair{}
		}
		return pairs[key]
	}
	for _, c := range *retracted {
		if v := at(c); v != nil {
			v.before = append(v.before, c)
		}
	}
	for _, c := range *gained {
		if v := at(c); v != nil {
			v.after = append(v.after, c)
		}
	}
	paired := func(c Change) bool {
		v := at(c)
		return v != nil && len(v.before) == 1 && len(v.after) == 1
	}
	var changed []ValueChange
	for _, c := range *retracted {
		if paired(c) {
			to := at(c).after[0]
			changed = append(changed, ValueChange{
				Column: p.Relation(c.Fact.Relation).ValueColumn(), Before: c.Fact, After: to.Fact, Reason: to.Reason,
			})
		}
	}
	*retracted = slices.DeleteFunc(*retracted, paired)
	*gained = slices.DeleteFunc(*gained, paired)
	return changed
}

func groupKey(c Change, column int) string {
	var b strings.Builder
	b.WriteString(c.Fact.Relation)
	for i, v := range c.Fact.Values {
		if i != column {
			b.WriteByte('\n')
			b.WriteString(v.String())
		}
	}
	return b.String()
}
