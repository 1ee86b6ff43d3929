package revise

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// cone is everything that a fact may rest on: its base beliefs, and all rule instances that take part in some derivation
// of it, not only the strict ones. What is absent is taken as it is, and so is the value of a group: it rests on all
// solutions of the group together; that of a min or max on any one solution that has it, and a count of values on any
// one solution for each value.
type cone struct {
	program *plan.Program
	run     *plan.Run
	most    int // clauses
	nodes   map[conePlace]int
	places  []conePlace // by node; the fact itself is node 0
	tuples  [][]plan.ID // by node: of a group its key and value, else nil
	clauses []clause
	uses    [][]int // by node: the clauses that it is a premise of
	beliefs []belief.Belief
	belief  []int // by node: its belief, or -1
}

// conePlace is a row; or a group of an aggregate with its value, and then perhaps with one of the values it counts.
type conePlace struct {
	relation *plan.Relation
	row      store.Row // of a group: store.NoRow
	group    string
}

// clause says that the head follows from the premises together.
type clause struct {
	head     int
	premises []int
}

// errLargeCone says that a cone has more clauses than it was asked for.
var errLargeCone = errors.New("the cone is too large")

// coneOf collects the cone of a row, in time proportional to its instances. The error is that of the context.
func (e *Engine) coneOf(ctx context.Context, r *plan.Relation, row store.Row) (*cone, error) {
	return e.coneWithin(ctx, r, row, math.MaxInt)
}

// coneWithin collects the cone of a row unless it has more than most clauses. The error is that of the context, or
// errLargeCone.
func (e *Engine) coneWithin(ctx context.Context, r *plan.Relation, row store.Row, most int) (*cone, error) {
	c := &cone{program: e.program, run: plan.NewRun(ctx, e.program), nodes: map[conePlace]int{}, most: most}
	c.row(r, row)
	for n := 0; n < len(c.places); n++ {
		switch at, tuple := c.places[n], c.tuples[n]; {
		case tuple == nil:
			c.expandRow(n, at.relation, at.row)
			if at.relation.State(at.row)&store.Base != 0 {
				b, _ := e.base.Find(e.fact(at.relation, at.row))
				c.belief[n] = len(c.beliefs)
				c.beliefs = append(c.beliefs, b)
			}
		case len(tuple) == at.relation.Arity:
			c.expandGroup(n, at.relation, tuple)
		}
		if c.run.Err != nil {
			return nil, c.run.Err
		}
	}
	c.sortBeliefs()
	return c, nil
}

// row returns the node of a row.
func (c *cone) row(r *plan.Relation, row store.Row) int {
	return c.node(conePlace{relation: r, row: row}, nil)
}

// group returns the node of a group with its value, and with one of the values it counts if the tuple has one more.
func (c *cone) group(r *plan.Relation, tuple []plan.ID) int {
	var text []byte
	for _, id := range tuple {
		text = binary.AppendUvarint(text, uint64(id))
	}
	return c.node(conePlace{r, store.NoRow, string(text)}, tuple)
}

// node returns the number of a place, a new one for a new place.
func (c *cone) node(at conePlace, tuple []plan.ID) int {
	n, known := c.nodes[at]
	if !known {
		n = len(c.places)
		c.nodes[at] = n
		c.places, c.tuples = append(c.places, at), append(c.tuples, tuple)
		c.uses, c.belief = append(c.uses, nil), append(c.belief, -1)
	}
	return n
}

func (c *cone) expandRow(n int, r *plan.Relation, row store.Row) {
	for _, rule := range r.Rules {
		if c.run.Bind(rule, r.Tuple(row)) {
			c.run.Drive(rule, plan.Backward, nil, &maintain.Now, func(x *plan.Run) {
				if c.add(n, c.premises(x)); len(c.clauses) > c.most {
					x.Stop(errLargeCone)
				}
			})
		}
	}
}

// expandGroup adds what the value of a group rests on; the value is the last of the tuple.
func (c *cone) expandGroup(n int, r *plan.Relation, tuple []plan.ID) {
	a := r.Aggregate
	last := len(tuple) - 1
	if !c.run.Bind(a.Body, tuple[:last]) {
		return
	}
	var all []int
	c.run.Drive(a.Body, plan.Backward, nil, &maintain.Now, func(x *plan.Run) {
		switch a.Source.Func {
		case rules.Min, rules.Max:
			if valueIn(x, a.Of) == tuple[last] {
				c.add(n, c.premises(x))
			}
		case rules.CountValues:
			value := c.group(r, append(slices.Clone(tuple), valueIn(x, a.Of)))
			c.add(value, c.premises(x))
			all = append(all, value)
		default:
			all = append(all, c.premises(x)...)
		}
	})
	if a.Source.Func != rules.Min && a.Source.Func != rules.Max {
		c.add(n, all)
	}
}

func valueIn(x *plan.Run, t plan.Term) plan.ID {
	if t.Register < 0 {
		return t.Constant
	}
	return x.Registers[t.Register]
}

// premises returns the nodes of what the instance needs to hold.
func (c *cone) premises(x *plan.Run) []int {
	i := instance{x.Rule, x.Registers, x.Rows}
	var list []int
	for _, lit := range x.Rule.Literals {
		switch {
		case lit.Negated:
		case lit.Relation.Aggregate != nil:
			list = append(list, c.group(lit.Relation, i.tuple(lit)))
		default:
			list = append(list, c.row(lit.Relation, x.Rows[lit.Position]))
		}
	}
	return list
}

// add adds a clause; one that needs its own head says nothing.
func (c *cone) add(head int, premises []int) {
	slices.Sort(premises)
	premises = slices.Compact(premises)
	if slices.Contains(premises, head) {
		return
	}
	for _, p := range premises {
		c.uses[p] = append(c.uses[p], len(c.clauses))
	}
	c.clauses = append(c.clauses, clause{head, premises})
}

// sortBeliefs numbers the beliefs in the order of their facts.
func (c *cone) sortBeliefs() {
	order := make([]int, len(c.beliefs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return c.beliefs[i].Fact.Compare(c.beliefs[j].Fact) })
	number := make([]int, len(order))
	sorted := make([]belief.Belief, len(order))
	for to, from := range order {
		number[from], sorted[to] = to, c.beliefs[from]
	}
	for n, b := range c.belief {
		if b >= 0 {
			c.belief[n] = number[b]
		}
	}
	c.beliefs = sorted
}
