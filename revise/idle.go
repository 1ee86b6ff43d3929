package revise

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// Idle are the lines of a request that change nothing.
type Idle struct {
	List     []IdleItem
	Complete bool // all lines were looked at
}

// IdleItem is a line that could be left out.
type IdleItem struct {
	Item
	Believes bool // it changes what is believed, or a rule, but no conclusion and no violation
}

// Idle tells which lines of the request, made in the present state, change nothing: without all of them it would come to
// the same. Of two lines with the same effect the later one is idle. The end of the context ends the search.
// The error is the *Refusal of the request. The cost is that of one what-if per line.
func (e *Engine) Idle(ctx context.Context, req Request) (*Idle, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	parts := req.parts()
	left := count(len(parts))
	whole, err := e.effects(ctx, req.only(parts, left))
	if err != nil {
		return nil, err
	}
	idle := &Idle{Complete: true}
	// leave leaves out lines, from the last to the first, as long as an effect stays the same.
	leave := func(believes bool, same func(a, b effects) bool) {
		for i := len(left) - 1; i >= 0; i-- {
			if ctx.Err() != nil {
				idle.Complete = false
				return
			}
			rest := leaving(left, i, i+1)
			if without, err := e.effects(ctx, req.only(parts, rest)); err == nil && same(without, whole) {
				idle.List = append(idle.List, IdleItem{parts[left[i]].Item, believes})
				left = rest
			}
		}
	}
	leave(false, func(a, b effects) bool { return a == b })
	leave(true, func(a, b effects) bool { return a.conclusions == b.conclusions })
	slices.SortStableFunc(idle.List, func(a, b IdleItem) int { return a.Place.Compare(b.Place) })
	return idle, nil
}

// effects are what a request does, as texts that can be compared.
type effects struct {
	beliefs     string // and rules
	conclusions string // and violations
}

func (e *Engine) effects(ctx context.Context, req Request) (effects, error) {
	o, err := e.run(ctx, req, true)
	if err != nil {
		return effects{}, err
	}
	var beliefs, conclusions strings.Builder
	believed := func(sign string, f belief.Fact, attributions []belief.Attribution) {
		fmt.Fprint(&beliefs, sign, f)
		for _, a := range attributions {
			fmt.Fprintf(&beliefs, " %q %d", a.Source, a.Entrenchment)
		}
		fmt.Fprintln(&beliefs)
	}
	for _, b := range o.Base.Asserted {
		believed("+", b.Fact, b.Attributions)
	}
	for _, b := range o.Base.Withdrawn {
		believed("-", b.Fact, nil)
	}
	for _, c := range slices.Concat(o.Base.SourcesAdded, o.Base.SourcesRemoved) {
		believed("=", c.Fact, c.Remain)
	}
	fmt.Fprintln(&beliefs, o.Rules)
	for _, c := range o.Retracted {
		fmt.Fprintln(&conclusions, "-", c.Fact)
	}
	for _, c := range o.Gained {
		fmt.Fprintln(&conclusions, "+", c.Fact)
	}
	for _, c := range o.Changed {
		fmt.Fprintln(&conclusions, c.Before, c.After)
	}
	for _, v := range o.MendedViolations {
		fmt.Fprintln(&conclusions, "mended", v.Fact)
	}
	for _, v := range o.NewViolations {
		fmt.Fprintln(&conclusions, "new", v.Fact)
	}
	return effects{beliefs.String(), conclusions.String()}, nil
}
