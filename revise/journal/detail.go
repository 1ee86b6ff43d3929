package journal

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// atom is a fact as an array of texts: its relation, then its values as the file language writes them. A column that an
// absence leaves open is the empty text, which is how no value is written.
type atom []string

func atomOf(f belief.Fact) atom {
	if f.Relation == "" {
		return nil
	}
	a := atom{f.Relation}
	for _, v := range f.Values {
		if v.Type() == belief.NoType {
			a = append(a, "")
			continue
		}
		a = append(a, v.String())
	}
	return a
}

func (a atom) fact() (belief.Fact, error) {
	if len(a) == 0 {
		return belief.Fact{}, nil
	}
	f := belief.Fact{Relation: a[0], Values: make([]belief.Value, len(a)-1)}
	for i, text := range a[1:] {
		if text == "" {
			continue
		}
		v, rest, err := belief.ScanConstant(text)
		if err == nil && rest != "" {
			err = fmt.Errorf("%s is more than one value", belief.Quote(text))
		}
		if err != nil {
			return f, err
		}
		f.Values[i] = v
	}
	return f, nil
}

type placeJSON struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func (p placeJSON) place() belief.Place { return belief.Place(p) }

type attributionJSON struct {
	Source       string `json:"source,omitempty"`
	Entrenchment int    `json:"entrenchment,omitempty"`
	placeJSON
}

func attributionsOf(list []belief.Attribution) []attributionJSON {
	var all []attributionJSON
	for _, a := range list {
		all = append(all, attributionJSON{a.Source, a.Entrenchment, placeJSON(a.Place)})
	}
	return all
}

func attributions(list []attributionJSON) []belief.Attribution {
	var all []belief.Attribution
	for _, a := range list {
		all = append(all, belief.Attribution{Source: a.Source, Entrenchment: a.Entrenchment, Place: a.place()})
	}
	return all
}

type ruleJSON struct {
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
	placeJSON
}

func ruleOf(r revise.RuleRef) ruleJSON { return ruleJSON{r.Name, r.Text, placeJSON(r.Place)} }

func (r ruleJSON) ref() revise.RuleRef {
	return revise.RuleRef{Name: r.Name, Text: r.Text, Place: r.place()}
}

func refsOf(list []revise.RuleRef) []ruleJSON {
	var all []ruleJSON
	for _, r := range list {
		all = append(all, ruleOf(r))
	}
	return all
}

func refs(list []ruleJSON) []revise.RuleRef {
	var all []revise.RuleRef
	for _, r := range list {
		all = append(all, r.ref())
	}
	return all
}

type supportJSON struct {
	Count uint64 `json:"count,omitempty"`
	Base  bool   `json:"base,omitempty"`
	Bag   bool   `json:"bag,omitempty"`
}

type premiseJSON struct {
	Kind         int               `json:"kind,omitempty"`
	Text         string            `json:"text"`
	Fact         atom              `json:"fact,omitempty"`
	Support      supportJSON       `json:"support,omitzero"`
	Event        int               `json:"event,omitempty"`
	Base         bool              `json:"base,omitempty"`
	Attributions []attributionJSON `json:"attributions,omitempty"`
}

type rootJSON struct {
	Fact     atom `json:"fact"`
	Asserted bool `json:"asserted,omitempty"`
}

type reasonJSON struct {
	Rule       ruleJSON      `json:"rule,omitzero"`
	Base       bool          `json:"base,omitempty"`
	Premises   []premiseJSON `json:"premises,omitempty"`
	Cause      int           `json:"cause"`
	Roots      []rootJSON    `json:"roots,omitempty"`
	RuleChange bool          `json:"rule_change,omitempty"`
	RootRule   ruleJSON      `json:"root_rule,omitzero"`
	Chain      []stepJSON    `json:"chain,omitempty"`
}

type stepJSON struct {
	Fact  atom     `json:"fact,omitempty"`
	Group string   `json:"group,omitempty"`
	Event int      `json:"event,omitempty"`
	Rule  ruleJSON `json:"rule,omitzero"`
}

// mostSteps bounds how much of a chain is kept of each change: the ends of long chains are shared by many changes in
// memory, and cannot be in rows. What is left out lies before the last step, the base change.
const mostSteps = 64

func chainOf(first *revise.Step) []stepJSON {
	var all []stepJSON
	for s := first; s != nil; s = s.Next {
		if len(all) < mostSteps-1 || s.Next == nil {
			all = append(all, stepJSON{atomOf(s.Fact), s.Group, int(s.Event), ruleOf(s.Rule)})
		}
	}
	return all
}

func stepsOf(list []stepJSON) (*revise.Step, error) {
	var next *revise.Step
	for _, s := range slices.Backward(list) {
		fact, err := s.Fact.fact()
		if err != nil {
			return nil, err
		}
		next = &revise.Step{Fact: fact, Group: s.Group, Event: revise.Event(s.Event), Rule: s.Rule.ref(), Next: next}
	}
	return next, nil
}

func reasonOf(r revise.Reason) *reasonJSON {
	made := &reasonJSON{Rule: ruleOf(r.Rule), Base: r.Base, Cause: r.Cause, RuleChange: r.RuleChange, RootRule: ruleOf(r.RootRule), Chain: chainOf(r.Chain)}
	for _, p := range r.Premises {
		made.Premises = append(made.Premises, premiseJSON{
			int(p.Kind), p.Text, atomOf(p.Fact), supportJSON(p.Support), int(p.Event), p.Base, attributionsOf(p.Attributions),
		})
	}
	for _, e := range r.Roots {
		made.Roots = append(made.Roots, rootJSON{atomOf(e.Fact), e.Asserted})
	}
	return made
}

func (r *reasonJSON) reason() (revise.Reason, error) {
	made := revise.Reason{Rule: r.Rule.ref(), Base: r.Base, Cause: r.Cause, RuleChange: r.RuleChange, RootRule: r.RootRule.ref()}
	for _, p := range r.Premises {
		fact, err := p.Fact.fact()
		if err != nil {
			return made, err
		}
		made.Premises = append(made.Premises, revise.Premise{
			Kind: revise.PremiseKind(p.Kind), Text: p.Text, Fact: fact, Support: revise.Support(p.Support),
			Event: revise.Event(p.Event), Base: p.Base, Attributions: attributions(p.Attributions),
		})
	}
	for _, e := range r.Roots {
		fact, err := e.Fact.fact()
		if err != nil {
			return made, err
		}
		made.Roots = append(made.Roots, revise.BaseEvent{Fact: fact, Asserted: e.Asserted})
	}
	var err error
	made.Chain, err = stepsOf(r.Chain)
	return made, err
}

// detailJSON is the detail of a change: what its kind has, in JSON that SQL can take apart.
type detailJSON struct {
	Fact         atom              `json:"fact,omitempty"`
	FactBefore   atom              `json:"fact_before,omitempty"` // of a changed value
	Column       int               `json:"column,omitempty"`      // likewise, from 0
	Before       *supportJSON      `json:"before,omitempty"`
	After        *supportJSON      `json:"after,omitempty"`
	Reason       *reasonJSON       `json:"reason,omitempty"`
	Attributions []attributionJSON `json:"attributions,omitempty"`
	Remain       []attributionJSON `json:"remain,omitempty"`

	Occurrences       int        `json:"occurrences,omitempty"`
	OccurrencesBefore int        `json:"occurrences_before,omitempty"`
	Place             *placeJSON `json:"place,omitempty"`
	Conclusions       int        `json:"conclusions,omitempty"`
	Undone            bool       `json:"undone,omitempty"`
	Constraint        *ruleJSON  `json:"constraint,omitempty"`
	Message           string     `json:"message,omitempty"`
}

// The kinds of change, as _changes has them.
const (
	asserted        = "asserted"
	withdrawn       = "withdrawn"
	stillConcluded  = "still concluded"
	alreadyHeld     = "already held"
	sourceAdded     = "source added"
	sourceRemoved   = "source removed"
	alreadyBelieved = "already believed"
	notBelieved     = "not believed"
	retracted       = "retracted"
	gained          = "gained"
	keptLess        = "kept"
	changedValue    = "changed"
	violated        = "violated"
	mended          = "mended"
)

// change is one row of _changes.
type change struct {
	kind          string
	atom          string
	was           string // of a changed value: the fact before
	before, after any    // supports, as far as the kind has them
	detail        detailJSON
	number        int  // its place in its revision, as it was read
	erased        bool // likewise
}

// total is a support as a column has it; nil where there is none.
func (s *supportJSON) total() any {
	if s == nil {
		return nil
	}
	return int64(revise.Support(*s).Total())
}

// agrees reports whether the columns that SQL reads say what the detail says. Those of an erased change have a digest of
// their own.
func (c *change) agrees() bool {
	was := ""
	if c.detail.FactBefore != nil {
		f, err := c.detail.FactBefore.fact()
		if err != nil {
			return false
		}
		was = f.String()
	}
	return c.erased || c.was == was && c.before == c.detail.Before.total() && c.after == c.detail.After.total()
}

// changesOf lists everything an outcome says of facts.
func changesOf(o *revise.Outcome) []change {
	var all []change
	add := func(kind, atom string, d detailJSON) {
		all = append(all, change{kind: kind, atom: atom, before: d.Before.total(), after: d.After.total(), detail: d})
	}
	beliefs := func(kind string, list []belief.Belief) {
		for _, b := range list {
			add(kind, b.Fact.String(), detailJSON{Fact: atomOf(b.Fact), Attributions: attributionsOf(b.Attributions)})
		}
	}
	sources := func(kind string, list []revise.SourceChange) {
		for _, s := range list {
			add(kind, s.Fact.String(), detailJSON{
				Fact: atomOf(s.Fact), Attributions: attributionsOf(s.Changed), Remain: attributionsOf(s.Remain),
				Occurrences: s.Occurrences, OccurrencesBefore: s.OccurrencesBefore,
			})
		}
	}
	changes := func(kind string, list []revise.Change) {
		for _, c := range list {
			before, after := supportJSON(c.Before), supportJSON(c.After)
			add(kind, c.Fact.String(), detailJSON{Fact: atomOf(c.Fact), Before: &before, After: &after, Reason: reasonOf(c.Reason)})
		}
	}
	violations := func(kind string, list []revise.Violation) {
		for _, v := range list {
			rule := ruleOf(v.Constraint)
			add(kind, v.Fact.String(), detailJSON{Fact: atomOf(v.Fact), Constraint: &rule, Message: v.Message, Reason: reasonOf(v.Reason)})
		}
	}
	beliefs(asserted, o.Base.Asserted)
	beliefs(withdrawn, o.Base.Withdrawn)
	for _, h := range o.Base.StillConcluded {
		after := supportJSON(h.Support)
		add(stillConcluded, h.Fact.String(), detailJSON{Fact: atomOf(h.Fact), After: &after})
	}
	for _, f := range o.Base.AlreadyHeld {
		add(alreadyHeld, f.String(), detailJSON{Fact: atomOf(f)})
	}
	sources(sourceAdded, o.Base.SourcesAdded)
	sources(sourceRemoved, o.Base.SourcesRemoved)
	beliefs(alreadyBelieved, o.Base.AlreadyBelieved)
	for _, u := range o.Base.NotBelieved {
		place := placeJSON(u.Place)
		add(notBelieved, u.Text, detailJSON{Place: &place, Conclusions: u.Conclusions, Undone: u.Undone})
	}
	changes(retracted, o.Retracted)
	changes(gained, o.Gained)
	changes(keptLess, o.Kept)
	for _, v := range o.Changed {
		add(changedValue, v.After.String(), detailJSON{Fact: atomOf(v.After), FactBefore: atomOf(v.Before), Column: v.Column, Reason: reasonOf(v.Reason)})
		all[len(all)-1].was = v.Before.String()
	}
	violations(violated, o.NewViolations)
	violations(mended, o.MendedViolations)
	return all
}

// decode reads the detail from its JSON.
func (c *change) decode(detail string) error { return json.Unmarshal([]byte(detail), &c.detail) }

// change returns what the detail says of a conclusion, or of a belief with its supports.
func (d *detailJSON) change() (c revise.Change, err error) {
	if c.Fact, err = d.Fact.fact(); err != nil {
		return c, err
	}
	if d.Reason != nil {
		if c.Reason, err = d.Reason.reason(); err != nil {
			return c, err
		}
	}
	if d.Before != nil {
		c.Before = revise.Support(*d.Before)
	}
	if d.After != nil {
		c.After = revise.Support(*d.After)
	}
	return c, nil
}

// violation returns what the detail says of a violation, from the change that it is.
func (d *detailJSON) violation(c revise.Change) revise.Violation {
	v := revise.Violation{Fact: c.Fact, Message: d.Message, Reason: c.Reason}
	if d.Constraint != nil {
		v.Constraint = d.Constraint.ref()
	}
	return v
}

// sources returns what the detail says of the sources of a belief.
func (d *detailJSON) sources(f belief.Fact) revise.SourceChange {
	return revise.SourceChange{
		Fact: f, Changed: attributions(d.Attributions), Remain: attributions(d.Remain),
		Occurrences: d.Occurrences, OccurrencesBefore: d.OccurrencesBefore,
	}
}

// unmatched returns what the detail says of a withdrawal that matched nothing.
func (d *detailJSON) unmatched(text string) revise.Unmatched {
	u := revise.Unmatched{Text: text, Conclusions: d.Conclusions, Undone: d.Undone}
	if d.Place != nil {
		u.Place = d.Place.place()
	}
	return u
}

// restore puts a change back into the outcome that it is of.
func (c *change) restore(o *revise.Outcome) error {
	d := &c.detail
	change, err := d.change()
	if err != nil {
		return err
	}
	fact := change.Fact
	b := belief.Belief{Fact: fact, Attributions: attributions(d.Attributions)}
	base := &o.Base
	switch c.kind {
	case asserted:
		base.Asserted = append(base.Asserted, b)
	case withdrawn:
		base.Withdrawn = append(base.Withdrawn, b)
	case stillConcluded:
		base.StillConcluded = append(base.StillConcluded, revise.Holding{Fact: fact, Support: change.After})
	case alreadyHeld:
		base.AlreadyHeld = append(base.AlreadyHeld, fact)
	case sourceAdded:
		base.SourcesAdded = append(base.SourcesAdded, d.sources(fact))
	case sourceRemoved:
		base.SourcesRemoved = append(base.SourcesRemoved, d.sources(fact))
	case alreadyBelieved:
		base.AlreadyBelieved = append(base.AlreadyBelieved, b)
	case notBelieved:
		base.NotBelieved = append(base.NotBelieved, d.unmatched(c.atom))
	case retracted:
		o.Retracted = append(o.Retracted, change)
	case gained:
		o.Gained = append(o.Gained, change)
	case keptLess:
		o.Kept = append(o.Kept, change)
	case changedValue:
		was, err := d.FactBefore.fact()
		if err != nil {
			return err
		}
		o.Changed = append(o.Changed, revise.ValueChange{Column: d.Column, Before: was, After: fact, Reason: change.Reason})
	case violated:
		o.NewViolations = append(o.NewViolations, d.violation(change))
	case mended:
		o.MendedViolations = append(o.MendedViolations, d.violation(change))
	default:
		return fmt.Errorf("%s is no kind of change", belief.Quote(c.kind))
	}
	return nil
}

// reportJSON is what an outcome says beside facts.
type reportJSON struct {
	Beliefs            int            `json:"beliefs"`
	Conclusions        int            `json:"conclusions"`
	Violations         int            `json:"violations"`
	AddedRules         []ruleJSON     `json:"added_rules,omitempty"`
	RemovedRules       []ruleJSON     `json:"removed_rules,omitempty"`
	AddedConstraints   []ruleJSON     `json:"added_constraints,omitempty"`
	RemovedConstraints []ruleJSON     `json:"removed_constraints,omitempty"`
	Strata             []stratumJSON  `json:"strata,omitempty"`
	Changes            map[string]int `json:"changes"` // how many rows of each kind _changes has

	Present map[string]string `json:"present,omitempty"` // digests, see besides
	Erased  string            `json:"erased,omitempty"`  // of an erasure: the digest of every row that was erased
}

type stratumJSON struct {
	Relations []string `json:"relations"`
	Recursive bool     `json:"recursive,omitempty"`
	Strategy  string   `json:"strategy"`
	Because   string   `json:"because"`
	Cost      costJSON `json:"cost"`
}

type costJSON struct {
	Instances   uint64 `json:"instances"`
	Overdeleted uint64 `json:"overdeleted"`
	Rederived   uint64 `json:"rederived"`
	Retracted   uint64 `json:"retracted"`
	Gained      uint64 `json:"gained"`
}

func reportOf(o *revise.Outcome, changes []change) reportJSON {
	r := reportJSON{
		Beliefs: o.BaseBeliefs, Conclusions: o.Conclusions, Violations: o.Violations,
		AddedRules: refsOf(o.Rules.AddedRules), RemovedRules: refsOf(o.Rules.RemovedRules),
		AddedConstraints: refsOf(o.Rules.AddedConstraints), RemovedConstraints: refsOf(o.Rules.RemovedConstraints),
		Changes: map[string]int{},
	}
	for _, c := range changes {
		r.Changes[c.kind]++
	}
	for _, s := range o.Strata {
		r.Strata = append(r.Strata, stratumJSON{s.Relations, s.Recursive, string(s.Strategy), s.Because, costJSON(s.Cost)})
	}
	return r
}

func (r *reportJSON) restore(o *revise.Outcome) error {
	o.BaseBeliefs, o.Conclusions, o.Violations = r.Beliefs, r.Conclusions, r.Violations
	o.Rules = revise.RuleChanges{
		AddedRules: refs(r.AddedRules), RemovedRules: refs(r.RemovedRules),
		AddedConstraints: refs(r.AddedConstraints), RemovedConstraints: refs(r.RemovedConstraints),
	}
	for _, s := range r.Strata {
		strategy, err := revise.ParseStrategy(s.Strategy)
		if err != nil {
			return err
		}
		o.Strata = append(o.Strata, revise.StratumReport{
			Relations: s.Relations, Recursive: s.Recursive, Strategy: strategy, Because: s.Because, Cost: revise.Cost(s.Cost),
		})
	}
	return nil
}

// encoded writes JSON as it lies in the file.
func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // everything in it is a text, a number or a list of such
	}
	return string(b)
}
