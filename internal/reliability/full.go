//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/beliefbase/revise/revise/journal"
)

// fullDisk fills a small file system at another point each time, and revises until there is no room (C6).
func fullDisk(ctx context.Context, s *settings) (result, error) {
	if os.Getuid() != 0 {
		return result{skipped: "mounting a file system needs root"}, nil
	}
	dir, err := os.MkdirTemp("", "revise-full-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	if err := run("mount", "-t", "tmpfs", "tmpfs", dir); err != nil {
		return result{skipped: err.Error()}, nil
	}
	dice := rand.New(rand.NewPCG(s.seed, 6))
	full := 0
	for n := range s.fills {
		hit, err := fillOnce(ctx, dir, s.seed, dice.IntN(900<<10))
		if err != nil {
			return result{figure: fmt.Sprintf("%d times", n+1)}, errors.Join(err, run("umount", dir))
		}
		if hit {
			full++
		}
	}
	return result{
		figure: fmt.Sprintf("%s times on a disk of 1 MB, filled to another point each: %d revisions did not fit, each refused with a clear error, the old state whole; with room again it goes on",
			grouped(s.fills), full),
		met: full > s.fills/2, partly: s.fills < 100,
	}, run("umount", dir)
}

func resize(dir, size string) error { return run("mount", "-o", "remount,size="+size, dir) }

// fillOnce leaves some room, and revises until there is none; then the disk is made larger.
func fillOnce(ctx context.Context, dir string, seed uint64, filler int) (full bool, err error) {
	file, stuffing := filepath.Join(dir, "base.db"), filepath.Join(dir, "stuffing")
	defer func() {
		for _, name := range []string{file, file + "-wal", file + "-shm", stuffing} {
			os.Remove(name) // as far as it is there
		}
	}()
	if err := resize(dir, "1m"); err != nil {
		return false, err
	}
	if err := os.WriteFile(stuffing, make([]byte, filler), 0o600); err != nil {
		return false, err
	}
	said := acknowledged{}
	for n := 1; n <= 400 && err == nil; n++ {
		err = prepare(ctx, file, seed, n, said)
	}
	var known *journal.Error
	switch {
	case err == nil:
		return false, nil
	case !errors.As(err, &known) || known.Kind != journal.Full:
		return true, fmt.Errorf("a full disk is told as: %w", err)
	}
	if err := resize(dir, "2m"); err != nil {
		return true, err
	}
	_, err = os.Stat(file)
	return true, goesOn(ctx, file, seed, errors.Is(err, os.ErrNotExist), said)
}
