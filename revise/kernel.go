package revise

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/beliefbase/revise/belief"
)

// Kernel is a minimal set of base beliefs from which a fact follows, sorted: without any one of them it does not follow
// from the others. Nothing is in the kernel of what holds by rules alone.
type Kernel []belief.Belief

// KernelLimits bound an enumeration of kernels; zero is no limit.
type KernelLimits struct {
	Max  int // kernels
	Size int // beliefs in each
}

// Kernels enumerates the kernels of one fact, as they were when it was made: what happens to the engine later does not
// reach it.
type Kernels struct {
	cone     *cone
	ctx      context.Context
	limits   KernelLimits
	complete bool
}

// Kernels prepares to enumerate the kernels of the fact. What is absent is taken as it is now, and so are the values of
// groups: a kernel says what the fact rests on, not what would prevent it. The value of a group rests on all solutions of
// the group, but for min and max, where any one that has the value is enough; of a bag it matters that a fact holds, not
// how often.
// The error is ErrNotHeld when the fact does not hold, or that of the context, whose end ends the enumeration too. The
// cost is that of the rule instances below the fact; the enumeration itself may be exponential in them.
func (e *Engine) Kernels(ctx context.Context, f belief.Fact, limits KernelLimits) (*Kernels, error) {
	e.mu.Lock() // joins compile and index on first use
	defer e.mu.Unlock()
	if _, err := e.checkFact(f, belief.Place{}); err != nil {
		return nil, err
	}
	r, row, ok := e.rowOf(f)
	if !ok || !r.Holds(row) {
		return nil, ErrNotHeld
	}
	c, err := e.coneOf(ctx, r, row)
	if err != nil {
		return nil, err
	}
	return &Kernels{cone: c, ctx: ctx, limits: limits}, nil
}

// All yields the kernels, smaller ones first and those of one size in the order of their facts. All kernels up to some
// size are looked for at a time, then those of up to twice that size. Where there are so many that this takes about a
// second, the others come in the order in which they are found.
func (k *Kernels) All() iter.Seq[Kernel] {
	return func(yield func(Kernel) bool) {
		r := &kernelRun{Kernels: k, yield: yield, largest: len(k.cone.beliefs)}
		if k.limits.Size > 0 {
			r.largest = min(r.largest, k.limits.Size)
		}
		k.complete = r.bySize() || r.oneByOne()
	}
}

// kernelRun is one enumeration.
type kernelRun struct {
	*Kernels
	yield   func(Kernel) bool
	largest int
	found   []environment
	stopped bool // by a limit or the caller
}

// bySize yields from labels and reports whether that was all.
func (r *kernelRun) bySize() bool {
	for done, size := -1, min(1, r.largest); ; done, size = size, min(2*size, r.largest) {
		l := labelsOf(r.ctx, r.cone, size)
		if l.ended {
			return false
		}
		for _, set := range l.larger(done) {
			if !r.give(set) {
				return false
			}
		}
		if !l.cut || size == r.largest {
			r.stopped = true
			return !l.cut
		}
	}
}

// oneByOne yields what is not yielded yet and reports whether that was all.
func (r *kernelRun) oneByOne() bool {
	if r.stopped {
		return false
	}
	hidden := false
	if len(r.found) == 0 { // one is found even when the time is up
		if set, _ := (&tree{cone: r.cone}).escaping(nil); set != nil && len(set) <= r.largest && !r.give(set) {
			return false
		}
	}
	t := &tree{cone: r.cone, found: slices.Clone(r.found)}
	all := t.walk(func() bool { return r.ctx.Err() != nil }, func(set environment) bool {
		if len(set) > r.largest {
			hidden = true
			return true
		}
		return r.give(set)
	})
	return all && !hidden
}

// give yields a kernel and reports whether to go on.
func (r *kernelRun) give(set environment) bool {
	r.stopped = r.limits.Max > 0 && len(r.found) == r.limits.Max || !r.yield(r.kernel(set))
	r.found = append(r.found, set)
	return !r.stopped
}

// Complete reports whether the last enumeration came to its end and left out nothing: no limit, no lack of time and no
// lack of memory stopped it, and its caller did not. It is false where the limit on size may have hidden a kernel.
func (k *Kernels) Complete() bool { return k.complete }

// larger returns the sets of the goal's label that have more beliefs than size, in the order of All.
func (l *labels) larger(size int) []environment {
	var list []environment
	for _, set := range l.of[0] {
		if len(set) > size {
			list = append(list, set)
		}
	}
	slices.SortFunc(list, func(a, b environment) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
	})
	return list
}

func (k *Kernels) kernel(set environment) Kernel {
	made := make(Kernel, len(set))
	for i, b := range set {
		made[i] = k.cone.beliefs[b]
	}
	return made
}
