package revise

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// bruteCuts tries every set of beliefs to leave out.
func bruteCuts(c *cone) []environment {
	var minimal []environment
	for size := range len(c.beliefs) + 1 {
		for bits := range 1 << len(c.beliefs) {
			out, in := environment{}, environment{}
			for b := range int32(len(c.beliefs)) {
				if bits>>b&1 == 1 {
					out = append(out, b)
				} else {
					in = append(in, b)
				}
			}
			if len(out) == size && !entails(c, in) && !slices.ContainsFunc(minimal, func(m environment) bool { return m.Within(out) }) {
				minimal = append(minimal, out)
			}
		}
	}
	sortSets(minimal)
	return minimal
}

// The cuts of random cones are those that brute force finds, and of some size those of that size.
func TestCuts(t *testing.T) {
	for seed := range uint64(2000) {
		c := randomCone(rand.New(rand.NewPCG(seed, 7)))
		want := bruteCuts(c)
		for size := range len(c.beliefs) + 1 {
			k := cutsOf(context.Background(), c, size)
			got := slices.Clone(k.of[0])
			sortSets(got)
			small := slices.DeleteFunc(slices.Clone(want), func(e environment) bool { return len(e) > size })
			if fmt.Sprint(got) != fmt.Sprint(small) || len(small) < len(want) && !k.cut || k.cut && size == len(c.beliefs) {
				t.Fatalf("seed %d, size %d: got %v, cut: %t, want %v of %v", seed, size, got, k.cut, small, want)
			}
		}
	}
}
