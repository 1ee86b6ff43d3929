//go:build unix

package main

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// overdeletion adds up, over the revisions of the shipped scenarios, how much each strategy took out and how much of it
// really went (A9).
func overdeletion(ctx context.Context, _ *settings) (result, error) {
	names, err := fs.Glob(scenarios.Gallery(), "*/scenario.yaml")
	if err != nil {
		return result{}, err
	}
	strategies := []revise.Strategy{revise.DRed, revise.DRedCounts, revise.BF, revise.Ranked}
	sums := make([]revise.Cost, len(strategies))
	played := 0
	for _, name := range names {
		folder, _, _ := strings.Cut(name, "/")
		sub, err := fs.Sub(scenarios.Gallery(), folder)
		if err != nil {
			return result{}, err
		}
		s, err := scenarios.Load(sub, "scenario.yaml")
		if err != nil {
			return result{}, err
		}
		var requests []revise.Request
		for _, step := range s.Steps {
			requests = append(requests, step.Request)
		}
		compared, err := revise.Compare(ctx, s.Program, s.Base, requests, revise.CompareOptions{Strategies: strategies})
		if err != nil {
			return result{}, err
		}
		if !compared.Agree() {
			return result{}, fmt.Errorf("the strategies disagree on %s", folder)
		}
		for i, c := range compared.Contested {
			total := c.Total().Cost
			sums[i].Overdeleted += total.Overdeleted
			sums[i].Retracted += total.Retracted
		}
		played += len(requests)
	}
	var parts []string
	for i, s := range strategies {
		parts = append(parts, fmt.Sprintf("%s %s", s, grouped(int(sums[i].Overdeleted))))
	}
	return result{
		figure: fmt.Sprintf("%d revisions of the %d shipped scenarios retract %s conclusions; taken out before it was known whether they still follow: %s",
			played, len(names), grouped(int(sums[0].Retracted)), strings.Join(parts, ", ")),
		met: true,
	}, nil
}
