package draft_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
)

// What is left of a scenario is all that one conclusion needs.
func ExampleShrink() {
	s, err := scenarios.Load(fstest.MapFS{"roads.yaml": {Data: []byte(roads)}}, "roads.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := belief.NewFact("reach", belief.String("a"), belief.String("b"))
	small := draft.Shrink(draft.Of(s.Program, s.Base, nil), func(d *draft.Draft) bool {
		program, err := d.Program()
		if err != nil {
			return false
		}
		engine, err := revise.New(context.Background(), program, d.Base())
		return err == nil && engine.Holds(goal)
	})
	fmt.Print(small.Text(true))
	// Output:
	// rules:
	//   - reach(?x, ?y) :- road(?x, ?y)
	// beliefs:
	//   - road(a, b)
}
