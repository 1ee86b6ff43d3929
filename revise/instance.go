package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// instance is a rule instance that was found by a backward join from its head.
type instance struct {
	rule      *plan.Rule
	registers []plan.ID
	rows      []store.Row
}

// time is one of the two states that a transaction has side by side.
type time bool

const (
	before time = false
	now    time = true
)

func (t time) views() *plan.Views {
	if t == now {
		return &maintain.Now
	}
	return &maintain.Then
}

func (t time) flag() store.State {
	if t == now {
		return store.New
	}
	return store.Old
}

// enough is how many instances of one fact are looked at to choose the one that is shown.
const enough = 1000

// instancesOf returns the instances that derive the row at that time, in a recursive stratum the strict ones only, in
// an order that depends on rules and values alone; of very many, some.
func instancesOf(p *plan.Program, r *plan.Relation, row store.Row, at time) []instance {
	return instancesWhere(p, r, row, at, func(x *plan.Run) bool { return at.strict(x, r, row) })
}

// allInstances returns the instances that derive the row at that time, strict or not; of very many, some.
func allInstances(p *plan.Program, r *plan.Relation, row store.Row, at time) []instance {
	return instancesWhere(p, r, row, at, func(*plan.Run) bool { return true })
}

func instancesWhere(p *plan.Program, r *plan.Relation, row store.Row, at time, wanted func(*plan.Run) bool) []instance {
	var found []instance
	run := plan.NewRun(context.Background(), p)
	for _, rule := range r.Rules {
		if !run.Bind(rule, r.Tuple(row)) {
			continue
		}
		run.Drive(rule, plan.Backward, nil, at.views(), func(x *plan.Run) {
			if wanted(x) {
				found = append(found, instance{rule, slices.Clone(x.Registers), slices.Clone(x.Rows)})
			}
			if len(found) >= enough {
				x.Halt()
			}
		})
	}
	slices.SortStableFunc(found, func(a, b instance) int { return compareInstances(p.Dictionary, a, b) })
	return found
}

// firstRule returns the first rule that supports the row now, in a recursive stratum strictly.
func firstRule(run *plan.Run, r *plan.Relation, row store.Row) *plan.Rule {
	for _, rule := range r.Rules {
		found := false
		if run.Bind(rule, r.Tuple(row)) {
			run.Drive(rule, plan.Backward, nil, &maintain.Now, func(x *plan.Run) {
				if found = now.strict(x, r, row); found {
					x.Halt()
				}
			})
		}
		if found {
			return rule
		}
	}
	return &plan.Rule{}
}

// solutionsOf returns the solutions of an aggregate's braces in a group at that time.
func solutionsOf(p *plan.Program, r *plan.Relation, key []plan.ID, at time) []instance {
	return solutionsWhere(p, r, key, at, func(*plan.Run) bool { return true })
}

// solutionsWhere returns those of them that count.
func solutionsWhere(p *plan.Program, r *plan.Relation, key []plan.ID, at time, counts func(*plan.Run) bool) []instance {
	var found []instance
	body := r.Aggregate.Body
	run := plan.NewRun(context.Background(), p)
	if !run.Bind(body, key) {
		return nil
	}
	run.Drive(body, plan.Backward, nil, at.views(), func(x *plan.Run) {
		if counts(x) {
			found = append(found, instance{body, slices.Clone(x.Registers), slices.Clone(x.Rows)})
		}
		if len(found) >= enough {
			x.Halt()
		}
	})
	slices.SortStableFunc(found, func(a, b instance) int { return compareInstances(p.Dictionary, a, b) })
	return found
}

// strict reports whether every literal of the instance in the head's own stratum had a smaller rank than the head.
func (t time) strict(x *plan.Run, r *plan.Relation, row store.Row) bool {
	for _, lit := range x.Rule.Literals {
		if lit.InStratum && t.rank(lit.Relation, x.Rows[lit.Position]) >= t.rank(r, row) {
			return false
		}
	}
	return true
}

func (t time) rank(r *plan.Relation, row store.Row) uint32 {
	if t == now {
		return r.Rank(row)
	}
	return r.RankBefore(row)
}

func compareInstances(d *belief.Dictionary, a, b instance) int {
	if a.rule != b.rule {
		return a.rule.Number - b.rule.Number
	}
	for _, lit := range a.rule.Literals {
		x, y := a.rows[lit.Position], b.rows[lit.Position]
		if lit.Negated || x == y || x == store.NoRow || y == store.NoRow {
			continue
		}
		if c := d.CompareRows(lit.Relation.Tuple(x), lit.Relation.Tuple(y)); c != 0 {
			return c
		}
	}
	return 0
}

// tuple returns the values of a literal's terms.
func (i *instance) tuple(lit *plan.Literal) []plan.ID {
	tuple := make([]plan.ID, len(lit.Terms))
	for c, t := range lit.Terms {
		tuple[c] = i.value(t)
	}
	return tuple
}

func (i *instance) value(t plan.Term) plan.ID {
	if t.Register < 0 {
		return t.Constant
	}
	return i.registers[t.Register]
}

// group returns the group of an aggregate's literal.
func (i *instance) group(lit *plan.Literal) []plan.ID { return i.tuple(lit)[:len(lit.Terms)-1] }

// fact returns the row as a fact.
func (e *Engine) fact(r *plan.Relation, row store.Row) belief.Fact { return e.factOf(r, r.Tuple(row)) }

func (e *Engine) factOf(r *plan.Relation, tuple []plan.ID) belief.Fact {
	f := belief.Fact{Relation: r.Name, Values: make([]belief.Value, len(tuple))}
	for c, id := range tuple {
		f.Values[c] = e.program.Dictionary.Value(id)
	}
	return f
}

// rowOf returns the row of a fact that the materialization knows, whether or not it holds.
func (e *Engine) rowOf(f belief.Fact) (*plan.Relation, store.Row, bool) {
	r := e.program.Named(f.Relation)
	if r == nil || r.Arity != len(f.Values) {
		return nil, 0, false
	}
	tuple := make([]plan.ID, len(f.Values))
	for c, v := range f.Values {
		id, ok := e.program.Dictionary.Lookup(v)
		if !ok {
			return nil, 0, false
		}
		tuple[c] = id
	}
	row := r.Find(tuple)
	return r, row, row != store.NoRow
}

// supportNow and supportBefore are how a row is and was supported.

func supportNow(r *plan.Relation, row store.Row) Support {
	return Support{Count: r.Count(row), Base: r.State(row)&store.Base != 0, Bag: r.IsBag()}
}

func supportBefore(r *plan.Relation, row store.Row) Support {
	return Support{Count: r.CountBefore(row), Base: r.WasBase(row), Bag: r.IsBag()}
}

// literalText writes a literal with the values of its variables; those without a value stay as they are named.
func literalText(l rules.Literal, variables []rules.Variable, value func(int) (belief.Value, bool)) string {
	return rules.Text(l, func(v int) string {
		if known, ok := value(v); ok {
			return known.String()
		}
		return "?" + variables[v].Name
	})
}
