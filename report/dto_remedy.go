package report

import (
	"github.com/beliefbase/revise/revise"
)

// contractionsJSON is the answer to the question how to retract a fact.
type contractionsJSON struct {
	Schema       int               `json:"schema"`
	Fact         factJSON          `json:"fact"`
	Contractions []triedRemedyJSON `json:"contractions"` // those that only withdraw first, of these the least entrenched
	Complete     bool              `json:"complete"`     // there are no others
}

// repairsJSON is the answer to the question how to mend violations.
type repairsJSON struct {
	Schema     int          `json:"schema"`
	All        mendingJSON  `json:"all"` // nothing is violated after it
	Violations []repairJSON `json:"violations"`
}

type repairJSON struct {
	Violation  factJSON `json:"violation"`
	Message    string   `json:"message,omitempty"`
	Constraint ruleJSON `json:"constraint"`
	mendingJSON
}

type mendingJSON struct {
	Remedies []triedRemedyJSON `json:"remedies"` // those that only withdraw first, of these the least entrenched
	Complete bool              `json:"complete"` // there are no others
}

type triedRemedyJSON struct {
	Withdraw         []factJSON      `json:"withdraw"`
	Every            []factJSON      `json:"every,omitempty"` // those to withdraw of which a bag has several: every occurrence goes
	Assert           []factJSON      `json:"assert"`
	Refused          *refusalJSON    `json:"refused,omitempty"` // the changes would be; then the rest is empty
	Retracted        []factJSON      `json:"retracted"`         // the fact itself included, if it is a conclusion
	Gained           []factJSON      `json:"gained"`
	Changed          []twoValuesJSON `json:"changed"`
	NewViolations    []factJSON      `json:"new_violations"`
	MendedViolations []factJSON      `json:"mended_violations"`
}

type twoValuesJSON struct {
	Column int      `json:"column"` // from 0
	Before factJSON `json:"before"`
	After  factJSON `json:"after"`
}

func newContractionsJSON(c *revise.Contractions) contractionsJSON {
	return contractionsJSON{schemaVersion, newFactJSON(c.Fact), list(c.List, newTriedRemedyJSON), c.Complete}
}

func newRepairsJSON(r *revise.Repairs) repairsJSON {
	return repairsJSON{schemaVersion, newMendingJSON(r.All), list(r.Violations, func(x revise.Repair) repairJSON {
		v := x.Violation
		return repairJSON{newFactJSON(v.Fact), v.Message, newRuleJSON(v.Constraint), newMendingJSON(x.Mending)}
	})}
}

func newMendingJSON(m revise.Mending) mendingJSON {
	return mendingJSON{list(m.List, newTriedRemedyJSON), m.Complete}
}

func newTriedRemedyJSON(m revise.Remedy) triedRemedyJSON {
	facts := func(changes []revise.Change) []factJSON {
		return list(changes, func(x revise.Change) factJSON { return newFactJSON(x.Fact) })
	}
	violations := func(all []revise.Violation) []factJSON {
		return list(all, func(v revise.Violation) factJSON { return newFactJSON(v.Fact) })
	}
	made := triedRemedyJSON{
		Withdraw: list(m.Withdraw, newFactJSON), Every: list(m.Every, newFactJSON), Assert: list(m.Assert, newFactJSON),
		Retracted: facts(m.Outcome.Retracted), Gained: facts(m.Outcome.Gained),
		Changed: list(m.Outcome.Changed, func(x revise.ValueChange) twoValuesJSON {
			return twoValuesJSON{x.Column, newFactJSON(x.Before), newFactJSON(x.After)}
		}),
		NewViolations: violations(m.Outcome.NewViolations), MendedViolations: violations(m.Outcome.MendedViolations),
	}
	if m.Outcome.Refused != nil {
		made.Refused = newRefusalJSON(m.Outcome.Refused)
	}
	return made
}
