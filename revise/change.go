package revise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// changeBase applies the withdrawals and then the assertions to the belief base.
func (tx *transaction) changeBase() error {
	if tx.request.Undo != "" {
		return tx.undo()
	}
	for _, w := range tx.request.Withdraw {
		if err := tx.withdraw(w); err != nil {
			return err
		}
	}
	for _, a := range tx.request.Assert {
		if err := tx.assert(a); err != nil {
			return err
		}
	}
	if base := &tx.outcome.Base; tx.request.Strict && len(base.AlreadyBelieved)+len(base.NotBelieved) > 0 {
		return tx.strictRefusal()
	}
	return nil
}

func (tx *transaction) strictRefusal() error {
	base := &tx.outcome.Base
	var parts []string
	for _, b := range base.AlreadyBelieved {
		parts = append(parts, b.Fact.String()+" is believed already")
	}
	for _, u := range base.NotBelieved {
		parts = append(parts, u.Text+" is not believed")
	}
	return &Refusal{Kind: RefusedStrict, Place: tx.request.Place, Message: "strict: " + strings.Join(parts, "; ")}
}

func (tx *transaction) assert(a Assertion) error {
	relation, err := tx.checkFact(a.Fact, a.Attribution.Place)
	if err != nil {
		return err
	}
	if !tx.belief.Assert(a.Fact, a.Attribution, relation.Bag) {
		b, _ := tx.base.Find(a.Fact)
		tx.outcome.Base.AlreadyBelieved = append(tx.outcome.Base.AlreadyBelieved, b)
	}
	return nil
}

// checkFact returns the relation of a fact, or a refusal when there is none of that shape.
func (e *Engine) checkFact(f belief.Fact, place belief.Place) (*rules.Relation, error) {
	relation, err := e.checkShape(f.Relation, len(f.Values), place)
	if err != nil {
		return nil, err
	}
	for c, v := range f.Values {
		if column := relation.Columns[c]; column.Type != belief.NoType && v.Type() != column.Type {
			return nil, &Refusal{Kind: RefusedRelation, Place: place, Message: fmt.Sprintf(
				"%s: column %s of %s is of type %s, and %s is of type %s", f, column.Name, f.Relation, column.Type, v, v.Type())}
		}
	}
	return relation, nil
}

func (e *Engine) checkShape(name string, arity int, place belief.Place) (*rules.Relation, error) {
	relation := e.program.Source.Relation(name)
	if relation == nil {
		message := fmt.Sprintf("there is no relation %s", belief.Quote(name))
		if near := rules.Suggest(name, e.relationNames()); near != "" {
			message += fmt.Sprintf(": did you mean %s?", near)
		}
		return nil, &Refusal{Kind: RefusedRelation, Place: place, Message: message}
	}
	if len(relation.Columns) != arity {
		return nil, &Refusal{Kind: RefusedRelation, Place: place, Message: fmt.Sprintf(
			"%s has %s, not %d", name, plural(len(relation.Columns), "column"), arity)}
	}
	return relation, nil
}

func (e *Engine) relationNames() []string {
	names := make([]string, len(e.program.Source.Relations))
	for i, r := range e.program.Source.Relations {
		names[i] = r.Name
	}
	return names
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (tx *transaction) withdraw(w Withdrawal) error {
	if w.Pattern == nil {
		if tx.belief.WithdrawSource(w.Source) == 0 {
			tx.notBelieved("source: "+w.Source, w.Place)
		}
		return nil
	}
	relation, err := tx.checkShape(w.Pattern.Relation, len(w.Pattern.Terms), w.Place)
	if err != nil {
		return err
	}
	table, ground := tx.base.Existing(w.Pattern.Relation), isGround(w.Pattern)
	if ground && table != nil {
		if row := tx.believedRow(table, w.Pattern); row >= 0 {
			tx.belief.Withdraw(table, row, relation.Bag, w.All)
			return nil
		}
	}
	rows := tx.matching(w.Pattern)
	if len(rows) == 0 {
		if ground && tx.onlyConcluded(groundFact(w.Pattern)) {
			return tx.conclusionRefusal(groundFact(w.Pattern), w.Place)
		}
		unmatched := Unmatched{Text: w.Pattern.String(), Place: w.Place}
		if !ground {
			unmatched.Conclusions = len(tx.rowsMatching(tx.program.Named(w.Pattern.Relation), w.Pattern))
		}
		tx.outcome.Base.NotBelieved = append(tx.outcome.Base.NotBelieved, unmatched)
		return nil
	}
	for _, row := range rows {
		tx.belief.Withdraw(table, row, relation.Bag, true)
	}
	return nil
}

// onlyConcluded reports whether the fact held before the request and was no base belief.
func (tx *transaction) onlyConcluded(f belief.Fact) bool {
	r, row, ok := tx.rowOf(f)
	return ok && r.Holds(row) && r.State(row)&store.Base == 0
}

func (tx *transaction) notBelieved(text string, place belief.Place) {
	tx.outcome.Base.NotBelieved = append(tx.outcome.Base.NotBelieved, Unmatched{Text: text, Place: place})
}

// isGround reports whether the pattern has neither variables nor _.
func isGround(q *rules.Query) bool {
	return !slices.ContainsFunc(q.Terms, func(t rules.Term) bool { return t.Kind != rules.ConstantTerm })
}

// groundFact returns the fact that a ground pattern is.
func groundFact(q *rules.Query) belief.Fact {
	f := belief.Fact{Relation: q.Relation, Values: make([]belief.Value, len(q.Terms))}
	for c, t := range q.Terms {
		f.Values[c] = t.Value
	}
	return f
}

// believedRow returns the row of a ground pattern, or -1.
func (e *Engine) believedRow(table *belief.Table, q *rules.Query) int {
	e.ids = e.ids[:0]
	for _, t := range q.Terms {
		id, ok := e.base.Dictionary().Lookup(t.Value)
		if !ok {
			return -1
		}
		e.ids = append(e.ids, id)
	}
	return table.Find(e.ids)
}

// matching returns the believed rows of the base that match the pattern.
func (e *Engine) matching(q *rules.Query) []int {
	table := e.base.Existing(q.Relation)
	if table == nil {
		return nil
	}
	m, possible := newMatcher(e.base.Dictionary(), q)
	if !possible {
		return nil
	}
	var rows []int
	for i := range table.Rows() {
		if table.Believed(i) && m.matches(table.Row(i)) {
			rows = append(rows, i)
		}
	}
	return rows
}

// matcher tells which rows match a pattern.
type matcher struct {
	constants []belief.ID
	variables []int // by column: -1 constant, -2 anything, else the first column with the same variable
}

// newMatcher reports false when a constant of the pattern occurs nowhere.
func newMatcher(d *belief.Dictionary, q *rules.Query) (*matcher, bool) {
	m := &matcher{constants: make([]belief.ID, len(q.Terms)), variables: make([]int, len(q.Terms))}
	for c, t := range q.Terms {
		switch t.Kind {
		case rules.ConstantTerm:
			id, ok := d.Lookup(t.Value)
			if !ok {
				return nil, false
			}
			m.constants[c], m.variables[c] = id, -1
		case rules.VariableTerm:
			m.variables[c] = slices.IndexFunc(q.Terms, func(u rules.Term) bool {
				return u.Kind == rules.VariableTerm && u.Variable == t.Variable
			})
		default:
			m.variables[c] = -2
		}
	}
	return m, true
}

func (m *matcher) row() ([]belief.ID, bool) {
	for _, v := range m.variables {
		if v != -1 {
			return nil, false
		}
	}
	return m.constants, true
}

func (m *matcher) matches(row []belief.ID) bool {
	for c, v := range m.variables {
		if v == -1 && row[c] != m.constants[c] || v >= 0 && row[c] != row[v] {
			return false
		}
	}
	return true
}
