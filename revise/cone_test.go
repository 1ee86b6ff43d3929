package revise

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// randomCone makes a cone of a few nodes and beliefs, circles included.
func randomCone(random *rand.Rand) *cone {
	nodes, beliefs := 2+random.IntN(9), 1+random.IntN(6)
	c := &cone{uses: make([][]int, nodes), places: make([]conePlace, nodes), beliefs: make([]belief.Belief, beliefs)}
	c.belief = slices.Repeat([]int{-1}, nodes)
	for b := range beliefs {
		c.belief[random.IntN(nodes)] = b
	}
	for range random.IntN(3 * nodes) {
		var premises []int
		for range random.IntN(4) {
			premises = append(premises, random.IntN(nodes))
		}
		if len(premises) > 0 || random.IntN(8) == 0 {
			c.add(random.IntN(nodes), premises)
		}
	}
	return c
}

// bruteSets tries every set of beliefs.
func bruteSets(c *cone) []environment {
	var minimal []environment
	for size := range len(c.beliefs) + 1 {
		for bits := range 1 << len(c.beliefs) {
			set := environment{}
			for b := range len(c.beliefs) {
				if bits>>b&1 == 1 {
					set = append(set, int32(b))
				}
			}
			if len(set) == size && entails(c, set) && !slices.ContainsFunc(minimal, func(m environment) bool { return m.Within(set) }) {
				minimal = append(minimal, set)
			}
		}
	}
	sortSets(minimal)
	return minimal
}

// entails applies clauses until nothing changes.
func entails(c *cone, set environment) bool {
	holds := make([]bool, len(c.places))
	for n, b := range c.belief {
		holds[n] = b >= 0 && slices.Contains(set, int32(b))
	}
	for changed := true; changed; {
		changed = false
		for _, x := range c.clauses {
			if !holds[x.head] && !slices.ContainsFunc(x.premises, func(p int) bool { return !holds[p] }) {
				holds[x.head], changed = true, true
			}
		}
	}
	return holds[0]
}

func sortSets(sets []environment) {
	slices.SortFunc(sets, func(a, b environment) int { return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b)) })
}

// TestLabelsAndTree compares the two searches with trying every set of beliefs.
func TestLabelsAndTree(t *testing.T) {
	const seeds = 5000
	kernels := 0
	for seed := range uint64(seeds) {
		c := randomCone(rand.New(rand.NewPCG(seed, 0)))
		want := bruteSets(c)
		kernels += len(want)
		if got := labelsOf(context.Background(), c, len(c.beliefs)).larger(-1); !equalSets(got, want) {
			t.Fatalf("seed %d: labels give %v, want %v", seed, got, want)
		}
		var got []environment
		all := (&tree{cone: c}).walk(func() bool { return false }, func(set environment) bool {
			got = append(got, set)
			return true
		})
		if sortSets(got); !all || !equalSets(got, want) {
			t.Fatalf("seed %d: the tree gives %v (all: %t), want %v", seed, got, all, want)
		}
	}
	if kernels < seeds/2 {
		t.Errorf("%d kernels only", kernels)
	}
}

func equalSets(a, b []environment) bool {
	return slices.EqualFunc(a, b, func(x, y environment) bool { return slices.Equal(x, y) })
}
