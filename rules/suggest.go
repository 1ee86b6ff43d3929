package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// longestName bounds the names that are compared: the distance of two texts costs the product of their lengths.
const longestName = 100

// Suggest returns the known name that is most likely meant by name, or "" when none is near. A name that differs only
// in case wins; otherwise it is the one with the fewest edits, at most a third of the name, and the first of equals.
func Suggest(name string, known []string) string {
	length := utf8.RuneCountInString(name)
	if length > longestName {
		return ""
	}
	best, fewest := "", max(1, length/3)+1
	for _, candidate := range known {
		if strings.EqualFold(candidate, name) {
			return candidate
		}
		if utf8.RuneCountInString(candidate) > longestName || utf8.RuneCountInString(candidate) == 1 {
			continue
		}
		if edits := levenshtein.ComputeDistance(name, candidate); edits < fewest {
			best, fewest = candidate, edits
		}
	}
	return best
}
