package report

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// contractionsJSON is the answer to the question how to retract a fact.
type contractionsJSON struct {
	Schema       int               `json:"schema"`
	Fact         factJSON          `json:"fact"`
	Contractions []contractionJSON `json:"contractions"` // least entrenched first
	Complete     bool              `json:"complete"`     // there are no others
}

type contractionJSON struct {
	Withdraw      []factJSON      `json:"withdraw"`
	Refused       *refusalJSON    `json:"refused,omitempty"` // the withdrawal would be; then the rest is empty
	Retracted     []factJSON      `json:"retracted"`         // the fact itself included, if it is a conclusion
	Gained        []factJSON      `json:"gained"`
	Changed       []twoValuesJSON `json:"changed"`
	NewViolations []factJSON      `json:"new_violations"`
}

type twoValuesJSON struct {
	Column int      `json:"column"` // from 0
	Before factJSON `json:"before"`
	After  factJSON `json:"after"`
}

func newContractionsJSON(c *revise.Contractions) contractionsJSON {
	return contractionsJSON{schemaVersion, newFactJSON(c.Fact), list(c.List, newContractionJSON), c.Complete}
}

func newContractionJSON(c revise.Contraction) contractionJSON {
	facts := func(changes []revise.Change) []factJSON {
		return list(changes, func(x revise.Change) factJSON { return newFactJSON(x.Fact) })
	}
	made := contractionJSON{
		Withdraw:  list(c.Withdraw, func(f belief.Fact) factJSON { return newFactJSON(f) }),
		Retracted: facts(c.Outcome.Retracted), Gained: facts(c.Outcome.Gained),
		Changed: list(c.Outcome.Changed, func(x revise.ValueChange) twoValuesJSON {
			return twoValuesJSON{x.Column, newFactJSON(x.Before), newFactJSON(x.After)}
		}),
		NewViolations: list(c.Outcome.NewViolations, func(v revise.Violation) factJSON { return newFactJSON(v.Fact) }),
	}
	if c.Outcome.Refused != nil {
		made.Refused = newRefusalJSON(c.Outcome.Refused)
	}
	return made
}
