package report

import (
	"cmp"

	"github.com/beliefbase/revise/revise"
)

// fragileJSON is the answer to the question what conclusions rest on.
type fragileJSON struct {
	Schema      int          `json:"schema"`
	By          string       `json:"by" jsonschema:"enum=belief,enum=source,enum=file"`
	Pairs       bool         `json:"pairs"`       // pairs were tried too
	Conclusions int          `json:"conclusions"` // that were looked at
	Resting     int          `json:"resting"`     // of them fall without one of the pillars
	Pillars     []pillarJSON `json:"pillars"`     // what most rests on first
	Complete    bool         `json:"complete"`    // all were tried
}

type pillarJSON struct {
	Parts []partJSON `json:"parts"` // one, or two that must go together
	Falls []factJSON `json:"falls"`
}

type partJSON struct {
	Belief *beliefJSON `json:"belief,omitempty"`
	Name   string      `json:"name,omitempty"` // of a source or a file
}

func newFragileJSON(o revise.FragileOptions, f *revise.Fragile) fragileJSON {
	return fragileJSON{
		schemaVersion, string(cmp.Or(o.By, revise.ByBelief)), o.Pairs, f.Conclusions, f.Resting, list(f.Pillars, newPillarJSON), f.Complete,
	}
}

func newPillarJSON(p revise.Pillar) pillarJSON {
	return pillarJSON{list(p.Parts, newPartJSON), list(p.Falls, newFactJSON)}
}

func newPartJSON(p revise.PillarPart) partJSON {
	if p.Name != "" {
		return partJSON{Name: p.Name}
	}
	b := newBeliefJSON(p.Belief)
	return partJSON{Belief: &b}
}
