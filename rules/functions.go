package rules

import "github.com/beliefbase/revise/belief"

// typeSet is a set of types, one bit for each.
type typeSet uint8

const (
	anyType    typeSet = 1<<belief.StringType | 1<<belief.IntType | 1<<belief.FloatType | 1<<belief.BoolType | 1<<belief.DateType
	stringType typeSet = 1 << belief.StringType
	intType    typeSet = 1 << belief.IntType
	floatType  typeSet = 1 << belief.FloatType
	dateType   typeSet = 1 << belief.DateType
	numeric    typeSet = intType | floatType
	ordered    typeSet = stringType | intType | floatType | dateType // what min and max range over
)

// setOf is the set of one type; that of NoType is the set of all.
func setOf(t belief.Type) typeSet {
	if t == belief.NoType {
		return anyType
	}
	return 1 << t
}

// only returns the one type of the set, NoType when it has more.
func (s typeSet) only() belief.Type {
	for t := belief.StringType; t <= belief.DateType; t++ {
		if s == setOf(t) {
			return t
		}
	}
	return belief.NoType
}

// String returns what a person calls a value of the set.
func (s typeSet) String() string {
	switch s {
	case numeric:
		return "a number"
	case ordered:
		return "a number, string or date"
	case anyType:
		return "of any type"
	default:
		return s.only().String()
	}
}

// signature is how a function is called.
type signature struct {
	name   string // empty for an operator
	sign   string // of an operator
	args   []typeSet
	result typeSet
	alike  bool // the arguments and the result have one type
	more   bool // the last argument may be repeated
}

// signatures are indexed by function.
var signatures = [...]signature{
	Add:        {sign: "+", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Subtract:   {sign: "-", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Multiply:   {sign: "*", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Divide:     {sign: "/", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Mod:        {sign: "mod", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Negate:     {sign: "-", args: []typeSet{numeric}, result: numeric, alike: true},
	Min2:       {name: "min", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Max2:       {name: "max", args: []typeSet{numeric, numeric}, result: numeric, alike: true},
	Abs:        {name: "abs", args: []typeSet{numeric}, result: numeric, alike: true},
	Concat:     {name: "concat", args: []typeSet{stringType, stringType}, result: stringType, more: true},
	Length:     {name: "length", args: []typeSet{stringType}, result: intType},
	Lower:      {name: "lower", args: []typeSet{stringType}, result: stringType},
	Upper:      {name: "upper", args: []typeSet{stringType}, result: stringType},
	Substring:  {name: "substring", args: []typeSet{stringType, intType, intType}, result: stringType},
	Days:       {name: "days", args: []typeSet{dateType, dateType}, result: intType},
	AddDays:    {name: "add_days", args: []typeSet{dateType, intType}, result: dateType},
	ToFloat:    {name: "float", args: []typeSet{intType}, result: floatType},
	ToInt:      {name: "int", args: []typeSet{floatType}, result: intType},
	ToText:     {name: "text", args: []typeSet{anyType}, result: stringType},
	StartsWith: {name: "starts_with", args: []typeSet{stringType, stringType}},
	EndsWith:   {name: "ends_with", args: []typeSet{stringType, stringType}},
	Contains:   {name: "contains", args: []typeSet{stringType, stringType}},
	Matches:    {name: "matches", args: []typeSet{stringType, stringType}},
}

// noFunction stands for a function that there is none of.
const noFunction = Func(len(signatures))

// functionNames are the functions that are called by name, in the order of their numbers; conditions are none.
var functionNames = func() []string {
	var names []string
	for _, s := range signatures {
		if _, condition := conditions[s.name]; s.name != "" && !condition {
			names = append(names, s.name)
		}
	}
	return names
}()

// functionNamed returns the function that is called by that name.
func functionNamed(name string) (Func, bool) {
	if _, condition := conditions[name]; condition || name == "" {
		return 0, false
	}
	for f, s := range signatures {
		if s.name == name {
			return Func(f), true
		}
	}
	return 0, false
}

// arity says how many arguments the function wants.
func (s signature) arity() string {
	words := []string{"no arguments", "one argument", "two arguments", "three arguments"}
	if s.more {
		return words[len(s.args)] + " or more"
	}
	return words[len(s.args)]
}

// String returns the name of the function in the file language, or the sign of the operator.
func (f Func) String() string { return signatures[f].name + signatures[f].sign }
