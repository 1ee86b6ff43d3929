package journal

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Request is a revision to be applied, with the text that it was read from.
type Request struct {
	revise.Request
	Text     string // a document in which the request stands at the line of its place, and no other
	Recorded string // what the clock says
}

// Apply revises the base. When it returns without an error, the revision is on the disk; with one, it has not happened,
// here or there. A what-if is reported and not kept, and so is a request that changes nothing: the number of its outcome is
// 0. The error is an *Error, a *revise.Refusal, or that of a context.
func (j *Journal) Apply(ctx context.Context, r Request) (*revise.Outcome, error) {
	if err := j.resume(); err != nil {
		return nil, err
	}
	was := j.state
	outcome, err := j.record(ctx, r.Request, func(undoes int, a *revise.Alteration) error {
		j.broken = j.commit(r, undoes, a)
		return j.broken
	})
	if j.broken != nil {
		j.state = was
	}
	return outcome, err
}

// Try makes a revision on the engine of a base that was opened for reading: what would happen. The file is left alone, and
// the next revision that is tried comes after this one. The outcome and the error are those of Apply.
func (j *Journal) Try(ctx context.Context, r revise.Request) (*revise.Outcome, error) {
	outcome, err := j.record(ctx, r, func(int, *revise.Alteration) error { return nil })
	if err == nil && outcome.Number > 0 && !r.WhatIf {
		j.tried[r.Name] = true
	}
	return outcome, err
}

// record makes a revision on the engine, and has it written unless nothing changes.
func (j *Journal) record(ctx context.Context, r revise.Request, write func(undoes int, a *revise.Alteration) error) (*revise.Outcome, error) {
	if err := j.acceptable(r); err != nil {
		return nil, err
	}
	engine, err := j.Engine(ctx)
	if err != nil {
		return nil, err
	}
	undoes, err := j.recall(&r)
	if err != nil {
		return nil, err
	}
	var idle *revise.Outcome
	outcome, err := engine.Record(ctx, r, func(a *revise.Alteration) error {
		if !a.Changes() {
			idle = a.Outcome
			return errIdle
		}
		return write(undoes, a)
	})
	if err == errIdle {
		idle.Number = 0
		j.idle[r.Name] = true
		return idle, nil
	}
	if err == nil && !r.WhatIf {
		delete(j.idle, r.Name)
	}
	return outcome, err
}

var errIdle = errors.New("nothing changes")

// acceptable refuses what no revision can be called, and no time that it can have happened at.
func (j *Journal) acceptable(r revise.Request) error {
	if revise.IsNumber(r.Name) {
		return &Error{
			Kind: Reserved, File: j.name, Message: fmt.Sprintf("a revision cannot be called %s: a number stands for the revision that has it", belief.Quote(r.Name)),
			Hint: "put a word before it",
		}
	}
	if _, _, err := belief.ParseMoment(r.At); err != nil {
		return &Error{Kind: Reserved, File: j.name, Message: err.Error()}
	}
	return nil
}

// commit writes what a revision leaves other than it was, and makes it last. Whatever fails, nothing of it has happened,
// and nothing more is written with this Journal: after a sync that failed, what the disk holds is known only to one who
// reads it again.
func (j *Journal) commit(r Request, undoes int, a *revise.Alteration) error {
	err := j.writeAlteration(r, undoes, a)
	if err == nil {
		err = j.exec("COMMIT")
	}
	if err != nil {
		j.rollback()
	}
	return err
}

// resume starts the next transaction of a writer, and makes sure that nobody has written since the last.
func (j *Journal) resume() error {
	if j.broken != nil || !j.conn.GetAutocommit() {
		return j.broken
	}
	if err := j.begin(); err != nil {
		return err
	}
	last := j.head
	if err := j.readHead(); err != nil {
		return err
	}
	if !bytes.Equal(last.Hash, j.head.Hash) {
		j.rollback()
		j.broken = &Error{
			Kind: Moved, File: j.name, Message: fmt.Sprintf("another process has revised %s meanwhile", j.name),
			Hint: "open it again: what it holds is not what was read",
		}
	}
	return j.broken
}

func (j *Journal) writeAlteration(r Request, undoes int, a *revise.Alteration) error {
	number, c, before := a.Outcome.Number, newChain(j.head.Hash), j.sums
	j.sums = maps.Clone(before)
	whole := a.Whole || j.stored != nil
	if a.Rules || j.stored != nil {
		if err := j.changeRules(a, number); err != nil {
			return err
		}
		j.stored = nil
	}
	for _, change := range a.Beliefs {
		if err := j.alterBelief(a.Program.Relation(change.Table.Relation()), j.base.Dictionary(), change, number); err != nil {
			return err
		}
	}
	if err := j.digestBeliefs(a.Program.Relations, number, c); err != nil {
		return err
	}
	if err := j.writeKept(a, whole); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(j.sums)) {
		if j.sums[name] != before[name] {
			if err := j.saveSum(name, j.sums[name]); err != nil {
				return err
			}
		}
	}
	if err := j.tellState(a.Position); err != nil {
		return err
	}
	request := a.Outcome.Request
	return j.writeRevision(Revision{
		Number: number, Name: request.Name, Because: request.Because, By: request.By, Stamp: Stamp{request.At, r.Recorded}, Undoes: undoes,
		File: request.Place.File, Line: request.Place.Line, Request: r.Text, Outcome: a.Outcome,
	}, c)
}

// writeKept writes what changed of the conclusions, or all of them.
func (j *Journal) writeKept(a *revise.Alteration, whole bool) error {
	if whole {
		return j.rewrite(a)
	}
	for _, t := range conclusionTables(a.Kept) {
		if err := j.alterConclusions(t, j.base.Dictionary()); err != nil {
			return err
		}
	}
	return nil
}

// tellState keeps the numbers that go on from revision to revision.
func (j *Journal) tellState(p revise.Position) error {
	if err := j.tell(aboutClock, int64(p.Clock)); err != nil {
		return err
	}
	return j.tell(aboutBeliefs, j.nextBelief)
}

// changeRules writes the rules that come and go, and makes tables of beliefs for relations that are new.
func (j *Journal) changeRules(a *revise.Alteration, number int) error {
	was := cmp.Or(j.stored, j.Program())
	if err := j.writeRules(was, a.Program, number); err != nil {
		return err
	}
	for _, r := range a.Program.Relations {
		if was.Relation(r.Name) == nil {
			if err := j.createBeliefs(r); err != nil {
				return err
			}
			if err := j.saveSum(beliefsOf(r.Name), sum{}); err != nil {
				return err
			}
		}
	}
	if a.Rules {
		j.editions = append(j.editions[:len(j.editions):len(j.editions)], edition{number, a.Program})
	}
	return j.writeRelations(a.Program)
}

// rewrite makes the tables of conclusions anew.
func (j *Journal) rewrite(a *revise.Alteration) error {
	drop := []string{"DELETE FROM _sums WHERE name NOT GLOB '[_]beliefs[_]*'"}
	err := j.query(`SELECT type, name FROM sqlite_schema WHERE type = 'view' OR type = 'table' AND
	(name NOT GLOB '[_]*' OR name GLOB '[_]violations[_]*' OR name GLOB '[_]open[_]*')`, nil, func(s *sqlite3.Stmt) error {
		drop = append(drop, fmt.Sprintf("DROP %s %s", s.ColumnText(0), quoted(s.ColumnText(1))))
		return nil
	})
	for _, sql := range drop {
		if err == nil {
			err = j.exec(sql)
		}
	}
	if err != nil {
		return err
	}
	return j.writeAll(a.Program, a.Kept, j.base.Dictionary())
}

// recall tells the engine of the revision that a request undoes, by name or number, and returns its number, or 0 where it
// changed nothing and is not in the file.
func (j *Journal) recall(r *revise.Request) (int, error) {
	if r.Undo == "" {
		return 0, nil
	}
	if j.tried[r.Undo] {
		return 0, nil // the engine knows
	}
	if j.idle[r.Undo] {
		return 0, j.engine.Recall(revise.Past{Name: r.Undo})
	}
	number, err := j.Find(r.Undo)
	if err != nil {
		return 0, err
	}
	past, err := j.past(number)
	if err != nil {
		return 0, err
	}
	past.Name = r.Undo
	return number, j.engine.Recall(past)
}

// past returns what a revision really changed.
func (j *Journal) past(number int) (revise.Past, error) {
	p := revise.Past{}
	r, err := j.revision(number, nil)
	if err == nil && r.erased != "" {
		err = &Error{Kind: Held, File: j.name, Message: fmt.Sprintf("cannot undo revision %d: it erased facts, and nobody has them any more", number), Hint: "assert what is to be believed again"}
	}
	if err != nil {
		return p, err
	}
	if before, after := j.programAfter(number-1), j.programAfter(number); before != after {
		p.Before, p.After = before, after
	}
	for _, r := range j.relations(number) {
		changed := map[string]*revise.PastBelief{}
		erased := false
		collect := func(b *beliefRow, list func(*revise.PastBelief) *[]belief.Attribution) {
			erased = erased || len(b.seal) != saltBytes
			f := b.fact(r.Name)
			past := changed[f.String()]
			if past == nil {
				past = &revise.PastBelief{Fact: f}
				changed[f.String()] = past
			}
			*list(past) = append(*list(past), b.attribution)
		}
		err := j.beliefRows(r, belief.NewDictionary(), came(number), nil, func(b *beliefRow) error {
			collect(b, func(p *revise.PastBelief) *[]belief.Attribution { return &p.After })
			return nil
		})
		if err == nil {
			err = j.beliefRows(r, belief.NewDictionary(), went(number), nil, func(b *beliefRow) error {
				collect(b, func(p *revise.PastBelief) *[]belief.Attribution { return &p.Before })
				return nil
			})
		}
		if err == nil && erased {
			err = &Error{Kind: Held, File: j.name, Message: fmt.Sprintf("cannot undo revision %d: beliefs of it were erased", number), Hint: "assert what is to be believed again"}
		}
		if err != nil {
			return p, err
		}
		for _, fact := range slices.Sorted(maps.Keys(changed)) {
			p.Beliefs = append(p.Beliefs, *changed[fact])
		}
	}
	undone, err := j.undone()
	p.Undone = undone[number]
	return p, err
}

// undone returns the revisions whose effect another one has taken back, and no third given again.
func (j *Journal) undone() (map[int]bool, error) {
	undone, undoes := map[int]bool{}, map[int]int{}
	err := j.query("SELECT number, undoes FROM _revisions WHERE undoes IS NOT NULL ORDER BY number", nil, func(s *sqlite3.Stmt) error {
		number, of := s.ColumnInt(0), s.ColumnInt(1)
		undoes[number] = of
		undone[of] = true
		if again := undoes[of]; again > 0 {
			undone[again] = false
		}
		return nil
	})
	return undone, err
}
