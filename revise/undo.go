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
	inverse rules.RuleChange
}

// remember keeps what the revision changed, under its name.
func (e *Engine) remember(tx *transaction) {
	if tx.request.Name == "" {
		return
	}
	tx.past.changes = tx.belief.Changes()
	e.history[tx.request.Name] = tx.past
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
	for _, c := range earlier.changes {
		tx.undoChange(c)
	}
	tx.undoRules(earlier)
	return nil
}

func (tx *transaction) undoChange(c belief.RowChange) {
	f := tx.base.Fact(c.Table, c.Row)
	came, went := without(c.After, c.Before), without(c.Before, c.After)
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
