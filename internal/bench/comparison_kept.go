package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// holding is what the algorithms keep of one scenario of the gallery, which are small enough for environments.
type holding struct {
	scenario    string
	conclusions int
	supports    uint64
	kept        map[revise.Strategy]revise.Retained // of those that cover it
}

var keepers = []revise.Strategy{revise.Ranked, revise.JTMS, revise.ATMS}

// gallery measures what is kept of every scenario but the one that is a workload's size.
func gallery(ctx context.Context) ([]holding, error) {
	files, err := fs.Glob(scenarios.Gallery(), "*/scenario.yaml")
	if err != nil {
		return nil, err
	}
	var all []holding
	for _, file := range files {
		h := holding{scenario: path.Dir(file), kept: map[revise.Strategy]revise.Retained{}}
		if h.scenario == "debian" {
			continue
		}
		folder, err := fs.Sub(scenarios.Gallery(), h.scenario)
		if err != nil {
			return nil, err
		}
		for _, strategy := range keepers {
			s, err := scenarios.Load(folder, "scenario.yaml", scenarios.WithContext(ctx))
			if err != nil {
				return nil, err
			}
			e, err := revise.New(ctx, s.Program, s.Base, revise.WithStrategy(strategy))
			var notCovered *revise.NotCoveredError
			if errors.As(err, &notCovered) {
				continue
			}
			if err != nil {
				return nil, err
			}
			h.kept[strategy] = e.Retained()
			h.conclusions, h.supports = e.Conclusions(), supportsIn(e)
		}
		all = append(all, h)
	}
	return all, nil
}

// supportsIn returns the number of supports of all conclusions.
func supportsIn(e *revise.Engine) uint64 {
	n := uint64(0)
	for _, r := range e.Program().Relations {
		for _, support := range e.Facts(r.Name) {
			n += support.Count
		}
	}
	return n
}

func (p *page) environments(all []holding) {
	p.say("Labels of environments grow too fast for the workloads. On the scenarios that come with the toolkit, `atms` beside the others:\n")
	p.say("| scenario | conclusions | supports each | justifications each, jtms | environments each, atms | counts | network, jtms | network and labels, atms | all, ranked | jtms | atms |")
	p.say("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, h := range all {
		n := float64(h.conclusions)
		cells := fmt.Sprintf(" %s | %s | %s |", perConclusion(int(h.kept[revise.Ranked].Counts), n, "%.1f"),
			perConclusion(int(h.kept[revise.JTMS].Network), n, "%.0f"), perConclusion(int(h.kept[revise.ATMS].Network), n, "%.0f"))
		for _, s := range keepers {
			cells += " " + perConclusion(int(h.kept[s].Bytes), n, "%.0f") + " |"
		}
		p.say("| %s | %s | %.2f | %s | %s |%s", h.scenario, whole(h.conclusions), float64(h.supports)/n,
			perConclusion(h.kept[revise.JTMS].Justifications, n, "%.2f"), perConclusion(h.kept[revise.ATMS].Environments, n, "%.2f"), cells)
	}
	p.say("\n\"–\" in a column of `atms`: aggregates, or more than its bounds allow. Bytes of small scenarios hold much that does not grow with them.\n")
}
