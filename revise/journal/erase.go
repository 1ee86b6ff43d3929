package journal

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Erasure says what of the history is to be erased: the facts that match a pattern or, where there is none, those that
// came from a source, and its name.
type Erasure struct {
	Patterns []rules.Query
	Source   string
	Because  string
	By       string
	Stamp
}

// Erased says what an erasure has found.
type Erased struct {
	Revision                           int
	Facts, Beliefs, Changes, Revisions int // facts, and the rows of each kind that spoke of them
	// Left are the other facts of the history that have a value which a pattern named and no belief has any more.
	Left []string
}

// Erase replaces the values of facts that do not hold any more by salted digests of their own type, wherever the history
// has them: in beliefs of the past, in what changed and why, and in requests. Of values that no belief has any more, what
// is said of those facts and of the revisions that changed them keeps nothing, premises, comments, names, reasons and who made
// them included; rules stay as they are. The salt is thrown away. The chain still holds, because each row that is changed keeps
// the digest that the chain was made from; and a revision of its own records that it was done. The error is an *Error, of
// kind Held if a fact holds. The cost is that of the whole history.
func (j *Journal) Erase(e Erasure) (*Erased, error) {
	if err := j.resume(); err != nil {
		return nil, err
	}
	was := j.state
	s := &scrubber{Journal: j, Erasure: e, facts: map[string]belief.Fact{}, tokens: map[belief.Value]belief.Value{}, touched: map[int]bool{}, salt: make([]byte, 32)}
	rand.Read(s.salt) // never fails
	err := s.find()
	if err == nil && len(s.facts) == 0 && s.sources == 0 {
		err = &Error{Kind: Unknown, File: j.name, Message: fmt.Sprintf("the history of %s has nothing of the kind", j.name), Hint: "'revise life BASE ATOM' tells the life of a fact"}
	}
	if err == nil {
		err = s.scrub()
	}
	if err != nil {
		j.rollback()
		j.state, j.broken = was, err
		return nil, err
	}
	return &s.erased, j.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") // no page keeps what was there
}

// ErasedAfter counts the rows of what was believed after a revision whose values were erased: Base and EngineAfter give
// digests for them, from which less may follow than did.
func (j *Journal) ErasedAfter(number int) (int, error) {
	if err := j.known(number); err != nil {
		return 0, err
	}
	erased := 0
	for _, r := range j.relations(number) {
		n, err := j.number(fmt.Sprintf("SELECT count(*) FROM %s WHERE length(_seal) <> %d AND _until IS NOT NULL AND %s",
			quoted(beliefsOf(r.Name)), saltBytes, then), number)
		if err != nil {
			return 0, err
		}
		erased += int(n)
	}
	return erased, nil
}

// scrubber is one erasure under way.
type scrubber struct {
	*Journal
	Erasure
	facts   map[string]belief.Fact // to be erased, by their texts
	tokens  map[belief.Value]belief.Value
	sources int                   // rows of beliefs that name the source
	touched map[int]bool          // revisions in which a fact that is erased came, went or changed
	inRules bool                  // where an atom with variables means no fact of its own
	gone    map[belief.Value]bool // the values that no belief has any more
	words   []word                // the same, as texts have them
	salt    []byte
	erased  Erased
}

// find collects the facts, and refuses what holds.
func (s *scrubber) find() error {
	for _, r := range s.everyRelation() {
		d := belief.NewDictionary()
		err := s.beliefRows(r, d, "TRUE", nil, func(b *beliefRow) error {
			f := b.fact(r.Name)
			if !s.meant(f, b.attribution.Source) {
				return nil
			}
			if b.until == 0 {
				return s.held(f, "withdraw it first, or what it came from")
			}
			if s.Source != "" {
				s.sources++
			}
			s.facts[f.String()] = f
			return nil
		})
		if err != nil {
			return err
		}
	}
	if s.Patterns != nil {
		err := s.query("SELECT detail FROM _changes", nil, func(q *sqlite3.Stmt) error {
			var c change
			if err := c.decode(q.ColumnText(0)); err != nil {
				return err
			}
			for _, a := range []atom{c.detail.Fact, c.detail.FactBefore} {
				if f, err := a.fact(); err == nil && s.meant(f, "") {
					s.facts[f.String()] = f
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, text := range slices.Sorted(maps.Keys(s.facts)) {
		holds, err := s.holdsNow(s.facts[text])
		switch {
		case err != nil:
			return err
		case holds && s.Patterns != nil:
			return s.held(s.facts[text], "only what holds no more can be erased")
		case holds:
			delete(s.facts, text) // another source stands for it
		}
	}
	s.erased.Facts = len(s.facts)
	return nil
}

func (s *scrubber) held(f belief.Fact, hint string) error {
	return &Error{Kind: Held, File: s.name, Message: fmt.Sprintf("cannot erase %s: it holds", f), Hint: hint}
}

// meant reports whether the erasure is about the fact, which came from the source.
func (s *scrubber) meant(f belief.Fact, source string) bool {
	if s.Patterns == nil {
		return source == s.Source
	}
	return slices.ContainsFunc(s.Patterns, func(q rules.Query) bool { return matches(&q, f) })
}

// matches reports whether a fact matches a pattern.
func matches(q *rules.Query, f belief.Fact) bool {
	if q.Relation != f.Relation || len(q.Terms) != len(f.Values) {
		return false
	}
	bound := map[int]belief.Value{}
	for i, t := range q.Terms {
		switch t.Kind {
		case rules.ConstantTerm:
			if t.Value != f.Values[i] {
				return false
			}
		case rules.VariableTerm:
			if v, ok := bound[t.Variable]; ok && v != f.Values[i] {
				return false
			}
			bound[t.Variable] = f.Values[i]
		}
	}
	return true
}

// everyRelation returns the relations of all times, sorted by name.
func (j *Journal) everyRelation() []*rules.Relation {
	all := map[string]*rules.Relation{}
	for _, e := range j.editions {
		for _, r := range e.program.Relations {
			all[r.Name] = r
		}
	}
	var list []*rules.Relation
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[name])
	}
	return list
}

// token returns what stands for a value: a digest of the salt and the value, of the same type. A truth value says nothing
// about anybody and stays.
func (s *scrubber) token(v belief.Value) belief.Value {
	if t, ok := s.tokens[v]; ok {
		return t
	}
	digest := sha256.Sum256(append(slices.Clone(s.salt), v.Type().String()+v.String()...))
	number := binary.LittleEndian.Uint64(digest[:])
	t := v
	switch v.Type() {
	case belief.StringType:
		t = belief.String("erased-" + hex.EncodeToString(digest[:6]))
	case belief.IntType:
		t = belief.Int(int64(number >> 1))
	case belief.FloatType:
		t, _ = belief.Float(float64(number >> 11))
	case belief.DateType:
		t, _ = belief.Date(int64(number % 1e6))
	}
	s.tokens[v] = t
	return t
}

func (s *scrubber) replaced(f belief.Fact) belief.Fact {
	g := belief.Fact{Relation: f.Relation}
	for _, v := range f.Values {
		g.Values = append(g.Values, s.token(v))
	}
	return g
}

// scrub replaces everything, and writes down that it did.
func (s *scrubber) scrub() error {
	if err := s.exec("PRAGMA secure_delete = ON"); err != nil {
		return err
	}
	if err := s.findWords(); err != nil {
		return err
	}
	for _, step := range []func() error{s.scrubBeliefs, s.scrubChanges, s.scrubRequests, s.scrubDocuments} {
		if err := step(); err != nil {
			return err
		}
	}
	var err error
	if s.erased.Left, err = s.left(); err != nil {
		return err
	}
	s.erased.Revision = s.head.Number + 1
	last, err := s.Revision(s.head.Number)
	if err != nil {
		return err
	}
	erased, err := s.erasedRows()
	if err != nil {
		return err
	}
	c := newChain(s.head.Hash)
	what := fmt.Sprintf("facts erased from the history: %d", s.erased.Facts)
	record := Revision{
		Number: s.erased.Revision, Name: what, Because: s.Because, By: s.By, Stamp: s.Stamp,
		Outcome: &revise.Outcome{BaseBeliefs: last.Outcome.BaseBeliefs, Conclusions: last.Outcome.Conclusions, Violations: last.Outcome.Violations},
		erased:  erased,
	}
	if err := s.writeRevision(record, c); err != nil {
		return err
	}
	return s.exec("COMMIT")
}

// scrubBeliefs replaces the values of beliefs of the past, and the name of the source.
func (s *scrubber) scrubBeliefs() error {
	for _, r := range s.everyRelation() {
		shape := shapeOf(r.Columns)
		type row struct {
			fact        belief.Fact
			attribution belief.Attribution
			id          int64
			since       int
			until       int
			digest      []byte
		}
		var rows []row
		err := s.beliefRows(r, belief.NewDictionary(), "_until IS NOT NULL", nil, func(b *beliefRow) error {
			f := b.fact(r.Name)
			_, erase := s.facts[f.String()]
			if erase || s.Source != "" && b.attribution.Source == s.Source {
				rows = append(rows, row{f, b.attribution, b.id, b.since, b.until, digestOf(slices.Clone(b.seal), r.Name, b.bytes)})
			}
			return nil
		})
		if err != nil {
			return err
		}
		set := list(shape.width(), ", ", func(i int) string { return fmt.Sprintf("%s = ?%d", shape.names[i], i+1) })
		for _, row := range rows {
			f, source := row.fact, row.attribution.Source
			if _, erase := s.facts[f.String()]; erase {
				f = s.replaced(f)
			}
			if s.Source != "" && source == s.Source {
				source = s.token(belief.String(source)).Text()
			}
			args := []any{}
			for _, v := range f.Values {
				args = append(args, v)
			}
			if len(args) == 0 {
				args = append(args, 1)
			}
			n := shape.width()
			err := s.do(fmt.Sprintf("UPDATE %s SET %s, _source = ?%d, _seal = ?%d WHERE _id = ?%d", quoted(beliefsOf(r.Name)), set, n+1, n+2, n+3),
				append(args, source, row.digest, row.id)...)
			if err != nil {
				return err
			}
			s.touched[row.since], s.touched[row.until] = true, true
			s.erased.Beliefs++
		}
	}
	return nil
}

// scrubChanges replaces the facts in what changed, and in its reasons.
func (s *scrubber) scrubChanges() error {
	type row struct {
		revision, number int
		c                change
		digest           []byte
	}
	var rows []row
	err := s.query("SELECT revision, number, kind, atom, was, detail, _seal FROM _changes", nil, func(q *sqlite3.Stmt) error {
		c, detail := change{kind: q.ColumnText(2), atom: q.ColumnText(3), was: q.ColumnText(4)}, q.ColumnText(5)
		if err := c.decode(detail); err != nil {
			return err
		}
		if s.scrubChange(&c) {
			s.touched[q.ColumnInt(0)] = true
		}
		if encoded(c.detail) != detail || c.atom != q.ColumnText(3) || c.was != q.ColumnText(4) {
			rows = append(rows, row{q.ColumnInt(0), q.ColumnInt(1), c, digestOf(q.ColumnBlob(6, nil), "change", texts(c.kind, q.ColumnText(3), detail))})
		}
		return nil
	})
	for _, row := range rows {
		if err == nil {
			err = s.do("UPDATE _changes SET atom = ?, was = ?, detail = ?, _seal = ? WHERE revision = ? AND number = ?",
				row.c.atom, orNull(row.c.was), encoded(row.c.detail), row.digest, row.revision, row.number)
			s.erased.Changes++
		}
	}
	return err
}

// scrubChange replaces the facts of one change, and reports whether it is a change of one of them.
func (s *scrubber) scrubChange(c *change) (own bool) {
	d, written := &c.detail, c.atom
	swap := func(a *atom) {
		f, err := a.fact()
		if _, erase := s.facts[f.String()]; err == nil && erase {
			*a = atomOf(s.replaced(f))
		}
	}
	for _, a := range []*atom{&d.Fact, &d.FactBefore} {
		before := strings.Join(*a, " ")
		swap(a)
		own = own || strings.Join(*a, " ") != before
	}
	if !d.Undone { // what an undo did not find is a rule
		c.atom, c.was = s.scrubText(c.atom), s.scrubText(c.was)
	}
	if c.kind == notBelieved && !d.Undone { // no fact, but a pattern or a source, as it was written
		c.atom = s.scrubWords(c.atom)
		own = own || c.atom != written
	}
	for _, list := range [][]attributionJSON{d.Attributions, d.Remain} {
		s.scrubSources(list)
	}
	if d.Reason == nil {
		return own
	}
	for i := range d.Reason.Premises {
		p := &d.Reason.Premises[i]
		swap(&p.Fact)
		p.Text = s.scrubText(p.Text)
		s.scrubSources(p.Attributions)
	}
	for i := range d.Reason.Roots {
		swap(&d.Reason.Roots[i].Fact)
	}
	for i := range d.Reason.Chain {
		swap(&d.Reason.Chain[i].Fact)
		d.Reason.Chain[i].Group = s.scrubText(d.Reason.Chain[i].Group)
	}
	if own {
		s.scrubReason(d)
	}
	return own
}

// scrubReason replaces the values in what is said of a fact that is erased, whatever other facts they are of.
func (s *scrubber) scrubReason(d *detailJSON) {
	swap := func(a atom) {
		for i := range a[min(1, len(a)):] {
			a[i+1] = s.scrubWords(a[i+1])
		}
	}
	d.Message = s.scrubWords(d.Message)
	for i := range d.Reason.Premises {
		swap(d.Reason.Premises[i].Fact)
		d.Reason.Premises[i].Text = s.scrubWords(d.Reason.Premises[i].Text)
	}
	for i := range d.Reason.Roots {
		swap(d.Reason.Roots[i].Fact)
	}
	for i := range d.Reason.Chain {
		swap(d.Reason.Chain[i].Fact)
		d.Reason.Chain[i].Group = s.scrubWords(d.Reason.Chain[i].Group)
	}
}

func (s *scrubber) scrubSources(list []attributionJSON) {
	for i := range list {
		if s.Source != "" && list[i].Source == s.Source {
			list[i].Source = s.token(belief.String(s.Source)).Text()
		}
	}
}

// scrubRequests replaces the facts, and patterns that meant them, in requests as they were written; of the revisions that
// are touched, every value that is gone, also in name and reason, and in who and when. What changes rules stays.
func (s *scrubber) scrubRequests() error {
	type row struct {
		Revision
		digest []byte
	}
	var rows []row
	err := s.query(selectRevision, nil, func(q *sqlite3.Stmt) error {
		r, err := s.readRevision(q, nil)
		if err != nil {
			return err
		}
		digest := digestOf(q.ColumnBlob(12, nil), "revision", r.header(q.ColumnText(10)))
		was := texts(r.Request, r.Name, r.Because, r.By, r.At)
		s.scrubRequest(&r)
		if !bytes.Equal(was, texts(r.Request, r.Name, r.Because, r.By, r.At)) {
			rows = append(rows, row{r, digest})
		}
		return nil
	})
	for _, row := range rows {
		if err == nil {
			err = s.do("UPDATE _revisions SET request = ?, name = ?, because = ?, by = ?, at = ?, _seal = ? WHERE number = ?",
				row.Request, orNull(row.Name), orNull(row.Because), orNull(row.By), orNull(row.At), row.digest, row.Number)
			s.erased.Revisions++
		}
	}
	return err
}

func (s *scrubber) scrubRequest(r *Revision) {
	text := scrubQuoted(r.File, r.Request, s.scrubText)
	s.touched[r.Number] = s.touched[r.Number] || text != r.Request
	for _, part := range partsOf(r.File, text) {
		s.touched[r.Number] = s.touched[r.Number] || !part.rules && s.scrubText(part.text) != part.text
	}
	if !s.touched[r.Number] {
		return
	}
	var b strings.Builder
	for _, part := range partsOf(r.File, scrubQuoted(r.File, text, s.scrubWords)) {
		if part.rules {
			b.WriteString(part.text)
			continue
		}
		b.WriteString(s.scrubWords(s.scrubText(part.text)))
	}
	r.Request, r.Name, r.Because, r.By = b.String(), s.scrubWords(r.Name), s.scrubWords(r.Because), s.scrubWords(r.By)
	if _, dated, _ := belief.ParseMoment(r.At); !dated { // the time is what the history is searched by
		r.At = s.scrubWords(r.At)
	}
}

// scrubDocuments replaces the facts in the files that the base was made from, where their beliefs could not be left out.
func (s *scrubber) scrubDocuments() error {
	s.inRules = true
	files, err := s.documents(nil)
	for i, file := range files {
		if err != nil {
			return err
		}
		text := strings.Join(file.Lines, "\n")
		changed := s.scrubText(scrubQuoted(file.Name, text, s.scrubText))
		if file.Lines == nil || changed == text {
			continue
		}
		var seal []byte
		err = s.query("SELECT _seal FROM _documents WHERE revision = 0 AND number = ?", []any{i + 1}, func(q *sqlite3.Stmt) error {
			seal = q.ColumnBlob(0, nil)
			return nil
		})
		if err == nil {
			err = s.do("UPDATE _documents SET text = ?, _seal = ? WHERE revision = 0 AND number = ?", changed, digestOf(seal, "document", documentContent(file)), i+1)
		}
	}
	return err
}
