package journal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/revise"
)

// Stamp says when a revision was written down. At is when it is said to have happened, as written; Recorded is what the
// clock said, in UTC, as 2026-11-30T12:00:00Z.
type Stamp struct {
	At       string
	Recorded string
}

// Revision is one revision of a base: the request as it was written, and what it did.
type Revision struct {
	Number  int
	Name    string
	Because string
	By      string
	Stamp
	Undoes  int    // the number of the revision that it undid, or 0
	File    string // that the request stood in
	Line    int    // likewise
	Request string // the text of it: a document in which the request stands at its line, and no other
	Hash    []byte
	Changes map[string]int  // how many changes of each kind Outcome has
	Outcome *revise.Outcome // as Revision and Revisions give it, without what it says of facts

	present map[string]string // digests, see besides
	erased  string            // of an erasure: the digest of every row that was erased
}

// header is the content of a revision beside its request, for the chain.
func (r *Revision) header(report string) []byte {
	return texts(strconv.Itoa(r.Number), r.Name, r.Because, r.By, r.At, r.Recorded, strconv.Itoa(r.Undoes), r.File, strconv.Itoa(r.Line), r.Request, report)
}

// writeRevision adds a revision and what it says of facts; the chain knows everything else of it already.
func (j *Journal) writeRevision(r Revision, c *chain) error {
	changes := changesOf(r.Outcome)
	if err := j.writeChanges(r.Number, changes, c); err != nil {
		return err
	}
	present, err := j.present()
	if err != nil {
		return err
	}
	made := reportOf(r.Outcome, changes)
	made.Present, made.Erased = present, r.erased
	report, salt := encoded(made), j.salt()
	c.add(sealed(salt, "revision", r.header(report)))
	r.Hash = c.link()
	var undoes any
	if r.Undoes > 0 {
		undoes = r.Undoes
	}
	err = j.do("INSERT INTO _revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", r.Number, orNull(r.Name), orNull(r.Because), orNull(r.By),
		orNull(r.At), r.Recorded, undoes, r.File, r.Line, r.Request, report, r.Hash, salt)
	j.head = Head{r.Number, r.Hash}
	return err
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (j *Journal) writeChanges(number int, changes []change, c *chain) error {
	s, err := j.prepare("INSERT INTO _changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer s.Close()
	for i, change := range changes {
		salt, detail := j.salt(), encoded(change.detail)
		if err := j.run(s, number, i+1, change.kind, change.atom, orNull(change.was), change.before, change.after, detail, salt); err != nil {
			return err
		}
		c.add(sealed(salt, "change", texts(change.kind, change.atom, detail)))
	}
	return nil
}

const selectRevision = `SELECT number, name, because, by, at, recorded, undoes, file, line, request, report, hash, _seal,
	(SELECT name FROM _revisions AS undone WHERE undone.number = r.undoes) FROM _revisions AS r `

// readRevision takes a revision from a row of selectRevision, and tells the chain, where there is one.
func (j *Journal) readRevision(s *sqlite3.Stmt, c *chain) (Revision, error) {
	r := Revision{
		Number: s.ColumnInt(0), Name: s.ColumnText(1), Because: s.ColumnText(2), By: s.ColumnText(3),
		Stamp: Stamp{s.ColumnText(4), s.ColumnText(5)}, Undoes: s.ColumnInt(6), File: s.ColumnText(7), Line: s.ColumnInt(8),
		Request: s.ColumnText(9), Hash: s.ColumnBlob(11, nil), Outcome: &revise.Outcome{},
	}
	text := s.ColumnText(10)
	if c != nil {
		c.addSealed(s.ColumnRawBlob(12), "revision", r.header(text))
	}
	var report reportJSON
	err := json.Unmarshal([]byte(text), &report)
	if err == nil {
		err = report.restore(r.Outcome)
	}
	if err != nil {
		return r, damaged(j.name, fmt.Sprintf("the report of revision %d: %v", r.Number, err))
	}
	r.Changes, r.present, r.erased = report.Changes, report.Present, report.Erased
	o := r.Outcome
	o.Number = r.Number
	o.Request = revise.Request{Name: r.Name, Because: r.Because, By: r.By, At: r.At}
	o.Request.Place.File, o.Request.Place.Line = r.File, r.Line
	if r.Undoes > 0 {
		o.Request.Undo = cmp.Or(s.ColumnText(13), strconv.Itoa(r.Undoes))
	}
	return r, nil
}

// Revisions calls f for each revision, from the last to the first, until it returns false. The first, number 0, is the
// start.
func (j *Journal) Revisions(f func(Revision) bool) error {
	err := j.query(selectRevision+"ORDER BY number DESC", nil, func(s *sqlite3.Stmt) error {
		r, err := j.readRevision(s, nil)
		if err == nil && !f(r) {
			err = errEnough
		}
		return err
	})
	if err == errEnough {
		return nil
	}
	return err
}

var errEnough = fmt.Errorf("enough")

// Revision returns one revision.
func (j *Journal) Revision(number int) (Revision, error) { return j.revision(number, nil) }

// revision returns one revision, and tells the chain of it, where there is one.
func (j *Journal) revision(number int, c *chain) (Revision, error) {
	r := Revision{Number: number}
	if err := j.known(number); err != nil {
		return r, err
	}
	found := false
	err := j.query(selectRevision+"WHERE number = ?", []any{number}, func(s *sqlite3.Stmt) error {
		var err error
		found = true
		r, err = j.readRevision(s, c)
		return err
	})
	if err == nil && !found {
		err = damaged(j.name, fmt.Sprintf("revision %d is missing", number))
	}
	return r, err
}

// Outcome returns one revision with everything that it said of facts.
func (j *Journal) Outcome(number int) (Revision, error) {
	r, err := j.Revision(number)
	if err != nil {
		return r, err
	}
	return r, j.changes(number, nil, func(c *change) error { return c.restore(r.Outcome) })
}

// changes calls f for what a revision said of facts, and tells the chain, where there is one.
func (j *Journal) changes(number int, c *chain, f func(*change) error) error {
	sql := "SELECT kind, atom, detail, _seal, was, number, before, after FROM _changes WHERE revision = ? ORDER BY number"
	return j.query(sql, []any{number}, func(s *sqlite3.Stmt) error {
		row, detail := change{kind: s.ColumnText(0), atom: s.ColumnText(1), was: s.ColumnText(4), number: s.ColumnInt(5)}, s.ColumnText(2)
		row.before, row.after, row.erased = numberOrNull(s, 6), numberOrNull(s, 7), len(s.ColumnRawBlob(3)) != saltBytes
		if c != nil {
			c.addSealed(s.ColumnRawBlob(3), "change", texts(row.kind, row.atom, detail))
		}
		err := row.decode(detail)
		if err == nil {
			err = f(&row)
		}
		if err != nil {
			return damaged(j.name, fmt.Sprintf("a change of revision %d: %v", number, err))
		}
		return nil
	})
}

func numberOrNull(s *sqlite3.Stmt, column int) any {
	if s.ColumnType(column) == sqlite3.NULL {
		return nil
	}
	return s.ColumnInt64(column)
}
