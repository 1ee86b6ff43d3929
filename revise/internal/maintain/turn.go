// Package maintain is what every maintenance algorithm stands on: the enumerations of changed rule instances, waves,
// and the cost. An algorithm decides what an instance that came or went means for its head.
//
// It relies on package plan for joins and on package store for views. The specification, whose sections the
// comments cite by number, is docs/explanation/algorithms.md.
package maintain

import (
	"context"
	"errors"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Cost counts what an algorithm did to one stratum.
type Cost struct {
	Instances   uint64
	Overdeleted uint64
	Rederived   uint64
}

// Fact is a row of a relation.
type Fact struct {
	*plan.Relation
	Row store.Row
}

// Algorithm keeps one stratum in step: when it returns, the new view of the stratum's relations follows from the new
// view of the lower ones and from the base flags, supports are exact, and Lost and Gained list the difference.
// What goes wrong is in the Turn's Run.
type Algorithm func(t *Turn, s *plan.Stratum)

// Turn is one transaction over a program.
type Turn struct {
	*plan.Run
	Program *plan.Program
	Cost    Cost   // of the stratum under way
	Clock   uint32 // the rank that the next wave gets; it only grows
	Room    Room

	Budget    uint64 // of instances: an algorithm that passes it while it deletes gives the stratum up; 0: none
	Abandoned bool   // the stratum was given up, and is to be evaluated from scratch

	tuple   []plan.ID // of Fold
	losses  losses
	streams [streams]stream
	bulky   bool           // streams have memory that only much work needs
	queues  []*store.Heads // of the streams, for one merge
}

// Reset makes the Turn one over the program that the context ends, and keeps the memory it has but for that of streams. What
// a panic has left behind is forgotten.
func (t *Turn) Reset(ctx context.Context, p *plan.Program) {
	t.Run.Reset(ctx, p)
	t.losses.forget()
	if t.bulky {
		t.streams, t.bulky = [streams]stream{}, false
	}
}

// Room is how many facts the transaction may still add.
type Room struct {
	Facts              int          // rows that may be added to the user's relations; negative: any number
	Check              func() error // asked now and then whether there is memory left
	added, conclusions int
	text               int // bytes of the dictionary's texts when Check was last asked
}

// ErrFacts says that the limit on facts is reached.
var ErrFacts = errors.New("the limit on conclusions is reached")

// ErrRows says that there are more facts than a relation can hold.
var ErrRows = errors.New("there are more facts than a relation can hold, 268,435,454")

// ErrSupports says that a fact of a recursive stratum has more supports than a rank can stand for.
var ErrSupports = errors.New("a conclusion has more than 4,294,967,295 supports")

// Add returns the row of the instance's head, adding it when it is new.
func (t *Turn) Add(x *plan.Run) store.Row {
	h := x.Rule.Head
	rows := h.Rows()
	row := h.FindOrAdd(x.Head)
	t.added(h, h.Rows()-rows)
	return row
}

// Check is asked after so many rows, or so many bytes of text.
const (
	checkEvery = 1 << 16
	checkText  = 1 << 20
)

// added says that so many rows were added to the relation.
func (t *Turn) added(to *plan.Relation, rows int) {
	if rows == 0 {
		return
	}
	r := &t.Room
	if to.User != nil {
		r.conclusions += rows
	}
	if !to.Fits(1) {
		t.Stop(ErrRows)
	}
	if r.Facts >= 0 && r.conclusions > r.Facts {
		t.Stop(ErrFacts)
	}
	t.Grew(rows)
}

// Grew says that so much was added that is kept. Now and then it asks whether there is memory left.
func (t *Turn) Grew(by int) {
	r := &t.Room
	before := r.added
	r.added += by
	if r.Check == nil || before/checkEvery == r.added/checkEvery && t.Program.Dictionary.TextBytes() < r.text+checkText {
		return
	}
	r.text = t.Program.Dictionary.TextBytes()
	if err := r.Check(); err != nil {
		t.Stop(err)
	}
}

// Strict reports whether every literal of the instance that is of the stratum has a smaller rank than the head.
func Strict(x *plan.Run, head store.Row) bool {
	return uint64(x.Rule.Head.Rank(head)) >= strictAbove(x)
}

// strictAbove returns the lowest rank of a head for which the instance is a strict support: every literal of its stratum has
// a smaller one.
func strictAbove(x *plan.Run) uint64 {
	least := uint64(0)
	for _, lit := range x.Rule.Literals {
		if lit.InStratum {
			least = max(least, uint64(lit.Relation.Rank(x.Rows[lit.Position]))+1)
		}
	}
	return least
}

// Settle lists what changed in the stratum's relations.
func Settle(s *plan.Stratum) {
	for _, r := range s.Relations {
		r.Settle()
	}
}

// EachTouched calls f for every row of the stratum that the transaction has touched already: its base changes, when the
// stratum's turn begins.
func EachTouched(s *plan.Stratum, f func(Fact)) {
	for _, r := range s.Relations {
		for row := range r.Touched {
			f(Fact{r, row})
		}
	}
}
