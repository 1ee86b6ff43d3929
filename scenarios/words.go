package scenarios

import (
	"fmt"
	"maps"
	"slices"
)

// plural counts things in words: 1 cell, 2 cells.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// sortedKeys returns the names of a set, sorted.
func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
