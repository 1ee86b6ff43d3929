package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Search proves facts of one stratum from what certainly remains: base beliefs, and instances whose lower literals were
// and are true. It goes backward from the fact in question and forward from what it has proved (Motik, Nenov, Piro,
// Horrocks 2015; algorithms.md, 2.6), and it remembers both, which is right as long as only facts leave that it did not
// prove.
type Search struct {
	turn   *Turn
	counts bool // decide by supports where they suffice
	known  map[Fact]finding
	stack  []frame
	proofs []Fact // proved, with consequences that are not drawn yet
}

// finding is what is known of a fact.
type finding uint8

const (
	checked finding = 1 << iota
	proved
	delayed // follows from what is proved; not checked yet
)

// frame is a fact whose instances are looked through.
type frame struct {
	fact Fact
	rule int    // the next one
	body []Fact // of the instances of the rules before it, not checked yet
}

// NewSearch returns a search that knows nothing. It may decide by counts if supports from below are counted apart.
func (t *Turn) NewSearch(counts bool) *Search {
	return &Search{turn: t, counts: counts, known: map[Fact]finding{}}
}

// Proves reports whether the fact follows from what remains. When it does not, each fact that was looked at and not
// proved has been expanded in full, so none of them follows either: this is why every fact of a body is checked, even
// behind one that could not be proved yet.
func (s *Search) Proves(f Fact) bool {
	s.check(f)
	for len(s.stack) > 0 && s.turn.Err == nil {
		switch top := &s.stack[len(s.stack)-1]; {
		case s.known[top.fact]&proved != 0:
			s.stack = s.stack[:len(s.stack)-1]
		case len(top.body) > 0:
			next := top.body[0]
			top.body = top.body[1:]
			s.check(next)
		case top.rule < len(top.fact.Rules):
			top.rule++
			s.expand(top, top.fact.Rules[top.rule-1])
		default:
			s.stack = s.stack[:len(s.stack)-1]
		}
	}
	return s.known[f]&proved != 0
}

// check looks at a fact for the first time: it is proved at once, disproved at once, or pushed to be expanded.
func (s *Search) check(f Fact) {
	known := s.known[f]
	if known&checked != 0 {
		return
	}
	s.known[f] = known | checked
	switch {
	case known&delayed != 0 || f.State(f.Row)&store.Base != 0 || s.fromBelow(f):
		s.prove(f)
	case s.counts && f.Count(f.Row) == 0:
	default:
		s.stack = append(s.stack, frame{fact: f})
	}
}

// fromBelow reports whether a rule without a literal of the stratum derives the fact.
func (s *Search) fromBelow(f Fact) bool {
	if s.counts {
		return f.FromBelow() > 0
	}
	found := false
	for _, rule := range f.Rules {
		if !found && !rule.Recursive() {
			s.turn.Deriving(rule, f, func(x *plan.Run) {
				found = true
				x.Halt()
			})
		}
	}
	return found
}

// expand adds to the frame what the rule's instances have of the stratum in their bodies. An enumeration cannot pause, so
// all instances of one rule are enumerated before the first body is checked: where an early one suffices the paper's
// algorithm, which goes instance by instance, sees fewer.
func (s *Search) expand(top *frame, rule *plan.Rule) {
	if !rule.Recursive() {
		return
	}
	s.turn.Deriving(rule, top.fact, func(x *plan.Run) {
		for _, lit := range rule.Literals {
			if !lit.InStratum {
				continue
			}
			if b := (Fact{lit.Relation, x.Rows[lit.Position]}); s.known[b]&checked == 0 {
				top.body = append(top.body, b)
			}
		}
	})
}

// prove notes that the fact follows, and draws the consequences: what is checked and follows is proved too, what is not
// checked yet is delayed until it is.
func (s *Search) prove(f Fact) {
	s.known[f] |= proved
	s.proofs = append(s.proofs[:0], f)
	for len(s.proofs) > 0 {
		last := s.proofs[len(s.proofs)-1]
		s.proofs = s.proofs[:len(s.proofs)-1]
		s.turn.Using(last, func(x *plan.Run) {
			if !s.bodyProved(x) {
				return
			}
			h := Fact{x.Rule.Head, x.Rule.Head.Find(x.Head)}
			switch known := s.known[h]; {
			case known&proved != 0:
			case known&checked != 0:
				s.known[h] |= proved
				s.proofs = append(s.proofs, h)
			default:
				s.known[h] |= delayed
			}
		})
	}
}

func (s *Search) bodyProved(x *plan.Run) bool {
	for _, lit := range x.Rule.Literals {
		if lit.InStratum && s.known[Fact{lit.Relation, x.Rows[lit.Position]}]&proved == 0 {
			return false
		}
	}
	return true
}
