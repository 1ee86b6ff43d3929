package naive

import (
	"math"
	"math/big"
	"regexp"
	"strings"
	"unicode"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

func (s *Solver) expr(e rules.Expr) (belief.Value, error) {
	switch e.Kind {
	case rules.ConstantExpr:
		return e.Value, nil
	case rules.VariableExpr:
		return s.Env[e.Variable], nil
	default:
		return s.call(*e.Call)
	}
}

func (s *Solver) call(c rules.Call) (belief.Value, error) {
	args := make([]belief.Value, len(c.Args))
	for i, e := range c.Args {
		v, err := s.expr(e)
		if err != nil {
			return belief.Value{}, err
		}
		args[i] = v
	}
	switch c.Func {
	case rules.Add, rules.Subtract, rules.Multiply, rules.Divide, rules.Mod, rules.Negate, rules.Abs:
		if args[0].Type() == belief.FloatType {
			return s.floatArithmetic(c.Func, args)
		}
		return s.intArithmetic(c.Func, args)
	case rules.Min2, rules.Max2:
		if (order(args[0], args[1]) <= 0) == (c.Func == rules.Min2) {
			return args[0], nil
		}
		return args[1], nil
	case rules.Days:
		return belief.Int(args[1].Days() - args[0].Days()), nil
	case rules.AddDays:
		return s.addDays(args[0], args[1])
	case rules.ToFloat, rules.ToInt, rules.ToText:
		return s.convert(c.Func, args[0])
	case rules.StartsWith, rules.EndsWith, rules.Contains, rules.Matches:
		return belief.Bool(condition(c.Func, args[0].Text(), args[1].Text())), nil
	default:
		return text(c.Func, args), nil
	}
}

// intArithmetic calculates without bounds and then asks whether the result fits.
func (s *Solver) intArithmetic(f rules.Func, args []belief.Value) (belief.Value, error) {
	x, y, z := big.NewInt(args[0].Int()), new(big.Int), new(big.Int)
	if len(args) > 1 {
		y.SetInt64(args[1].Int())
	}
	switch f {
	case rules.Add:
		z.Add(x, y)
	case rules.Subtract:
		z.Sub(x, y)
	case rules.Multiply:
		z.Mul(x, y)
	case rules.Negate:
		z.Neg(x)
	case rules.Abs:
		z.Abs(x)
	default:
		if y.Sign() == 0 {
			return belief.Value{}, s.fault("division by zero")
		}
		if f == rules.Divide {
			z.Quo(x, y)
		} else {
			z.Rem(x, y)
		}
	}
	return s.int(z, "overflow")
}

func (s *Solver) floatArithmetic(f rules.Func, args []belief.Value) (belief.Value, error) {
	x, y, z := args[0].Float(), 0.0, 0.0
	if len(args) > 1 {
		y = args[1].Float()
	}
	switch f {
	case rules.Add:
		z = x + y
	case rules.Subtract:
		z = x - y
	case rules.Multiply:
		z = x * y
	case rules.Negate:
		z = -x
	case rules.Abs:
		z = math.Abs(x)
	default:
		if y == 0 {
			return belief.Value{}, s.fault("division by zero")
		}
		if f == rules.Divide {
			z = x / y
		} else {
			z = math.Mod(x, y)
		}
	}
	v, err := belief.Float(z)
	if err != nil {
		return belief.Value{}, s.fault("float overflow")
	}
	return v, nil
}

func (s *Solver) addDays(date, n belief.Value) (belief.Value, error) {
	sum := new(big.Int).Add(big.NewInt(date.Days()), big.NewInt(n.Int()))
	if sum.IsInt64() {
		if v, err := belief.Date(sum.Int64()); err == nil {
			return v, nil
		}
	}
	return belief.Value{}, s.fault("a date out of range")
}

func (s *Solver) convert(f rules.Func, v belief.Value) (belief.Value, error) {
	switch f {
	case rules.ToText:
		return belief.String(v.Plain()), nil
	case rules.ToFloat:
		if v.Type() == belief.FloatType {
			return v, nil
		}
		return belief.Float(float64(v.Int()))
	}
	if v.Type() == belief.IntType {
		return v, nil
	}
	whole, _ := big.NewFloat(v.Float()).Int(nil)
	return s.int(whole, "overflow")
}

func condition(f rules.Func, s, part string) bool {
	switch f {
	case rules.StartsWith:
		return len(s) >= len(part) && s[:len(part)] == part
	case rules.EndsWith:
		return len(s) >= len(part) && s[len(s)-len(part):] == part
	case rules.Contains:
		return strings.Contains(s, part)
	default:
		return regexp.MustCompile(part).MatchString(s)
	}
}

// text computes the functions that give strings or measure them.
func text(f rules.Func, args []belief.Value) belief.Value {
	s := args[0].Text()
	switch f {
	case rules.Concat:
		for _, a := range args[1:] {
			s += a.Text()
		}
		return belief.String(s)
	case rules.Length:
		return belief.Int(int64(len([]rune(s))))
	case rules.Lower:
		return belief.String(strings.Map(unicode.ToLower, s))
	case rules.Upper:
		return belief.String(strings.Map(unicode.ToUpper, s))
	default:
		return belief.String(substring([]rune(s), args[1].Int(), args[2].Int()))
	}
}

// substring keeps the characters whose position, counted from 1, is at least from and less than from+count.
func substring(s []rune, from, count int64) string {
	end := new(big.Int).Add(big.NewInt(from), big.NewInt(count))
	var kept []rune
	for i, r := range s {
		position := int64(i) + 1
		if position >= from && big.NewInt(position).Cmp(end) < 0 {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
