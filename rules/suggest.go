package rules

import (
	"slices"
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
// in case wins; otherwise it is the one with the fewest edits, at most a third of the name, and the first of equals. Two
// neighboring letters that changed places are one edit.
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
		if edits := distance(name, candidate); edits < fewest {
			best, fewest = candidate, edits
		}
	}
	return best
}

func distance(a, b string) int {
	if swapped([]rune(a), []rune(b)) {
		return 1
	}
	return levenshtein.ComputeDistance(a, b)
}

// swapped reports whether b is a with two neighboring letters in each other's place.
func swapped(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
}
