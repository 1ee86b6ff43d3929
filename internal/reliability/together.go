//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/beliefbase/revise/revise/journal"
)

// hold opens a base for writing, says so, and keeps it until it is killed.
func hold(ctx context.Context, name string) error {
	if _, err := journal.OpenToWrite(ctx, name); err != nil {
		return err
	}
	fmt.Println("holding")
	time.Sleep(time.Hour)
	return nil
}

// twoProcesses lets a second process write a base that a first one holds, and kills the first (E4).
func twoProcesses(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp("", "revise-two-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "base.db")
	said := acknowledged{}
	times := max(1, s.kills/50)
	for n := range times {
		if err := prepare(ctx, file, s.seed, n+1, said); err != nil {
			return result{}, err
		}
		holder, err := startWriter(file, s.seed, holding)
		if err != nil {
			return result{}, err
		}
		holder.live(0)
		_, err = journal.OpenToWrite(ctx, file, journal.WithPatience(50*time.Millisecond))
		var known *journal.Error
		if !errors.As(err, &known) || known.Kind != journal.Busy {
			err = fmt.Errorf("a second writer is told: %v", err)
		} else {
			_, err = inspect(ctx, file, s.seed, said)
		}
		if err := errors.Join(err, holder.kill(acknowledged{})); err != nil {
			return result{figure: fmt.Sprintf("%d times", n)}, err
		}
	}
	if _, err := inspect(ctx, file, s.seed, said); err != nil {
		return result{}, err
	}
	return result{figure: fmt.Sprintf("%d times: refused, read meanwhile, revised after the first was killed", times), met: true}, nil
}
