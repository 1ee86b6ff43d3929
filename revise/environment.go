package revise

import (
	"cmp"
	"errors"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/atms"
	"github.com/beliefbase/revise/revise/internal/maintain"
)

// Environment is a minimal set of assumptions under which something holds: it does whenever all of some base beliefs are
// believed and none of some others. Both lists are sorted.
type Environment struct {
	Believed []belief.Fact
	Absent   []belief.Fact
}

// ErrNoLabels says that only an engine under ATMS has labels.
var ErrNoLabels = errors.New("only the strategy atms keeps labels")

// Environments returns the label of a fact, smaller environments first: the fact holds where one of them does, whatever
// is believed of all that the engine has met. A label without environments is that of what never holds, one with an empty
// environment that of what always does. The error is ErrNoLabels under another strategy. The cost is that of the label.
func (e *Engine) Environments(f belief.Fact) ([]Environment, error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	system, ok := e.keeper.(*atms.System)
	if !ok {
		return nil, ErrNoLabels
	}
	r, row, known := e.rowOf(f)
	if !known {
		return nil, nil
	}
	return e.environments(system, system.Label(maintain.Fact{Relation: r, Row: row})), nil
}

// Nogoods returns the minimal sets of assumptions under which some constraint is violated, smaller ones first. The error
// is ErrNoLabels under another strategy than ATMS. The cost grows with the square of their number.
func (e *Engine) Nogoods() ([]Environment, error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	system, ok := e.keeper.(*atms.System)
	if !ok {
		return nil, ErrNoLabels
	}
	var all atms.Label
	for _, r := range e.program.Violations {
		for row := range r.All {
			all = all.Merged(system.Label(maintain.Fact{Relation: r, Row: row}))
		}
	}
	return e.environments(system, all), nil
}

func (e *Engine) environments(system *atms.System, l atms.Label) []Environment {
	list := make([]Environment, len(l))
	for i, set := range l {
		for _, signed := range set {
			a, believed := system.Assumption(signed)
			f := e.fact(a.Relation, a.Row)
			if believed {
				list[i].Believed = append(list[i].Believed, f)
			} else {
				list[i].Absent = append(list[i].Absent, f)
			}
		}
		slices.SortFunc(list[i].Believed, belief.Fact.Compare)
		slices.SortFunc(list[i].Absent, belief.Fact.Compare)
	}
	slices.SortFunc(list, func(a, b Environment) int {
		return cmp.Or(
			cmp.Compare(len(a.Believed)+len(a.Absent), len(b.Believed)+len(b.Absent)),
			slices.CompareFunc(a.Believed, b.Believed, belief.Fact.Compare),
			slices.CompareFunc(a.Absent, b.Absent, belief.Fact.Compare),
		)
	})
	return list
}
