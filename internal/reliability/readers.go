//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

// pause is between two reads of one reader, so that reads begin at any moment of a revision.
const pause = 100 * time.Microsecond

// waits are how long reads took.
type waits []time.Duration

func (w waits) String() string {
	slices.Sort(w)
	return fmt.Sprintf("p99 %v, at most %v", rounded(w[len(w)*99/100]), rounded(w[len(w)-1]))
}

// rounded keeps about three digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// readerDelay measures how long reads take alone and while a writer revises without a pause: in one process, where they
// wait for the revision under way, and of a file that another process writes (E3).
func readerDelay(ctx context.Context, s *settings) (result, error) {
	engine, err := chains(ctx, 100_000)
	if err != nil {
		return result{}, err
	}
	idle := func(context.Context, int) error { time.Sleep(time.Millisecond); return nil }
	alone, _, err := beside(ctx, engine, s.reading, idle)
	if err != nil {
		return result{}, err
	}
	applying, applied, err := beside(ctx, engine, s.reading, func(ctx context.Context, n int) error {
		_, err := engine.Apply(ctx, request(s.seed, n).Request, nil)
		return err
	})
	if err != nil {
		return result{}, err
	}
	revising, revised, err := beside(ctx, engine, s.reading, func(ctx context.Context, n int) error {
		_, err := engine.Revise(ctx, request(s.seed, n).Request)
		return err
	})
	if err != nil {
		return result{}, err
	}
	quiet, busy, written, err := besideProcess(ctx, s)
	if err != nil {
		return result{}, err
	}
	return result{
		figure: fmt.Sprintf("Holds and Query of 2 readers on 100,000 conclusions: alone %v; beside Apply %v (%s revisions, %v); beside Revise %v (%s revisions, %v): they wait for the revision under way. Opening a file and reading its conclusions: alone %v; while another process writes %v (%s reads, %s revisions), none refused",
			alone, applying, grouped(len(applied)), applied, revising, grouped(len(revised)), revised, quiet, busy, grouped(len(busy)), grouped(written)),
		met: written > 0,
	}, engine.Verify(ctx)
}

// beside lets two readers read for a while beside a writer, and returns how long the reads and the writes took.
func beside(ctx context.Context, engine *revise.Engine, d time.Duration, write func(ctx context.Context, n int) error) (reads, writes waits, err error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var lock sync.Mutex
	var readers sync.WaitGroup
	for k := range 2 {
		readers.Go(func() {
			mine, failure := readOn(ctx, engine, k)
			lock.Lock()
			defer lock.Unlock()
			reads, err = append(reads, mine...), errors.Join(err, failure)
		})
	}
	var failure error
	for n := 1; failure == nil && (n == 1 || ctx.Err() == nil); n++ {
		began := time.Now()
		failure = write(context.WithoutCancel(ctx), n)
		writes = append(writes, time.Since(began))
	}
	readers.Wait()
	return reads, writes, errors.Join(err, failure)
}

// readOn reads until the time is over, by turns whether a fact holds and what matches a query.
func readOn(ctx context.Context, engine *revise.Engine, from int) (reads waits, err error) {
	for i := from; len(reads) == 0 || ctx.Err() == nil; i++ {
		time.Sleep(pause)
		node := belief.Int(int64(4 * (i % 1000)))
		began := time.Now()
		if i%2 == 0 {
			engine.Holds(belief.NewFact("reach", node, belief.Int(node.Int()+3)))
		} else if err := drain(engine, node); err != nil {
			return reads, err
		}
		reads = append(reads, time.Since(began))
	}
	return reads, nil
}

// drain asks for what is reached from a node, to the last row.
func drain(engine *revise.Engine, node belief.Value) error {
	found, err := engine.Query(rules.Query{Relation: "reach", Terms: []rules.Term{{Kind: rules.ConstantTerm, Value: node}, {Kind: rules.WildcardTerm}}})
	if err != nil {
		return err
	}
	for range found {
	}
	return nil
}

// besideProcess reads a base file again and again, first alone and then while a process writes it.
func besideProcess(ctx context.Context, s *settings) (quiet, busy waits, written int, err error) {
	dir, err := os.MkdirTemp("", "revise-readers-*")
	if err != nil {
		return nil, nil, 0, err
	}
	defer os.RemoveAll(dir)
	file, said := filepath.Join(dir, "base.db"), acknowledged{}
	if err := prepare(ctx, file, s.seed, history, said); err != nil {
		return nil, nil, 0, err
	}
	if quiet, err = readFile(ctx, file, s.reading); err != nil {
		return nil, nil, 0, err
	}
	w, err := startWriter(file, s.seed, "")
	if err != nil {
		return nil, nil, 0, err
	}
	w.live(0)
	busy, err = readFile(ctx, file, s.reading)
	err = errors.Join(err, w.kill(said))
	return quiet, busy, said.last() - history, err
}

// readFile opens the file and reads its conclusions until the time is over.
func readFile(ctx context.Context, file string, d time.Duration) (reads waits, err error) {
	for end := time.Now().Add(d); len(reads) == 0 || time.Now().Before(end); {
		began := time.Now()
		j, err := journal.Open(ctx, file)
		if err == nil {
			_, err = j.Engine(ctx)
			err = errors.Join(err, j.Close())
		}
		if err != nil {
			return reads, err
		}
		reads = append(reads, time.Since(began))
	}
	return reads, nil
}
