package report

// The shape of JSON and YAML reports. A field is never renamed and never changes its meaning: what must, raises schemaVersion.

const schemaVersion = 1

type reportJSON struct {
	Schema    int            `json:"schema"`
	Title     string         `json:"title"` // as the scenario says, else the name of its folder or file
	About     string         `json:"about,omitempty"`
	File      string         `json:"file,omitempty"` // that the scenario is in
	Tool      toolJSON       `json:"tool"`
	Inputs    []inputJSON    `json:"inputs"`
	Start     startJSON      `json:"start"`
	Shown     []string       `json:"shown,omitzero"` // the relations that reports for people show; absent: all
	Revisions []revisionJSON `json:"revisions"`
	Totals    totalsJSON     `json:"totals"`
	End       endJSON        `json:"end"`
}

type toolJSON struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type inputJSON struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Bytes  number `json:"bytes"`
}

type startJSON struct {
	BaseBeliefs int             `json:"base_beliefs"`
	Rules       int             `json:"rules"`
	Constraints int             `json:"constraints"`
	Conclusions int             `json:"conclusions"`
	Strata      []stratumJSON   `json:"strata"`
	Violations  []violationJSON `json:"violations"`
}

type endJSON struct {
	BaseBeliefs int `json:"base_beliefs"`
	Conclusions int `json:"conclusions"`
	Violations  int `json:"violations"`
}

// totalsJSON counts the changes of all relations, shown or not, by the revisions that last.
type totalsJSON struct {
	Revisions int `json:"revisions"`
	Refused   int `json:"refused"`
	TakenBack int `json:"taken_back"`
	Retracted int `json:"retracted"`
	Gained    int `json:"gained"`
	Kept      int `json:"kept"`
	Changed   int `json:"changed"`
}

type revisionJSON struct {
	Position    int             `json:"position"` // among the revisions of the report, from 1
	Number      int             `json:"number"`   // as the engine counts those that last; 0 if refused or not recorded
	Request     requestJSON     `json:"request"`
	WhatIf      bool            `json:"what_if"` // it was taken back
	Refused     *refusalJSON    `json:"refused,omitempty"`
	Base        baseJSON        `json:"base"`
	Rules       ruleChangesJSON `json:"rules"`
	Retracted   []changeJSON    `json:"retracted"`
	Gained      []changeJSON    `json:"gained"`
	Kept        []changeJSON    `json:"kept"`
	Changed     []valueJSON     `json:"changed"`
	Violations  violationsJSON  `json:"violations"`
	Steps       []stepJSON      `json:"steps"`        // from changes to the base changes behind them
	BaseBeliefs int             `json:"base_beliefs"` // after the revision, as are the next ones
	Conclusions int             `json:"conclusions"`
	Strata      []stratumJSON   `json:"strata"`
	Nanoseconds *int64          `json:"duration_ns,omitempty"`
}

type requestJSON struct {
	Name              string           `json:"name"`
	Because           string           `json:"because,omitempty"`
	By                string           `json:"by,omitempty"`
	At                string           `json:"at,omitempty"`
	Place             placeJSON        `json:"place,omitzero"`
	Undo              string           `json:"undo,omitempty"`
	WhatIf            bool             `json:"what_if,omitempty"`
	Strict            bool             `json:"strict,omitempty"`
	Withdraw          []withdrawalJSON `json:"withdraw"`
	Assert            []assertionJSON  `json:"assert"`
	AddRules          []nodeJSON       `json:"add_rules,omitempty"`
	RemoveRules       []namedJSON      `json:"remove_rules,omitempty"`
	AddConstraints    []nodeJSON       `json:"add_constraints,omitempty"`
	RemoveConstraints []namedJSON      `json:"remove_constraints,omitempty"`
}

type withdrawalJSON struct {
	Atom   string    `json:"atom,omitempty"` // a fact or a pattern
	Source string    `json:"source,omitempty"`
	All    bool      `json:"all,omitempty"`
	Place  placeJSON `json:"place,omitzero"`
}

type assertionJSON struct {
	Fact factJSON `json:"fact"`
	attributionJSON
}

// nodeJSON is a rule as a request gives it; what became of it is in the revision's rules.
type nodeJSON struct {
	Text  string    `json:"text,omitempty"` // of the one-line form
	Place placeJSON `json:"place,omitzero"`
}

type namedJSON struct {
	Name  string    `json:"name"`
	Place placeJSON `json:"place,omitzero"`
}

type placeJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// factJSON is a fact: as an atom, and in parts.
type factJSON struct {
	Atom     string   `json:"atom"`
	Relation string   `json:"relation"`
	Values   []datum  `json:"values"`
	Types    []string `json:"types"`
}

type attributionJSON struct {
	Source       string    `json:"source,omitempty"`
	Entrenchment int       `json:"entrenchment,omitempty"`
	Place        placeJSON `json:"place,omitzero"`
}

type beliefJSON struct {
	Fact         factJSON          `json:"fact"`
	Attributions []attributionJSON `json:"attributions"`
}

type supportJSON struct {
	Total     number `json:"total"`     // what people are shown
	Instances number `json:"instances"` // of rules; in a bag relation the multiplicity, base beliefs included
	Base      bool   `json:"base"`
	Bag       bool   `json:"bag,omitempty"`
}

type holdingJSON struct {
	Fact    factJSON    `json:"fact"`
	Support supportJSON `json:"support"`
}

type sourceChangeJSON struct {
	Fact    factJSON          `json:"fact"`
	Changed []attributionJSON `json:"changed"`
	Remain  []attributionJSON `json:"remain"`
	// of a bag: how often the fact is believed, and was before
	Occurrences       int `json:"occurrences,omitempty"`
	OccurrencesBefore int `json:"occurrences_before,omitempty"`
}

type unmatchedJSON struct {
	Conclusions int       `json:"conclusions,omitempty"` // that match the pattern, though no base belief does
	Undone      bool      `json:"undone,omitempty"`      // text is a rule or constraint whose change was undone already
	Text        string    `json:"text"`
	Place       placeJSON `json:"place,omitzero"`
}

type baseJSON struct {
	Asserted        []beliefJSON       `json:"asserted"`
	Withdrawn       []beliefJSON       `json:"withdrawn"`
	StillConcluded  []holdingJSON      `json:"still_concluded"`
	AlreadyHeld     []factJSON         `json:"already_held"`
	SourcesAdded    []sourceChangeJSON `json:"sources_added"`
	SourcesRemoved  []sourceChangeJSON `json:"sources_removed"`
	AlreadyBelieved []beliefJSON       `json:"already_believed"`
	NotBelieved     []unmatchedJSON    `json:"not_believed"`
}

type ruleJSON struct {
	Name  string    `json:"name"`
	Text  string    `json:"text,omitempty"`
	Place placeJSON `json:"place,omitzero"`
}

type ruleChangesJSON struct {
	AddedRules         []ruleJSON `json:"added"`
	RemovedRules       []ruleJSON `json:"removed"`
	AddedConstraints   []ruleJSON `json:"added_constraints"`
	RemovedConstraints []ruleJSON `json:"removed_constraints"`
}

type changeJSON struct {
	Fact   factJSON    `json:"fact"`
	Before supportJSON `json:"before"`
	After  supportJSON `json:"after"`
	Reason reasonJSON  `json:"reason"`
}

type valueJSON struct {
	Column int        `json:"column"` // from 0
	Before factJSON   `json:"before"`
	After  factJSON   `json:"after"`
	Reason reasonJSON `json:"reason"`
}

type reasonJSON struct {
	Rule       *ruleJSON     `json:"rule,omitempty"` // absent: the support was the base belief itself
	Base       bool          `json:"base,omitempty"`
	RuleChange bool          `json:"rule_change,omitempty"`
	Premises   []premiseJSON `json:"premises"`
	Cause      *int          `json:"cause,omitempty"` // which of the premises changed, from 0
	Chain      *int          `json:"chain,omitempty"` // which of the revision's steps made it change, from 0
	Roots      []rootJSON    `json:"roots"`
	RootRule   *ruleJSON     `json:"root_rule,omitempty"` // the rule that was added or removed behind it, where there is no root
}

// stepJSON is one link of a chain that ends at a base change, or at a rule that was added or removed.
type stepJSON struct {
	Fact  *factJSON `json:"fact,omitempty"`
	Group string    `json:"group,omitempty"` // an aggregate with the values of its group
	Event string    `json:"event" jsonschema:"enum=retracted,enum=gained,enum=withdrawn,enum=asserted,enum=value_changed"`
	Rule  *ruleJSON `json:"rule,omitempty"` // whose instance came or went with it; absent: a base change
	Next  *int      `json:"next,omitempty"` // which of the revision's steps made it do so, from 0
}

type premiseJSON struct {
	Kind         string            `json:"kind" jsonschema:"enum=atom,enum=absence,enum=comparison,enum=aggregate"`
	Text         string            `json:"text"`
	Fact         *factJSON         `json:"fact,omitempty"` // of an atom or an absence
	Support      *supportJSON      `json:"support,omitempty"`
	Event        string            `json:"event" jsonschema:"enum=unchanged,enum=retracted,enum=gained,enum=withdrawn,enum=asserted,enum=now_absent,enum=now_present,enum=value_changed"`
	Base         bool              `json:"base,omitempty"`
	Attributions []attributionJSON `json:"attributions,omitempty"`
}

type rootJSON struct {
	Change string   `json:"change" jsonschema:"enum=asserted,enum=withdrawn"`
	Fact   factJSON `json:"fact"`
}

type violationsJSON struct {
	New      []violationJSON `json:"new"`
	Mended   []violationJSON `json:"mended"`
	Standing int             `json:"standing"` // after the revision
}

type violationJSON struct {
	Constraint ruleJSON   `json:"constraint"`
	Fact       factJSON   `json:"fact"`
	Message    string     `json:"message,omitempty"`
	Reason     reasonJSON `json:"reason"`
}

type stratumJSON struct {
	Relations []string `json:"relations"`
	Recursive bool     `json:"recursive"`
	Strategy  string   `json:"strategy"`
	Because   string   `json:"because,omitempty"`
	Cost      costJSON `json:"cost"`
}

type costJSON struct {
	Instances   number `json:"instances"`
	Overdeleted number `json:"overdeleted"`
	Rederived   number `json:"rederived"`
	Retracted   number `json:"retracted"`
	Gained      number `json:"gained"`
}

type refusalJSON struct {
	Kind       string          `json:"kind"`
	Message    string          `json:"message"`
	Place      placeJSON       `json:"place,omitzero"`
	Conclusion *conclusionJSON `json:"conclusion,omitempty"`
	Violations []violationJSON `json:"violations,omitempty"`
	Fault      *faultJSON      `json:"fault,omitempty"`
	Cause      string          `json:"cause,omitempty"` // the error behind it
}

type conclusionJSON struct {
	Fact     factJSON     `json:"fact"`
	Support  supportJSON  `json:"support"`
	Rules    []ruleJSON   `json:"rules"`
	Remedies []remedyJSON `json:"remedies"`
	Complete bool         `json:"complete"`
}

type remedyJSON struct {
	Withdraw []factJSON `json:"withdraw"`
	Every    []factJSON `json:"every,omitempty"`  // those to withdraw of which a bag has several: every occurrence goes
	Assert   []factJSON `json:"assert,omitempty"` // facts to assert beside
	Retracts int        `json:"retracts"`
	Gains    int        `json:"gains"`
	Changes  int        `json:"changes"`
}

type faultJSON struct {
	Rule     ruleJSON      `json:"rule"`
	Bindings []bindingJSON `json:"bindings"`
	Literal  string        `json:"literal"`
	What     string        `json:"what"`
	Beliefs  []beliefJSON  `json:"beliefs"` // base beliefs that led there; of many, some
}

type bindingJSON struct {
	Variable string `json:"variable"`
	Value    datum  `json:"value"`
	Type     string `json:"type"`
}
