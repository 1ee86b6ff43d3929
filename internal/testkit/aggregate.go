package testkit

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

// aggregate solves the braces for the group variables that are bound, and goes on once for every group.
func (s *solver) aggregate(a *rules.Aggregate, weight *big.Int, rest func(*big.Int) error) error {
	groups := map[string]*group{}
	braces := *s
	braces.projects = false
	err := braces.solve(a.Body, a.Order, big.NewInt(1), func(w *big.Int) error {
		g := s.group(a, groups)
		found := solution{weight: w}
		if a.Of >= 0 {
			found.of = s.env[a.Of]
		}
		g.solutions = append(g.solutions, found)
		return nil
	})
	if err != nil {
		return err
	}
	if len(groups) == 0 && a.ZeroGroups {
		s.group(a, groups)
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

func (s *solver) group(a *rules.Aggregate, groups map[string]*group) *group {
	values := make([]belief.Value, len(a.Group))
	for i, v := range a.Group {
		values[i] = s.env[v]
	}
	key := Key(values)
	if groups[key] == nil {
		groups[key] = &group{values: values}
	}
	return groups[key]
}

// goOn binds the group variables and the result, or compares where they are bound.
func (s *solver) goOn(a *rules.Aggregate, values []belief.Value, result belief.Value, weight *big.Int, rest func(*big.Int) error) error {
	var bound []int
	defer func() { s.unbind(bound) }()
	for i, v := range append(append([]int(nil), a.Group...), a.Result) {
		value := result
		if i < len(values) {
			value = values[i]
		}
		if !s.bound(v) {
			s.env[v] = value
			bound = append(bound, v)
		} else if s.env[v] != value {
			return nil
		}
	}
	return rest(weight)
}

// fold computes the aggregate of one group; an empty one is asked for only where it has a value.
func (s *solver) fold(a *rules.Aggregate, solutions []solution) (belief.Value, error) {
	switch a.Func {
	case rules.CountSolutions:
		n := new(big.Int)
		for _, x := range solutions {
			n.Add(n, x.weight)
		}
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

func (s *solver) sum(a *rules.Aggregate, solutions []solution) (belief.Value, error) {
	sum, _ := total(solutions)
	if a.Type == belief.FloatType {
		return s.rounded(sum)
	}
	return s.int(sum.Num(), "sum overflow")
}

func (s *solver) average(solutions []solution) (belief.Value, error) {
	sum, n := total(solutions)
	return s.rounded(sum.Quo(sum, n))
}

// rounded is the nearest float.
func (s *solver) rounded(exact *big.Rat) (belief.Value, error) {
	f, _ := exact.Float64()
	if math.IsInf(f, 0) {
		return belief.Value{}, s.fault("float overflow")
	}
	return belief.Float(f)
}

func (s *solver) int(n *big.Int, what string) (belief.Value, error) {
	if !n.IsInt64() {
		return belief.Value{}, s.fault(what)
	}
	return belief.Int(n.Int64()), nil
}
