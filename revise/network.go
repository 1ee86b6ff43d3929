package revise

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/jtms"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/network"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Network is the justification network of an engine under JTMS: what the rules could be about, and every rule instance
// that was ever true.
type Network struct {
	Nodes          []Node // sorted by text
	Justifications []NetworkJustification
}

// Node is a fact that is in, believed, or out. Beside the user's facts there are the projections that _ makes, the values
// of groups, and the violations of constraints.
type Node struct {
	Text    string
	In      bool
	Premise bool // a base belief, or the value of a group, which comes from the solutions of the braces
	Support int  // the index of the justification that the network lets it rest on; -1 for none
}

// NetworkJustification is a justification: the conclusion is in if every fact of the in-list is in and every one of the out-list out.
type NetworkJustification struct {
	Rule       RuleRef // zero for a projection
	Conclusion int     // index of a node
	In, Out    []int   // indexes of nodes, as the rule has them
	Valid      bool
}

// ErrNoNetwork says that only an engine under JTMS has a network.
var ErrNoNetwork = errors.New("only the strategy jtms keeps a network of justifications")

// Network returns the network as it is now: base beliefs that nothing uses are left out. The error is ErrNoNetwork under
// another strategy. The cost is that of the network.
func (e *Engine) Network() (*Network, error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	system, ok := e.keeper.(*jtms.System)
	if !ok {
		return nil, ErrNoNetwork
	}
	x := &networkExport{Engine: e, system: system, numbers: map[maintain.Fact]int{}}
	for id := network.ID(1); int(id) <= system.Len(); id++ {
		x.justification(id)
	}
	return x.sorted(), nil
}

// networkExport makes a Network.
type networkExport struct {
	*Engine
	system  *jtms.System
	numbers map[maintain.Fact]int
	made    Network
}

func (x *networkExport) justification(id network.ID) {
	rule := x.system.Rule(id)
	made := NetworkJustification{Rule: ruleRef(rule), Conclusion: x.node(x.system.Head(id), nil, nil), Valid: x.system.Valid(id)}
	registers := x.system.Registers(id)
	for _, lit := range rule.Literals {
		n := x.node(maintain.Fact{Relation: lit.Relation, Row: x.system.Antecedent(id, lit)}, lit, &instance{rule: rule, registers: registers})
		if lit.Negated {
			made.Out = append(made.Out, n)
		} else {
			made.In = append(made.In, n)
		}
	}
	x.made.Justifications = append(x.made.Justifications, made)
}

// node returns the number of a fact. What lowering made is written as the literal that uses it.
func (x *networkExport) node(f maintain.Fact, by *plan.Literal, in *instance) int {
	if n, known := x.numbers[f]; known {
		return n
	}
	n := len(x.made.Nodes)
	x.numbers[f] = n
	made := Node{Text: x.nodeText(f, by, in), In: f.Holds(f.Row), Premise: f.State(f.Row)&store.Base != 0, Support: -1}
	if id, justified := x.system.Support(f); justified {
		made.Support = int(id) - 1
	}
	if f.Aggregate != nil {
		made.In, made.Premise = x.isValue(f), true
	}
	x.made.Nodes = append(x.made.Nodes, made)
	return n
}

// isValue reports whether the fact is the present value of its group. The value of an empty group may have no row.
func (x *networkExport) isValue(f maintain.Fact) bool {
	if f.Holds(f.Row) || !f.Aggregate.ZeroGroup {
		return f.Holds(f.Row)
	}
	tuple := f.Tuple(f.Row)
	key := tuple[:len(tuple)-1]
	for row := range f.All {
		if f.Holds(row) && slices.Equal(f.Tuple(row)[:len(key)], key) {
			return false
		}
	}
	return tuple[len(key)] == f.Aggregate.Groups.Zero()
}

func (x *networkExport) nodeText(f maintain.Fact, by *plan.Literal, in *instance) string {
	switch {
	case f.User != nil, f.Constraint != nil:
		return x.fact(f.Relation, f.Row).String()
	case f.Projects != nil:
		return x.projected(f)
	case by != nil && by.User >= 0:
		body, variables := in.rule.Source()
		return literalText(body[by.User], variables, func(v int) (belief.Value, bool) {
			if !slices.ContainsFunc(by.Terms, func(t plan.Term) bool { return t.Register == v }) {
				return belief.Value{}, false
			}
			return x.Engine.program.Dictionary.Value(in.registers[v]), true
		})
	default:
		return "values " + strings.TrimPrefix(x.fact(f.Relation, f.Row).String(), f.Name)
	}
}

// projected writes a row of a projection with _ for the columns that are left out.
func (x *networkExport) projected(f maintain.Fact) string {
	columns := slices.Repeat([]string{"_"}, f.Projects.Arity)
	for i, v := range x.fact(f.Relation, f.Row).Values {
		columns[f.Kept[i]] = v.String()
	}
	return fmt.Sprintf("%s(%s)", f.Projects.Name, strings.Join(columns, ", "))
}

// sorted orders the network by its texts, so that it does not depend on when what was found.
func (x *networkExport) sorted() *Network {
	order := func(length int, less func(a, b int) int) (byPlace, places []int) {
		byPlace, places = make([]int, length), make([]int, length)
		for i := range byPlace {
			byPlace[i] = i
		}
		slices.SortStableFunc(byPlace, less)
		for place, i := range byPlace {
			places[i] = place
		}
		return byPlace, places
	}
	nodes := x.made.Nodes
	nodeOrder, nodePlace := order(len(nodes), func(a, b int) int { return strings.Compare(nodes[a].Text, nodes[b].Text) })
	for i := range x.made.Justifications {
		r := &x.made.Justifications[i]
		r.Conclusion = nodePlace[r.Conclusion]
		for _, list := range [][]int{r.In, r.Out} {
			for k := range list {
				list[k] = nodePlace[list[k]]
			}
		}
	}
	justifications := x.made.Justifications
	justificationOrder, justificationPlace := order(len(justifications), func(a, b int) int { return justifications[a].compare(&justifications[b]) })
	sorted := &Network{}
	for _, i := range nodeOrder {
		n := nodes[i]
		if n.Support >= 0 {
			n.Support = justificationPlace[n.Support]
		}
		sorted.Nodes = append(sorted.Nodes, n)
	}
	for _, i := range justificationOrder {
		sorted.Justifications = append(sorted.Justifications, justifications[i])
	}
	return sorted
}

func (r *NetworkJustification) compare(s *NetworkJustification) int {
	if r.Conclusion != s.Conclusion {
		return r.Conclusion - s.Conclusion
	}
	if c := strings.Compare(r.Rule.Name, s.Rule.Name); c != 0 {
		return c
	}
	if c := slices.Compare(r.In, s.In); c != 0 {
		return c
	}
	return slices.Compare(r.Out, s.Out)
}
