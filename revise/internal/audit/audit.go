// Package audit checks a materialization rule by rule, without recomputing it: every true instance of every rule has its
// head in it (closed), every fact in it rests on base beliefs through such instances, none on itself alone
// (well-founded), and every support is the number of instances there are. A state that passes is the least model, stratum
// by stratum, whatever algorithm made it (algorithms.md, section 8).
//
// It relies on package naive to solve the bodies, and on nothing that the engine runs on: no rows, plans, views or ranks.
//
// Reference: algorithms.md, 8, with the proof that a state which passes is the least model.
// Guarantee: every flaw of a state is found, and nothing else.
// Cost: linear in the instances of the rules over the state, in time and, of recursive strata, in memory.
// Not covered: the attributions of base beliefs, and reports of what changed.
package audit

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/rules"
)

// State is what is said to be the materialization of a base under a program.
type State struct {
	Program    *rules.Program
	Base       *belief.Base
	Claims     iter.Seq[Claim]
	Violations []belief.Fact
}

// Claim is a fact that is said to hold, with its support.
type Claim struct {
	Fact  belief.Fact
	Count uint64 // supports; of a bag the multiplicity, base beliefs included
	Base  bool
}

// Flaw is one thing that is wrong with a state.
type Flaw struct {
	Kind  Kind
	Fact  belief.Fact
	Rule  string   // of Missing: by which the fact follows; empty for a base belief
	Said  uint64   // of Miscounted
	Found *big.Int // of Miscounted
}

// Kind says what is wrong.
type Kind uint8

// The kinds of flaw.
const (
	Missing     Kind = iota // it follows, or is believed, and does not hold
	Unsupported             // it holds, and does not rest on base beliefs
	Miscounted              // it has another number of supports
	Misbelieved             // it is said to be a base belief, or not to be, and the base says otherwise
	NotViolated             // a violation is listed that is none
	NotListed               // a violation is not listed
)

// Result says how much was checked, and what is wrong.
type Result struct {
	Facts, Instances int
	Flaws            []Flaw // sorted by fact and kind
}

// Check checks a state. The error is that of the context, or a *naive.Fault: the state has an instance that is undefined.
func Check(ctx context.Context, s *State) (*Result, error) {
	a := &audit{State: s, ctx: ctx, tables: map[string]*table{}}
	a.read()
	for _, stratum := range s.Program.Strata() {
		if err := a.stratum(stratum); err != nil {
			return nil, err
		}
	}
	if err := a.constraints(); err != nil {
		return nil, err
	}
	a.supports()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(a.result.Flaws, func(x, y Flaw) int {
		if c := x.Fact.Compare(y.Fact); c != 0 {
			return c
		}
		return int(x.Kind) - int(y.Kind)
	})
	a.result.Flaws = slices.CompactFunc(a.result.Flaws, func(x, y Flaw) bool { return x.Kind == y.Kind && x.Fact.Equal(y.Fact) })
	return &a.result, nil
}

// audit is a check under way.
type audit struct {
	*State
	ctx    context.Context
	tables map[string]*table // by relation
	result Result
}

func (a *audit) flaw(kind Kind, relation string, values []belief.Value) *Flaw {
	a.result.Flaws = append(a.result.Flaws, Flaw{Kind: kind, Fact: belief.NewFact(relation, values...)})
	return &a.result.Flaws[len(a.result.Flaws)-1]
}

// read takes the claims down and compares what they say of base beliefs with the base.
func (a *audit) read() {
	for _, r := range a.Program.Relations {
		a.tables[r.Name] = newTable(r)
	}
	for c := range a.Claims {
		a.result.Facts++
		a.tables[c.Fact.Relation].add(c)
	}
	for b := range a.Base.All() {
		t := a.tables[b.Fact.Relation]
		row := t.find(b.Fact.Values)
		switch {
		case row == nil:
			a.flaw(Missing, b.Fact.Relation, b.Fact.Values)
		case !t.claims[row.Number].Base:
			a.flaw(Misbelieved, b.Fact.Relation, b.Fact.Values)
		case t.relation.Bag:
			row.Base = len(b.Attributions)
		default:
			row.Base = 1
		}
	}
	for _, r := range a.Program.Relations {
		for _, row := range a.tables[r.Name].rows {
			if row.Base == 0 && a.tables[r.Name].claims[row.Number].Base {
				a.flaw(Misbelieved, r.Name, row.Values)
			}
		}
	}
}

// Matching yields the rows that agree with the values; none when the context is done, so that the search comes to its end.
func (a *audit) Matching(r *rules.Relation, values []belief.Value) iter.Seq[*naive.Row] {
	if a.ctx.Err() != nil {
		return func(func(*naive.Row) bool) {}
	}
	return slices.Values(a.tables[r.Name].matching(values))
}

func (a *audit) solver(rule string, variables []rules.Variable) *naive.Solver {
	return &naive.Solver{Facts: a, Rule: rule, Env: make([]belief.Value, len(variables))}
}

// stratum counts the instances of the rules of a stratum and, where it is recursive, follows them from what rests on
// nothing in the stratum.
func (a *audit) stratum(s rules.Stratum) error {
	g := &graph{}
	for _, r := range s.Rules {
		if err := a.rule(r, s, g); err != nil {
			return err
		}
	}
	if !s.Recursive {
		return nil
	}
	reached := g.reach(func(yield func(*naive.Row) bool) {
		for _, r := range s.Relations {
			for _, row := range a.tables[r.Name].rows {
				if row.Base > 0 && !yield(row) {
					return
				}
			}
		}
	})
	for _, r := range s.Relations {
		for _, row := range a.tables[r.Name].rows {
			if !reached[row] && row.Instances > 0 {
				a.flaw(Unsupported, r.Name, row.Values)
			}
		}
	}
	return nil
}

// rule counts every true instance at its head, which must be there. In a recursive stratum each goes to the graph.
func (a *audit) rule(r *rules.Rule, stratum rules.Stratum, g *graph) error {
	relation := r.Head.Relation
	solver := a.solver(r.Name, r.Variables)
	own, wild := inStratum(r, stratum)
	solver.Projects = !relation.Bag && !wild // where a fact behind `_` may rest on the head, each of them is followed
	if len(own) > 0 {
		solver.Matched = make([]*naive.Row, len(r.Body))
	}
	seen := map[string]bool{}
	distinct := relation.Bag || !hasWildcard(r.Body)
	return solver.Solve(r.Body, r.Order, big.NewInt(1), func(weight *big.Int) error {
		values := make([]belief.Value, len(r.Head.Terms))
		for i, t := range r.Head.Terms {
			values[i] = solver.Term(t)
		}
		head := a.tables[relation.Name].find(values)
		if head == nil {
			f := a.flaw(Missing, relation.Name, values)
			f.Rule = r.Name
			return nil
		}
		if stratum.Recursive {
			g.add(head, solver.Matched, own)
		}
		if !distinct {
			key := naive.Key(solver.Env)
			if seen[key] {
				return nil // the same named values: `_` in positive atoms is projected
			}
			seen[key] = true
		}
		a.result.Instances++
		head.Instances++
		if relation.Bag {
			sum := &a.tables[relation.Name].sums[head.Number]
			sum.Add(sum, weight)
		}
		return nil
	})
}

// inStratum returns the positive literals of a rule that are of its own recursive stratum, and whether one has `_`.
func inStratum(r *rules.Rule, s rules.Stratum) (own []int, wild bool) {
	for i, l := range r.Body {
		a, ok := l.(*rules.Atom)
		if s.Recursive && ok && !a.Negated && slices.Contains(s.Relations, a.Relation) {
			own = append(own, i)
			wild = wild || hasWildcard(r.Body[i:i+1])
		}
	}
	return own, wild
}

// hasWildcard reports whether a positive atom has `_`.
func hasWildcard(body []rules.Literal) bool {
	return slices.ContainsFunc(body, func(l rules.Literal) bool {
		a, ok := l.(*rules.Atom)
		return ok && !a.Negated && slices.ContainsFunc(a.Terms, func(t rules.Term) bool { return t.Kind == rules.WildcardTerm })
	})
}

// supports compares what was counted with what the claims say.
func (a *audit) supports() {
	for _, r := range a.Program.Relations {
		t := a.tables[r.Name]
		for _, row := range t.rows {
			found := big.NewInt(int64(row.Instances))
			if r.Bag {
				found = new(big.Int).Add(&t.sums[row.Number], big.NewInt(int64(row.Base)))
			}
			said := t.claims[row.Number].Count
			switch {
			case row.Base == 0 && row.Instances == 0:
				a.flaw(Unsupported, r.Name, row.Values)
			case found.Cmp(new(big.Int).SetUint64(said)) != 0:
				f := a.flaw(Miscounted, r.Name, row.Values)
				f.Said, f.Found = said, found
			}
		}
	}
}

// constraints compares the violations that there are with those that are listed.
func (a *audit) constraints() error {
	listed := map[string]belief.Fact{}
	key := func(constraint string, values []belief.Value) string { return constraint + "(" + naive.Key(values) }
	for _, f := range a.Violations {
		listed[key(f.Relation, f.Values)] = f
	}
	found := map[string]bool{}
	for _, c := range a.Program.Constraints {
		s := a.solver(c.Name, c.Variables)
		err := s.Solve(c.Body, c.Order, big.NewInt(1), func(*big.Int) error {
			values := make([]belief.Value, len(c.Arguments))
			for i, v := range c.Arguments {
				values[i] = s.Env[v]
			}
			k := key(c.Name, values)
			if _, ok := listed[k]; !ok && !found[k] {
				a.flaw(NotListed, c.Name, values)
			}
			found[k] = true
			return nil
		})
		if err != nil {
			return err
		}
	}
	for k, f := range listed {
		if !found[k] {
			a.flaw(NotViolated, f.Relation, f.Values)
		}
	}
	return nil
}
