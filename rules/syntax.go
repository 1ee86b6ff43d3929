package rules

import "github.com/beliefbase/revise/belief"

// span is a piece of a text: bytes start to end.
type span struct {
	text       *text
	start, end int
}

func (s span) place() belief.Place { return s.text.place(s.start) }

// clause is a rule or a constraint as it is written. The parser makes it; resolving, typing and ordering add to it,
// and building makes a Rule or a Constraint of it.
type clause struct {
	node      *Node  // the whole entry
	name      string // empty until it is given one
	nameAt    *Node  // nil when no name is written
	place     belief.Place
	head      *call // nil in a constraint
	body      []*literal
	message   *text
	violation OnViolation
	kept      bool // it has its name from an earlier program
	faulty    bool // something in its conditions or its head is wrong

	variables     []*variable
	headVariables []int // in order of first appearance
	order         []int
}

// variable is a named variable of a clause.
type variable struct {
	name string
	at   span // where it is first written
	cell *cell
	// outer says that it occurs in the head or in a literal outside every pair of braces.
	outer bool
}

// literal is a condition of a body as it is written.
type literal struct {
	kind    literalKind
	at      span
	atom    *call // of an atom and of a condition
	negated bool
	op      Op
	left    *term
	right   *term
	braces  *braces // of an aggregate; left is the variable that it gives a value

	variables      []int // outside of braces, in order of first appearance
	leftVariables  []int // of a comparison
	rightVariables []int
	binds          int // the variable to which a comparison gives a value, or -1
}

type literalKind uint8

const (
	atomLiteral literalKind = iota
	comparisonLiteral
	conditionLiteral
	aggregateLiteral
)

// isPositive reports whether the literal is an atom that is not negated.
func (l *literal) isPositive() bool { return l.kind == atomLiteral && !l.negated }

// call is a name with arguments in parentheses: an atom, a condition or a function.
type call struct {
	name string
	at   span // the name
	all  span // with its arguments
	args []*term

	relation *relation // of an atom
	function Func      // of a condition or a function
}

// term is an expression as it is written. An operator is a call of its function.
type term struct {
	kind  termKind
	at    span
	name  string       // of a variable, without the question mark
	value belief.Value // of a constant
	bare  bool         // the constant is written without quotes
	call  *call        // of a call by name
	op    Func         // of an operator
	args  []*term      // of an operator

	variable int // of a variable: an index into the clause's variables
	cell     *cell
}

type termKind uint8

const (
	constantTerm termKind = iota
	variableTerm
	wildcardTerm
	callTerm
	operatorTerm
)

// braces is the right side of an aggregate.
type braces struct {
	function AggregateFunc
	of       *term // nil for count of solutions
	body     []*literal

	group      []int // its variables that occur outside, in order of first appearance
	parameters []int
	order      []int
	compares   bool
	zeroGroups bool
}

// walk calls visit for the term and every term in it.
func (t *term) walk(visit func(*term)) {
	visit(t)
	args := t.args
	if t.kind == callTerm {
		args = t.call.args
	}
	for _, arg := range args {
		arg.walk(visit)
	}
}

// walk calls visit for every term of the literal in the order of the text; those in braces are not among them.
func (l *literal) walk(visit func(*term)) {
	if l.atom != nil {
		for _, arg := range l.atom.args {
			arg.walk(visit)
		}
		return
	}
	l.left.walk(visit)
	if l.right != nil {
		l.right.walk(visit)
	}
}
