//go:build unix

package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/beliefbase/revise/revise/journal"
)

// damage flips bits of a file, overwrites parts of it and cuts it off (C5), some of it under checksums of pages that fit:
// it is refused with a clear error, or it is exactly what it was; never something else, and never a crash. Then fsck may
// mend it: what that says is right is exactly what it was.
func damage(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp(memory(), "revise-damage-*")
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
	var refused, same, mended, wrong atomic.Int64
	if n, what, err := inParallel(s.flips, func(n int) (what string, err error) {
		dice := rand.New(rand.NewPCG(s.seed, uint64(n)<<8|5))
		data, what := damaged(dice, whole, n)
		own := filepath.Join(dir, fmt.Sprint(n))
		if err := os.Mkdir(own, 0o700); err != nil {
			return what, err
		}
		defer os.RemoveAll(own)
		hurt := filepath.Join(own, "hurt.db")
		if err := os.WriteFile(hurt, data, 0o600); err != nil {
			return what, err
		}
		if n%3 != 0 { // else only fsck can tell
			var known *journal.Error
			switch err := readHurt(ctx, hurt, s.seed, said); {
			case err == nil:
				same.Add(1)
			case errors.As(err, &known):
				refused.Add(1)
			default:
				return what, err
			}
		}
		switch fixed, err := mend(ctx, hurt, s.seed, said); {
		case err != nil:
			return "fsck, with " + what, err
		case fixed:
			mended.Add(1)
		default:
			wrong.Add(1)
		}
		return what, nil
	}); err != nil {
		return result{figure: fmt.Sprintf("damaged file %d of %d, %s", n+1, s.flips, what)}, err
	}
	return result{
		figure: fmt.Sprintf("%s flips, overwritten parts and truncations of a file of %s bytes, a third under checksums of pages that fit: of the others %s refused with an error of the journal, %s read exactly as it was, since nothing that is asked for lies there, none wrong; fsck found %s of all wrong, and the contents of %s right, which they were",
			grouped(s.flips), grouped(len(whole)), grouped(int(refused.Load())), grouped(int(same.Load())), grouped(int(wrong.Load())), grouped(int(mended.Load()))),
		met: refused.Load() > 0 && wrong.Load() > 0 && mended.Load() > 0, partly: s.flips < 100_000,
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
		what = fmt.Sprintf("zeros from %d to %d", at, end)
	default:
		data[at] ^= 1 << dice.IntN(8)
		what = fmt.Sprintf("a bit flipped at %d", at)
	}
	if n%3 == 0 {
		sum(data)
		what += ", under checksums that fit"
	}
	return data, what
}

// sum gives every page the checksum of what it holds.
func sum(data []byte) {
	const size = 4096
	for ; len(data) >= size; data = data[size:] {
		var a, b uint32
		for at := 0; at < size-8; at += 8 {
			a += binary.LittleEndian.Uint32(data[at:]) + b
			b += binary.LittleEndian.Uint32(data[at+4:]) + a
		}
		binary.LittleEndian.PutUint32(data[size-8:], a)
		binary.LittleEndian.PutUint32(data[size-4:], b)
	}
}

// mend has fsck look at a file, and reports whether it says that its contents are right; then they are compared with what
// was written. A panic is an error.
func mend(ctx context.Context, file string, seed uint64, said acknowledged) (right bool, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v", caught)
		}
	}()
	checked, err := journal.Fsck(ctx, file, journal.Mending{})
	var known *journal.Error
	switch {
	case errors.As(err, &known):
		return false, nil
	case err != nil || len(checked.Wrong) > 0:
		return false, err
	}
	return true, readHurt(ctx, file, seed, said)
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
