package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Expectation is what a file says that a revision must do. A list that is nil is not checked.
type Expectation struct {
	Retracted  []ExpectedFact // over the relations of the report, exactly
	Gained     []ExpectedFact
	Changed    []ExpectedChange
	Violations []ExpectedFact // new ones; the relation is the name of the constraint
	Holds      []ExpectedFact // afterwards; spot checks
	Absent     []ExpectedFact
	Refused    revise.RefusalKind // empty: it is not refused
	Report     []string           // the relations that the lists are about; nil means every relation with rules
	Place      belief.Place

	queries      []rules.Query // its atoms, to be checked against the program
	violationsAt []*rules.Node // where each of Violations is written
}

// ExpectedFact is a fact in an expectation.
type ExpectedFact struct {
	Fact  belief.Fact
	Place belief.Place
}

// ExpectedChange is a changed aggregate in an expectation.
type ExpectedChange struct {
	Rest   belief.Fact // the fact without the column that changes
	Before belief.Value
	After  belief.Value
	Place  belief.Place
}

// String returns the change as expectations write it.
func (c ExpectedChange) String() string {
	return fmt.Sprintf("%s: %s → %s", c.Rest, c.Before, c.After)
}

func (l *loader) expectation(n *rules.Node) *Expectation {
	e := &Expectation{Place: n.Place, Refused: revise.RefusalKind(textOf(n, "refused"))}
	e.Retracted = l.expectedFacts(e, n, "retracted")
	e.Gained = l.expectedFacts(e, n, "gained")
	e.Holds = l.expectedFacts(e, n, "holds")
	e.Absent = l.expectedFacts(e, n, "absent")
	if n.Field("changed") != nil {
		e.Changed = []ExpectedChange{}
	}
	for _, item := range itemsOf(n, "changed") {
		if c, ok := l.expectedChange(item); ok {
			e.Changed = append(e.Changed, c)
		}
	}
	if n.Field("violations") != nil {
		e.Violations = []ExpectedFact{}
	}
	for _, item := range itemsOf(n, "violations") {
		if f, ok := l.expectedViolation(item); ok {
			e.Violations = append(e.Violations, ExpectedFact{f, item.Place})
			e.violationsAt = append(e.violationsAt, item)
		}
	}
	return e
}

func (l *loader) expectedFacts(e *Expectation, n *rules.Node, key string) []ExpectedFact {
	if n.Field(key) == nil {
		return nil
	}
	facts := []ExpectedFact{}
	for _, item := range itemsOf(n, key) {
		q, ok := l.atom(item)
		if !ok {
			continue
		}
		f, ground := q.Fact()
		if !ground {
			l.report(rules.CodeNotGround, item, "an expected fact is about named things, and this has a variable").Hint = "write a constant in its place"
			continue
		}
		e.queries = append(e.queries, q)
		facts = append(facts, ExpectedFact{f, item.Place})
	}
	return facts
}

// expectedChange reads `headcount(staff): 7 → 6`, and `headcount(staff, _): 7 → 6` as reports print it.
func (l *loader) expectedChange(n *rules.Node) (ExpectedChange, bool) {
	if n.Kind != rules.Scalar || n.IsEmpty() {
		return ExpectedChange{}, false
	}
	atom, values, _ := strings.Cut(n.Text, "):")
	before, after, found := strings.Cut(strings.ReplaceAll(values, "->", "→"), "→")
	c := ExpectedChange{Place: n.Place}
	var err error
	if found {
		c.Rest, err = withoutValue(atom + ")")
	}
	if err == nil {
		c.Before, err = constant(before)
	}
	if err == nil {
		c.After, err = constant(after)
	}
	if !found || err != nil {
		d := l.report(rules.CodeExpectation, n, fmt.Sprintf("%s is no change", show(n.Text)))
		d.Hint = "write the fact without the value, a colon, the old and the new value: 'headcount(staff): 7 → 6'"
		return c, false
	}
	return c, true
}

// withoutValue reads a fact that leaves out the value that changes, or has _ in its place.
func withoutValue(atom string) (belief.Fact, error) {
	q, err := rules.ParseAtom(atom)
	if err != nil {
		return belief.Fact{}, err
	}
	q.Terms = slices.DeleteFunc(q.Terms, func(t rules.Term) bool { return t.Kind == rules.WildcardTerm })
	f, ground := q.Fact()
	if !ground {
		return f, fmt.Errorf("%s has a variable", show(atom))
	}
	return f, nil
}

func constant(text string) (belief.Value, error) {
	v, rest, err := belief.ScanConstant(strings.TrimSpace(text))
	if err == nil && rest != "" {
		err = fmt.Errorf("%s stands behind the value", show(rest))
	}
	return v, err
}

// expectedViolation reads `separation-of-duties(bo)`: the name of a constraint may hold what that of a relation may not.
func (l *loader) expectedViolation(n *rules.Node) (belief.Fact, bool) {
	if n.Kind != rules.Scalar || n.IsEmpty() {
		return belief.Fact{}, false
	}
	name, arguments, found := strings.Cut(n.Text, "(")
	f, err := belief.ParseFact("v(" + arguments)
	if !found || err != nil || name == "" {
		l.report(rules.CodeExpectation, n, fmt.Sprintf("%s is no violation", show(n.Text))).Hint = "write the constraint's name with its values: separation-of-duties(bo)"
		return f, false
	}
	f.Relation = name
	return f, true
}
