package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// TestBaseIsToldOnce: lines about one belief do not contradict each other, whatever one request does to it.
func TestBaseIsToldOnce(t *testing.T) {
	bo := fact("user(bo)")
	hr, unnamed := []belief.Attribution{{Source: "HR"}}, []belief.Attribution{{}}
	is := []belief.Belief{{Fact: bo, Attributions: unnamed}}
	twice := []revise.Unmatched{{Text: "user(bo)"}}
	for _, c := range []struct {
		why  string
		base revise.BaseChanges
		want string
	}{
		{"withdrawn twice", revise.BaseChanges{Withdrawn: is, NotBelieved: twice}, "- user(bo)"},
		{"asserted twice", revise.BaseChanges{Asserted: is, AlreadyBelieved: is}, "+ user(bo)"},
		{"withdrawn and asserted", revise.BaseChanges{AlreadyBelieved: is, NotBelieved: twice}, "= user(bo) was believed already: nothing changed"},
		{"withdrawn, then asserted", revise.BaseChanges{Asserted: is, NotBelieved: twice}, "+ user(bo);  user(bo) was not believed: nothing to withdraw"},
		{"only withdrawn", revise.BaseChanges{NotBelieved: twice}, " user(bo) is not believed: nothing to withdraw"},
		{
			"one source less, and asserted once more",
			revise.BaseChanges{SourcesRemoved: []revise.SourceChange{{Fact: bo, Changed: hr, Remain: unnamed}}, AlreadyBelieved: is, NotBelieved: twice},
			"= user(bo) no longer from HR; still believed from an unnamed source",
		},
		{
			"another source",
			revise.BaseChanges{
				SourcesRemoved: []revise.SourceChange{{Fact: bo, Changed: hr, Remain: unnamed}},
				SourcesAdded:   []revise.SourceChange{{Fact: bo, Changed: unnamed, Remain: unnamed}},
			},
			"= user(bo) no longer from HR; now from an unnamed source",
		},
		{
			"one more of a bag",
			revise.BaseChanges{SourcesAdded: []revise.SourceChange{{Fact: bo, Changed: unnamed, Remain: unnamed, OccurrencesBefore: 1, Occurrences: 2}}},
			"+ user(bo) believed 1 time, now 2",
		},
	} {
		var lines []string
		for _, e := range baseEntries(c.base) {
			lines = append(lines, strings.TrimRight(fmt.Sprintf("%s %s %s", e.sign, e.atom, e.note), " "))
		}
		if got := strings.Join(lines, "; "); got != c.want {
			t.Errorf("%s:\n%s\nand not\n%s", c.why, got, c.want)
		}
	}
}
