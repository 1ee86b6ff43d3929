package journal

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Find returns the number of the revision that a number or a name stands for: of several with the name, the last. What is
// written as a number is one; an earlier version let revisions be called so, and they are found by it where no revision has
// the number.
func (j *Journal) Find(name string) (int, error) {
	var byNumber error
	if revise.IsNumber(name) {
		switch n, err := strconv.Atoi(name); {
		case err == nil && n == 0:
			return 0, &Error{Kind: Unknown, File: j.name, Message: fmt.Sprintf("0 is the start of %s, and no revision", j.name), Hint: "revisions count from 1"}
		case err == nil && n <= j.head.Number:
			return n, nil
		}
		byNumber = j.unknown(name)
	}
	number, err := j.named(name)
	if err != nil || number > 0 {
		return number, err
	}
	if byNumber != nil {
		return 0, byNumber
	}
	var names []string
	err = j.query("SELECT DISTINCT name FROM _revisions WHERE name IS NOT NULL ORDER BY name", nil, func(s *sqlite3.Stmt) error {
		names = append(names, s.ColumnText(0))
		return nil
	})
	if err != nil {
		return 0, err
	}
	message := fmt.Sprintf("%s has no revision %s", j.name, belief.Quote(name))
	if near := rules.Suggest(name, names); near != "" {
		message += fmt.Sprintf("; did you mean %s?", belief.Quote(near))
	}
	return 0, &Error{Kind: Unknown, File: j.name, Message: message, Hint: "'revise log BASE' lists the revisions; numbers count from 1"}
}

// named returns the number of the last revision with a name, or 0.
func (j *Journal) named(name string) (int, error) {
	number := 0
	err := j.query("SELECT number FROM _revisions WHERE name = ? ORDER BY number DESC LIMIT 1", []any{name}, func(s *sqlite3.Stmt) error {
		number = s.ColumnInt(0)
		return nil
	})
	return number, err
}

// At returns the number of the last revision at a moment: a number or a name of a revision, a date, which stands for
// its end, or a time such as 2026-06-30T12:00:00Z. A revision is as old as it says or, where it does not say so in such
// a form, as when it was recorded; 0 is the start. Where dates go back, the state is that before the first revision with a
// later one: none with a later date is in it.
func (j *Journal) At(moment string) (int, error) {
	if n, err := strconv.Atoi(moment); err == nil && n == 0 {
		return 0, nil
	}
	until, found, wrong := endOfMoment(moment)
	if !found {
		number, err := j.Find(moment)
		if err != nil && wrong != nil {
			err = &Error{Kind: Unknown, File: j.name, Message: wrong.Error()}
		}
		return number, err
	}
	number := -1
	err := j.query("SELECT number, at, recorded FROM _revisions ORDER BY number", nil, func(s *sqlite3.Stmt) error {
		stamp := Stamp{s.ColumnText(1), s.ColumnText(2)}
		if stamp.Time().After(until) {
			return errEnough
		}
		number = s.ColumnInt(0)
		return nil
	})
	if err == errEnough {
		err = nil
	}
	if err == nil && number < 0 {
		err = &Error{Kind: Unknown, File: j.name, Message: fmt.Sprintf("%s begins after %s", j.name, moment), Hint: "'revise log BASE' says when each revision was made"}
	}
	return number, err
}

// Time returns when a revision happened: as it says, if that is a date or a time, else when it was recorded.
func (s Stamp) Time() time.Time {
	if t, found, _ := belief.ParseMoment(s.At); found { // who wrote what is none was told
		return t
	}
	t, _, _ := belief.ParseMoment(s.Recorded) // written by us
	return t
}

// endOfMoment returns the last instant that a date or a time stands for. The error is that of belief.ParseMoment.
func endOfMoment(text string) (time.Time, bool, error) {
	t, found, err := belief.ParseMoment(text)
	if found && len(text) == len(time.DateOnly) {
		t = t.AddDate(0, 0, 1).Add(-1)
	}
	return t, found, err
}

// Stands returns an *Error of kind Moved if the base is not where it was, or is another one.
func (j *Journal) Stands(at Head) error {
	if j.head.Number == at.Number && bytes.Equal(j.head.Hash, at.Hash) {
		return nil
	}
	moved := &Error{
		Kind: Moved, File: j.name, Message: fmt.Sprintf("%s has moved: the plan was made after revision %d, and it is at %d now", j.name, at.Number, j.head.Number),
		Hint: "make the plan again, and look at what it would change",
	}
	if r, err := j.revision(at.Number, nil); err != nil || !bytes.Equal(r.Hash, at.Hash) {
		moved.Message = fmt.Sprintf("%s is not the base that the plan was made for, or has another history: it has no such revision %d", j.name, at.Number)
	}
	return moved
}
