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

// damage flips bits of a file, overwrites parts of it and cuts it off (C5): it is refused with a clear error, or it is
// exactly what it was; never something else, and never a crash.
func damage(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp("", "revise-damage-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "base.db")
	said := acknowledged{}
	if err := prepare(ctx, file, s.seed, history, said); err != nil {
		return result{}, err
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		return result{}, err
	}
	dice := rand.New(rand.NewPCG(s.seed, 5))
	refused, same := 0, 0
	for n := range s.flips {
		data, what := damaged(dice, whole, n)
		hurt := filepath.Join(dir, "hurt.db")
		if err := os.WriteFile(hurt, data, 0o600); err != nil {
			return result{}, err
		}
		err := readHurt(ctx, hurt, s.seed, said)
		var known *journal.Error
		switch {
		case err == nil:
			same++
		case errors.As(err, &known):
			refused++
		default:
			return result{figure: fmt.Sprintf("%d damaged files, the last with %s", n+1, what)}, err
		}
		for _, ending := range []string{"", "-wal", "-shm"} {
			os.Remove(hurt + ending) // as far as it is there
		}
	}
	return result{
		figure: fmt.Sprintf("%s flips, overwritten parts and truncations of a file of %s bytes: %s refused with an error of the journal, %s read exactly as it was, since nothing that is asked for lies there, none wrong",
			grouped(s.flips), grouped(len(whole)), grouped(refused), grouped(same)),
		met: refused > 0, partly: s.flips < 100_000,
	}, nil
}

func damaged(dice *rand.Rand, whole []byte, n int) (data []byte, what string) {
	data = append([]byte(nil), whole...)
	at := dice.IntN(len(data))
	switch n % 10 {
	case 0:
		return data[:at], fmt.Sprintf("its end cut off at %d", at)
	case 1:
		end := min(len(data), at+1+dice.IntN(8192))
		clear(data[at:end])
		return data, fmt.Sprintf("zeros from %d to %d", at, end)
	default:
		data[at] ^= 1 << dice.IntN(8)
		return data, fmt.Sprintf("a bit flipped at %d", at)
	}
}

// readHurt reads everything, and compares it with what was written. A panic is an error.
func readHurt(ctx context.Context, file string, seed uint64, said acknowledged) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v", caught)
		}
	}()
	if err := readWith(ctx, file); err != nil {
		return err
	}
	_, err = inspect(ctx, file, seed, said)
	return err
}
