package store

import "math"

// apart is how many rows are worth the while of several goroutines.
const apart = 1 << 13

// entrance lets rows into a wave.
type entrance struct {
	came  int   // rows that did not hold
	large []Row // those with so many strict supports that the number does not fit its field
	over  bool  // one has more supports than a rank can stand for
}

// Enter makes queued rows hold and be of the wave; where ranks are kept they get the rank, as Stamp gives it. It reports
// false if one has more supports than a rank can stand for.
func (r *Relation) Enter(rows []Row, rank uint32) bool {
	if !r.loading || len(rows) < apart || !Parallel() {
		e := &r.entrance
		e.enter(r, rows, rank)
		return e.end(r)
	}
	var parts [Shards]entrance
	InParallel(Shards, func(i int) {
		parts[i].enter(r, rows[i*len(rows)/Shards:(i+1)*len(rows)/Shards], rank)
	})
	fit := true
	for i := range parts {
		fit = parts[i].end(r) && fit
	}
	return fit
}

func (e *entrance) enter(r *Relation, rows []Row, rank uint32) {
	for _, row := range rows {
		cell := r.cell(row)
		if *cell&word(New) == 0 {
			r.Touch(row)
			e.came++
		}
		*cell = *cell&^word(Queued) | word(New|Wave)
		if r.recursive {
			if !r.stamp(row, rank) {
				e.large = append(e.large, row)
			}
			e.over = e.over || r.supportsOf(row) > math.MaxUint32
		}
	}
}

// end does what cannot be done side by side, and reports whether there were no more supports than a rank can stand for.
func (e *entrance) end(r *Relation) bool {
	r.live += e.came
	for _, row := range e.large {
		r.setStrict(row, r.supportsOf(row))
	}
	fit := !e.over
	e.came, e.large, e.over = 0, e.large[:0], false
	return fit
}

// Stamp gives the row its rank; every support that it has is strict.
func (r *Relation) Stamp(row Row, rank uint32) {
	if !r.stamp(row, rank) {
		r.setStrict(row, r.supportsOf(row))
	}
}

// stamp is Stamp, and reports false if the number of strict supports is still to be set.
func (r *Relation) stamp(row Row, rank uint32) bool {
	words, at := r.record(row)
	cell := &words[at+r.Arity]
	words[at+r.Arity+1] = word(rank)
	n, strict := *cell>>r.count.shift&r.count.mark, *cell>>r.strict.shift&r.strict.mark
	if n == r.count.mark || strict == r.strict.mark {
		return false
	}
	*cell += (n - strict) << r.strict.shift
	return true
}
