//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/beliefbase/revise/revise/journal"
)

// crashStates plays a writer's changes of its files back up to every point, each time with all, none or some of what was
// not synced yet, the last write torn (C4): what a disk may hold after a crash at that point.
func crashStates(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp(memory(), "revise-states-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "base.db")
	said := acknowledged{}
	if err := prepare(ctx, file, s.seed, history, said); err != nil {
		return result{}, err
	}
	start, err := os.ReadFile(file)
	if err != nil {
		return result{}, err
	}
	calls, err := recorded(ctx, file, s.seed, said)
	if err != nil {
		return result{}, err
	}
	var mixed atomic.Int64
	if n, what, err := inParallel(s.states, func(n int) (what string, err error) {
		dice := rand.New(rand.NewPCG(s.seed, uint64(n)<<8|4))
		point, how := dice.IntN(len(calls)+1), chances[dice.IntN(len(chances))]
		state, acked := crash(dice, start, calls[:point], how)
		if how > 0 && how < 1 {
			mixed.Add(1)
		}
		what = fmt.Sprintf("after %d of %d changes, with %.0f %% of what was not synced", point, len(calls), 100*how)
		return what, state.inspect(ctx, filepath.Join(dir, fmt.Sprint(n)), s.seed, said, acked)
	}); err != nil {
		return result{figure: fmt.Sprintf("state %d of %d: %s", n+1, s.states, what)}, err
	}
	return result{
		figure: fmt.Sprintf("%s states at %s points of a writer's changes, %s with a part of what was not synced: all as they must be", grouped(s.states), grouped(len(calls)+1), grouped(int(mixed.Load()))),
		met:    mixed.Load() > 0 && len(calls) > 50,
		partly: s.states < 100_000,
	}, nil
}

// chances are how likely a change that was not synced is on the disk.
var chances = []float64{0, 1, 0.5, 0.2, 0.8}

// recorded applies three revisions, with the file closed in between, and returns what that changed in the files.
func recorded(ctx context.Context, file string, seed uint64, said acknowledged) ([]call, error) {
	log.calls = nil
	for n := history + 1; n <= history+3; n++ {
		j, err := journal.OpenToWrite(ctx, file, journal.WithVFS(loggedVFS))
		if err != nil {
			return nil, err
		}
		if _, err := j.Apply(ctx, request(seed, n)); err != nil {
			return nil, errors.Join(err, j.Close())
		}
		said[n] = fmt.Sprintf("%x", j.Head().Hash)
		log.mark(n)
		if n == history+2 {
			defer j.Close() // the next one goes on in its log
			continue
		}
		if err := j.Close(); err != nil {
			return nil, err
		}
	}
	return log.calls, nil
}

// files is what a disk holds, by ending.
type files map[string][]byte

// crash returns what the disk may hold after the calls, and the last revision that was acknowledged by then.
func crash(dice *rand.Rand, start []byte, calls []call, chance float64) (files, int) {
	synced, acked := files{"": append([]byte(nil), start...)}, history
	var pending []call
	for _, c := range calls {
		switch c.what {
		case syncCall:
			var later []call
			for _, p := range pending {
				if p.file == c.file {
					synced.apply(p, p.data)
				} else {
					later = append(later, p)
				}
			}
			pending = later
		case "acknowledged":
			acked = int(c.at)
		default:
			pending = append(pending, c)
		}
	}
	for i, p := range pending {
		switch {
		case dice.Float64() >= chance:
		case chance < 1 && i == len(pending)-1:
			synced.apply(p, tear(dice, p.data))
		default:
			synced.apply(p, p.data)
		}
	}
	return synced, acked
}

// apply changes one file.
func (f files) apply(c call, data []byte) {
	old := f[c.file]
	switch c.what {
	case deleteCall:
		delete(f, c.file)
	case truncateCall:
		if int64(len(old)) < c.at {
			old = append(old, make([]byte, c.at-int64(len(old)))...)
		}
		f[c.file] = old[:c.at]
	case writeCall:
		if end := c.at + int64(len(data)); int64(len(old)) < end {
			old = append(old, make([]byte, end-int64(len(old)))...)
		}
		copy(old[c.at:], data)
		f[c.file] = old
	}
}

// inspect writes the files, and looks at the base that they are.
func (f files) inspect(ctx context.Context, dir string, seed uint64, said acknowledged, acked int) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for ending, data := range f {
		if err := os.WriteFile(filepath.Join(dir, "base.db"+ending), data, 0o600); err != nil {
			return err
		}
	}
	due := acknowledged{}
	for n, hash := range said {
		if n <= acked {
			due[n] = hash
		}
	}
	_, err := inspect(ctx, filepath.Join(dir, "base.db"), seed, due)
	return err
}
