package naive

import (
	"math"
	"math/big"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// group is the solutions of an aggregate's braces that agree on the group variables.
type group struct {
	values    []belief.Value // of the group variables
	solutions []solution
}

type solution struct {
	of     belief.Value // the value of the variable that the aggregate ranges over, if it has one
	weight *big.Int
}

// aggregate goes on once for every group of the braces that agrees with what is bound.
func (s *Solver) aggregate(a *rules.Aggregate, weight *big.Int, rest func(*big.Int) error) error {
	groups, err := s.groups(a)
	if err != nil {
		return err
	}
	for _, g := range groups {
		value, err := s.fold(a, g.solutions)
		if err != nil {
			return err
		}
		if err := s.goOn(a, g.values, value, weight, rest); err != nil {
			return err
		}
	}
	return nil
}

// groups solves the braces for the group variables that are bound, once for the same values.
func (s *Solver) groups(a *rules.Aggregate) ([]*group, error) {
	at := Key(s.groupValues(a))
	if known, ok := s.solved[a][at]; ok {
		return known, nil
	}
	byKey, groups := map[string]*group{}, []*group(nil)
	found := func() *group {
		values := s.groupValues(a)
		key := Key(values)
		if byKey[key] == nil {
			byKey[key] = &group{values: values}
			groups = append(groups, byKey[key])
		}
		return byKey[key]
	}
	braces := *s
	braces.Projects, braces.Matched = false, nil
	err := braces.Solve(a.Body, a.Order, big.NewInt(1), func(w *big.Int) error {
		x := solution{weight: w}
		if a.Of >= 0 {
			x.of = s.Env[a.Of]
		}
		g := found()
		g.solutions = append(g.solutions, x)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if !g.size().IsInt64() {
			return nil, s.fault("multiplicity overflow")
		}
	}
	if len(groups) == 0 && a.ZeroGroups {
		found()
	}
	if s.solved == nil {
		s.solved = map[*rules.Aggregate]map[string][]*group{}
	}
	if s.solved[a] == nil {
		s.solved[a] = map[string][]*group{}
	}
	s.solved[a][at] = groups
	return groups, nil
}

// size is the number of solutions, each as often as its weight says.
func (g *group) size() *big.Int {
	n := new(big.Int)
	for _, x := range g.solutions {
		n.Add(n, x.weight)
	}
	return n
}

func (s *Solver) groupValues(a *rules.Aggregate) []belief.Value {
	values := make([]belief.Value, len(a.Group))
	for i, v := range a.Group {
		values[i] = s.Env[v]
	}
	return values
}

// goOn binds the group variables and the result, or compares where they are bound.
func (s *Solver) goOn(a *rules.Aggregate, values []belief.Value, result belief.Value, weight *big.Int, rest func(*big.Int) error) error {
	var bound []int
	defer func() { s.unbind(bound) }()
	for i, v := range append(append([]int(nil), a.Group...), a.Result) {
		value := result
		if i < len(values) {
			value = values[i]
		}
		if !s.Bound(v) {
			s.Env[v] = value
			bound = append(bound, v)
		} else if s.Env[v] != value {
			return nil
		}
	}
	return rest(weight)
}

// fold computes the aggregate of one group; an empty one is asked for only where it has a value.
func (s *Solver) fold(a *rules.Aggregate, solutions []solution) (belief.Value, error) {
	switch a.Func {
	case rules.CountSolutions:
		n := (&group{solutions: solutions}).size()
		return s.int(n, "count overflow")
	case rules.CountValues:
		distinct := map[belief.Value]bool{}
		for _, x := range solutions {
			distinct[x.of] = true
		}
		return belief.Int(int64(len(distinct))), nil
	case rules.Sum:
		return s.sum(a, solutions)
	case rules.Avg:
		return s.average(solutions)
	default:
		best := solutions[0].of
		for _, x := range solutions {
			if c := order(x.of, best); a.Func == rules.Min && c < 0 || a.Func == rules.Max && c > 0 {
				best = x.of
			}
		}
		return best, nil
	}
}

// total is the exact sum of the values times their multiplicities, and the number of solutions.
func total(solutions []solution) (sum, n *big.Rat) {
	sum, n = new(big.Rat), new(big.Rat)
	for _, x := range solutions {
		w := new(big.Rat).SetInt(x.weight)
		v := new(big.Rat)
		if x.of.Type() == belief.FloatType {
			v.SetFloat64(x.of.Float())
		} else {
			v.SetInt64(x.of.Int())
		}
		sum.Add(sum, v.Mul(v, w))
		n.Add(n, w)
	}
	return sum, n
}

func (s *Solver) sum(a *rules.Aggregate, solutions []solution) (belief.Value, error) {
	sum, _ := total(solutions)
	if a.Type == belief.FloatType {
		return s.rounded(sum)
	}
	return s.int(sum.Num(), "sum overflow")
}

func (s *Solver) average(solutions []solution) (belief.Value, error) {
	sum, n := total(solutions)
	return s.rounded(sum.Quo(sum, n))
}

// rounded is the nearest float.
func (s *Solver) rounded(exact *big.Rat) (belief.Value, error) {
	f, _ := exact.Float64()
	if math.IsInf(f, 0) {
		return belief.Value{}, s.fault("float overflow")
	}
	return belief.Float(f)
}

func (s *Solver) int(n *big.Int, what string) (belief.Value, error) {
	if !n.IsInt64() {
		return belief.Value{}, s.fault(what)
	}
	return belief.Int(n.Int64()), nil
}
