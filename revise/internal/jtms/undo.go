package jtms

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/network"
)

// undo is what the labels were when the transaction began.
type undo struct {
	known    int // justifications
	states   []wasState
	supports []wasSupport
}

type wasState struct {
	of    network.ID
	state state
}

type wasSupport struct {
	of      maintain.Fact
	support network.ID
}

// set changes the state of a justification.
func (y *System) set(j network.ID, to state) {
	if y.states[j]&logged == 0 {
		y.undo.states = append(y.undo.states, wasState{j, y.states[j]})
		to |= logged
	}
	y.states[j] = to
}

// rest makes the fact rest on a justification, on its being a premise, or on nothing.
func (y *System) rest(f maintain.Fact, on network.ID) {
	own := &y.supports[f.Number]
	if more := int(f.Row) + 1 - len(*own); more > 0 {
		*own = append(*own, make([]network.ID, more)...)
	}
	y.undo.supports = append(y.undo.supports, wasSupport{f, (*own)[f.Row]})
	(*own)[f.Row] = on
}

// Commit makes the labels those that the next transaction starts from.
func (y *System) Commit() {
	for _, was := range y.undo.states {
		y.states[was.of] &^= logged
	}
	y.end()
}

// Rollback takes back everything since the transaction began.
func (y *System) Rollback() {
	for _, was := range y.undo.states {
		y.states[was.of] = was.state
	}
	for i := len(y.undo.supports) - 1; i >= 0; i-- {
		was := y.undo.supports[i]
		y.supports[was.of.Number][was.of.Row] = was.support
	}
	y.Truncate(y.undo.known)
	y.states = y.states[:y.Len()+1]
	y.end()
}

// keepUndo is the length of an undo list that is worth keeping for the next transaction.
const keepUndo = 1 << 16

func (y *System) end() {
	y.undo.known, y.undo.states, y.undo.supports = y.Len(), y.undo.states[:0], y.undo.supports[:0]
	if cap(y.undo.states) > keepUndo {
		y.undo.states, y.undo.supports = nil, nil
	}
	for i := range y.pending {
		y.pending[i] = y.pending[i][:0]
	}
	clear(y.told)
}
