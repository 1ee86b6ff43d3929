package plan

import (
	"math"
	"math/bits"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// undefined says why an operation has no result; it is empty when there is one.
type undefined string

const (
	byZero   undefined = "division by zero"
	overflow undefined = "the result does not fit 64 bits"
	noDate   undefined = "the result is no date between 0000-01-01 and 9999-12-31"
	notANum  undefined = "the result is not a finite number"
	tooLong  undefined = "the text is longer than 16 MiB"
)

// eval returns the value of an expression, given the values of its variables.
func eval(e *rules.Expr, value func(register int) belief.Value) (belief.Value, undefined) {
	switch e.Kind {
	case rules.ConstantExpr:
		return e.Value, ""
	case rules.VariableExpr:
		return value(e.Variable), ""
	}
	return evalCall(e.Call, value)
}

func evalCall(c *rules.Call, value func(register int) belief.Value) (belief.Value, undefined) {
	args := make([]belief.Value, 0, 4)
	for i := range c.Args {
		v, bad := eval(&c.Args[i], value)
		if bad != "" {
			return v, bad
		}
		args = append(args, v)
	}
	return apply(c.Func, args)
}

// apply applies a function to arguments of the right types.
func apply(f rules.Func, a []belief.Value) (belief.Value, undefined) {
	switch f {
	case rules.Add, rules.Subtract, rules.Multiply, rules.Divide, rules.Mod, rules.Negate, rules.Abs:
		if a[0].Type() == belief.FloatType {
			return floatArithmetic(f, a)
		}
		return intArithmetic(f, a)
	case rules.Min2, rules.Max2:
		if (a[0].Compare(a[1]) <= 0) == (f == rules.Min2) {
			return a[0], ""
		}
		return a[1], ""
	case rules.Days:
		return belief.Int(a[1].Days() - a[0].Days()), ""
	case rules.AddDays:
		return addDays(a[0].Days(), a[1].Int())
	case rules.ToFloat, rules.ToInt, rules.ToText:
		return convert(f, a[0])
	case rules.Concat:
		return concat(a)
	default:
		return text(f, a), ""
	}
}

func intArithmetic(f rules.Func, a []belief.Value) (belief.Value, undefined) {
	x, y := a[0].Int(), int64(0)
	if len(a) > 1 {
		y = a[1].Int()
	}
	switch f {
	case rules.Add:
		sum := x + y
		return belief.Int(sum), when((sum > x) != (y > 0) && y != 0, overflow)
	case rules.Subtract:
		return belief.Int(x - y), when((x-y < x) != (y > 0) && y != 0, overflow)
	case rules.Multiply:
		return multiply(x, y)
	case rules.Negate:
		return belief.Int(-x), when(x == math.MinInt64, overflow)
	case rules.Abs:
		return belief.Int(max(x, -x)), when(x == math.MinInt64, overflow)
	}
	switch {
	case y == 0:
		return belief.Value{}, byZero
	case f == rules.Mod:
		return belief.Int(mod(x, y)), ""
	default:
		return belief.Int(x / y), when(x == math.MinInt64 && y == -1, overflow)
	}
}

func mod(x, y int64) int64 {
	if y == -1 {
		return 0
	}
	return x % y
}

func when(bad bool, why undefined) undefined {
	if bad {
		return why
	}
	return ""
}

func multiply(x, y int64) (belief.Value, undefined) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	negative := (x < 0) != (y < 0)
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	if hi != 0 || lo > limit {
		return belief.Value{}, overflow
	}
	if negative {
		return belief.Int(-int64(lo)), ""
	}
	return belief.Int(int64(lo)), ""
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func floatArithmetic(f rules.Func, a []belief.Value) (belief.Value, undefined) {
	x, y := a[0].Float(), 0.0
	if len(a) > 1 {
		y = a[1].Float()
	}
	switch f {
	case rules.Add:
		x += y
	case rules.Subtract:
		x -= y
	case rules.Multiply:
		x *= y
	case rules.Negate:
		x = -x
	case rules.Abs:
		x = math.Abs(x)
	default:
		if y == 0 {
			return belief.Value{}, byZero
		}
		if f == rules.Mod {
			x = math.Mod(x, y)
		} else {
			x /= y
		}
	}
	v, err := belief.Float(x)
	return v, when(err != nil, notANum)
}

func addDays(day, n int64) (belief.Value, undefined) {
	const far = 10_000_000 // more days than the calendar has
	v, err := belief.Date(day + min(max(n, -far), far))
	return v, when(err != nil, noDate)
}

func convert(f rules.Func, v belief.Value) (belief.Value, undefined) {
	switch {
	case f == rules.ToText:
		return belief.String(v.Plain()), ""
	case f == rules.ToFloat && v.Type() == belief.IntType:
		v, _ = belief.Float(float64(v.Int()))
		return v, ""
	case f == rules.ToInt && v.Type() == belief.FloatType:
		whole := math.Trunc(v.Float())
		if whole < -(1<<63) || whole >= 1<<63 {
			return belief.Value{}, overflow
		}
		return belief.Int(int64(whole)), ""
	default:
		return v, ""
	}
}

// maxText bounds what rules can make of texts: one that doubles in a recursion would otherwise take all memory in
// thirty steps.
const maxText = 1 << 24

func concat(a []belief.Value) (belief.Value, undefined) {
	size := 0
	for _, v := range a {
		size += len(v.Text())
	}
	if size > maxText {
		return belief.Value{}, tooLong
	}
	var b strings.Builder
	b.Grow(size)
	for _, v := range a {
		b.WriteString(v.Text())
	}
	return belief.String(b.String()), ""
}

func text(f rules.Func, a []belief.Value) belief.Value {
	switch f {
	case rules.Length:
		return belief.Int(int64(utf8.RuneCountInString(a[0].Text())))
	case rules.Lower:
		return belief.String(strings.ToLower(a[0].Text()))
	case rules.Upper:
		return belief.String(strings.ToUpper(a[0].Text()))
	case rules.Substring:
		return belief.String(substring(a[0].Text(), a[1].Int(), a[2].Int()))
	case rules.StartsWith:
		return belief.Bool(strings.HasPrefix(a[0].Text(), a[1].Text()))
	case rules.EndsWith:
		return belief.Bool(strings.HasSuffix(a[0].Text(), a[1].Text()))
	case rules.Contains:
		return belief.Bool(strings.Contains(a[0].Text(), a[1].Text()))
	default:
		return belief.Bool(matches(a[0].Text(), a[1].Text()))
	}
}

// substring returns count code points from the given one, counted from 1; what lies outside is left out.
func substring(s string, from, count int64) string {
	runes := []rune(s)
	n := int64(len(runes))
	if from < 1 { // what lies before the text counts too
		before := 1 - max(from, -math.MaxInt64)
		from, count = 1, max(count, before)-before
	}
	if count <= 0 || from > n {
		return ""
	}
	return string(runes[from-1 : from-1+min(count, n-from+1)])
}

// matches reports whether the pattern matches somewhere in the text. The program was refused if it does not compile.
func matches(text, pattern string) bool {
	return compiled(pattern).MatchString(text)
}

func compareValues(op rules.Op, order int) bool {
	switch op {
	case rules.Equal:
		return order == 0
	case rules.NotEqual:
		return order != 0
	case rules.Less:
		return order < 0
	case rules.LessEqual:
		return order <= 0
	case rules.Greater:
		return order > 0
	default:
		return order >= 0
	}
}

// patterns are the compiled patterns of all programs; there is one for each literal pattern in a rule.
var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	if re, ok := patterns.Load(pattern); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(pattern)
	patterns.Store(pattern, re)
	return re
}
