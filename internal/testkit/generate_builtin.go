package testkit

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

func (s *scope) add(format string, args ...any) {
	s.body = append(s.body, Literal{Text: fmt.Sprintf(format, args...)})
}

// operand is a bound variable of the type, or a constant.
func (s *scope) operand(t belief.Type) string {
	if names := s.boundOf(t); len(names) > 0 && s.g.dice.Chance(70) {
		return fuzz.Pick(s.g.dice, names)
	}
	return s.g.value(t).String()
}

// comparison adds a comparison or a condition on strings, if something is bound.
func (s *scope) comparison() {
	if len(s.bound) == 0 {
		return
	}
	d := s.g.dice
	name := fuzz.Pick(d, s.bound)
	t := s.types[name]
	if t == belief.StringType && d.Chance(40) {
		test := fuzz.Pick(d, []string{`starts_with(%s, "a")`, `ends_with(%s, c)`, `contains(%s, b)`, `matches(%s, "^[a-z]$")`})
		s.add(test, name)
		return
	}
	op := fuzz.Pick(d, []string{"!=", "<", "<=", "=", ">", ">="})
	s.add("%s %s %s", name, op, s.operand(t))
}

// computation adds `?v = …` over something bound. Where the head's layer takes part its value is kept within bounds,
// so that every program has a finite model.
func (s *scope) computation() {
	if len(s.bound) == 0 {
		return
	}
	d := s.g.dice
	name := fuzz.Pick(d, s.bound)
	switch t := s.types[name]; t {
	case belief.IntType:
		s.intComputation(name)
	case belief.FloatType:
		v := s.operand(t)
		s.finite(belief.FloatType, fuzz.Pick(d, []string{"min(%s, %s)", "max(%s, %s)", "%s + %s", "%s - %s", "%s * %s"}), name, v)
	case belief.StringType:
		s.stringComputation(name)
	case belief.DateType:
		if d.Chance(50) {
			s.add("%s = days(%s, %s)", s.fresh(belief.IntType), name, s.operand(t))
		} else {
			s.finite(belief.DateType, "add_days(%s, %s)", name, fuzz.Pick(d, []string{"1", "-30", "365"}))
		}
	default:
		s.add("%s = text(%s)", s.fresh(belief.StringType), name)
	}
}

// finite adds a computation only where it cannot feed itself.
func (s *scope) finite(t belief.Type, format string, args ...any) {
	if s.recursive {
		return
	}
	text := fmt.Sprintf(format, args...)
	s.add("%s = %s", s.fresh(t), text)
}

func (s *scope) intComputation(name string) {
	d := s.g.dice
	other := s.operand(belief.IntType)
	switch choice := d.Below(12); {
	case choice < 4:
		op := fuzz.Pick(d, []string{"+", "-", "*"})
		v := s.fresh(belief.IntType)
		s.add("%s = %s %s %s", v, name, op, other)
		if s.recursive || d.Chance(50) {
			s.add("%s <= %d", v, s.g.domain)
			s.add("%s >= -2", v)
		}
	case choice < 8:
		op := fuzz.Pick(d, []string{"/", "mod"})
		if d.Chance(85) {
			s.add("%s != 0", other)
		}
		s.add("%s = %s %s %s", s.fresh(belief.IntType), name, op, other)
	case choice < 9:
		s.add("%s = abs(%s)", s.fresh(belief.IntType), name)
	case choice < 10:
		function := fuzz.Pick(d, []string{"min", "max"})
		s.add("%s = %s(%s, %s)", s.fresh(belief.IntType), function, name, other)
	case choice < 11:
		s.add("%s = float(%s)", s.fresh(belief.FloatType), name)
	default:
		s.finite(belief.IntType, "%s * 9223372036854775807", name) // overflows for values above 1
	}
}

func (s *scope) stringComputation(name string) {
	d := s.g.dice
	switch d.Below(4) {
	case 0:
		s.add("%s = length(%s)", s.fresh(belief.IntType), name)
	case 1:
		s.add("%s = %s(%s)", s.fresh(belief.StringType), fuzz.Pick(d, []string{"lower", "upper"}), name)
	case 2:
		s.add("%s = substring(%s, %d, %d)", s.fresh(belief.StringType), name, d.From(-1, 3), d.From(-1, 2))
	default:
		s.finite(belief.StringType, "concat(%s, %s)", name, s.operand(belief.StringType))
	}
}

// aggregate adds an aggregate over a lower layer: its braces use names of their own, which are local unless the head
// takes them, and names of the rule, which make groups.
func (s *scope) aggregate() {
	d := s.g.dice
	inner := &scope{g: s.g, relation: s.relation, types: map[string]belief.Type{}, inner: true}
	for range fuzz.Pick(d, []int{1, 1, 2}) {
		inner.body = append(inner.body, Literal{Atom: inner.atom(fuzz.Pick(d, s.g.usable(s.relation, false)))})
	}
	local := slices.Clone(inner.bound)
	for _, name := range s.bound {
		if s.fitsBraces(name) {
			inner.bind(name, s.types[name]) // parameters, if the braces come to use them
		}
	}
	if d.Chance(20) {
		inner.body = append(inner.body, inner.negated())
	}
	if d.Chance(20) {
		inner.comparison()
	}
	if d.Chance(15) {
		inner.computation()
		local = append(local, inner.computed...)
	}
	function, of, t := s.function(inner, local)
	result := ""
	if names := s.boundOf(t); len(names) > 0 && d.Chance(15) {
		result = fuzz.Pick(d, names)
	}
	inside := slices.Contains(inner.bound, result)
	if result == "" || inside {
		result = s.fresh(t)
	}
	s.body = append(s.body, Literal{Aggregate: &Aggregate{Result: result, Function: function, Of: of, Body: inner.body}})
	for _, name := range local { // a group of the braces' own, if the head takes it
		if _, outside := s.types[name]; !outside && d.Chance(40) {
			s.bind(name, inner.types[name])
			s.groups = append(s.groups, name)
		}
	}
}

// fitsBraces reports whether braces may take the variable as a parameter: it is bound outside of them, and not by the
// recursion of the head alone.
func (s *scope) fitsBraces(name string) bool {
	return !slices.Contains(s.groups, name) && (!s.recursive || slices.Contains(s.lower, name))
}

// function chooses what to aggregate: count needs nothing, the others a variable that the braces bind.
func (s *scope) function(inner *scope, local []string) (function, of string, t belief.Type) {
	d := s.g.dice
	if len(local) == 0 || d.Chance(30) {
		return "count", "", belief.IntType
	}
	of = fuzz.Pick(d, local)
	t = inner.types[of]
	functions := []string{"count", "min", "max"}
	switch t {
	case belief.IntType, belief.FloatType:
		functions = []string{"sum", "count", "min", "max", "avg", "sum"}
	case belief.BoolType:
		functions = functions[:1]
	}
	switch function = fuzz.Pick(d, functions); function {
	case "count":
		t = belief.IntType
	case "avg":
		t = belief.FloatType
	}
	return function, of, t
}
