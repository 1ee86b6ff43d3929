package report

import "github.com/beliefbase/revise/revise"

type comparisonJSON struct {
	Schema     int           `json:"schema"`
	Agree      bool          `json:"agree"` // every strategy gave the same result at every step
	Strategies []contestJSON `json:"strategies"`
}

type contestJSON struct {
	Strategy   string        `json:"strategy"`
	NotCovered string        `json:"not_covered,omitempty"` // why the strategy went no further
	Start      *resultJSON   `json:"start,omitempty"`
	Revisions  []measureJSON `json:"revisions"`
	Total      *costsJSON    `json:"total,omitempty"` // of all revisions
}

type resultJSON struct {
	Same        bool   `json:"same"` // as that of the first strategy that covers the rules
	Difference  string `json:"difference,omitempty"`
	Nanoseconds int64  `json:"nanoseconds,omitempty"`
}

type measureJSON struct {
	Revision string `json:"revision"`
	resultJSON
	Refused string `json:"refused,omitempty"` // the kind of refusal
	countsJSON
}

type costsJSON struct {
	countsJSON
	Nanoseconds int64 `json:"nanoseconds,omitempty"`
}

type countsJSON struct {
	Instances   number `json:"instances"`   // rule instances enumerated
	Overdeleted number `json:"overdeleted"` // facts removed before it was known whether they still follow
	Rederived   number `json:"rederived"`   // of those, put back
	Retracted   number `json:"retracted"`
	Gained      number `json:"gained"`
}

func newComparisonJSON(c *Comparison) comparisonJSON {
	made := comparisonJSON{Schema: schemaVersion, Agree: c.Agree(), Strategies: []contestJSON{}}
	for i := range c.Contested {
		contest := &c.Contested[i]
		entry := contestJSON{Strategy: string(contest.Strategy), Revisions: []measureJSON{}}
		for n := range contest.Revisions {
			m := &contest.Revisions[n]
			step := measureJSON{Revision: revisionName(c.Requests[n]), resultJSON: c.newResultJSON(m), countsJSON: newCountsJSON(m.Cost)}
			if m.Refused != nil {
				step.Refused = string(m.Refused.Kind)
			}
			entry.Revisions = append(entry.Revisions, step)
		}
		if contest.NotCovered != nil {
			entry.NotCovered = contest.NotCovered.Error()
		} else {
			start, total := c.newResultJSON(&contest.Start), contest.Total()
			entry.Start = &start
			entry.Total = &costsJSON{countsJSON: newCountsJSON(total.Cost), Nanoseconds: c.newResultJSON(&total).Nanoseconds}
		}
		made.Strategies = append(made.Strategies, entry)
	}
	return made
}

func (c *Comparison) newResultJSON(m *revise.Measure) resultJSON {
	made := resultJSON{Same: m.Differs == nil}
	if m.Differs != nil {
		made.Difference = m.Differs.Error()
	}
	if c.Timed {
		made.Nanoseconds = m.Took.Nanoseconds()
	}
	return made
}

func newCountsJSON(c revise.Cost) countsJSON {
	return countsJSON{number(c.Instances), number(c.Overdeleted), number(c.Rederived), number(c.Retracted), number(c.Gained)}
}
