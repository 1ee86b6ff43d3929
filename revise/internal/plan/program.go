// Package plan turns a checked program into what the algorithms run: relations with their rows, strata, and for every
// rule one join per literal that can change, compiled on first use into a short list of steps.
//
// It relies on rules.Program being safe, typed and stratified. Rules are lowered first: what _ leaves open becomes a
// relation of its own, an aggregate a relation of groups and values, a constraint a relation of violations. Everything
// keeps its way back to the user's rule and literal. Which instances to enumerate is left to package maintain.
package plan

import (
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/aggregate"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// ID is a value's number in the dictionary.
type ID = belief.ID

// Program is a lowered program with its materialization.
type Program struct {
	Source     *rules.Program
	Dictionary *belief.Dictionary
	Relations  []*Relation
	Strata     []*Stratum
	Rules      []*Rule
	users      []*Relation // by rules.Relation.Number
	Violations []*Relation // by constraint
}

// Relation is one relation of the lowered program with its rows.
type Relation struct {
	*store.Relation
	Number     int
	User       *rules.Relation   // nil for the relations that lowering made
	Constraint *rules.Constraint // whose violations it holds, or nil
	Projects   *Relation         // the relation it is a projection of, or nil
	Kept       []int             // the columns that the projection keeps
	Aggregate  *Aggregate        // what defines it, or nil
	Rules      []*Rule           // that conclude it
	Stratum    *Stratum          // nil for base beliefs only

	Wave []store.Row // the rows that a recursive stratum propagates now
	Next []store.Row // the rows of the next wave
	Out  []store.Row // the rows that left with earlier waves

	Weighed int // how many rows there were when it was last asked by which column to group them

	NextOf [store.Shards][]store.Row // of the next wave, too: what was merged, by shard, so that groups stay together
}

// Forget drops the rows that are under way.
func (r *Relation) Forget() {
	r.Wave, r.Next, r.Out = r.Wave[:0], r.Next[:0], r.Out[:0]
	for i := range r.NextOf {
		r.NextOf[i] = r.NextOf[i][:0]
	}
}

// Stratum is a strongly connected component of the lowered program.
type Stratum struct {
	Relations []*Relation
	Rules     []*Rule
	Aggregate *Aggregate // the stratum is this aggregate's relation alone
	Recursive bool
	Bag       bool // one relation, with multiplicities
	Below     bool // supports by rules without a literal of the stratum are counted apart
	Number    int
}

// Rule is one rule of the lowered program.
type Rule struct {
	User       *rules.Rule       // the user's rule; nil when lowering made it
	Constraint *rules.Constraint // the constraint it is the body of, or nil
	Braces     *rules.Aggregate  // the aggregate whose braces it is the body of, or nil
	Head       *Relation         // nil for the braces of an aggregate
	HeadTerms  []Term
	Literals   []*Literal // relation literals in the order of the text: positions for first-changed-position enumeration
	guards     []guard    // in the order of evaluation
	Number     int        // its index in Program.Rules; 0 for braces
	Registers  int        // the user's variables come first, with their own numbers
	joins      map[int]*join
}

// Term is a register or, with Register < 0, a constant.
type Term struct {
	Register int
	Constant ID
}

// Literal is a relation literal of a rule.
type Literal struct {
	Relation  *Relation
	Terms     []Term
	Negated   bool
	InStratum bool // a positive literal of the rule's own recursive stratum
	Position  int
	ZeroGroup bool // of an aggregate: a group without rows has the value zero
	User      int  // the index of the user's literal it stands for, -1 if none
}

// Aggregate defines a relation of groups and values: the value is the last column.
type Aggregate struct {
	Source    *rules.Aggregate
	Relation  *Relation
	Body      *Rule // without head: its HeadTerms are the group
	Of        Term  // what it ranges over
	Groups    *aggregate.Groups
	ZeroGroup bool
	bag       bool // some literal of the body has multiplicities
}

// IsBag reports whether solutions have multiplicities.
func (a *Aggregate) IsBag() bool { return a.bag }

// Counting returns the body as a rule that concludes the groups: each has as many supports as it has solutions.
func (a *Aggregate) Counting() *Rule {
	r := *a.Body
	r.Head = &Relation{Relation: a.Groups.Keys(), Stratum: &Stratum{}}
	r.joins = map[int]*join{}
	return &r
}

// Of returns the relation of the user's relation.
func (p *Program) Of(r *rules.Relation) *Relation { return p.users[r.Number] }

// Named returns the relation with the user's name for it, or nil.
func (p *Program) Named(name string) *Relation {
	if r := p.Source.Relation(name); r != nil {
		return p.users[r.Number]
	}
	return nil
}

// IsBag reports whether instances of the rule are weighed by multiplicities.
func (r *Rule) IsBag() bool { return r.Head != nil && r.Head.IsBag() }

// Recursive reports whether some literal of the rule is of the rule's own stratum.
func (r *Rule) Recursive() bool {
	return slices.ContainsFunc(r.Literals, func(lit *Literal) bool { return lit.InStratum })
}

// Source returns the body that the rule was lowered from, with its variables: the user's rule or constraint, or the
// braces of an aggregate; nothing for a projection.
func (r *Rule) Source() ([]rules.Literal, []rules.Variable) {
	switch {
	case r.Braces != nil:
		return r.Braces.Body, r.variables()
	case r.User != nil:
		return r.User.Body, r.variables()
	case r.Constraint != nil:
		return r.Constraint.Body, r.variables()
	default:
		return nil, nil
	}
}

func (r *Rule) variables() []rules.Variable {
	switch {
	case r.User != nil:
		return r.User.Variables
	case r.Constraint != nil:
		return r.Constraint.Variables
	default:
		return nil
	}
}

// Bound reports which of the rule's registers have a value in every instance: those of its literals, its head and
// what its computations bind.
func (r *Rule) Bound() []bool {
	bound := make([]bool, r.Registers)
	for _, lit := range r.Literals {
		for _, t := range lit.Terms {
			if t.Register >= 0 {
				bound[t.Register] = true
			}
		}
	}
	for _, g := range r.guards {
		if g.comparison != nil && g.comparison.Binds >= 0 {
			bound[g.comparison.Binds] = true
		}
	}
	return bound
}

// Adopt takes over the rows of an older program's relations, where the new program has the relation too: the user's,
// projections, and violations of constraints that stay. The other relations that lowering made are filled afresh.
func (p *Program) Adopt(old *Program) {
	had := map[string]*Relation{}
	for _, r := range old.Relations {
		if key := r.key(); key != "" {
			had[key] = r
		}
	}
	for _, r := range p.Relations {
		was := had[r.key()]
		switch {
		case r.key() != "" && was != nil && was.Arity == r.Arity:
			r.Relation = was.Relation
			if r.Stratum != nil && r.Stratum.Recursive {
				r.KeepRanks()
			}
		case r.IsHelper() || r.Projects != nil:
			r.Load()
			if r.Aggregate != nil {
				r.Aggregate.Groups.Load()
			}
		}
	}
}

// Counterpart returns the program's own relation for one of an older or newer program, or r where there is none.
func (p *Program) Counterpart(r *Relation) *Relation {
	if r.Number < len(p.Relations) && p.Relations[r.Number] == r || r.key() == "" {
		return r
	}
	for _, own := range p.Relations {
		if own.key() == r.key() {
			return own
		}
	}
	return r
}

// IsHelper reports whether the relation means nothing outside its program: a new program makes its own.
func (r *Relation) IsHelper() bool { return r.key() == "" }

// key names the relation across programs; it is empty for one that means nothing elsewhere.
func (r *Relation) key() string {
	switch {
	case r.User != nil:
		return "relation " + r.Name
	case r.Projects != nil:
		return "projection " + r.Name
	case r.Constraint != nil:
		return "constraint " + r.Name
	default:
		return ""
	}
}
