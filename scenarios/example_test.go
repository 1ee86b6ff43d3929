package scenarios_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"testing/fstest"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// files are what os.DirFS or an os.Root would give.
var files = fstest.MapFS{
	"scenario.yaml": {Data: []byte(`
relations:
  member: {columns: [user: string, group: string]}
beliefs:
  - relation: member
    file: members.csv
rules:
  - staff(?user) :- member(?user, _)
revisions:
  - name: Bo leaves
    withdraw: ['member(bo, _)']
    expect:
      retracted: ['staff(bo)']
      gained: ['staff(cy)']
`)},
	"members.csv": {Data: []byte("group,user\nfinance,ana\nfinance,bo\n")},
}

func ExampleLoad() {
	scenario, err := scenarios.Load(files, "scenario.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(scenario.Base.Len(), "base beliefs,", len(scenario.Program.Rules), "rule,", len(scenario.Steps), "revision")
	for _, input := range scenario.Inputs {
		fmt.Println(input.Name, input.Bytes, input.SHA256[:8])
	}
	_, err = scenarios.Load(files, "scenaria.yaml")
	fmt.Println(err)
	// Output:
	// 2 base beliefs, 1 rule, 1 revision
	// scenario.yaml 293 e6fb5ca6
	// members.csv 34 2fa89129
	// error[R1001]: there is no file "scenaria.yaml"
	//   --> scenaria.yaml
	//   hint: did you mean scenario.yaml?
}

func ExampleRun() {
	ctx := context.Background()
	scenario, err := scenarios.Load(files, "scenario.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, results, err := scenarios.Run(ctx, scenario, revise.WithStrategy(revise.Recompute))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.Step.Request.Name, len(r.Outcome.Retracted), "retracted")
		for _, m := range r.Mismatches {
			fmt.Println(m)
		}
	}
	fmt.Println(engine.Conclusions(), "conclusion holds")
	// Output:
	// Bo leaves 1 retracted
	// scenario.yaml:14:16: staff(cy) is not gained
	// 1 conclusion holds
}

func ExampleGallery() {
	folders, err := fs.Glob(scenarios.Gallery(), "*/scenario.yaml")
	fmt.Println(folders, err)
	// Output:
	// [access-review/scenario.yaml claims/scenario.yaml debian/scenario.yaml eligibility/scenario.yaml network/scenario.yaml penguins/scenario.yaml sbom/scenario.yaml] <nil>
}

// From files to a report.
func Example() {
	ctx := context.Background()
	scenario, err := scenarios.Load(files, "scenario.yaml")
	if err != nil {
		fmt.Println(err) // every diagnostic, with its place
		return
	}
	start := report.Start{BaseBeliefs: scenario.Base.Len(), Rules: len(scenario.Program.Rules)}
	engine, err := revise.New(ctx, scenario.Program, scenario.Base)
	if err != nil {
		fmt.Println(err)
		return
	}
	start.Conclusions, start.Violations = engine.Conclusions(), engine.Violations()
	document := &report.Document{Name: "staff", Start: start, Shown: scenario.Report}
	for _, step := range scenario.Steps {
		result, err := step.Apply(ctx, engine)
		if err != nil {
			fmt.Println(err) // the context is done
			return
		}
		document.Outcomes = append(document.Outcomes, result.Outcome)
	}
	if err := report.Write(os.Stdout, report.Text, document, report.Options{Width: 80}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// staff: 2 base beliefs, 1 rule, 2 conclusions
	//
	// Bo leaves        base: - member(bo, finance)
	//      conclusion  support  because
	//   -  staff(bo)     1 → 0  staff#1: member(bo, _) was withdrawn
	//
	// 1 revision: 1 retracted; 1 conclusion holds
}
