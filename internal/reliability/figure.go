//go:build unix

package main

import (
	"context"
	"time"
)

// figure is one row of the page.
type figure struct {
	id     string
	what   string
	target string
	run    func(ctx context.Context, s *settings) (result, error)
}

// settings say how much is done.
type settings struct {
	seed        uint64
	kills       int
	cuts        int
	states      int
	flips       int
	fills       int
	programs    int
	cycles      int
	stride      int
	smallStride int
	reports     int
	fuzz        time.Duration
	reading     time.Duration
	results     string // the folder that keeps results; none if empty
	commit      string
}

// result is what a figure came to.
type result struct {
	figure  string // in words, with its numbers
	met     bool
	partly  bool   // it was met, and less was done than the target says
	skipped string // why it was not run; then nothing else counts
	took    time.Duration

	measured string // when, on which commit, from which seed
}

// measure runs a figure. An error is a result as well: the target is missed.
func (f *figure) measure(ctx context.Context, s *settings) result {
	began := time.Now()
	r, err := f.run(ctx, s)
	if err != nil {
		r.figure, r.met = r.figure+"; "+err.Error(), false
	}
	r.took = time.Since(began)
	return r
}
