//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/beliefbase/revise/revise/journal"
)

// history is how many revisions a base has before something happens to it.
const history = 6

// everyFault lets each access to the file system fail once (C3): for N = 1, 2, 3, … the Nth, until a run comes through
// in which none did. Whatever fails, the error is one of the journal's, the file holds what it held before or what was
// acknowledged, and the next revision works.
func everyFault(ctx context.Context, s *settings) (result, error) {
	paths := []struct {
		name string
		do   func(ctx context.Context, file string, seed uint64, said *acknowledged) error
		new  bool // the file is not there yet
	}{
		{"creating a base", func(ctx context.Context, file string, _ uint64, _ *acknowledged) error {
			return create(ctx, file, journal.WithVFS(faultyVFS))
		}, true},
		{"reading it", readAll, false},
		{"revising it", reviseOnce, false},
	}
	tried, quiet := 0, 0
	for _, p := range paths {
		for n := 1; ; n += s.stride {
			hit, failed, err := oneFault(ctx, s.seed, n, p.new, p.do)
			if err != nil {
				return result{figure: fmt.Sprintf("%s, access %d (%s)", p.name, n, describe(hit))}, err
			}
			if hit == nil {
				break
			}
			tried++
			if !failed {
				quiet++
			}
		}
	}
	return result{
		figure: fmt.Sprintf("%s accesses failed, each once%s, in creating, reading and revising: a clear error or none needed (%d), the old state whole, the next revision works", grouped(tried), oneIn(s.stride), quiet),
		met:    tried > 100/s.stride,
		partly: s.stride > 1,
	}, nil
}

func describe(c *call) string {
	if c == nil {
		return "none"
	}
	return string(c.what) + " " + c.file
}

// oneFault does something while access n fails, and says which that was and whether it failed as a whole.
func oneFault(ctx context.Context, seed uint64, n int, new bool, do func(context.Context, string, uint64, *acknowledged) error) (*call, bool, error) {
	dir, err := os.MkdirTemp("", "revise-fault-*")
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "base.db")
	said := acknowledged{}
	if !new {
		if err := prepare(ctx, file, seed, history, said); err != nil {
			return nil, false, err
		}
	}
	faults.arm(n)
	failure := do(ctx, file, seed, &said)
	hit := faults.hit()
	faults.arm(0)
	var known *journal.Error
	if failure != nil && !errors.As(failure, &known) {
		return hit, true, fmt.Errorf("the error is none of the journal's: %w", failure)
	}
	return hit, failure != nil, goesOn(ctx, file, seed, new && failure != nil, said)
}

// goesOn inspects a base after something happened to it, and applies one more revision.
func goesOn(ctx context.Context, file string, seed uint64, gone bool, said acknowledged) error {
	if gone {
		if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("a base that was not made is there: %v", err)
		}
		return prepare(ctx, file, seed, 1, said)
	}
	last, err := inspect(ctx, file, seed, said)
	if err != nil {
		return err
	}
	if last > said.last() {
		return fmt.Errorf("revision %d was refused, and is there", last)
	}
	if err := prepare(ctx, file, seed, last+1, said); err != nil {
		return fmt.Errorf("the next revision: %w", err)
	}
	_, err = inspect(ctx, file, seed, said)
	return err
}

// prepare applies revisions up to a number, making the base where there is none.
func prepare(ctx context.Context, file string, seed uint64, upTo int, said acknowledged, opts ...journal.Option) error {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		if err := create(ctx, file); err != nil {
			return err
		}
	}
	j, err := journal.OpenToWrite(ctx, file, opts...)
	if err != nil {
		return err
	}
	for n := j.Head().Number + 1; n <= upTo; n++ {
		if _, err := j.Apply(ctx, request(seed, n)); err != nil {
			return errors.Join(err, j.Close())
		}
		said[n] = fmt.Sprintf("%x", j.Head().Hash)
	}
	return j.Close()
}

// readAll reads everything that a base holds.
func readAll(ctx context.Context, file string, _ uint64, _ *acknowledged) error {
	return readWith(ctx, file, journal.WithVFS(faultyVFS))
}

func readWith(ctx context.Context, file string, opts ...journal.Option) error {
	j, err := journal.Open(ctx, file, opts...)
	if err != nil {
		return err
	}
	for n := 0; n <= j.Head().Number && err == nil; n++ {
		_, err = j.Outcome(n)
		if err == nil {
			_, err = j.Base(n)
		}
	}
	if err == nil {
		_, err = j.Engine(ctx)
	}
	return errors.Join(err, j.Close())
}

// reviseOnce applies two revisions. After a failure the second is refused, because the journal does not know any more
// what is on the disk.
func reviseOnce(ctx context.Context, file string, seed uint64, said *acknowledged) error {
	j, err := journal.OpenToWrite(ctx, file, journal.WithVFS(faultyVFS))
	if err != nil {
		return err
	}
	for n := j.Head().Number + 1; n <= history+2; n++ {
		if _, err = j.Apply(ctx, request(seed, n)); err != nil {
			break
		}
		(*said)[n] = fmt.Sprintf("%x", j.Head().Hash)
	}
	return errors.Join(err, j.Close())
}

func oneIn(stride int) string {
	if stride == 1 {
		return ""
	}
	return fmt.Sprintf(" (one in %d was tried)", stride)
}
