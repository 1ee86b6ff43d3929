package testkit

import (
	"errors"
	"iter"
	"maps"
	"math/big"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/rules"
)

// Extension is the facts of one relation by their keys.
type Extension map[string]*naive.Row

// Model is everything that holds: the least model of a program over a base, stratum by stratum.
type Model struct {
	Program    *rules.Program
	Relations  map[string]Extension
	Violations map[string]map[string][]belief.Value // by constraint and key: the values of its arguments
	given      *Model                               // that negated atoms are about, or nil: this one
}

// ErrTooBig says that the oracle gave up because the model is larger than a test wants.
var ErrTooBig = errors.New("the model is too big for the oracle")

const maxRows = 200_000

// Matching returns the row that the values name, or every row of the relation.
func (m *Model) Matching(r *rules.Relation, values []belief.Value) iter.Seq[*naive.Row] {
	rows := m.Relations[r.Name]
	if slices.ContainsFunc(values, func(v belief.Value) bool { return v.Type() == belief.NoType }) {
		return maps.Values(rows)
	}
	return func(yield func(*naive.Row) bool) {
		if row := rows[naive.Key(values)]; row != nil {
			yield(row)
		}
	}
}

// Evaluate computes the model, relations that need each other together, by applying all their rules to what the last
// round found until nothing changes. Counts are those of the last round, so they are counts over the final extensions.
// The error is a *naive.Fault or ErrTooBig.
func Evaluate(program *rules.Program, base *Ledger) (*Model, error) {
	return evaluateGiven(program, base, nil)
}

// evaluateGiven takes what is absent from another model.
func evaluateGiven(program *rules.Program, base *Ledger, given *Model) (*Model, error) {
	m := &Model{Program: program, Relations: map[string]Extension{}, given: given}
	needs := needsOf(program)
	for len(m.Relations) < len(program.Relations) {
		for _, r := range program.Relations {
			if members := m.ready(r.Name, needs); members != nil {
				if err := m.evaluateTogether(members, base); err != nil {
					return nil, err
				}
			}
		}
	}
	return m, m.findViolations()
}

// ready returns the relation and those that need it and that it needs, if everything else it needs is evaluated.
func (m *Model) ready(name string, needs map[string]map[string]bool) map[string]bool {
	if m.Relations[name] != nil {
		return nil
	}
	members := map[string]bool{name: true}
	for other := range needs[name] {
		if needs[other][name] {
			members[other] = true
		} else if m.Relations[other] == nil {
			return nil
		}
	}
	return members
}

func (m *Model) evaluateTogether(members map[string]bool, base *Ledger) error {
	for name := range members {
		m.Relations[name] = base.extension(m.Program.Relation(name))
	}
	for _, r := range m.Program.Rules {
		if members[r.Head.Relation.Name] {
			s := m.solver(r.Name, r.Variables)
			if err := s.CheckBraces(r.Body, r.Order, members); err != nil {
				return err
			}
		}
	}
	for {
		next := map[string]Extension{}
		for name := range members {
			next[name] = base.extension(m.Program.Relation(name))
		}
		for _, r := range m.Program.Rules {
			if members[r.Head.Relation.Name] {
				if err := m.apply(r, next[r.Head.Relation.Name]); err != nil {
					return err
				}
			}
		}
		rows, stable := 0, true
		for name := range members {
			stable = stable && sameExtension(m.Relations[name], next[name])
			rows += len(next[name])
			m.Relations[name] = next[name]
		}
		if stable {
			return m.checkWeights(members)
		}
		if rows > maxRows {
			return ErrTooBig
		}
	}
}

func (m *Model) solver(rule string, variables []rules.Variable) *naive.Solver {
	s := &naive.Solver{Facts: m, Rule: rule, Env: make([]belief.Value, len(variables))}
	if m.given != nil {
		s.Given = m.given
	}
	return s
}

// apply adds the heads of all instances of the rule that are true in m.
func (m *Model) apply(r *rules.Rule, into Extension) error {
	bag := r.Head.Relation.Bag
	seen := map[string]bool{}
	s := m.solver(r.Name, r.Variables)
	s.Projects = !bag
	return s.Solve(r.Body, r.Order, big.NewInt(1), func(weight *big.Int) error {
		if key := naive.Key(s.Env); !bag && seen[key] {
			return nil // the same named values: `_` in positive atoms is projected
		} else if !bag {
			seen[key] = true
		}
		values := make([]belief.Value, len(r.Head.Terms))
		for i, t := range r.Head.Terms {
			values[i] = s.Term(t)
		}
		row := into.row(values, bag)
		row.Instances++
		if bag {
			row.Weight.Add(row.Weight, weight)
		}
		return nil
	})
}

func (e Extension) row(values []belief.Value, bag bool) *naive.Row {
	key := naive.Key(values)
	row := e[key]
	if row == nil {
		row = &naive.Row{Values: values}
		if bag {
			row.Weight = new(big.Int)
		}
		e[key] = row
	}
	return row
}

func sameExtension(a, b Extension) bool {
	if len(a) != len(b) {
		return false
	}
	for key, row := range a {
		other := b[key]
		if other == nil || row.Weight != nil && row.Weight.Cmp(other.Weight) != 0 {
			return false
		}
	}
	return true
}

// checkWeights faults on a multiplicity that 64 bits cannot hold.
func (m *Model) checkWeights(members map[string]bool) error {
	for name := range members {
		for _, row := range m.Relations[name] {
			if row.Weight != nil && !row.Weight.IsInt64() {
				return &naive.Fault{Rule: name, What: "multiplicity overflow"}
			}
		}
	}
	return nil
}

// findViolations solves the constraints.
func (m *Model) findViolations() error {
	m.Violations = map[string]map[string][]belief.Value{}
	for _, c := range m.Program.Constraints {
		found := map[string][]belief.Value{}
		s := m.solver(c.Name, c.Variables)
		if err := s.CheckBraces(c.Body, c.Order, nil); err != nil {
			return err
		}
		err := s.Solve(c.Body, c.Order, big.NewInt(1), func(*big.Int) error {
			values := make([]belief.Value, len(c.Arguments))
			for i, v := range c.Arguments {
				values[i] = s.Env[v]
			}
			found[naive.Key(values)] = values
			return nil
		})
		if err != nil {
			return err
		}
		m.Violations[c.Name] = found
	}
	return nil
}

// needsOf gives every relation those that it depends on, directly or not.
func needsOf(program *rules.Program) map[string]map[string]bool {
	needs := map[string]map[string]bool{}
	for _, r := range program.Relations {
		needs[r.Name] = map[string]bool{}
	}
	for _, r := range program.Rules {
		eachAtom(r.Body, func(a *rules.Atom) { needs[r.Head.Relation.Name][a.Relation.Name] = true })
	}
	for _, through := range program.Relations {
		for _, from := range needs {
			if from[through.Name] {
				maps.Copy(from, needs[through.Name])
			}
		}
	}
	return needs
}

func eachAtom(body []rules.Literal, visit func(a *rules.Atom)) {
	for _, l := range body {
		switch l := l.(type) {
		case *rules.Atom:
			visit(l)
		case *rules.Aggregate:
			eachAtom(l.Body, visit)
		}
	}
}
