package maintain

import (
	"errors"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// A long enumeration is cut into streams, and each goes on by itself until it has so much that it is worth a merge. Then all
// wait while what they have is counted. What is counted when depends on the enumeration alone, and not on which stream is
// faster, nor on how many processors there are beside the first (algorithms.md, 9.4).
const (
	wide    = 1 << 13 // rows of the outermost loop from which on this pays
	narrow  = 1 << 8  // and from which on if many instances are expected of them
	many    = 1 << 17 // instances
	streams = store.Shards
	full    = 1 << 16 // instances that a stream gathers from
	least   = 1 << 11 // and while there are few rows yet, so that groups are found early
)

// inStreams reports whether an enumeration is cut into streams. One processor is faster without.
func inStreams(e *plan.Enumeration) bool {
	if !store.Parallel() {
		return false
	}
	rows := e.Outer()
	return rows >= wide || rows >= narrow && e.Expected() >= many
}

// stream is a part of an enumeration: an eighth of its outermost loop, or what derives heads of one shard. Rows of one group
// lie side by side there mostly, and what they derive then meets the cache.
type stream struct {
	run   plan.Run
	count int         // of instances gathered from
	full  int         // and from how many before it waits
	heads store.Heads // of them, in a derivation
	told  []plan.ID   // the group and value of each, in an aggregate

	share *store.Share // that counts them, where no other stream does

	pause   chan struct{} // the stream is full, or done
	resume  chan struct{}
	done    bool
	failure any // what it panicked with
}

// deriveInStreams counts a support for every instance of the enumeration, shard by shard side by side. Where each row has
// heads of one shard only, each shard has its stream, which counts what it derives itself.
func (t *Turn) deriveInStreams(e plan.Enumeration, head *plan.Relation) {
	if head.Rows() == 0 && e.FillsGroups() {
		head.Group()
	}
	head.Cut()
	if parts, ok := e.ByShard(); ok {
		t.deriveByShard(&e, parts, head)
		return
	}
	gather := func(s *stream, part plan.Part) { s.run.Gather(&e, part, s) }
	t.fill(fullFor(head))
	t.goThrough(cut(&e), gather, func(running []*stream) {
		t.merge(head, running)
		t.fill(fullFor(head))
	})
}

// fill says from how many instances each stream gathers before it waits.
func (t *Turn) fill(instances int) {
	for i := range t.streams {
		t.streams[i].full = instances
	}
}

// fullFor returns from how many instances a stream gathers before they are merged into the relation.
func fullFor(head *plan.Relation) int { return min(full, max(least, head.Rows()/streams)) }

// deriveByShard is deriveInStreams where each part has heads of one shard.
func (t *Turn) deriveByShard(e *plan.Enumeration, parts [streams]plan.Part, head *plan.Relation) {
	gather := func(s *stream, part plan.Part) { s.run.Gather(e, part, (*shardStream)(s)) }
	t.deriveInShares(parts, head, head.Shares(head.Stratum.Recursive), gather)
}

// deriveNewInStreams is deriveInStreams for heads that are new: each stream has a share that adds them.
func (t *Turn) deriveNewInStreams(e plan.Enumeration, head *plan.Relation) {
	gather := func(s *stream, part plan.Part) { s.run.Gather(&e, part, (*newStream)(s)) }
	t.deriveInShares(cut(&e), head, head.SharesOfNew(), gather)
}

// deriveInShares has each stream gather into a share of its own. A stream waits when its share has no more room for
// new rows; what shares have done is taken over also when an error or a panic ends them, so that it can be taken back.
func (t *Turn) deriveInShares(parts [streams]plan.Part, head *plan.Relation, shares *[streams]store.Share, gather func(*stream, plan.Part)) {
	for i := range shares {
		t.streams[i].share = &shares[i]
	}
	makeRoom := func() {
		if t.fits(head, streams*full) {
			head.MakeRoom(full)
		}
	}
	if makeRoom(); t.Err != nil {
		return
	}
	defer func() {
		head.Join(queuesOf(head))
		for i := range shares {
			t.streams[i].share = nil
		}
	}()
	t.goThrough(parts, gather, func([]*stream) {
		rows := head.Rows()
		head.Join(queuesOf(head))
		t.added(head, head.Rows()-rows)
		makeRoom()
	})
}

// queuesOf returns where the rows go that a merge queues, if the relation's stratum goes by waves.
func queuesOf(head *plan.Relation) *[store.Shards][]store.Row {
	if head.Stratum.Recursive {
		return &head.NextOf
	}
	return nil
}

// shardStream is a stream whose heads are all of one shard.
type shardStream stream

// Take counts a support of each of the heads, and waits when the next might find no room.
func (s *shardStream) Take(_ *plan.Rule, heads []plan.ID) {
	s.share.Support(heads)
	(*stream)(s).waitForRoom()
}

// newStream is a stream whose heads are new.
type newStream stream

// Take adds the heads, and waits when the next might find no room.
func (s *newStream) Take(_ *plan.Rule, heads []plan.ID) {
	s.share.SupportNew(heads)
	(*stream)(s).waitForRoom()
}

func (s *stream) waitForRoom() {
	if s.share.Room() < plan.Gathered {
		s.wait()
	}
}

// cut cuts the outermost loop into as many parts as there are streams.
func cut(e *plan.Enumeration) (parts [streams]plan.Part) {
	n := e.Outer()
	for i := range parts {
		parts[i] = plan.Part{From: i * n / streams, To: (i + 1) * n / streams}
	}
	return parts
}

// tellInStreams tells the groups of every solution of the enumeration, one after the other.
func (t *Turn) tellInStreams(e *plan.Enumeration, a *plan.Aggregate) {
	t.fill(full)
	t.Rule = a.Body
	gather := func(s *stream, part plan.Part) {
		s.run.Enumerate(e, part, func(x *plan.Run) {
			s.told = append(append(s.told, x.Head...), valueOf(x, a))
			s.took(1)
		})
	}
	t.goThrough(cut(e), gather, func(running []*stream) {
		width := len(a.Body.HeadTerms) + 1
		for _, s := range running {
			for at := 0; at < len(s.told) && t.Err == nil; at += width {
				t.add(a, s.told[at:at+width-1], s.told[at+width-1], 1)
			}
		}
	})
}

// goThrough has every stream gather from its part, and calls merge as often as all that run wait or are done.
func (t *Turn) goThrough(parts [streams]plan.Part, gather func(*stream, plan.Part), merge func(running []*stream)) {
	t.bulky = true
	running := make([]*stream, streams)
	for i := range running {
		s := &t.streams[i]
		s.run.Follow(t.Run)
		s.done = false
		s.pause, s.resume = make(chan struct{}), make(chan struct{})
		running[i] = s
		go s.goThrough(gather, parts[i])
	}
	for len(running) > 0 {
		for _, s := range running {
			<-s.pause
		}
		if t.check(running); t.Err == nil {
			merge(running)
		}
		running = t.goOn(running)
	}
	for i := range t.streams {
		if failure := t.streams[i].failure; failure != nil {
			panic(failure)
		}
	}
}

// goThrough gathers from the stream's part.
func (s *stream) goThrough(gather func(*stream, plan.Part), part plan.Part) {
	defer func() {
		s.failure = recover()
		s.done = true
		s.pause <- struct{}{}
	}()
	gather(s, part)
}

// Take keeps the heads for the next merge.
func (s *stream) Take(r *plan.Rule, heads []plan.ID) {
	s.heads.Add(r.Head.Relation, heads)
	s.took(len(heads) / r.Head.Arity)
}

// took says from how many more instances the stream has gathered, and waits when it is full.
func (s *stream) took(instances int) {
	if s.count += instances; s.count >= s.full {
		s.wait()
	}
}

// wait lets the stream wait for the others.
func (s *stream) wait() {
	s.pause <- struct{}{}
	<-s.resume
}

// check takes over what the streams have enumerated, and the first of their errors.
func (t *Turn) check(running []*stream) {
	for _, s := range running {
		t.Instances += s.run.Instances
		s.run.Instances = 0
		if t.Err == nil {
			t.Err = s.run.Err
		}
		if s.failure != nil {
			t.Stop(errPanic)
		}
	}
}

// errPanic ends what goes on beside a panic.
var errPanic = errors.New("another stream has panicked")

// merge counts the heads that the streams have gathered.
func (t *Turn) merge(head *plan.Relation, running []*stream) {
	t.queues = t.queues[:0]
	heads := 0
	for _, s := range running {
		t.queues = append(t.queues, &s.heads)
		heads += s.count
	}
	if !t.fits(head, heads) {
		return
	}
	rows := head.Rows()
	head.Merge(t.queues, queuesOf(head))
	t.added(head, head.Rows()-rows)
}

// goOn lets the streams that are not done go on, and returns them. After an error all they do is to end.
func (t *Turn) goOn(running []*stream) []*stream {
	left := running[:0]
	for _, s := range running {
		s.heads.Clear()
		s.told, s.count = s.told[:0], 0
		if !s.done {
			s.run.Err = t.Err
			left = append(left, s)
		}
	}
	for _, s := range left {
		s.resume <- struct{}{}
	}
	return left
}
