package maintain

import (
	"errors"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// A long enumeration is cut into streams, and each goes on by itself until it has gathered so many heads that they are
// worth a merge. Then all wait while the heads are counted, shard by shard side by side. What is counted when depends on
// the enumeration alone, and neither on the number of processors nor on which stream is faster (algorithms.md, 9.3).
const (
	wide    = 1 << 13 // rows of the outermost loop from which on this pays
	streams = 8
	full    = 1 << 14 // heads that a stream gathers
)

// stream is a part of an enumeration: an eighth of its outermost loop. Rows of one group lie side by side there mostly, and
// what they derive then meets the cache.
type stream struct {
	run     plan.Run
	heads   store.Heads
	head    *plan.Relation
	count   int           // of heads gathered
	pause   chan struct{} // the stream is full, or done
	resume  chan struct{}
	done    bool
	failure any // what it panicked with
}

// deriveInStreams counts a support for every instance of the enumeration, whose outermost loop has n rows.
func (t *Turn) deriveInStreams(e *plan.Enumeration, n int, head *plan.Relation) {
	t.flush(head)
	head.Cut()
	running := make([]*stream, streams)
	for i := range running {
		s := &t.streams[i]
		s.start(t.Run, head)
		running[i] = s
		go s.enumerate(e, plan.Part{From: i * n / streams, To: (i + 1) * n / streams})
	}
	for len(running) > 0 {
		for _, s := range running {
			<-s.pause
		}
		t.check(running)
		t.merge(head, running)
		running = t.goOn(running)
	}
	for i := range t.streams {
		if failure := t.streams[i].failure; failure != nil {
			panic(failure)
		}
	}
}

func (s *stream) start(run *plan.Run, head *plan.Relation) {
	s.run.Follow(run)
	s.head, s.count, s.done = head, 0, false
	s.pause, s.resume = make(chan struct{}), make(chan struct{})
}

// enumerate goes through the stream's part.
func (s *stream) enumerate(e *plan.Enumeration, part plan.Part) {
	defer func() {
		s.failure = recover()
		s.done = true
		s.pause <- struct{}{}
	}()
	s.run.Enumerate(e, part, s.take)
}

// take gathers the head of an instance, and waits when there are many.
func (s *stream) take(x *plan.Run) {
	s.heads.Add(s.head.Relation, x.Head)
	if s.count++; s.count == full {
		s.pause <- struct{}{}
		<-s.resume
	}
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
	rows := head.Rows()
	switch {
	case t.Err != nil:
	case rows+heads > store.MaxRows:
		t.Stop(ErrRows)
	default:
		var next *[store.Shards][]store.Row
		if head.Stratum.Recursive {
			next = &head.NextOf
		}
		head.Merge(t.queues, next)
	}
	for range head.Rows() - rows {
		t.added(head)
	}
	for _, s := range running {
		s.heads.Clear()
		s.count = 0
	}
}

// goOn lets the streams that are not done go on, and returns them. After an error all they do is to end.
func (t *Turn) goOn(running []*stream) []*stream {
	left := running[:0]
	for _, s := range running {
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
