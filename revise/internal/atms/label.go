package atms

import (
	"errors"

	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/network"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// The bounds, beyond which a program is not covered: labels may be exponential in what they are made of.
const (
	maxJustifications = 1 << 17
	maxLabel          = 1 << 9  // environments of one fact
	maxEnvironments   = 1 << 17 // of all facts
	maxWork           = 1 << 22 // comparisons of environments for one revision: about a second
)

// PastBounds says that the labels, or the justifications they need, are more than the system is good for.
type PastBounds struct {
	Relation *plan.Relation // that was under way
	What     string
}

// Error says what there is too much of.
func (e *PastBounds) Error() string { return e.What }

var (
	errLabel        = errors.New("a label of more than 512 environments")
	errEnvironments = errors.New("labels of more than 131,072 environments in all")
	errWork         = errors.New("more work for labels than it is good for")
)

// relabel brings the labels of every stratum in step with the justifications that are new, lower strata first.
func (y *System) relabel(t *maintain.Turn) {
	y.work = 0
	for n, s := range y.program.Strata {
		if len(y.seeds[n]) == 0 && len(y.assumed[n]) == 0 {
			continue
		}
		y.relabelStratum(t, s)
		y.seeds[n], y.assumed[n], y.weakened[n] = nil, nil, false
		if t.Err != nil {
			return
		}
	}
}

// relabelStratum carries environments along the justifications until nothing is new. Where something below makes less true
// than before, the stratum begins with none.
func (y *System) relabelStratum(t *maintain.Turn, s *plan.Stratum) {
	old := map[maintain.Fact]Label{}
	var updated []maintain.Fact
	update := func(f maintain.Fact, l Label) {
		if _, known := old[f]; !known {
			old[f] = y.Label(f)
			updated = append(updated, f)
		}
		y.setLabel(f, l)
	}
	queue := y.seeds[s.Number]
	if y.weakened[s.Number] {
		queue = y.byStratum[s.Number]
		for _, j := range queue {
			update(y.Head(j), y.own(y.Head(j)))
		}
	}
	for _, f := range y.assumed[s.Number] {
		update(f, y.Label(f).Merged(y.own(f)))
		queue = append(queue, y.users(f)...)
	}
	for len(queue) > 0 && t.Err == nil {
		j := queue[0]
		queue = queue[1:]
		t.Instances++
		f := y.Head(j)
		before := y.Label(f)
		after := y.propagate(t, j, before)
		if t.Interrupted() || t.Err != nil || before.coversAll(after) {
			continue
		}
		update(f, after)
		queue = append(queue, y.users(f)...)
	}
	for _, f := range updated {
		y.settle(t, f, old[f])
	}
}

// users returns the justifications of the fact's own stratum that rest on it.
func (y *System) users(f maintain.Fact) []network.ID {
	var list []network.ID
	y.Uses(f, func(j network.ID, lit *plan.Literal) {
		if lit.InStratum {
			list = append(list, j)
		}
	})
	return list
}

// settle completes a label that has come to its end, and tells the strata above if it is another than before.
func (y *System) settle(t *maintain.Turn, f maintain.Fact, before Label) {
	if y.Label(f).mixed() { // an environment may follow from two others: if a with b, and b without a, then b
		complete := y.deny(t, f, y.deny(t, f, y.Label(f)))
		if t.Err == nil {
			y.setLabel(f, complete)
		}
	}
	y.tell(f, before)
}

// tell notes with the strata above that the label of a fact has changed. One that covers less makes less true above it;
// under a negation, one that covers more does.
func (y *System) tell(f maintain.Fact, before Label) {
	after := y.Label(f)
	shrunk, grown := !after.coversAll(before), !before.coversAll(after)
	if !shrunk && !grown {
		return
	}
	y.Uses(f, func(j network.ID, lit *plan.Literal) {
		if lit.InStratum {
			return
		}
		above := y.Head(j).Stratum.Number
		y.seeds[above] = append(y.seeds[above], j)
		if lit.Negated {
			y.weakened[above] = y.weakened[above] || grown
		} else {
			y.weakened[above] = y.weakened[above] || shrunk
		}
	})
}

// propagate returns the label with what the justification adds: each choice of an environment for each antecedent, of
// what must be absent one of those in which it is.
func (y *System) propagate(t *maintain.Turn, j network.ID, label Label) Label {
	f := y.Head(j)
	product := Label{nil}
	for _, lit := range y.Rule(j).Literals {
		a := maintain.Fact{Relation: lit.Relation, Row: y.Antecedent(j, lit)}
		l := y.Label(a)
		if lit.Negated {
			l = y.deny(t, f, l)
		}
		product = y.times(t, f, product, l)
	}
	for _, e := range product {
		if !y.spend(t, f, len(label)) {
			break
		}
		if !label.covers(e) {
			label = label.with(e)
		}
	}
	if len(label) > maxLabel {
		y.give(t, f, errLabel)
	}
	return label
}

// deny returns the label of the absence: one assumption of each environment, with the other sign.
func (y *System) deny(t *maintain.Turn, f maintain.Fact, l Label) Label {
	product := Label{nil}
	for _, e := range l {
		flipped := make(Label, len(e))
		for i, a := range e {
			flipped[i] = Environment{opposite(a)}
		}
		product = y.times(t, f, product, flipped)
	}
	return product
}

// times joins each environment of one label with each of the other.
func (y *System) times(t *maintain.Turn, f maintain.Fact, l, m Label) Label {
	var product Label
	for _, d := range l {
		for _, e := range m {
			if !y.spend(t, f, 1+len(product)) {
				return nil
			}
			if both := d.Union(e); both.consistent() && !product.covers(both) {
				product = product.with(both)
			}
			if len(product) > maxLabel {
				y.give(t, f, errLabel)
				return nil
			}
		}
	}
	return product
}

// spend counts work, and reports whether to go on.
func (y *System) spend(t *maintain.Turn, f maintain.Fact, steps int) bool {
	if y.work += steps; y.work > maxWork {
		y.give(t, f, errWork)
	}
	return t.Err == nil && !t.Interrupted()
}

// give ends the turn at a bound.
func (y *System) give(t *maintain.Turn, f maintain.Fact, what error) {
	t.Stop(&PastBounds{Relation: f.Relation, What: what.Error()})
}

// setLabel replaces the label of a fact.
func (y *System) setLabel(f maintain.Fact, l Label) {
	own := &y.labels[f.Number]
	if more := int(f.Row) + 1 - len(*own); more > 0 {
		*own = append(*own, make([]Label, more)...)
	}
	y.environments += len(l) - len((*own)[f.Row])
	(*own)[f.Row] = l
}

// Label returns the label of a fact: the minimal sets of assumptions under which it holds.
func (y *System) Label(f maintain.Fact) Label {
	if own := y.labels[f.Number]; int(f.Row) < len(own) {
		return own[f.Row]
	}
	return nil
}

// own returns the label that a fact has as an assumption.
func (y *System) own(f maintain.Fact) Label {
	if n, ok := y.numbers[f]; ok {
		return Label{{believed(n)}}
	}
	return nil
}
