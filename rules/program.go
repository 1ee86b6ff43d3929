package rules

import "github.com/beliefbase/revise/belief"

// Program is a checked set of rules: every relation has its types, every rule is safe, and no relation depends on
// itself through not or an aggregate. It does not change; With makes another one.
type Program struct {
	Relations   []*Relation   // sorted by name
	Rules       []*Rule       // in the order of their places
	Constraints []*Constraint // likewise
	strata      []Stratum
	byName      map[string]*Relation
	docs        []*Document
	numbered    map[string]int // by relation: the highest number that a rule of it got
	lost        bool           // of what is left out it is not known which relations it concludes; see Salvage
	omitted     omissions
}

// Relation is a set (or bag) of facts of one shape.
type Relation struct {
	Name      string
	Columns   []Column
	Bag       bool // keeps multiplicities; never recursive
	MayAssert bool // suggestions may add facts to it
	About     string
	Place     belief.Place // where it is declared, or first seen
	Rules     []*Rule      // the rules that conclude it; none for a relation of base beliefs only
	Number    int          // its index in Program.Relations
	open      bool         // declared without columns, and used nowhere
	observed  bool         // it has facts, or a revision may give it some
}

// Column is one column of a relation. Name is never empty: undeclared columns are called c1, c2 and so on. Type is
// NoType when neither a declaration nor a fact nor a rule tells it.
type Column struct {
	Name string
	Type belief.Type
}

// Rule concludes Head from Body. A rule without a body always holds.
type Rule struct {
	Name      string // given, or head and place among the rules of its relation: can_read#2
	Place     belief.Place
	Text      string // in one-line form, as the file language prints it
	Head      Atom
	Body      []Literal
	Variables []Variable // a term's Variable is an index into it
	Order     []int      // the literals of Body in the order they are evaluated: positive atoms, then the rest as each becomes ready
	Number    int        // its index in Program.Rules
	node      *Node      // where it is written
}

// Variable is a named variable of a rule. A name used only inside braces is a variable of its own in each pair of braces.
type Variable struct {
	Name string // without the question mark
	Type belief.Type
}

// Constraint says that its body must have no solution.
type Constraint struct {
	Name        string
	Place       belief.Place
	Text        string // its conditions, as the file language prints them
	Body        []Literal
	Variables   []Variable
	Order       []int
	Arguments   []int // the variables of a violation, in order of first appearance outside braces
	Message     []MessagePart
	OnViolation OnViolation
	node        *Node // where it is written
}

// MessagePart is a piece of a constraint's message: a text, or the value of a variable when Variable >= 0.
type MessagePart struct {
	Text     string
	Variable int
}

// OnViolation is what a revision does about a constraint that it newly violates.
type OnViolation uint8

// Report lists the violation, which is the default; Refuse refuses the revision.
const (
	Report OnViolation = iota
	Refuse
)

// Literal is one condition of a body: *Atom, *Comparison, *Condition or *Aggregate.
type Literal interface{ isLiteral() }

// Atom is a relation applied to terms, negated or not.
type Atom struct {
	Relation *Relation
	Terms    []Term
	Negated  bool
	Place    belief.Place
}

// TermKind says what a term is.
type TermKind uint8

// The kinds of term.
const (
	ConstantTerm TermKind = iota
	VariableTerm
	WildcardTerm // `_`
)

// Term is an argument of an atom.
type Term struct {
	Kind     TermKind
	Variable int          // of VariableTerm: an index into the rule's Variables
	Value    belief.Value // of ConstantTerm
}

// Comparison compares two expressions of one type. With Op Equal and Binds >= 0 it computes: it gives the value of
// Right to the variable Binds, which nothing before it in Order binds (Left is then that variable).
type Comparison struct {
	Op          Op
	Left, Right Expr
	Binds       int // a variable, or -1
	Place       belief.Place
}

// Op is a comparison.
type Op uint8

// The comparisons. Strings compare by bytes, false is less than true.
const (
	Equal Op = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

// Condition is a built-in test on strings: starts_with, ends_with, contains or matches.
type Condition struct {
	Call  Call
	Place belief.Place
}

// Expr is an expression: exactly one of a variable, a constant and a call.
type Expr struct {
	Kind     ExprKind
	Type     belief.Type
	Variable int
	Value    belief.Value
	Call     *Call
}

// ExprKind says what an expression is.
type ExprKind uint8

// The kinds of expression.
const (
	ConstantExpr ExprKind = iota
	VariableExpr
	CallExpr
)

// Call applies a function to arguments.
type Call struct {
	Func Func
	Args []Expr
}

// Func is a built-in function.
type Func uint8

// The built-in functions.
const (
	Add Func = iota
	Subtract
	Multiply
	Divide
	Mod
	Negate
	Min2
	Max2
	Abs
	Concat // of two or more
	Length
	Lower
	Upper
	Substring
	Days
	AddDays
	ToFloat
	ToInt
	ToText
	StartsWith
	EndsWith
	Contains
	Matches // its second argument is a constant pattern that compiles
)

// Aggregate binds Result to a function of the solutions of Body, group by group.
type Aggregate struct {
	Func       AggregateFunc
	Of         int   // the variable it ranges over, or -1 for count of solutions
	Result     int   // the variable it binds
	Compares   bool  // Result is bound before it in Order: the aggregate tests instead of binding
	Group      []int // variables of the braces that also occur outside every pair of braces, parameters included, in order of first appearance in the braces
	Parameters []int // those of Group that no positive atom of the braces (nor = from bound variables) binds: they are bound outside
	ZeroGroups bool  // every group variable is bound outside, and not by the braces of another aggregate, so an empty group counts 0 and sums to 0 (count and sum only)
	Body       []Literal
	Order      []int       // of Body
	Type       belief.Type // of the result
	Place      belief.Place
}

// AggregateFunc is what an aggregate computes.
type AggregateFunc uint8

// The aggregates. CountSolutions counts the distinct solutions of the braces, CountValues the distinct values of Of.
const (
	CountSolutions AggregateFunc = iota
	CountValues
	Sum
	Min
	Max
	Avg
)

func (*Atom) isLiteral()       {}
func (*Comparison) isLiteral() {}
func (*Condition) isLiteral()  {}
func (*Aggregate) isLiteral()  {}

// Stratum is a strongly connected component of the dependency graph: relations that are evaluated as one.
type Stratum struct {
	Relations []*Relation // sorted by name
	Rules     []*Rule     // that conclude them
	Recursive bool
}

// Strata returns the strata in an order in which each depends only on itself and earlier ones.
// Relations without rules are in none.
func (p *Program) Strata() []Stratum { return p.strata }

// Relation returns the relation with the given name, or nil.
func (p *Program) Relation(name string) *Relation { return p.byName[name] }
