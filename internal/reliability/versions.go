//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/revise/journal"
)

// versions reads the files of other versions (C9): those of earlier formats are read, a later one is refused.
func versions(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp("", "revise-versions-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "base.db")
	said := acknowledged{}
	if err := prepare(ctx, file, s.seed, history, said); err != nil {
		return result{}, err
	}
	if err := readNewer(ctx, file); err != nil {
		return result{}, err
	}
	return readGoldens(ctx)
}

// golden is a base of some version that was read.
var golden = regexp.MustCompile(`(?m)^\s*--- PASS: TestGoldens/`)

// readGoldens reads the base that is kept of each version.
func readGoldens(ctx context.Context) (result, error) {
	said, err := exec.CommandContext(ctx, "go", "test", "-count=1", "-v", "github.com/beliefbase/revise/revise/journal", "-run", "^TestGoldens$").CombinedOutput()
	if err != nil {
		return result{figure: "a base of an earlier version"}, fmt.Errorf("%w: %s", err, lastLines(said, 5))
	}
	n := len(golden.FindAll(said, -1))
	return result{
		figure: fmt.Sprintf("formats so far: %d, of each a base that is proven, says what it said, and is revised; a file of a later version is refused, and left as it is", n),
		met:    n > 0,
	}, nil
}

// readNewer makes a file that of a later version, and tries to read and to revise it.
func readNewer(ctx context.Context, file string) error {
	conn, err := sqlite3.Open(file)
	if err != nil {
		return err
	}
	if err := errors.Join(conn.Exec("PRAGMA user_version = 99"), conn.Close()); err != nil {
		return err
	}
	before, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, open := range []func(context.Context, string, ...journal.Option) (*journal.Journal, error){journal.Open, journal.OpenToWrite} {
		var known *journal.Error
		if _, err := open(ctx, file); !errors.As(err, &known) || known.Kind != journal.Newer {
			return fmt.Errorf("a file of a later version is told as: %w", err)
		}
	}
	after, err := os.ReadFile(file)
	if err == nil && string(after) != string(before) {
		err = errors.New("a file of a later version was changed")
	}
	return err
}
