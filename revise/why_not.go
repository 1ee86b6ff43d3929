package revise

import (
	"context"
	"errors"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// ErrHolds says that something holds of which it was asked why it does not.
var ErrHolds = errors.New("it holds")

// Missing is why nothing that matches an atom holds.
type Missing struct {
	*Absence
	Complete bool // every miss is the nearest of its rule, and everything was followed down that the depth allows
}

// Absence is an atom that nothing matches, with what every rule that could conclude it lacks.
type Absence struct {
	Atom      rules.Query
	MayAssert bool   // its relation is declared may_assert
	Concluded int    // the rules of its relation, whether or not their heads fit the atom
	Misses    []Miss // by rule whose head fits, in the order of the program
	// At most one of these is set; then Misses is left out.
	Circular bool // it is what it would be concluded from: see above
	Shared   bool // it stands elsewhere in the tree already
	Cut      bool // it lies deeper than was asked for
}

// Miss is the nearest miss of one rule: values of its variables under which as many of its literals hold as can hold
// together.
type Miss struct {
	Rule     RuleRef
	Bindings []Binding     // of the variables that have a value, in the order of the rule
	Literals []MissLiteral // as the rule is written
	Nearest  bool          // it is certain that no other values come nearer
}

// MissLiteral is a literal of a miss.
type MissLiteral struct {
	Premise
	State       LiteralState
	Absence     *Absence       // of an atom that fails: what its own rules lack
	InTheWay    *Justification // of an absence that fails: a fact that holds, two rules deep
	Left, Right belief.Value   // of a comparison that fails, the values of its sides
	Undefined   string         // of a built-in that fails: why it has no value, such as a division by zero
	Group       *Group         // of an aggregate whose group is known
	Value       belief.Value   // of an aggregate that fails: the value that its group has; zero where it has none
}

// WhyNotLimits bound an answer; zero is no limit.
type WhyNotLimits struct {
	Depth int // how many rules down what fails is followed
}

const (
	// mostAbsences bounds what is followed down in one answer: values that rules compute could go on for ever.
	mostAbsences = 1000
	// inTheWayDepth is how deep a fact that is in the way is justified.
	inTheWayDepth = 2
)

// WhyNot says why nothing matches the atom, which may have variables and _: for every rule that could conclude it the
// nearest miss, literal by literal, and what fails followed down (algorithms.md, 5.3). The error is ErrHolds where
// something matches. The end of the context ends the search, and Complete says so. The cost of a rule is that of the
// partial solutions of its body with few literals left out, within a bound; beyond it Nearest is not certain.
func (e *Engine) WhyNot(ctx context.Context, q rules.Query, limits WhyNotLimits) (*Missing, error) {
	e.mu.Lock() // joins compile and index on first use
	defer e.mu.Unlock()
	if err := e.checkQuery(&q); err != nil {
		return nil, err
	}
	if r := e.program.Named(q.Relation); len(e.rowsMatching(r, &q)) > 0 {
		return nil, ErrHolds
	}
	w := &whyNot{Engine: e, ctx: ctx, limits: limits, above: map[string]bool{}, done: map[string]bool{}, complete: true}
	found := w.absence(q, 0)
	return &Missing{found, w.complete && ctx.Err() == nil}, nil
}

// whyNot is one answer in the making.
type whyNot struct {
	*Engine
	ctx         context.Context
	limits      WhyNotLimits
	above, done map[string]bool // atoms on the way here, and those that were explained
	complete    bool
}

func (w *whyNot) absence(q rules.Query, depth int) *Absence {
	relation := w.program.Named(q.Relation)
	a := &Absence{Atom: q, MayAssert: relation.User.MayAssert, Concluded: len(relation.Rules)}
	key := shapeOf(&q)
	switch {
	case len(relation.Rules) == 0:
		return a
	case w.above[key]:
		a.Circular = true
		return a
	case w.done[key]:
		a.Shared = true
		return a
	case w.limits.Depth > 0 && depth == w.limits.Depth:
		a.Cut = true
		return a
	case len(w.done) == mostAbsences || w.ctx.Err() != nil:
		a.Cut, w.complete = true, false
		return a
	}
	w.above[key], w.done[key] = true, true
	defer delete(w.above, key)
	for _, rule := range relation.Rules {
		if m := w.missesOf(w.ctx, rule, &q); m != nil {
			a.Misses = append(a.Misses, w.miss(m, depth))
		}
	}
	return a
}

// shapeOf is a text that two atoms share if they differ in the names of their variables only.
func shapeOf(q *rules.Query) string {
	shape := rules.Query{Relation: q.Relation, Terms: slices.Clone(q.Terms)}
	number := map[int]int{}
	for c, t := range q.Terms {
		if t.Kind != rules.VariableTerm {
			continue
		}
		if _, known := number[t.Variable]; !known {
			number[t.Variable] = len(number)
			shape.Variables = append(shape.Variables, string(rune('a'+len(number)-1)))
		}
		once := 0
		for _, other := range q.Terms {
			if other.Kind == rules.VariableTerm && other.Variable == t.Variable {
				once++
			}
		}
		if shape.Terms[c].Variable = number[t.Variable]; once == 1 {
			shape.Terms[c].Kind = rules.WildcardTerm
		}
	}
	return shape.String()
}

func (w *whyNot) miss(m *misses, depth int) Miss {
	found, nearest := m.nearest()
	w.complete = w.complete && nearest
	m.values, m.known = found.values, found.known
	made := Miss{Rule: ruleRef(m.rule), Nearest: nearest}
	for v, x := range m.rule.User.Variables {
		if m.isKnown(v) {
			made.Bindings = append(made.Bindings, Binding{x.Name, m.valueOf(v)})
		}
	}
	for k := range m.body {
		made.Literals = append(made.Literals, w.literal(m, k, found.states[k], depth))
	}
	return made
}

// literal shows one literal of a miss, and follows it down if it fails.
func (w *whyNot) literal(m *misses, k int, state LiteralState, depth int) MissLiteral {
	lit := m.body[k]
	made := MissLiteral{State: state}
	made.Kind = premiseKind(lit)
	made.Text = rules.Text(lit, func(v int) string {
		if m.isKnown(v) {
			return m.valueOf(v).String()
		}
		return "?" + m.name(v)
	})
	switch lit := lit.(type) {
	case *rules.Atom:
		w.atom(&made, m, lit, m.atoms[k], depth)
	case *rules.Comparison:
		if state == LiteralFails {
			c := plan.Compare(lit, false, m.valueOf)
			made.Left, made.Right, made.Undefined = c.Left, c.Right, c.Undefined
		}
	case *rules.Condition:
		if state == LiteralFails {
			_, made.Undefined = plan.Holds(lit, m.valueOf)
		}
	case *rules.Aggregate:
		if state != LiteralOpen {
			w.group(&made, m, lit, m.atoms[k])
		}
	}
	return made
}

// name returns the name of the variable that stands for one without a value.
func (m *misses) name(variable int) string { return m.rule.User.Variables[m.alias[variable]].Name }

// atom shows the fact that an atom stands for, what stands in the way of an absence, or why an atom fails.
func (w *whyNot) atom(made *MissLiteral, m *misses, a *rules.Atom, lit *plan.Literal, depth int) {
	if made.State == LiteralFails && !a.Negated {
		made.Absence = w.absence(m.query(a), depth+1)
		return
	}
	if made.State == LiteralOpen || a.Negated && made.State == LiteralHolds {
		return
	}
	m.rows(lit, func(tuple []plan.ID) bool { // the first in the order of the rows; of a bound atom the only one
		r, row := lit.Relation, lit.Relation.Find(tuple)
		if r.Projects != nil {
			r, row = w.projected(r, row)
		}
		made.Fact, made.Support, made.Base = w.fact(r, row), supportNow(r, row), r.State(row)&store.Base != 0
		if b, ok := w.base.Find(made.Fact); ok {
			made.Attributions = b.Attributions
		}
		if a.Negated {
			made.InTheWay = w.justifier(w.ctx).tree(r, row, inTheWayDepth)
		}
		return false
	})
}

// projected returns the first fact that a row is a projection of.
func (w *whyNot) projected(r *plan.Relation, row store.Row) (*plan.Relation, store.Row) {
	return r.Projects, instancesOf(w.program, r, row, now)[0].rows[0]
}

// query makes an atom of a rule, with the values that are known, a question of its own.
func (m *misses) query(a *rules.Atom) rules.Query {
	q := rules.Query{Relation: a.Relation.Name, Terms: slices.Clone(a.Terms), Place: a.Place}
	number := map[int]int{}
	for c, t := range q.Terms {
		switch {
		case t.Kind != rules.VariableTerm:
		case m.isKnown(t.Variable):
			q.Terms[c] = rules.Term{Kind: rules.ConstantTerm, Value: m.valueOf(t.Variable)}
		default:
			stands := m.alias[t.Variable]
			n, known := number[stands]
			if !known {
				n = len(q.Variables)
				number[stands] = n
				q.Variables = append(q.Variables, m.name(stands))
			}
			q.Terms[c].Variable = n
		}
	}
	return q
}

// group shows the group of an aggregate, and the value that it has.
func (w *whyNot) group(made *MissLiteral, m *misses, a *rules.Aggregate, lit *plan.Literal) {
	if slices.ContainsFunc(a.Group, func(v int) bool { return !m.isKnown(v) }) {
		return
	}
	x := &explainer{Engine: w.Engine, before: w.program, now: w.program}
	i := &instance{rule: m.rule, registers: make([]plan.ID, len(m.values))}
	for r, stands := range m.alias {
		i.registers[r] = m.values[stands]
	}
	value, has := plan.ID(0), false
	m.rows(lit, func(tuple []plan.ID) bool {
		value, has = tuple[len(tuple)-1], true
		return false
	})
	made.Group = x.groupWith(i, lit, value)
	if has && made.State == LiteralFails {
		made.Value = w.program.Dictionary.Value(value)
	}
}
