package revise

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// knownValues are the values that an assertion may be made of: in a column those that base beliefs or rules have there, or
// in a column that some rule joins with it by a variable.
type knownValues struct {
	program *plan.Program
	first   [][]int     // by relation and column: a column joined with it, in the end the same for all that are
	columns []joined    // by number: whose column it is
	values  [][]plan.ID // by number of the first of a class; nil is not looked up yet
}

type joined struct {
	relation *plan.Relation
	column   int
	up       int // the number of another column of the class, or its own
}

func newKnownValues(p *plan.Program) *knownValues {
	k := &knownValues{program: p, first: make([][]int, len(p.Relations))}
	for _, r := range p.Relations {
		for c := range r.Arity {
			k.first[r.Number] = append(k.first[r.Number], len(k.columns))
			k.columns = append(k.columns, joined{r, c, len(k.columns)})
		}
	}
	k.values = make([][]plan.ID, len(k.columns))
	for _, r := range p.Relations {
		for _, rule := range rulesFor(r) {
			k.joinColumns(r, rule)
		}
	}
	return k
}

// eachTerm calls f with every term of the rule that stands in a column.
func (k *knownValues) eachTerm(head *plan.Relation, rule *plan.Rule, f func(t plan.Term, column int)) {
	for c, t := range rule.HeadTerms {
		f(t, k.first[head.Number][c])
	}
	for _, lit := range rule.Literals {
		for c, t := range lit.Terms {
			f(t, k.first[lit.Relation.Number][c])
		}
	}
}

func (k *knownValues) joinColumns(head *plan.Relation, rule *plan.Rule) {
	of := make([]int, rule.Registers)
	k.eachTerm(head, rule, func(t plan.Term, column int) {
		switch {
		case t.Register < 0:
		case of[t.Register] == 0:
			of[t.Register] = column + 1
		default:
			k.columns[k.root(column)].up = k.root(of[t.Register] - 1)
		}
	})
}

func (k *knownValues) root(column int) int {
	for k.columns[column].up != column {
		column = k.columns[column].up
	}
	return column
}

// in returns the values of a column, sorted.
func (k *knownValues) in(r *plan.Relation, c int) []plan.ID {
	class := k.root(k.first[r.Number][c])
	if k.values[class] != nil {
		return k.values[class]
	}
	found := []plan.ID{}
	for number, x := range k.columns {
		if x.relation.User != nil && k.root(number) == class {
			found = slices.AppendSeq(found, baseValues(x.relation, x.column))
		}
	}
	for _, r := range k.program.Relations {
		for _, rule := range rulesFor(r) {
			k.eachTerm(r, rule, func(t plan.Term, column int) {
				if t.Register < 0 && k.root(column) == class {
					found = append(found, t.Constant)
				}
			})
		}
	}
	slices.SortFunc(found, k.program.Dictionary.Compare)
	k.values[class] = slices.Compact(found)
	return k.values[class]
}

// baseValues yields what base beliefs have in a column.
func baseValues(r *plan.Relation, c int) func(func(plan.ID) bool) {
	return func(yield func(plan.ID) bool) {
		for row := range r.All {
			if r.State(row)&store.Base != 0 && !yield(r.Tuple(row)[c]) {
				return
			}
		}
	}
}
