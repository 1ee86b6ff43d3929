package testkit

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
)

var (
	programs = flag.Int("programs", 0, "how many random programs to try; 0 is 2000, fewer under -short and the race detector")
	seed     = flag.Uint64("seed", 1, "the seed of the first random program")
	shrink   = flag.Bool("shrink", true, "make a failing program small before it is shown")
)

var programsByDefault = 2000

// underRace says that the race detector watches.
var underRace = false

// programCount is how many random programs to try.
func programCount() int {
	switch {
	case *programs > 0:
		return *programs
	case testing.Short():
		return min(programsByDefault, 300)
	default:
		return programsByDefault
	}
}

// failure is a world on which an engine and the oracle differ.
type failure struct {
	seed uint64
	err  error
}

// TestRandomPrograms plays random worlds on every strategy beside the oracle.
func TestRandomPrograms(t *testing.T) {
	count := programCount()
	seen, failures := playSeeds(*seed, count)
	for _, f := range failures {
		t.Errorf("seed %d: %v\n%s", f.seed, f.err, report(t, f.seed))
	}
	if len(failures) > 0 {
		return
	}
	for _, what := range Wanted {
		if seen[what] == 0 && count >= 2000 {
			t.Errorf("no program came across: %s", what)
		}
	}
	if t.Logf("%d programs from seed %d: %v", count, *seed, seen); seen["unplayable"] > count/100 {
		t.Errorf("%d of %d programs could not be played", seen["unplayable"], count)
	}
}

// playSeeds shares the seeds among the processors and stops after the first few failures.
func playSeeds(first uint64, count int) (Coverage, []failure) {
	seen := Coverage{}
	var failures []failure
	var lock sync.Mutex
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < count; i += workers {
				seed := first + uint64(i)
				found, err := Play(Generate(NewDice(seed)), revise.Strategies())
				lock.Lock()
				seen.Add(found)
				if errors.Is(err, ErrUnplayable) {
					seen["unplayable"]++
				} else if err != nil {
					failures = append(failures, failure{seed, err})
				}
				enough := len(failures) >= 3
				lock.Unlock()
				if enough {
					return
				}
			}
		})
	}
	group.Wait()
	return seen, failures
}

var particulars = regexp.MustCompile(`[a-z]+-?\d+(#\d+)?|\d|\(.*`)

// kindOf is what an error says apart from names and numbers, so that shrinking does not stray to another fault.
func kindOf(err error) string {
	text := particulars.ReplaceAllString(err.Error(), "")
	return text[:min(len(text), 40)]
}

// report shrinks the world of a seed and writes it to a scenario file, whose text it returns.
func report(t *testing.T, seed uint64) string {
	t.Helper()
	_, original := Play(Generate(NewDice(seed)), revise.Strategies())
	if !*shrink {
		return Generate(NewDice(seed)).Text(true)
	}
	small := draft.Shrink(Generate(NewDice(seed)), func(w *World) bool {
		_, err := Play(w, revise.Strategies())
		return err != nil && !errors.Is(err, ErrUnplayable) && kindOf(err) == kindOf(original)
	})
	_, err := Play(small, revise.Strategies())
	text := fmt.Sprintf("# seed %d, shrunk: %s\n%s", seed, strings.ReplaceAll(fmt.Sprint(err), "\n", "\n# "), small.Text(true))
	file := filepath.Join(os.TempDir(), fmt.Sprintf("revise-seed-%d.yaml", seed))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Log(err)
	}
	return fmt.Sprintf("shrunk to %s:\n%s", file, text)
}
