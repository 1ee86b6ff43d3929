package journal

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Checked is what a check of a base has looked at, and what is wrong with it.
type Checked struct {
	Head        Head
	Revisions   int // whose links in the chain were followed
	Beliefs     int
	Conclusions int
	Wrong       []string // sentences; none when all is well
	Hint        string   // of Fsck: what to do about it
	strange     string   // the statements that take out what others have made, where that is there

	// Of Fsck.
	Pages      int
	Unsummed   int      // pages whose checksum does not fit
	Notes      []string // sentences: how the file is other than we write it, and what was done about its log
	Renewed    bool     // it was written anew with checksums
	NotRenewed string   // why not, where it was to be
}

// Check reads everything that the file holds: the structure of the database, the chain of hashes over the revisions, what
// the chain does not cover, and the conclusions, which it compares with what follows from the beliefs. It goes on as far
// as it can; the error is that of a context.
func (j *Journal) Check(ctx context.Context) (*Checked, error) {
	c := &Checked{Head: j.head}
	return c, j.check(ctx, c)
}

func (j *Journal) check(ctx context.Context, c *Checked) error {
	for _, step := range []func(context.Context, *Checked) error{
		j.checkStructure, j.checkChain, j.checkEnd, j.checkRules, j.checkBesides, j.checkConclusions,
	} {
		err := step(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			c.Wrong = append(c.Wrong, err.Error())
		}
	}
	return nil
}

// checkStructure has SQLite check the structure of the file, with indexes and types of columns.
func (j *Journal) checkStructure(_ context.Context, c *Checked) error {
	return j.query("PRAGMA integrity_check", nil, func(s *sqlite3.Stmt) error {
		if text := s.ColumnText(0); text != "ok" {
			c.Wrong = append(c.Wrong, text)
		}
		return nil
	})
}

// numbered is a digest with its place in the order of digests.
type numbered struct {
	id     int64
	digest []byte
}

// checkChain follows the chain from the start to the head.
func (j *Journal) checkChain(ctx context.Context, c *Checked) error {
	came, went, err := j.beliefDigests(c)
	if err != nil {
		return err
	}
	var before []byte
	next, changes, erased, recorded := int64(1), 0, came.erased, ""
	for number := range j.head.Number + 1 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		link := newChain(before)
		r, n, err := j.relink(number, link, came.of[number], went.of[number])
		if err != nil {
			return err
		}
		switch {
		case !bytes.Equal(link.link(), r.Hash):
			c.Wrong = append(c.Wrong, fmt.Sprintf("revision %d is not what was written: its hash does not fit what the file says of it", number))
		case !consecutive(came.of[number], &next):
			c.Wrong = append(c.Wrong, fmt.Sprintf("the beliefs that came with revision %d do not have the numbers that were written", number))
		case r.changesRules() && !j.hasEdition(number):
			c.Wrong = append(c.Wrong, fmt.Sprintf("table _rules does not have the rules that revision %d changed", number))
		}
		before, changes, erased, recorded = r.Hash, changes+n, erased+link.erased, cmp.Or(r.erased, recorded)
		c.Revisions++
	}
	if err := j.checkCounts(c, came.count(), changes); err != nil {
		return err
	}
	if err := j.checkUntyped(c); err != nil {
		return err
	}
	return j.checkErased(c, erased, recorded)
}

// checkUntyped looks at columns whose type was not known when their table was made, so that SQLite lets anything in: a
// number reads like a text of the same digits.
func (j *Journal) checkUntyped(c *Checked) error {
	type column struct{ table, name string }
	var untyped []column
	err := j.query(`SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.name GLOB '[_]beliefs[_]*' AND c.type = 'ANY'`, nil, func(s *sqlite3.Stmt) error {
		untyped = append(untyped, column{s.ColumnText(0), s.ColumnText(1)})
		return nil
	})
	for _, u := range untyped {
		if err != nil {
			return err
		}
		var types int64
		types, err = j.number(fmt.Sprintf("SELECT count(DISTINCT typeof(%s)) FROM %s", quoted(u.name), quoted(u.table)))
		if types > 1 {
			c.Wrong = append(c.Wrong, fmt.Sprintf("table %s: column %s has values of several types", u.table, u.name))
		}
	}
	return err
}

// consecutive reports whether the digests have the next numbers.
func consecutive(digests []numbered, next *int64) bool {
	for _, d := range digests {
		if d.id != *next {
			return false
		}
		*next++
	}
	return true
}

// changesRules reports whether the revision says that it changed rules or constraints.
func (r *Revision) changesRules() bool {
	rules := &r.Outcome.Rules
	return len(rules.AddedRules)+len(rules.RemovedRules)+len(rules.AddedConstraints)+len(rules.RemovedConstraints) > 0
}

func (j *Journal) hasEdition(number int) bool {
	_, found := slices.BinarySearchFunc(j.editions, number, func(e edition, n int) int { return e.since - n })
	return found
}

// checkCounts finds rows that belong to no revision between the start and the head, and what stands in place of nothing.
func (j *Journal) checkCounts(c *Checked, beliefs, changes int) error {
	if beliefs != c.Beliefs {
		c.Wrong = append(c.Wrong, fmt.Sprintf("of %d beliefs, %d came with a revision", c.Beliefs, beliefs))
	}
	for _, count := range []struct {
		sql  string
		want int
		what string
	}{
		{"SELECT count(*) FROM _revisions", c.Revisions, "table _revisions has %d rows, and %d revisions were made, the start among them"},
		{"SELECT count(*) FROM _changes", changes, "table _changes has %d rows, and %d are of a revision"},
		{"SELECT count(*) FROM _documents WHERE revision <> 0", 0, "table _documents has %d rows too many"},
		{"SELECT count(*) FROM _rules WHERE until <= since OR since < 0", 0, "table _rules has %d rules that went before they came"},
		{"SELECT count(*) FROM _revisions WHERE undoes <= 0 OR name = '' OR because = '' OR by = '' OR at = ''", 0, "table _revisions has %d rows with values that are not written"},
		{"SELECT count(*) FROM _changes WHERE was = ''", 0, "table _changes has %d rows with values that are not written"},
	} {
		n, err := j.number(count.sql)
		if err != nil {
			return err
		}
		if int(n) != count.want {
			args := []any{n, count.want}
			c.Wrong = append(c.Wrong, fmt.Sprintf(count.what, args[:strings.Count(count.what, "%d")]...))
		}
	}
	return nil
}

// checkErased compares what stands in place of what was erased with what the last erasure wrote there.
func (j *Journal) checkErased(c *Checked, erased int, recorded string) error {
	if erased == 0 && recorded == "" {
		return nil
	}
	now, err := j.erasedRows()
	if err == nil && now != recorded {
		c.Wrong = append(c.Wrong, "what stands in place of what was erased is not what the erasure wrote")
	}
	return err
}

// checkEnd finds what belongs to revisions that are not there.
func (j *Journal) checkEnd(_ context.Context, c *Checked) error {
	last, err := j.number(`SELECT max((SELECT coalesce(max(revision), 0) FROM _changes),
	(SELECT coalesce(max(max(since, coalesce(until, 0))), 0) FROM _rules))`)
	for _, r := range j.everyRelation() {
		if err != nil {
			return err
		}
		var of int64
		of, err = j.number(fmt.Sprintf("SELECT coalesce(max(max(_since, coalesce(_until, 0))), 0) FROM %s", quoted(beliefsOf(r.Name))))
		last = max(last, of)
	}
	if err == nil && last > int64(j.head.Number) {
		c.Wrong = append(c.Wrong, fmt.Sprintf("the last revision is %d, and something is there of revision %d", j.head.Number, last))
	}
	return err
}

// checkBesides compares what stands beside beliefs, conclusions and history with what the last revision left.
func (j *Journal) checkBesides(_ context.Context, c *Checked) error {
	last, err := j.Revision(j.head.Number)
	if err != nil {
		return err
	}
	now, err := j.present()
	if err != nil {
		return err
	}
	for _, part := range besides {
		if want, known := last.present[part.key]; !known || now[part.key] == want {
			continue
		}
		wrong := fmt.Sprintf("%s: not what revision %d left", part.what, last.Number)
		if part.key == "schema" {
			strangers, err := j.strangers()
			if err != nil {
				return err
			}
			for _, s := range strangers {
				wrong += fmt.Sprintf("; there is %s %s that revise did not make", articled(s.kind), s.name)
				c.strange += fmt.Sprintf("DROP %s %s; ", strings.ToUpper(s.kind), quoted(s.name))
			}
		}
		c.Wrong = append(c.Wrong, wrong)
	}
	return nil
}

// stranger is a table, an index, a view or a trigger that others have made.
type stranger struct{ kind, name string }

// strangers lists what is in the database and of no name that we give, tables last: they take what is of them along.
func (j *Journal) strangers() ([]stranger, error) {
	var list []stranger
	err := j.query(`SELECT type, name FROM sqlite_schema WHERE type = 'trigger' OR name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type = 'table', type, name`, nil, func(s *sqlite3.Stmt) error {
		if kind, name := s.ColumnText(0), s.ColumnText(1); kind == "trigger" || !j.ours(name) {
			list = append(list, stranger{kind, name})
		}
		return nil
	})
	return list, err
}

func articled(kind string) string {
	if kind == "index" {
		return "an index"
	}
	return "a " + kind
}

// ours reports whether a table, an index or a view may have a name.
func (j *Journal) ours(name string) bool {
	if j.Knew(strings.TrimRight(name, "'")) {
		return true
	}
	for _, prefix := range []string{"_beliefs_", "_since_", "_until_", "_violations_", "_open_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return slices.Contains([]string{"_about", "_documents", "_relations", "_rules", "_revisions", "_changes", "_sums", "_changes_of", "_changes_from", "_revisions_named"}, name)
}

// checkRules compares the table of rules with the files and requests that they were read from, which are in the chain.
func (j *Journal) checkRules(_ context.Context, c *Checked) error {
	for _, e := range j.editions {
		want := named(e.program)
		wrong := ""
		err := j.query("SELECT kind, name, text, file, line, sha256 FROM _rules WHERE since <= ?1 AND (until IS NULL OR until > ?1) ORDER BY kind, name",
			[]any{e.since}, func(s *sqlite3.Stmt) error {
				r := namedRule{s.ColumnText(0), s.ColumnText(1), s.ColumnText(2), s.ColumnText(3), s.ColumnInt(4)}
				key := r.kind + " " + r.name
				if digest := sha256.Sum256([]byte(r.text)); want[key] != r || hex.EncodeToString(digest[:]) != s.ColumnText(5) {
					wrong = cmp.Or(wrong, key)
				}
				delete(want, key)
				return nil
			})
		if err != nil {
			return err
		}
		if missing := sortedKeys(want); len(missing) > 0 {
			wrong = cmp.Or(wrong, missing[0])
		}
		if wrong != "" {
			c.Wrong = append(c.Wrong, fmt.Sprintf("table _rules does not have %s as the files and requests have it after revision %d", wrong, e.since))
			return nil
		}
	}
	return nil
}

// relink tells a chain everything that the file says of a revision, in the order in which it was written, and returns how
// many changes it has.
func (j *Journal) relink(number int, link *chain, came, went []numbered) (Revision, int, error) {
	if number == 0 {
		if _, err := j.documents(link); err != nil {
			return Revision{}, 0, err
		}
		if err := j.chainAbout(link); err != nil {
			return Revision{}, 0, err
		}
	}
	for _, digests := range [][]numbered{came, went} {
		for _, d := range digests {
			link.add(d.digest)
		}
	}
	n := 0
	err := j.changes(number, link, func(c *change) error {
		if n++; c.number != n {
			return fmt.Errorf("it is number %d, and should be %d", c.number, n)
		}
		if !c.agrees() {
			return fmt.Errorf("number %d: its columns do not say what its detail does", n)
		}
		return nil
	})
	if err != nil {
		return Revision{}, 0, err
	}
	r, err := j.revision(number, link)
	return r, n, err
}

// digests are those of beliefs, by the revision that they came or went with, in the order of their numbers.
type digests struct {
	of     map[int][]numbered
	erased int
}

// count returns how many there are of revisions from the start on.
func (d *digests) count() int {
	n := 0
	for number, all := range d.of {
		if number >= 0 {
			n += len(all)
		}
	}
	return n
}

// beliefDigests reads all beliefs of all times.
func (j *Journal) beliefDigests(c *Checked) (came, went *digests, err error) {
	came, went = &digests{of: map[int][]numbered{}}, &digests{of: map[int][]numbered{}}
	for _, r := range j.everyRelation() {
		err := j.beliefRows(r, belief.NewDictionary(), "TRUE", nil, func(b *beliefRow) error {
			if len(b.seal) != saltBytes {
				came.erased++
			}
			d := numbered{b.id, digestOf(slices.Clone(b.seal), r.Name, b.bytes)}
			came.of[b.since] = append(came.of[b.since], d)
			if b.until != 0 {
				went.of[b.until] = append(went.of[b.until], d)
				if b.until <= b.since {
					return damaged(j.name, fmt.Sprintf("table %s: belief %d went before it came", beliefsOf(r.Name), b.id))
				}
			}
			c.Beliefs++
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	for _, all := range []*digests{came, went} {
		for _, list := range all.of {
			slices.SortFunc(list, func(a, b numbered) int { return cmp.Compare(a.id, b.id) })
		}
	}
	return came, went, nil
}

// checkConclusions loads the state, which checks the sums, and derives it again.
func (j *Journal) checkConclusions(ctx context.Context, c *Checked) error {
	engine, err := j.Engine(ctx)
	if err != nil {
		return err
	}
	c.Conclusions = engine.Conclusions()
	last, err := j.Revision(j.head.Number)
	if err != nil {
		return err
	}
	if o := last.Outcome; o.Conclusions != engine.Conclusions() || o.BaseBeliefs != engine.BaseBeliefs() || o.Violations != len(engine.Violations()) {
		c.Wrong = append(c.Wrong, fmt.Sprintf("revision %d left %d beliefs, %d conclusions and %d violations, and the file holds %d, %d and %d", last.Number,
			o.BaseBeliefs, o.Conclusions, o.Violations, engine.BaseBeliefs(), engine.Conclusions(), len(engine.Violations())))
	}
	err = engine.CheckAnew(ctx)
	var differs *revise.Disagreement
	var flaw *revise.Flaw
	if errors.As(err, &differs) || errors.As(err, &flaw) {
		return fmt.Errorf("the conclusions are not what follows from the beliefs: %w", err)
	}
	return err
}
