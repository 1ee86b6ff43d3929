package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// A distance costs the product of two lengths, so that long names are not compared, and of many only the first ones.
const (
	longestName = 100
	mostNames   = 1_000
)

// Suggest returns the known name that is most likely meant by name, or "" when none is near. A name that differs only
// in case wins; otherwise it is the one with the fewest edits, at most a third of the name, and the first of equals.
func Suggest(name string, known []string) string {
	length := utf8.RuneCountInString(name)
	if length > longestName {
		return ""
	}
	best, fewest := "", max(1, length/3)+1
	compared := 0
	for _, candidate := range known {
		if strings.EqualFold(candidate, name) {
			return candidate
		}
		size := utf8.RuneCountInString(candidate)
		if size == 1 || size > longestName || max(size-length, length-size) >= fewest || compared == mostNames {
			continue
		}
		compared++
		if edits := levenshtein.ComputeDistance(name, candidate); edits < fewest {
			best, fewest = candidate, edits
		}
	}
	return best
}
