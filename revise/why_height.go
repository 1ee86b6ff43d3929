package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// heights finds the trees of least height of a fact and of all that it may rest on: Knuth's generalization of Dijkstra's
// algorithm (1977) on the instances below the fact, collected backward and labelled upward, lower facts first
// (algorithms.md, 5.1). A base belief is 0 high, and a rule one higher than the highest fact that it needs; absences,
// groups and built-ins are leaves.
type heights struct {
	program *plan.Program
	run     *plan.Run
	nodes   map[changedRow]int
	rows    []changedRow // by node; the fact itself is node 0
	steps   []heightStep
	uses    [][]int // by node: the steps that need it
	of      []int   // by node: its height
	by      []int   // by node: the step that makes it so high; none for a base belief
	whole   bool    // no instance was left out
	err     error
}

// heightStep is a rule instance with the nodes of the facts that it needs.
type heightStep struct {
	instance
	head    int
	needs   []int
	missing int // of needs, those without a height
}

// coneInstances is the most rule instances among which a lowest tree is looked for.
const coneInstances = 10_000

const none = -1

// heightsOf labels what the row may rest on. Where that is too much, whole is not set and there are no heights.
func (e *Engine) heightsOf(ctx context.Context, r *plan.Relation, row store.Row) *heights {
	h := &heights{program: e.program, run: plan.NewRun(ctx, e.program), nodes: map[changedRow]int{}, whole: true}
	h.node(changedRow{r, row})
	for n := 0; n < len(h.rows) && h.whole; n++ {
		h.expand(n)
		if h.err = h.run.Err; h.err != nil {
			h.whole = false
		}
	}
	if h.whole {
		h.label()
	}
	return h
}

func (h *heights) node(at changedRow) int {
	n, known := h.nodes[at]
	if !known {
		n = len(h.rows)
		h.nodes[at] = n
		h.rows, h.uses = append(h.rows, at), append(h.uses, nil)
	}
	return n
}

// expand collects the instances that derive a node.
func (h *heights) expand(n int) {
	at := h.rows[n]
	for _, rule := range at.relation.Rules {
		if !h.whole || !h.run.Bind(rule, at.relation.Tuple(at.row)) {
			continue
		}
		h.run.Drive(rule, plan.Backward, nil, &maintain.Now, func(x *plan.Run) {
			if h.whole = len(h.steps) < coneInstances; h.whole {
				h.add(n, instance{rule, slices.Clone(x.Registers), slices.Clone(x.Rows)})
			} else {
				x.Halt()
			}
		})
	}
}

func (h *heights) add(head int, i instance) {
	s := heightStep{instance: i, head: head}
	for _, lit := range i.rule.Literals {
		if lit.Negated || lit.Relation.Aggregate != nil {
			continue
		}
		if n := h.node(changedRow{lit.Relation, i.rows[lit.Position]}); !slices.Contains(s.needs, n) {
			s.needs = append(s.needs, n)
			h.uses[n] = append(h.uses[n], len(h.steps))
		}
	}
	s.missing = len(s.needs)
	h.steps = append(h.steps, s)
}

// label gives every node its height, lower ones first. Of several steps that make a node equally high, the first in the
// order of rules and facts is kept.
func (h *heights) label() {
	h.of, h.by = slices.Repeat([]int{none}, len(h.rows)), slices.Repeat([]int{none}, len(h.rows))
	var levels [][]int // nodes by height
	reach := func(n, height, step int) {
		switch {
		case h.of[n] == none:
			h.of[n], h.by[n] = height, step
			for len(levels) <= height {
				levels = append(levels, nil)
			}
			levels[height] = append(levels[height], n)
		case h.of[n] == height && h.by[n] != none && compareInstances(h.program.Dictionary, h.steps[step].instance, h.steps[h.by[n]].instance) < 0:
			h.by[n] = step
		}
	}
	for n, at := range h.rows {
		if at.relation.State(at.row)&store.Base != 0 {
			reach(n, 0, none)
		}
	}
	for k := range h.steps {
		if s := &h.steps[k]; s.missing == 0 {
			reach(s.head, s.rise(), k)
		}
	}
	for height := 0; height < len(levels); height++ {
		for k := 0; k < len(levels[height]); k++ { // a projection is no higher than its fact
			for _, use := range h.uses[levels[height][k]] {
				s := &h.steps[use]
				if s.missing--; s.missing == 0 {
					reach(s.head, height+s.rise(), use)
				}
			}
		}
	}
}

// rise is how much higher the head is than the highest fact that it needs.
func (s *heightStep) rise() int {
	if s.rule.Head.Projects != nil {
		return 0
	}
	return 1
}

// choose returns the instance of the lowest tree.
func (h *heights) choose(r *plan.Relation, row store.Row) *instance {
	if step := h.by[h.nodes[changedRow{r, row}]]; step != none {
		return &h.steps[step].instance
	}
	return nil
}
