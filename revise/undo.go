package revise

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// past is what a revision really changed, for undo.
type past struct {
	changes []belief.RowChange
	before  *rules.Program // and after: nil where the rules stayed
	after   *rules.Program
	undoes  *past // what it undid, or nil
	undone  bool
}

// remember keeps what the revision changed, under its name.
func (e *Engine) remember(tx *transaction) {
	if earlier := tx.past.undoes; earlier != nil {
		earlier.undone = true
		if earlier.undoes != nil {
			earlier.undoes.undone = false // undoing an undo does it again
		}
	}
	if tx.request.Name == "" {
		return
	}
	p := tx.past
	p.changes = tx.belief.Changes()
	e.history[tx.request.Name] = &p
}

// undo makes the request the inverse of what an earlier revision really changed. What has been undone already is
// listed as such.
func (tx *transaction) undo() error {
	earlier := tx.history[tx.request.Undo]
	if earlier == nil {
		message := fmt.Sprintf("there is no earlier revision %s that was applied", belief.Quote(tx.request.Undo))
		if near := rules.Suggest(tx.request.Undo, slices.Sorted(maps.Keys(tx.history))); near != "" {
			message += fmt.Sprintf(": did you mean %s?", belief.Quote(near))
		}
		return &Refusal{Kind: RefusedUndo, Place: tx.request.Place, Message: message}
	}
	tx.past.undoes = earlier
	for _, c := range earlier.changes {
		tx.undoChange(c, earlier.undone)
	}
	return tx.undoRules(earlier)
}

// undoChange takes back what a revision did to one belief. In a bag, where the same occurrence may be asserted again and
// again, it must be known that this is done already.
func (tx *transaction) undoChange(c belief.RowChange, undone bool) {
	f := tx.base.Fact(c.Table, c.Row)
	came, went := unlike(c.After, c.Before), unlike(c.Was, c.After) // of a bag, the last that came goes first
	if undone && tx.program.Named(f.Relation).IsBag() {
		tx.beliefUndone(f, len(went) > 0)
		return
	}
	if n := tx.belief.WithdrawAttributions(c.Table, c.Row, came); n < len(came) {
		tx.notBelieved(f.String(), tx.request.Place)
	}
	bag := tx.program.Named(f.Relation).IsBag()
	for _, a := range went {
		if !tx.belief.Assert(f, a, bag) {
			b, _ := tx.base.Find(f)
			tx.outcome.Base.AlreadyBelieved = append(tx.outcome.Base.AlreadyBelieved, b)
		}
	}
}

// beliefUndone lists a belief that an undo finds as it would leave it.
func (tx *transaction) beliefUndone(f belief.Fact, believed bool) {
	if b, ok := tx.base.Find(f); ok && believed {
		tx.outcome.Base.AlreadyBelieved = append(tx.outcome.Base.AlreadyBelieved, b)
		return
	}
	tx.notBelieved(f.String(), tx.request.Place)
}
