// Package network keeps rule instances as justifications: which fact each concludes, and which facts must hold and
// which must not for it to be true. A justification is found by its head, by each of its antecedents, and by what it is.
//
// Reference: the nodes and justifications of Doyle, A Truth Maintenance System, Artificial Intelligence 12, 1979
// (algorithms.md, 4). Guarantee: each instance is in it once, and whoever asks finds what was added in the order of adding,
// latest first. Cost: 16 bytes for a justification, 12 for each antecedent, 4 for each list and slot; each is found in
// constant time. Not covered: taking out a justification, but for the last ones, when a revision is taken back.
//
// It relies on rows that stay where they are: the relations of its program are pinned. Whether a fact or a justification
// is believed is left to the truth maintenance systems that stand on it, packages jtms and atms.
package network

import (
	"math/bits"

	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// ID numbers a justification. They are numbered as they are added, from 1.
type ID uint32

// None is no justification.
const None ID = 0

// Network holds the justifications of one program. Its nodes are the rows of the program's relations.
type Network struct {
	program *plan.Program
	list    []justification // by ID
	edges   []edge          // by justification, in the order of its rule's literals; 0 is none
	nodes   []nodes         // by relation
	slots   []ID            // open addressing; None is free
	rows    []store.Row     // of the instance at hand
	tuple   []plan.ID
}

// justification is one rule instance.
type justification struct {
	rule  uint32 // in Program.Rules
	head  store.Row
	edges uint32 // the first
	next  ID     // of the same head
}

// edge leads from an antecedent to a justification that has it in its in-list or, for a negated literal, its out-list.
type edge struct {
	row  store.Row
	of   ID
	next uint32 // edge of the same antecedent
}

// nodes are the ends of the lists of one relation's rows.
type nodes struct {
	heads []ID     // by row: the justification that was added last
	uses  []uint32 // by row: the edge that was added last
}

// New returns an empty network over the program, and pins its rows.
func New(p *plan.Program) *Network {
	for _, r := range p.Relations {
		r.Pin()
	}
	return &Network{
		program: p, list: make([]justification, 1), edges: make([]edge, 1),
		nodes: make([]nodes, len(p.Relations)), slots: make([]ID, 8),
	}
}

// Len returns the number of justifications.
func (n *Network) Len() int { return len(n.list) - 1 }

// Add returns the justification that the instance is, with its head's row, and reports whether it is new.
func (n *Network) Add(x *plan.Run, head store.Row) (ID, bool) {
	n.rows = n.rows[:0]
	for _, lit := range x.Rule.Literals {
		n.rows = append(n.rows, n.antecedent(x, lit))
	}
	slot := n.probe(x.Rule.Number, n.rows)
	if id := n.slots[slot]; id != None {
		return id, false
	}
	id, first := ID(len(n.list)), uint32(len(n.edges))
	own := n.node(x.Rule.Head, head)
	n.list = append(n.list, justification{rule: uint32(x.Rule.Number), head: head, edges: first, next: own.heads[head]})
	own.heads[head] = id
	for i, lit := range x.Rule.Literals {
		row := n.rows[i]
		used := n.node(lit.Relation, row)
		n.edges = append(n.edges, edge{row: row, of: id, next: used.uses[row]})
		used.uses[row] = first + uint32(i)
	}
	n.slots[slot] = id
	if 4*len(n.list) > 3*len(n.slots) {
		n.rehash()
	}
	return id, true
}

// antecedent returns the row of a literal. What does not hold, and the value of an empty group, may have none yet.
func (n *Network) antecedent(x *plan.Run, lit *plan.Literal) store.Row {
	if row := x.Rows[lit.Position]; row != store.NoRow {
		return row
	}
	n.tuple = n.tuple[:0]
	for _, t := range lit.Terms {
		value := t.Constant
		if t.Register >= 0 {
			value = x.Registers[t.Register]
		}
		n.tuple = append(n.tuple, value)
	}
	return lit.Relation.FindOrAdd(n.tuple)
}

// node returns the lists of the relation, with room for the row.
func (n *Network) node(r *plan.Relation, row store.Row) *nodes {
	own := &n.nodes[r.Number]
	if more := int(row) + 1 - len(own.heads); more > 0 {
		own.heads = append(own.heads, make([]ID, more)...)
		own.uses = append(own.uses, make([]uint32, more)...)
	}
	return own
}

// probe returns the slot of the justification with the rule and the antecedents, or the free one where it belongs.
func (n *Network) probe(rule int, rows []store.Row) uint32 {
	mask := uint32(len(n.slots) - 1)
	s := hash(rule, rows) & mask
	for n.slots[s] != None && !n.is(n.slots[s], rule, rows) {
		s = (s + 1) & mask
	}
	return s
}

func hash(rule int, rows []store.Row) uint32 {
	h := uint64(rule) + 1
	for _, row := range rows {
		hi, lo := bits.Mul64(h^uint64(row), 0x9e3779b97f4a7c15)
		h = hi ^ lo + 1
	}
	return uint32(h ^ h>>32)
}

func (n *Network) is(id ID, rule int, rows []store.Row) bool {
	j := &n.list[id]
	if int(j.rule) != rule {
		return false
	}
	for i, row := range rows {
		if n.edges[int(j.edges)+i].row != row {
			return false
		}
	}
	return true
}

func (n *Network) rehash() {
	n.slots = make([]ID, 2*len(n.slots))
	for id := ID(1); int(id) < len(n.list); id++ {
		n.slots[n.probe(int(n.list[id].rule), n.Antecedents(id))] = id
	}
}

// Truncate forgets every justification that was added after the first few.
func (n *Network) Truncate(length int) {
	for id := ID(n.Len()); int(id) > length; id-- {
		// The last one to be entered ends its chain of slots, so that no other is looked for behind it.
		n.slots[n.probe(int(n.list[id].rule), n.Antecedents(id))] = None
		j, rule := n.list[id], n.Rule(id)
		for i := len(rule.Literals) - 1; i >= 0; i-- {
			e := n.edges[int(j.edges)+i]
			n.nodes[rule.Literals[i].Relation.Number].uses[e.row] = e.next
		}
		n.nodes[rule.Head.Number].heads[j.head] = j.next
		n.list, n.edges = n.list[:id], n.edges[:j.edges]
	}
}

// Rule returns the rule of a justification.
func (n *Network) Rule(id ID) *plan.Rule { return n.program.Rules[n.list[id].rule] }

// Head returns the fact that a justification concludes.
func (n *Network) Head(id ID) maintain.Fact {
	return maintain.Fact{Relation: n.Rule(id).Head, Row: n.list[id].head}
}

// Antecedents returns the rows of a justification's literals, by position.
func (n *Network) Antecedents(id ID) []store.Row {
	n.rows = n.rows[:0]
	first := int(n.list[id].edges)
	for i := range n.Rule(id).Literals {
		n.rows = append(n.rows, n.edges[first+i].row)
	}
	return n.rows
}

// Antecedent returns the row of one literal of a justification.
func (n *Network) Antecedent(id ID, lit *plan.Literal) store.Row {
	return n.edges[int(n.list[id].edges)+lit.Position].row
}

// Registers returns the values of the variables that a justification's literals bind.
func (n *Network) Registers(id ID) []plan.ID {
	rule := n.Rule(id)
	registers := make([]plan.ID, rule.Registers)
	for _, lit := range rule.Literals {
		for c, v := range lit.Relation.Tuple(n.Antecedent(id, lit)) {
			if t := lit.Terms[c]; t.Register >= 0 {
				registers[t.Register] = v
			}
		}
	}
	return registers
}

// Of calls f with the justifications that conclude the fact, until it returns false.
func (n *Network) Of(f maintain.Fact, yield func(ID) bool) {
	own := &n.nodes[f.Number]
	if int(f.Row) >= len(own.heads) {
		return
	}
	for id := own.heads[f.Row]; id != None; id = n.list[id].next {
		if !yield(id) {
			return
		}
	}
}

// Uses calls f with every literal of a justification that the fact is the antecedent for.
func (n *Network) Uses(f maintain.Fact, use func(ID, *plan.Literal)) {
	own := &n.nodes[f.Number]
	if int(f.Row) >= len(own.uses) {
		return
	}
	for e := own.uses[f.Row]; e != 0; e = n.edges[e].next {
		id := n.edges[e].of
		use(id, n.Rule(id).Literals[e-n.list[id].edges])
	}
}

// Bytes returns the memory that the network holds.
func (n *Network) Bytes() int {
	bytes := 16*cap(n.list) + 12*cap(n.edges) + 4*cap(n.slots)
	for _, own := range n.nodes {
		bytes += 4 * (cap(own.heads) + cap(own.uses))
	}
	return bytes
}
