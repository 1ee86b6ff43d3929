package revise

import (
	"encoding/binary"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// signed finds the changes of the belief base that can help to make something hold, or cease to hold: the withdrawals
// and, for relations that may be asserted, the assertions with the right sign in what it depends on (algorithms.md, 5.4).
// No other change can: a fact comes only by what comes below it, or goes below a negation of it.
type signed struct {
	*Engine
	grows, shrinks map[*plan.Relation]bool // whether a change can bring, or take, any fact of it
	known          *knownValues
	of             map[string][]change // by absence: what was found
	seen           map[string]bool     // patterns, in the search under way
	found          []change            // by it
	room           int                 // for rows and patterns that are looked at
	cut            bool                // something was left out
}

// signedRoom is how many rows and patterns a search looks at in all.
const signedRoom = 1 << 18

func newSigned(e *Engine) *signed {
	s := &signed{
		Engine: e, grows: map[*plan.Relation]bool{}, shrinks: map[*plan.Relation]bool{},
		known: newKnownValues(e.program), of: map[string][]change{}, room: signedRoom,
	}
	s.mark()
	return s
}

// mark finds out what can grow and what can shrink: the least sets that are closed under the rules.
func (s *signed) mark() {
	for _, r := range s.program.Relations {
		if r.User != nil {
			table := s.base.Existing(r.Name)
			s.grows[r], s.shrinks[r] = r.User.MayAssert, table != nil && table.Len() > 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, r := range s.program.Relations {
			grows, shrinks := s.grows[r], s.shrinks[r]
			for _, rule := range rulesFor(r) {
				for _, lit := range rule.Literals {
					up, down := s.grows[lit.Relation], s.shrinks[lit.Relation]
					if lit.Negated {
						up, down = down, up
					}
					if r.Aggregate != nil {
						up, down = up || down, up || down
					}
					grows, shrinks = grows || up, shrinks || down
				}
			}
			changed = changed || grows != s.grows[r] || shrinks != s.shrinks[r]
			s.grows[r], s.shrinks[r] = grows, shrinks
		}
	}
}

// rulesFor returns the rules that conclude the relation, or the braces of its aggregate.
func rulesFor(r *plan.Relation) []*plan.Rule {
	if r.Aggregate != nil {
		return []*plan.Rule{r.Aggregate.Body}
	}
	return r.Rules
}

// breaking returns the changes that can help to make hold what is absent.
func (s *signed) breaking(a absence) []change {
	key := patternKey(a.relation, pattern(a.tuple), true)
	if found, done := s.of[key]; done {
		return found
	}
	s.seen, s.found = map[string]bool{}, nil
	p := pattern(a.tuple)
	if a.relation.Aggregate != nil {
		p[len(p)-1] = anything // another value
	}
	s.visit(a.relation, p, true)
	s.of[key] = s.found
	return s.found
}

// cell is a value of a pattern, or anything.
type cell int64

const anything cell = -1

func pattern(tuple []plan.ID) []cell {
	p := make([]cell, len(tuple))
	for c, id := range tuple {
		p[c] = cell(id)
	}
	return p
}

func patternKey(r *plan.Relation, p []cell, grow bool) string {
	text := []byte{0}
	if grow {
		text[0] = 1
	}
	text = binary.AppendUvarint(text, uint64(r.Number))
	for _, c := range p {
		text = binary.AppendVarint(text, int64(c))
	}
	return string(text)
}

// visit collects the changes that can help to make a fact of the pattern come, or go.
func (s *signed) visit(r *plan.Relation, p []cell, grow bool) {
	key := patternKey(r, p, grow)
	if grow && !s.grows[r] || !grow && !s.shrinks[r] || s.seen[key] || !s.spend() {
		return
	}
	s.seen[key] = true
	switch {
	case r.User == nil:
	case grow && r.User.MayAssert:
		s.assertions(r, p)
	case !grow:
		s.withdrawals(r, p)
	}
	for _, rule := range rulesFor(r) {
		terms := p
		if r.Aggregate != nil {
			terms = p[:len(p)-1]
		}
		if registers := bind(rule, rule.HeadTerms, terms); registers != nil {
			s.join(rule, registers, make([]bool, len(rule.Literals)), grow)
		}
	}
}

func (s *signed) spend() bool {
	if s.room == 0 {
		s.cut = true
		return false
	}
	s.room--
	return true
}

// bind gives the registers of a rule the values of a pattern; nil if they cannot have them.
func bind(rule *plan.Rule, terms []plan.Term, p []cell) []cell {
	registers := slices.Repeat([]cell{anything}, rule.Registers)
	if !extend(registers, terms, p) {
		return nil
	}
	return registers
}

func extend(registers []cell, terms []plan.Term, p []cell) bool {
	for c, t := range terms {
		switch has := valueOf(registers, t); {
		case p[c] == anything || has == p[c]:
		case has != anything:
			return false
		default:
			registers[t.Register] = p[c]
		}
	}
	return true
}

func valueOf(registers []cell, t plan.Term) cell {
	if t.Register < 0 {
		return cell(t.Constant)
	}
	return registers[t.Register]
}

// join goes through the instances of a rule as far as they are certain: a positive literal that no change can make grow
// has only the facts that it has. It visits the literals of each.
func (s *signed) join(rule *plan.Rule, registers []cell, done []bool, grow bool) {
	next, most := -1, -1
	for _, lit := range rule.Literals {
		if bound := boundTerms(registers, lit); !done[lit.Position] && s.certain(lit) && bound > most {
			next, most = lit.Position, bound
		}
	}
	if next < 0 {
		s.literals(rule, registers, grow)
		return
	}
	done[next] = true
	lit := rule.Literals[next]
	s.eachRow(lit.Relation, instantiate(registers, lit), func(row store.Row) bool {
		further := slices.Clone(registers)
		if extend(further, lit.Terms, pattern(lit.Relation.Tuple(row))) {
			s.join(rule, further, done, grow)
		}
		return s.spend()
	})
	done[next] = false
}

func (s *signed) certain(lit *plan.Literal) bool {
	return !lit.Negated && lit.Relation.Aggregate == nil && !s.grows[lit.Relation]
}

func boundTerms(registers []cell, lit *plan.Literal) int {
	n := 0
	for _, t := range lit.Terms {
		if valueOf(registers, t) != anything {
			n++
		}
	}
	return n
}

func instantiate(registers []cell, lit *plan.Literal) []cell {
	p := make([]cell, len(lit.Terms))
	for c, t := range lit.Terms {
		p[c] = valueOf(registers, t)
	}
	return p
}

// literals visits what a rule instance depends on. The value of a group depends on it with both signs.
func (s *signed) literals(rule *plan.Rule, registers []cell, grow bool) {
	for _, lit := range rule.Literals {
		p := instantiate(registers, lit)
		s.visit(lit.Relation, p, grow != lit.Negated)
		if rule.Head == nil {
			s.visit(lit.Relation, p, grow == lit.Negated)
		}
	}
}

// eachRow calls f with the rows that match the pattern and hold, until it returns false.
func (s *signed) eachRow(r *plan.Relation, p []cell, f func(store.Row) bool) {
	var columns []int
	var key []plan.ID
	for c, x := range p {
		if x != anything {
			columns, key = append(columns, c), append(key, plan.ID(x))
		}
	}
	if len(columns) == 0 {
		for row := range r.All {
			if r.Holds(row) && !f(row) {
				return
			}
		}
		return
	}
	index := r.Index(columns)
	index.Cover()
	for _, row := range index.Probe(key) {
		if r.Holds(row) && !f(row) {
			return
		}
	}
}

// withdrawals collects the base beliefs of the pattern.
func (s *signed) withdrawals(r *plan.Relation, p []cell) {
	s.eachRow(r, p, func(row store.Row) bool {
		if r.State(row)&store.Base != 0 {
			s.found = append(s.found, change{fact: s.fact(r, row)})
		}
		return s.spend()
	})
}

// assertions collects the facts of the pattern that are no base beliefs, of known values.
func (s *signed) assertions(r *plan.Relation, p []cell) {
	tuple := make([]plan.ID, len(p))
	var fill func(c int) bool
	fill = func(c int) bool {
		if c == len(p) {
			if row := r.Find(tuple); row == store.NoRow || r.State(row)&store.Base == 0 {
				s.found = append(s.found, change{fact: s.factOf(r, tuple), assert: true})
			}
			return s.spend()
		}
		values := []plan.ID{plan.ID(p[c])}
		if p[c] == anything {
			values = s.known.in(r, c)
		}
		for _, v := range values {
			tuple[c] = v
			if !fill(c + 1) {
				return false
			}
		}
		return true
	}
	fill(0)
}

func (s *signed) factOf(r *plan.Relation, tuple []plan.ID) belief.Fact {
	f := belief.Fact{Relation: r.Name, Values: make([]belief.Value, len(tuple))}
	for c, id := range tuple {
		f.Values[c] = s.program.Dictionary.Value(id)
	}
	return f
}
