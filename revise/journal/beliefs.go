package journal

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// beliefsOf is the table of the base beliefs of a relation: one row for each attribution, of all times.
func beliefsOf(relation string) string { return "_beliefs_" + relation }

// now is the condition of the rows that are believed, and then that of those believed after revision ?1.
const (
	now  = "_until IS NULL"
	then = "_since <= ?1 AND (_until IS NULL OR _until > ?1)"
)

// came and went are the conditions of the rows that a revision added and ended, so put that an index finds them.
func came(number int) string {
	if number == 0 {
		return "_since = 0"
	}
	return fmt.Sprintf("_since = %d AND _since > 0", number)
}

func went(number int) string { return fmt.Sprintf("_until = %d", number) }

// createBeliefs makes the table of a relation, and what finds the rows of one revision in it.
func (j *Journal) createBeliefs(r *rules.Relation) error {
	s, name := shapeOf(r.Columns), beliefsOf(r.Name)
	return j.exec(fmt.Sprintf(`CREATE TABLE %s (%s, _id INTEGER NOT NULL, _source TEXT NOT NULL, _entrenchment INTEGER NOT NULL,
	_file TEXT NOT NULL, _line INTEGER NOT NULL, _since INTEGER NOT NULL, _until INTEGER, _seal BLOB NOT NULL, PRIMARY KEY (%s, _id)) STRICT, WITHOUT ROWID;
CREATE INDEX %s ON %s (_since) WHERE _since > 0;
CREATE INDEX %s ON %s (_until) WHERE _until IS NOT NULL`,
		quoted(name), s.definitions(), s.key(), quoted("_since_"+r.Name), quoted(name), quoted("_until_"+r.Name), quoted(name)))
}

// beliefWriter adds rows to the table of one relation.
type beliefWriter struct {
	*writer
	j        *Journal
	relation string
	since    int
	s        *sqlite3.Stmt
}

func (j *Journal) beliefWriter(r *rules.Relation, d *belief.Dictionary, since int) (*beliefWriter, error) {
	w := &beliefWriter{writer: &writer{shape: shapeOf(r.Columns), dictionary: d}, j: j, relation: r.Name, since: since}
	s, err := j.prepare(fmt.Sprintf("INSERT INTO %s VALUES (%s, ?, ?, ?, ?, ?, ?, NULL, ?)", quoted(beliefsOf(r.Name)),
		list(w.width(), ", ", func(int) string { return "?" })))
	w.s = s
	return w, err
}

// add writes one attribution of a belief and returns its digest for the chain.
func (w *beliefWriter) add(tuple []belief.ID, a belief.Attribution) ([]byte, error) {
	if err := w.cells(w.s, tuple); err != nil {
		return nil, w.j.fail(err)
	}
	w.bytes = appendAttribution(w.bytes, a)
	salt := w.j.salt()
	w.j.nextBelief++
	at := w.width()
	for i, arg := range []any{w.j.nextBelief, a.Source, a.Entrenchment, a.Place.File, a.Place.Line, w.since, salt} {
		if err := bindOne(w.s, at+i+1, arg); err != nil {
			return nil, w.j.fail(err)
		}
	}
	w.s.Step()
	return sealed(salt, w.relation, w.bytes), w.j.fail(w.s.Reset())
}

// appendAttribution appends what an attribution adds to the bytes of a row.
func appendAttribution(b []byte, a belief.Attribution) []byte {
	b = appendCell(b, belief.String(a.Source))
	b = appendCell(b, belief.Int(int64(a.Entrenchment)))
	b = appendCell(b, belief.String(a.Place.File))
	return appendCell(b, belief.Int(int64(a.Place.Line)))
}

// writeBeliefs fills the table of a new base, in the order of its key, and tells the chain.
func (j *Journal) writeBeliefs(r *rules.Relation, base *belief.Base, c *chain) error {
	if err := j.createBeliefs(r); err != nil {
		return err
	}
	t := base.Existing(r.Name)
	if t == nil || t.Len() == 0 {
		return j.saveSum(beliefsOf(r.Name), sum{})
	}
	w, err := j.beliefWriter(r, base.Dictionary(), 0)
	if err != nil {
		return err
	}
	defer w.s.Close()
	total := sum{}
	for _, i := range base.SortedRows(t) {
		for _, a := range t.InOrder(i) {
			digest, err := w.add(t.Row(i), a)
			if err != nil {
				return err
			}
			total.add(w.bytes)
			c.add(digest)
		}
	}
	return j.saveSum(beliefsOf(r.Name), total)
}

// alterBelief writes how a revision changed the attributions of one belief.
func (j *Journal) alterBelief(r *rules.Relation, d *belief.Dictionary, change belief.RowChange, number int) error {
	w, err := j.beliefWriter(r, d, number)
	if err != nil {
		return err
	}
	defer w.s.Close()
	tuple, total := change.Table.Row(change.Row), j.sums[beliefsOf(r.Name)]
	for _, a := range missingFrom(change.After, change.Before) {
		if err := w.end(tuple, a, number); err != nil {
			return err
		}
		total.remove(w.bytes)
	}
	for _, a := range missingFrom(change.Before, change.Table.InOrder(change.Row)) {
		if _, err := w.add(tuple, a); err != nil {
			return err
		}
		total.add(w.bytes)
	}
	j.sums[beliefsOf(r.Name)] = total
	return nil
}

// end closes the row of an attribution: of those that look the same, the last that came.
func (w *beliefWriter) end(tuple []belief.ID, a belief.Attribution, number int) error {
	s, err := w.j.prepare(fmt.Sprintf(`UPDATE %[1]s SET _until = ?%[3]d WHERE %[2]s AND _id = (SELECT max(_id) FROM %[1]s WHERE %[2]s
	AND _until IS NULL AND _source = ?%[4]d AND _entrenchment = ?%[5]d AND _file = ?%[6]d AND _line = ?%[7]d)`,
		quoted(beliefsOf(w.relation)), w.match(), w.width()+1, w.width()+2, w.width()+3, w.width()+4, w.width()+5))
	if err != nil {
		return err
	}
	defer s.Close()
	if err := w.cells(s, tuple); err != nil {
		return w.j.fail(err)
	}
	w.bytes = appendAttribution(w.bytes, a)
	for i, arg := range []any{number, a.Source, a.Entrenchment, a.Place.File, a.Place.Line} {
		if err := bindOne(s, w.width()+i+1, arg); err != nil {
			return w.j.fail(err)
		}
	}
	s.Step()
	if err := s.Err(); err != nil {
		return w.j.fail(err)
	}
	if w.j.conn.Changes() != 1 {
		return damaged(w.j.name, fmt.Sprintf("table %s lacks a belief of revision %d", beliefsOf(w.relation), number))
	}
	return nil
}

// missingFrom returns what b has more than a, in the order of b; both may have the same more than once.
func missingFrom(a, b []belief.Attribution) []belief.Attribution {
	var more []belief.Attribution
	rest := slices.Clone(a)
	for _, x := range b {
		if i := slices.Index(rest, x); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			continue
		}
		more = append(more, x)
	}
	return more
}

// beliefRow is one row of a table of beliefs.
type beliefRow struct {
	id           int64
	tuple        []belief.ID // valid until the next row
	attribution  belief.Attribution
	since, until int // until is 0 while it is believed
	seal         []byte
	bytes        []byte // of its sum
	dictionary   *belief.Dictionary
}

func (b *beliefRow) fact(relation string) belief.Fact {
	f := belief.Fact{Relation: relation}
	for _, id := range b.tuple {
		f.Values = append(f.Values, b.dictionary.Value(id))
	}
	return f
}

// beliefRows calls row for the rows of a relation that meet a condition, sorted by fact and then in the order they came.
func (j *Journal) beliefRows(r *rules.Relation, d *belief.Dictionary, where string, args []any, row func(*beliefRow) error) error {
	if j.stored != nil && j.stored.Relation(r.Name) == nil {
		return nil // it gets its table with the next revision
	}
	read, b := newReader(shapeOf(r.Columns), d), beliefRow{dictionary: d}
	at := read.width()
	text := func(was string, s *sqlite3.Stmt, column int) string {
		if raw := s.ColumnRawText(column); string(raw) != was {
			return string(raw)
		}
		return was
	}
	return j.query(fmt.Sprintf("SELECT * FROM %s WHERE %s", quoted(beliefsOf(r.Name)), where), args, func(s *sqlite3.Stmt) error {
		if err := read.read(s); err != nil {
			return damaged(j.name, fmt.Sprintf("table %s: %v", beliefsOf(r.Name), err))
		}
		b.id, b.tuple = s.ColumnInt64(at), read.tuple
		a := &b.attribution
		a.Source = text(a.Source, s, at+1)
		a.Entrenchment = s.ColumnInt(at + 2)
		a.Place.File = text(a.Place.File, s, at+3)
		a.Place.Line = s.ColumnInt(at + 4)
		b.since, b.until = s.ColumnInt(at+5), s.ColumnInt(at+6)
		b.seal = s.ColumnBlob(at+7, b.seal[:0])
		read.bytes = appendAttribution(read.bytes, *a)
		b.bytes = read.bytes
		return row(&b)
	})
}

// readBeliefs puts into a base what was believed after a revision, or is now where the number is negative.
func (j *Journal) readBeliefs(r *rules.Relation, base *belief.Base, number int) error {
	where, args := now, []any(nil)
	if number >= 0 {
		where, args = then, []any{number}
	}
	t, total := base.Table(r.Name, len(r.Columns)), sum{}
	var origin belief.Origin
	var last belief.Attribution
	err := j.beliefRows(r, base.Dictionary(), where, args, func(b *beliefRow) error {
		if a := b.attribution; a.Source != last.Source || a.Entrenchment != last.Entrenchment || a.Place.File != last.Place.File || t.Rows() == 0 {
			origin, last = t.Origin(a), a
		}
		t.Append(b.tuple, origin, uint32(b.attribution.Place.Line))
		total.add(b.bytes)
		return nil
	})
	if err != nil || number >= 0 {
		return err
	}
	j.sums[beliefsOf(r.Name)] = total
	return j.checkSum(beliefsOf(r.Name), total)
}

// digestBeliefs tells the chain of the beliefs that came and went with a revision, in the order they came.
func (j *Journal) digestBeliefs(relations []*rules.Relation, number int, c *chain) error {
	for _, where := range []string{came(number), went(number)} {
		var digests []numbered
		for _, r := range relations {
			err := j.beliefRows(r, belief.NewDictionary(), where, nil, func(b *beliefRow) error {
				digests = append(digests, numbered{b.id, digestOf(b.seal, r.Name, b.bytes)})
				return nil
			})
			if err != nil {
				return err
			}
		}
		slices.SortFunc(digests, func(a, b numbered) int { return cmp.Compare(a.id, b.id) })
		for _, d := range digests {
			c.add(d.digest)
		}
	}
	return nil
}
