package main

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

type gateJSON struct {
	Schema     int                 `json:"schema"`
	Base       string              `json:"base"`
	Head       string              `json:"head"`
	Policy     string              `json:"policy"`
	Passed     bool                `json:"passed"`
	Checks     []gateCheckJSON     `json:"checks"`
	Exceptions []gateExceptionJSON `json:"exceptions"` // that did nothing
}

type gateCheckJSON struct {
	Name     string           `json:"name"`
	Place    placeJSON        `json:"place"`
	AtMost   int              `json:"at_most"`
	Breached bool             `json:"breached"`
	Changes  []gateChangeJSON `json:"changes"`
	Allowed  []gateChangeJSON `json:"allowed"`
}

type gateChangeJSON struct {
	Change    string             `json:"change"`
	Fact      string             `json:"fact"`
	Before    string             `json:"before,omitempty"`
	Message   string             `json:"message"`
	Roots     []rootJSON         `json:"roots"`
	Exception *gateExceptionJSON `json:"exception,omitempty"`
}

type gateExceptionJSON struct {
	Place   placeJSON `json:"place"`
	Because string    `json:"because"`
	Until   string    `json:"until,omitempty"`
	State   string    `json:"state"`
}

// writeGateJSON writes for programs.
func writeGateJSON(_ *console, s stream, g *gated, _ bool) error {
	document := gateJSON{
		Schema: 1, Base: g.base.given, Head: g.head.given, Policy: g.policyFile, Passed: g.verdict.Breached() == 0,
		Checks: []gateCheckJSON{}, Exceptions: []gateExceptionJSON{},
	}
	for i := range g.verdict.Results {
		r := &g.verdict.Results[i]
		document.Checks = append(document.Checks, gateCheckJSON{
			Name: r.Check.Name, Place: toPlaceJSON(r.Check.Place), AtMost: r.Check.AtMost, Breached: r.Breached(),
			Changes: g.changesJSON(r.Breaches), Allowed: g.changesJSON(r.Allowed),
		})
	}
	for _, e := range g.verdict.Ended {
		document.Exceptions = append(document.Exceptions, exceptionJSON(e, "ended"))
	}
	for _, e := range g.verdict.Idle {
		document.Exceptions = append(document.Exceptions, exceptionJSON(e, "idle"))
	}
	return writeJSON(s, document)
}

func (g *gated) changesJSON(breaches []gate.Breach) []gateChangeJSON {
	list := []gateChangeJSON{}
	for _, b := range breaches {
		j := gateChangeJSON{Change: b.Change.Kind.String(), Fact: b.Change.Fact.String(), Message: b.Message, Roots: []rootJSON{}}
		if b.Change.Kind == gate.Changed {
			j.Before = b.Change.Before.String()
		}
		for _, r := range b.Change.Roots {
			root := placer(g.written).rootJSON(r)
			marked := toPlaceJSON(g.marked(r))
			root.Marked = &marked
			j.Roots = append(j.Roots, root)
		}
		if b.Exception.Because != "" {
			e := exceptionJSON(b.Exception, map[bool]string{true: "applied", false: "ended"}[b.Allowed])
			j.Exception = &e
		}
		list = append(list, j)
	}
	return list
}

func exceptionJSON(e gate.Exception, state string) gateExceptionJSON {
	j := gateExceptionJSON{Place: toPlaceJSON(e.Place), Because: e.Because, State: state}
	if e.Until != (belief.Value{}) {
		j.Until = e.Until.String()
	}
	return j
}
