package report

import (
	"strings"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// Safe returns s as people may see it: as it is when all of it is visible and it starts and ends visibly, else quoted
// with escapes. The result holds no control, bidirectional or invisible character and is on one line. Different texts
// have different results.
func Safe(s string) string {
	if s == "" || s[0] == '"' || s[0] == ' ' || s[len(s)-1] == ' ' || !visible(s) {
		return belief.Quote(s)
	}
	return s
}

// visible reports whether every character of s can be shown as it is, and s is valid UTF-8.
func visible(s string) bool {
	for i, r := range s {
		if !belief.Visible(r) || r == '\uFFFD' && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
	}
	return true
}

// harmless returns a text that package revise composed of values which are quoted already, such as a literal or a
// message, with what is not visible as an escape.
func harmless(s string) string {
	if visible(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		_, size := utf8.DecodeRuneInString(s)
		if visible(s[:size]) {
			b.WriteString(s[:size])
		} else {
			quoted := belief.Quote(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
}
