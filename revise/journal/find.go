package journal

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Find returns the number of the revision that a name or a number stands for: of several with the name, the last.
func (j *Journal) Find(name string) (int, error) {
	number := 0
	err := j.query("SELECT number FROM _revisions WHERE name = ? ORDER BY number DESC LIMIT 1", []any{name}, func(s *sqlite3.Stmt) error {
		number = s.ColumnInt(0)
		return nil
	})
	if err != nil || number > 0 {
		return number, err
	}
	if n, err := strconv.Atoi(name); err == nil {
		if n == 0 {
			return 0, &Error{Kind: Unknown, File: j.name, Message: fmt.Sprintf("0 is the start of %s, and no revision", j.name), Hint: "revisions count from 1"}
		}
		return n, j.known(n)
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
	return 0, &Error{Kind: Unknown, File: j.name, Message: message, Hint: "'revise log' lists the revisions; numbers count from 1"}
}

// At returns the number of the last revision at a moment: a number or a name of a revision, a date, which stands for
// its end, or a time such as 2026-06-30T12:00:00Z. A revision is as old as it says or, where it does not say so in such
// a form, as when it was recorded; 0 is the start. Where dates go back, the state is that before the first revision with a
// later one: none with a later date is in it.
func (j *Journal) At(moment string) (int, error) {
	if n, err := strconv.Atoi(moment); err == nil {
		return n, j.known(n)
	}
	until, ok := endOfMoment(moment)
	if !ok {
		return j.Find(moment)
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
		err = &Error{Kind: Unknown, File: j.name, Message: fmt.Sprintf("%s begins after %s", j.name, moment), Hint: "'revise log' says when each revision was made"}
	}
	return number, err
}

// Time returns when a revision happened: as it says, if that is a date or a time, else when it was recorded.
func (s Stamp) Time() time.Time {
	if t, ok := momentOf(s.At); ok {
		return t
	}
	t, _ := momentOf(s.Recorded) // written by us
	return t
}

func momentOf(text string) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// endOfMoment returns the last instant that a date or a time stands for.
func endOfMoment(text string) (time.Time, bool) {
	t, ok := momentOf(text)
	if ok && len(text) == len(time.DateOnly) {
		t = t.AddDate(0, 0, 1).Add(-1)
	}
	return t, ok
}

// Stands returns an *Error of kind Moved if the base is not where it was.
func (j *Journal) Stands(at Head) error {
	if j.head.Number == at.Number && bytes.Equal(j.head.Hash, at.Hash) {
		return nil
	}
	return &Error{
		Kind: Moved, File: j.name, Message: fmt.Sprintf("%s has moved: the plan was made after revision %d, and it is at %d now", j.name, at.Number, j.head.Number),
		Hint: "make the plan again, and look at what it would change",
	}
}
