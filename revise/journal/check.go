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

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Checked is what a check of a base has looked at, and what is wrong with it.
type Checked struct {
	Revisions   int // whose links in the chain were followed
	Beliefs     int
	Conclusions int
	Wrong       []string // sentences; none when all is well
}

// Check reads everything that the file holds: its pages with their checksums, the chain of hashes over the revisions, the
// sums of the tables, and the conclusions, which it compares with what follows from the beliefs. It goes on as far as it
// can; the error is that of a context.
func (j *Journal) Check(ctx context.Context) (*Checked, error) {
	c := &Checked{}
	for _, step := range []func(context.Context, *Checked) error{j.checkPages, j.checkChain, j.checkEnd, j.checkRules, j.checkConclusions} {
		err := step(ctx, c)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			c.Wrong = append(c.Wrong, err.Error())
		}
	}
	return c, nil
}

// checkPages has SQLite check the structure of the file, and read every page of it.
func (j *Journal) checkPages(_ context.Context, c *Checked) error {
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
	for number := range j.head.Number + 1 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		link := newChain(before)
		r, err := j.relink(number, link, came[number], went[number])
		if err != nil {
			return err
		}
		if !bytes.Equal(link.link(), r.Hash) {
			c.Wrong = append(c.Wrong, fmt.Sprintf("revision %d is not what was written: its hash does not fit what the file says of it", number))
		}
		before = r.Hash
		c.Revisions++
	}
	return nil
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

// relink tells a chain everything that the file says of a revision, in the order in which it was written.
func (j *Journal) relink(number int, link *chain, came, went []numbered) (Revision, error) {
	if number == 0 {
		if _, err := j.documents(link); err != nil {
			return Revision{}, err
		}
		if err := j.chainAbout(link); err != nil {
			return Revision{}, err
		}
	}
	for _, digests := range [][]numbered{came, went} {
		for _, d := range digests {
			link.add(d.digest)
		}
	}
	if err := j.changes(number, link, func(*change) error { return nil }); err != nil {
		return Revision{}, err
	}
	return j.revision(number, link)
}

// beliefDigests reads all beliefs of all times, and returns their digests by the revisions that they came and went with.
func (j *Journal) beliefDigests(c *Checked) (came, went map[int][]numbered, err error) {
	came, went = map[int][]numbered{}, map[int][]numbered{}
	for _, r := range j.everyRelation() {
		err := j.beliefRows(r, belief.NewDictionary(), "TRUE", nil, func(b *beliefRow) error {
			d := numbered{b.id, digestOf(slices.Clone(b.seal), r.Name, b.bytes)}
			came[b.since] = append(came[b.since], d)
			if b.until > 0 {
				went[b.until] = append(went[b.until], d)
			}
			c.Beliefs++
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	for _, all := range []map[int][]numbered{came, went} {
		for _, digests := range all {
			slices.SortFunc(digests, func(a, b numbered) int { return cmp.Compare(a.id, b.id) })
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
	err = engine.Verify(ctx)
	var differs *revise.Disagreement
	if errors.As(err, &differs) {
		return fmt.Errorf("the conclusions are not what follows from the beliefs: %w", err)
	}
	return err
}
