package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/revise"
)

// quarrel is a comparison in which one strategy does not cover the rules and one gets the second revision wrong.
func quarrel() *revise.Comparison {
	measure := func(instances uint64, took time.Duration) revise.Measure {
		return revise.Measure{Cost: revise.Cost{Instances: instances, Overdeleted: 12, Rederived: 2, Retracted: 10, Gained: 1}, Took: took}
	}
	wrong := measure(7, 3*time.Millisecond)
	wrong.Differs = errors.New("reach(a, b) holds under ranked, and not under dred")
	refused := revise.Measure{Refused: &revise.Refusal{Kind: revise.RefusedConstraint}}
	return &revise.Comparison{
		Requests: []revise.Request{{Name: "a |bridge| falls"}, {Undo: "a |bridge| falls"}, {}},
		Contested: []revise.Contest{
			{Strategy: revise.Ranked, Start: measure(0, time.Millisecond), Revisions: []revise.Measure{measure(1234, time.Millisecond), measure(5, 2*time.Millisecond), refused}},
			{Strategy: revise.Counting, NotCovered: &revise.NotCoveredError{Strategy: revise.Counting, Relations: []string{"reach"}, Reason: "it is recursive"}},
			{Strategy: revise.DRed, Start: measure(0, time.Millisecond), Revisions: []revise.Measure{measure(2345, time.Millisecond), wrong, refused}},
		},
	}
}

func compared(t *testing.T, f Format, c *Comparison) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteComparison(&b, f, c, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparison(t *testing.T) {
	c := &Comparison{Title: "bridges", Comparison: quarrel()}
	for format, want := range map[Format]string{
		Text: `revision 1: a |bridge| falls
  strategy  result       instances  overdeleted  rederived  retracted  gained
  ranked    same             1,234           12          2         10       1
  counting  not covered          -            -          -          -       -
  dred      same             2,345           12          2         10       1

revision 2: undo: a |bridge| falls
  strategy  result       instances  overdeleted  rederived  retracted  gained
  ranked    same                 5           12          2         10       1
  counting  not covered          -            -          -          -       -
  dred      differs              7           12          2         10       1

revision 3
  strategy  result       instances  overdeleted  rederived  retracted  gained
  ranked    refused              0            0          0          0       0
  counting  not covered          -            -          -          -       -
  dred      refused              0            0          0          0       0

all revisions
  strategy  result       instances  overdeleted  rederived  retracted  gained
  ranked    same             1,239           24          4         20       2
  counting  not covered          -            -          -          -       -
  dred      differs          2,352           24          4         20       2

strategy counting does not cover reach: it is recursive
revision 2: undo: a |bridge| falls: reach(a, b) holds under ranked, and not under dred
`,
		CSV: `number,revision,strategy,result,instances,overdeleted,rederived,retracted,gained
1,a |bridge| falls,ranked,same,1234,12,2,10,1
1,a |bridge| falls,counting,not covered,,,,,
1,a |bridge| falls,dred,same,2345,12,2,10,1
2,undo: a |bridge| falls,ranked,same,5,12,2,10,1
2,undo: a |bridge| falls,counting,not covered,,,,,
2,undo: a |bridge| falls,dred,differs,7,12,2,10,1
3,,ranked,refused,0,0,0,0,0
3,,counting,not covered,,,,,
3,,dred,refused,0,0,0,0,0
`,
	} {
		if diff := cmp.Diff(want, compared(t, format, c)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	markdown := compared(t, Markdown, c)
	for _, want := range []string{"# bridges\n", "## revision 1: a &#124;bridge&#124; falls\n", "| dred | differs | 2,352 | 24 | 4 | 20 | 2 |\n", "not under dred\n"} {
		if !strings.Contains(markdown, want) {
			t.Errorf("no %q in\n%s", want, markdown)
		}
	}
}

func TestComparisonTimed(t *testing.T) {
	c := &Comparison{Comparison: quarrel(), Timed: true}
	for format, want := range map[Format]string{
		Text:     "  ranked    same                 -            -          -          -       -  1.0 ms\n",
		Markdown: "| dred | differs | 2,352 | 24 | 4 | 20 | 2 | 4.0 ms |\n",
		CSV:      "2,undo: a |bridge| falls,dred,differs,7,12,2,10,1,3000000\n",
		JSON:     "\"nanoseconds\": 3000000",
	} {
		if text := compared(t, format, c); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", format, want, text)
		}
	}
}

func TestComparisonsValidate(t *testing.T) {
	s := compiled(t, "schema-compare.json")
	for _, timed := range []bool{false, true} {
		text := compared(t, JSON, &Comparison{Comparison: quarrel(), Timed: timed})
		if err := s.Validate(decoded(t, []byte(text))); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

func TestComparisonFormats(t *testing.T) {
	err := WriteComparison(&bytes.Buffer{}, YAML, &Comparison{Comparison: quarrel()}, Options{})
	if err == nil || !strings.Contains(err.Error(), "text, markdown, json, csv") {
		t.Error(err)
	}
}
