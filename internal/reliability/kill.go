//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// kills ends a writing process again and again at any moment, and looks each time at what it leaves (C1).
func kills(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp("", "revise-kill-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "base.db")
	if err := create(ctx, file); err != nil {
		return result{}, err
	}
	dice := rand.New(rand.NewPCG(s.seed, 1))
	said := acknowledged{}
	revisions, unsaid := 0, 0
	for n := range s.kills {
		w, err := startWriter(file, s.seed, "")
		if err != nil {
			return result{}, err
		}
		if n%5 == 0 {
			time.Sleep(time.Duration(dice.Int64N(int64(30 * time.Millisecond)))) // it may be opening the file still
		} else {
			w.live(time.Duration(dice.Int64N(int64(60 * time.Millisecond))))
		}
		if err := w.kill(said); err != nil {
			return result{figure: fmt.Sprintf("%d kills", n)}, err
		}
		last, err := inspect(ctx, file, s.seed, said)
		if err != nil {
			return result{figure: fmt.Sprintf("%d kills", n+1)}, err
		}
		if last > said.last() {
			unsaid++
		}
		revisions = last
	}
	return result{
		figure: fmt.Sprintf("%s kills, %s revisions applied: nothing acknowledged lost, nothing half done; %d times the last was there and not yet acknowledged",
			grouped(s.kills), grouped(revisions), unsaid),
		met: revisions > s.kills/2, partly: s.kills < 1000,
	}, nil
}
