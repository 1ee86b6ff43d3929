package report

import "github.com/beliefbase/revise/revise"

type comparisonJSON struct {
	Schema     int             `json:"schema"`
	Agree      bool            `json:"agree"` // every strategy gave the same result at every step
	Strategies []contestJSON   `json:"strategies"`
	Crossovers []crossoverJSON `json:"crossovers,omitempty"` // from where on recomputation is cheaper, if asked for
}

type crossoverJSON struct {
	Strategy    string        `json:"strategy"`
	NotCovered  string        `json:"not_covered,omitempty"`
	Of          int           `json:"of"` // beliefs in the base
	ByInstances *crossingJSON `json:"by_instances,omitempty"`
	ByTime      *crossingJSON `json:"by_time,omitempty"` // in nanoseconds
}

type crossingJSON struct {
	Beliefs  int    `json:"beliefs"`  // withdrawn at once, from which recomputation is cheaper; 0 if it never is
	Strategy number `json:"strategy"` // what the strategy costs there, or for the whole base
	Anew     number `json:"anew"`     // what recomputation costs there
}

type contestJSON struct {
	Strategy   string        `json:"strategy"`
	NotCovered string        `json:"not_covered,omitempty"` // why the strategy went no further
	Counted    []string      `json:"counted,omitempty"`     // bags that it leaves to counting
	Start      *resultJSON   `json:"start,omitempty"`
	Revisions  []measureJSON `json:"revisions"`
	Total      *costsJSON    `json:"total,omitempty"` // of all revisions
	Kept       *keptJSON     `json:"kept,omitempty"`  // after the last revision
}

type keptJSON struct {
	Bytes          int64  `json:"bytes"`          // of conclusions with their supports and indexes, and of what the strategy keeps beside them
	Counts         int64  `json:"counts"`         // of these bytes: numbers of supports and ranks
	Network        int64  `json:"network"`        // of these bytes: justifications and labels
	Justifications int    `json:"justifications"` // of a network
	Environments   int    `json:"environments"`   // in the labels of facts
	Answers        string `json:"answers"`        // what it can say of the supports of a fact from that
}

type resultJSON struct {
	Same        *bool  `json:"same,omitempty"` // as that of the first strategy that covers the rules; absent if no other does
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
			entry.Counted = contest.Counted
			start, total := c.newResultJSON(&contest.Start), contest.Total()
			entry.Start = &start
			entry.Kept = &keptJSON{total.Retained.Bytes, total.Retained.Counts, total.Retained.Network, total.Retained.Justifications, total.Retained.Environments, contest.Strategy.Answers()}
			entry.Total = &costsJSON{countsJSON: newCountsJSON(total.Cost), Nanoseconds: c.newResultJSON(&total).Nanoseconds}
		}
		made.Strategies = append(made.Strategies, entry)
	}
	for _, x := range c.Crossovers {
		made.Crossovers = append(made.Crossovers, c.newCrossoverJSON(x))
	}
	return made
}

func (c *Comparison) newCrossoverJSON(x revise.Crossover) crossoverJSON {
	made := crossoverJSON{Strategy: string(x.Strategy), Of: x.Of}
	if x.NotCovered != nil {
		made.NotCovered = x.NotCovered.Error()
		return made
	}
	crossing := func(c revise.Crossing) *crossingJSON {
		return &crossingJSON{c.Beliefs, number(c.Strategy), number(c.Anew)}
	}
	made.ByInstances = crossing(x.ByInstances)
	if c.Timed {
		made.ByTime = crossing(x.ByTime)
	}
	return made
}

func (c *Comparison) newResultJSON(m *revise.Measure) resultJSON {
	var made resultJSON
	if same := m.Differs == nil; !same || !c.alone() {
		made.Same = &same
	}
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
