package fuzz_test

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

func ExampleFuzz() {
	folder, err := fs.Sub(scenarios.Gallery(), "penguins")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := scenarios.Load(folder, "scenario.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	tried := fuzz.Fuzz(context.Background(), draft.Of(s.Program, s.Base, nil), fuzz.Options{Seed: 1, Runs: 10})
	if c := tried.Counterexample; c != nil {
		fmt.Println(c.Text("counterexample.yaml"))
		return
	}
	fmt.Println(tried.Drafts, "cases, nothing wrong")
	// Output:
	// 10 cases, nothing wrong
}
