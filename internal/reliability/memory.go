//go:build unix

package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// heap is what is in use after everything else was collected.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// chains makes an engine of many short chains, with about n conclusions.
func chains(ctx context.Context, n int) (*revise.Engine, error) {
	p, _, err := program()
	if err != nil {
		return nil, err
	}
	base := belief.NewBase()
	for i := range n / 6 { // a chain of 3 links has 6 paths
		for k := range 3 {
			base.Add(belief.NewFact("link", belief.Int(int64(4*i+k)), belief.Int(int64(4*i+k+1))), belief.Attribution{})
		}
	}
	return revise.New(ctx, p, base)
}

// bytesPerFact compares what a conclusion takes at two sizes (C7).
func bytesPerFact(ctx context.Context, _ *settings) (result, error) {
	var per [2]float64
	for i, n := range []int{100_000, 1_000_000} {
		before := heap()
		engine, err := chains(ctx, n)
		if err != nil {
			return result{}, err
		}
		facts := engine.Conclusions() + engine.BaseBeliefs()
		per[i] = (heap() - before) / float64(facts)
		runtime.KeepAlive(engine)
	}
	return result{
		figure: fmt.Sprintf("%.0f bytes for each fact held, base beliefs included, at 100,000 conclusions and %.0f at 1,000,000", per[0], per[1]),
		met:    per[0] <= 200 && per[1] <= 200 && per[1] < 1.1*per[0],
	}, nil
}

// growth revises and takes back again and again (C8).
func growth(ctx context.Context, s *settings) (result, error) {
	engine, err := chains(ctx, 10_000)
	if err != nil {
		return result{}, err
	}
	cycle := func(n int) error {
		for i := range n {
			r := request(s.seed, 1+i%100)
			r.Name = "cycle"
			if _, err := engine.Revise(ctx, r.Request); err != nil {
				return err
			}
			if _, err := engine.Revise(ctx, revise.Request{Undo: "cycle"}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := cycle(200); err != nil { // what it keeps for later is made by then
		return result{}, err
	}
	before := heap()
	if err := cycle(s.cycles); err != nil {
		return result{}, err
	}
	grown := heap()/before - 1
	return result{
		figure: fmt.Sprintf("%+.2f %% after %s times a revision and its undo on 10,000 conclusions", 100*grown, grouped(s.cycles)),
		met:    grown < 0.01,
		partly: s.cycles < 10_000,
	}, engine.Verify(ctx)
}
