package revise

import (
	"cmp"
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Grouping says what base beliefs are taken together when it is asked what falls without them.
type Grouping string

// The groupings: each belief by itself, all that a named source is the last to vouch for, all that stand in one file only.
const (
	ByBelief Grouping = "belief"
	BySource Grouping = "source"
	ByFile   Grouping = "file"
)

// Groupings are all of them, the usual one first.
func Groupings() []Grouping { return []Grouping{ByBelief, BySource, ByFile} }

// FragileOptions say what is looked for.
type FragileOptions struct {
	By        Grouping // ByBelief if it is empty
	Pairs     bool     // pairs of pillars too
	Relations []string // whose conclusions count; nil: all relations with rules
}

// Fragile says which conclusions rest on little.
type Fragile struct {
	Conclusions int      // of the relations that were looked at
	Resting     int      // of them that fall without some pillar, alone or in a pair
	Pillars     []Pillar // those without which something falls, what most rests on first
	Complete    bool     // every pillar, or pair, was tried
}

// Pillar is a belief, a source or a file, or a pair of them, that conclusions rest on: without it they are retracted,
// though not without a part of it.
type Pillar struct {
	Parts []PillarPart // one, or two
	Falls []belief.Fact
}

// PillarPart is one belief, source or file.
type PillarPart struct {
	Belief belief.Belief // where beliefs are looked at, else zero
	Name   string        // of the source or the file
}

func (p PillarPart) compare(q PillarPart) int {
	return cmp.Or(cmp.Compare(p.Name, q.Name), p.Belief.Fact.Compare(q.Belief.Fact))
}

// Fragile finds what conclusions rest on, by taking away one belief, source or file after the other, and if that is asked
// for two at a time, each as a what-if; it changes nothing. What is asserted only and concluded by no rule is no
// conclusion here. The end of the context ends the search.
// The cost is that of one join per conclusion, and of one what-if for each belief, source or file, or pair, that the
// support found by it rests on.
func (e *Engine) Fragile(ctx context.Context, o FragileOptions) *Fragile {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := &fragility{
		Engine: e, ctx: ctx, wanted: map[*plan.Relation]bool{}, alone: map[changedRow][]int{}, resting: map[changedRow]bool{},
	}
	found := &Fragile{}
	for _, r := range e.program.Relations {
		if r.User != nil && r.Stratum != nil && (o.Relations == nil || slices.Contains(o.Relations, r.Name)) {
			f.wanted[r] = true
			for row := range r.All {
				if r.Holds(row) && concludedBefore(r, row) {
					found.Conclusions++
				}
			}
		}
	}
	f.collect(cmp.Or(o.By, ByBelief))
	f.mark()
	f.single()
	if o.Pairs {
		f.pairs()
	}
	found.Resting, found.Pillars, found.Complete = len(f.resting), f.found, !f.cut
	slices.SortStableFunc(found.Pillars, func(a, b Pillar) int {
		return cmp.Or(len(b.Falls)-len(a.Falls), slices.CompareFunc(a.Parts, b.Parts, PillarPart.compare))
	})
	return found
}

// fragility is one search.
type fragility struct {
	*Engine
	ctx     context.Context
	wanted  map[*plan.Relation]bool
	pillars []pillar
	alone   map[changedRow][]int // which pillars a conclusion falls without
	resting map[changedRow]bool
	found   []Pillar
	cut     bool // something was not tried
}

// pairsTried bounds the pairs that are tried: some minutes at most, where a what-if is small.
const pairsTried = 1 << 20

// pillar is what goes with one belief, source or file.
type pillar struct {
	PillarPart
	goes  []going
	bears bool // on some conclusion: whatever falls alone or in a pair falls with one that does
}

type going struct {
	table        *belief.Table
	row          int
	attributions []belief.Attribution
}

// collect finds the pillars and what goes with each.
func (f *fragility) collect(by Grouping) {
	number := map[string]int{}
	for _, name := range f.base.Relations() {
		table := f.base.Existing(name)
		for row := range table.Rows() {
			if !table.Believed(row) {
				continue
			}
			attributions := table.Attributions(row)
			if by == ByBelief {
				part := PillarPart{Belief: belief.Belief{Fact: f.base.Fact(table, row), Attributions: attributions}}
				f.pillars = append(f.pillars, pillar{part, []going{{table, row, attributions}}, false})
				continue
			}
			for _, a := range attributions {
				name := a.Source
				if by == ByFile {
					name = a.Place.File
				}
				if name == "" {
					continue // nobody can take it away by name
				}
				n, known := number[name]
				if !known {
					n = len(f.pillars)
					number[name] = n
					f.pillars = append(f.pillars, pillar{PillarPart: PillarPart{Name: name}})
				}
				f.pillars[n].goes = append(f.pillars[n].goes, going{table, row, []belief.Attribution{a}})
			}
		}
	}
	slices.SortFunc(f.pillars, func(a, b pillar) int { return a.compare(b.PillarPart) })
}

// mark finds the pillars that bear on conclusions. Each conclusion has one support, and falls only with what can break
// that: a leaf of it, or a withdrawal that helps something absent to hold (algorithms.md, 5.4).
func (f *fragility) mark() {
	l := newLeaves(f.Engine)
	for r := range f.wanted {
		for row := range r.All {
			if r.Holds(row) {
				l.visit(r, row)
			}
		}
	}
	s := newSigned(f.Engine)
	for _, a := range l.absent {
		for _, c := range s.breaking(a) {
			if !c.assert {
				l.found[c.fact.String()] = c.fact
			}
		}
	}
	for i := range f.pillars {
		f.pillars[i].bears = s.cut || l.partly || slices.ContainsFunc(f.pillars[i].goes, func(g going) bool {
			_, is := l.found[f.base.Fact(g.table, g.row).String()]
			return is
		})
	}
}

// single takes away each pillar.
func (f *fragility) single() {
	for n := range f.pillars {
		if !f.pillars[n].bears {
			continue
		}
		falls := f.without(n)
		for _, at := range falls {
			f.alone[at] = append(f.alone[at], n)
		}
		f.add(falls, n)
	}
}

// pairs takes away every two pillars.
func (f *fragility) pairs() {
	tried := 0
	for m := range f.pillars {
		for n := m + 1; n < len(f.pillars); n++ {
			if !f.pillars[m].bears && !f.pillars[n].bears {
				continue
			}
			if tried++; tried > pairsTried {
				f.cut = true
				return
			}
			f.add(slices.DeleteFunc(f.without(m, n), func(at changedRow) bool {
				return slices.Contains(f.alone[at], m) || slices.Contains(f.alone[at], n)
			}), m, n)
		}
	}
}

func (f *fragility) add(falls []changedRow, numbers ...int) {
	if len(falls) == 0 {
		return
	}
	var p Pillar
	for _, n := range numbers {
		p.Parts = append(p.Parts, f.pillars[n].PillarPart)
	}
	for _, at := range falls {
		f.resting[at] = true
		p.Falls = append(p.Falls, f.fact(at.relation, at.row))
	}
	slices.SortFunc(p.Falls, belief.Fact.Compare)
	f.found = append(f.found, p)
}

// without takes pillars away and returns the conclusions that fall. Where a fault comes up that is not known.
func (f *fragility) without(numbers ...int) []changedRow {
	tx := f.begin(Request{}, true)
	defer tx.takeBack()
	for _, n := range numbers {
		for _, g := range f.pillars[n].goes {
			tx.belief.WithdrawAttributions(g.table, g.row, g.attributions)
		}
	}
	if err := tx.apply(f.ctx); err != nil {
		f.cut = true
		return nil
	}
	var falls []changedRow
	for r := range f.wanted {
		for _, row := range r.Lost {
			if concludedBefore(r, row) {
				falls = append(falls, changedRow{r, row})
			}
		}
	}
	return falls
}

// concludedBefore reports whether a rule supported the row before the transaction.
func concludedBefore(r *plan.Relation, row store.Row) bool {
	if r.IsBag() {
		_, base := r.BaseMultiplicity(row)
		_, all := r.Multiplicity(row)
		return all > base
	}
	return r.CountBefore(row) > 0
}
