package report

import "github.com/beliefbase/revise/revise"

// blameJSON is the answer to the question what in a request did something to a fact.
type blameJSON struct {
	Schema   int                 `json:"schema"`
	Fact     factJSON            `json:"fact"`
	Change   string              `json:"change" jsonschema:"enum=retracted,enum=gained"`
	Before   supportJSON         `json:"before"`
	After    supportJSON         `json:"after"`
	Supports []supportChangeJSON `json:"supports"` // of very many, some
	Steps    []stepJSON          `json:"steps"`    // from the supports to the base changes behind them
	Part     []itemJSON          `json:"part"`     // the lines of the request that do it alone, all of which are needed
	Smallest bool                `json:"smallest"` // no fewer lines do it
}

type supportChangeJSON struct {
	Change string     `json:"change" jsonschema:"enum=went,enum=stays,enum=came"`
	Reason reasonJSON `json:"reason"`
}

type itemJSON struct {
	Key   string    `json:"key"` // of the file language
	Text  string    `json:"text"`
	Place placeJSON `json:"place,omitzero"`
}

// idleJSON is the answer to the question which lines of a request change nothing.
type idleJSON struct {
	Schema   int            `json:"schema"`
	Idle     []idleItemJSON `json:"idle"`
	Complete bool           `json:"complete"` // all lines were tried
}

type idleItemJSON struct {
	itemJSON
	Believes bool `json:"believes"` // it changes what is believed, but no conclusion
}

func newBlameJSON(b *revise.Blame) blameJSON {
	s := &steps{list: []stepJSON{}, number: map[*revise.Step]int{}}
	j := blameJSON{
		Schema: schemaVersion, Fact: newFactJSON(b.Fact), Change: "retracted", Before: newSupportJSON(b.Before), After: newSupportJSON(b.After),
		Supports: list(b.Supports, s.support), Part: list(b.Part, newItemJSON), Smallest: b.Smallest,
	}
	if b.Gained {
		j.Change = "gained"
	}
	j.Steps = s.list
	return j
}

func (s *steps) support(c revise.SupportChange) supportChangeJSON {
	j := supportChangeJSON{"came", newReasonJSON(c.Reason)}
	switch {
	case c.Before && c.After:
		j.Change = "stays"
	case c.Before:
		j.Change = "went"
	}
	j.Reason.Chain = s.of(c.Reason.Chain)
	return j
}

func newItemJSON(i revise.Item) itemJSON { return itemJSON{i.Key, i.Text, placeJSON(i.Place)} }

func newIdleJSON(i *revise.Idle) idleJSON {
	return idleJSON{schemaVersion, list(i.List, func(x revise.IdleItem) idleItemJSON {
		return idleItemJSON{newItemJSON(x.Item), x.Believes}
	}), i.Complete}
}
