package revise

import (
	"encoding/binary"
	"slices"
)

// tree enumerates kernels one by one, where there are too many to label a cone: Reiter's tree of hitting sets, in which
// every path leads to a kernel that has none of the path's beliefs (ALGORITHMS 5.4). Walked to its end it has met every
// kernel: otherwise some path would hit all that it met and miss another.
type tree struct {
	*cone
	found []environment // kernels
	hit   []environment // paths that no kernel escapes
}

// walk calls yield with the kernels that are not known yet, in the order in which they are found. It reports whether it
// came to the end.
func (t *tree) walk(expired func() bool, yield func(environment) bool) bool {
	level, seen := []environment{nil}, map[string]bool{}
	for len(level) > 0 {
		var next []environment
		for _, path := range level {
			if expired() || len(seen) > environments {
				return false
			}
			if slices.ContainsFunc(t.hit, func(h environment) bool { return h.Within(path) }) {
				continue
			}
			kernel, known := t.escaping(path)
			if kernel == nil {
				t.hit = append(t.hit, path)
				continue
			}
			if !known {
				t.found = append(t.found, kernel)
				if !yield(kernel) {
					return false
				}
			}
			for _, b := range kernel {
				child := path.Union(environment{b})
				if key := keyOf(child); !seen[key] {
					seen[key] = true
					next = append(next, child)
				}
			}
		}
		level = next
	}
	return true
}

func keyOf(e environment) string {
	var text []byte
	for _, b := range e {
		text = binary.AppendUvarint(text, uint64(b))
	}
	return string(text)
}

// escaping returns a kernel that has none of the path's beliefs, one that is known if there is one; nil if there is none.
func (t *tree) escaping(path environment) (kernel environment, known bool) {
	for _, k := range t.found {
		if !slices.ContainsFunc(k, path.Has) {
			return k, true
		}
	}
	support := t.support(func(b int32) bool { return !path.Has(b) })
	for _, b := range support {
		if !support.Has(b) {
			continue
		}
		if smaller := t.support(func(x int32) bool { return x != b && support.Has(x) }); smaller != nil {
			support = smaller
		}
	}
	return support, false
}

// How a node was derived: by a clause, or
const (
	asBelief  = -1
	underived = -2
)

// support returns beliefs, all of them allowed, from which the fact follows: the leaves of the first derivation that is
// found. It is nil if there is none, and empty but not nil if none are needed.
func (c *cone) support(allowed func(int32) bool) environment {
	by := slices.Repeat([]int{underived}, len(c.places))
	var queue []int
	reach := func(n, how int) {
		if by[n] == underived {
			by[n] = how
			queue = append(queue, n)
		}
	}
	for n, b := range c.belief {
		if b >= 0 && allowed(int32(b)) {
			reach(n, asBelief)
		}
	}
	missing := make([]int, len(c.clauses))
	for i, x := range c.clauses {
		if missing[i] = len(x.premises); missing[i] == 0 {
			reach(x.head, i)
		}
	}
	for k := 0; k < len(queue) && by[0] == underived; k++ {
		for _, use := range c.uses[queue[k]] {
			if missing[use]--; missing[use] == 0 {
				reach(c.clauses[use].head, use)
			}
		}
	}
	if by[0] == underived {
		return nil
	}
	return c.leaves(by)
}

// leaves returns the beliefs at the ends of a derivation of the fact.
func (c *cone) leaves(by []int) environment {
	found := environment{}
	queue, seen := []int{0}, map[int]bool{0: true}
	for k := 0; k < len(queue); k++ {
		n := queue[k]
		if by[n] == asBelief {
			found = append(found, int32(c.belief[n]))
			continue
		}
		for _, p := range c.clauses[by[n]].premises {
			if !seen[p] {
				seen[p] = true
				queue = append(queue, p)
			}
		}
	}
	slices.Sort(found)
	return found
}
