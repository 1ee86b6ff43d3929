package testkit

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// TestFound replays what random programs have found, under every strategy. Each file says what went wrong.
func TestFound(t *testing.T) {
	files, err := os.ReadDir("testdata/found")
	if err != nil || len(files) == 0 {
		t.Fatal("nothing to replay: ", err)
	}
	for _, file := range files {
		t.Run(file.Name(), func(t *testing.T) {
			var first []string
			for _, strategy := range revise.Strategies() {
				s, err := scenarios.Load(os.DirFS("testdata/found"), file.Name())
				if err != nil {
					t.Fatal(err)
				}
				e, results, err := scenarios.Run(context.Background(), s, revise.WithStrategy(strategy))
				var notCovered *revise.NotCoveredError
				if errors.As(err, &notCovered) && partial(strategy) {
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", strategy, err)
				}
				for _, r := range results {
					for _, m := range r.Mismatches {
						t.Errorf("%s: %+v", strategy, m)
					}
				}
				if err := e.Verify(context.Background()); err != nil {
					t.Errorf("%s: %v", strategy, err)
				}
				if first == nil {
					first = dump(e)
				}
				if got := dump(e); !slices.Equal(got, first) {
					t.Errorf("%s: %q, auto: %q", strategy, got, first)
				}
			}
		})
	}
}
