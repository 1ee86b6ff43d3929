package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// quarrel is a comparison in which one strategy does not cover the rules and one gets the second revision wrong.
func quarrel() *revise.Comparison {
	measure := func(instances uint64, took time.Duration) revise.Measure {
		return revise.Measure{Retained: revise.Retained{Bytes: 4096}, Cost: revise.Cost{Instances: instances, Overdeleted: 12, Rederived: 2, Retracted: 10, Gained: 1}, Took: took}
	}
	wrong := measure(7, 3*time.Millisecond)
	wrong.Differs = errors.New("reach(a, b) holds under ranked, and not under dred")
	refused := revise.Measure{Retained: revise.Retained{Bytes: 4096, Justifications: 12}, Refused: &revise.Refusal{Kind: revise.RefusedConstraint}}
	return &revise.Comparison{
		Requests: []revise.Request{{Name: "a |bridge| falls"}, {Undo: "a |bridge| falls"}, {}},
		Contested: []revise.Contest{
			{Strategy: revise.Ranked, Start: measure(0, time.Millisecond), Revisions: []revise.Measure{measure(1234, time.Millisecond), measure(5, 2*time.Millisecond), refused}},
			{Strategy: revise.Counting, NotCovered: &revise.NotCoveredError{Strategy: revise.Counting, Relations: []string{"reach"}, Reason: "it is recursive"}},
			{Strategy: revise.DRed, Counted: []string{"crossings", "tolls"}, Start: measure(0, time.Millisecond), Revisions: []revise.Measure{measure(2345, time.Millisecond), wrong, refused}},
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

kept at the end
  strategy  bytes  justifications  environments  knows of supports
  ranked    4,096              12             -  how many, one well-founded
  counting      -               -             -  -
  dred      4,096              12             -  nothing

strategy counting does not cover reach: it is recursive
revision 2: undo: a |bridge| falls: reach(a, b) holds under ranked, and not under dred
bags are counted under dred, too: crossings, tolls
`,
		CSV: `number,revision,strategy,result,instances,overdeleted,rederived,retracted,gained,bytes,justifications,environments
1,a |bridge| falls,ranked,same,1234,12,2,10,1,4096,,
1,a |bridge| falls,counting,not covered,,,,,,,,
1,a |bridge| falls,dred,same,2345,12,2,10,1,4096,,
2,undo: a |bridge| falls,ranked,same,5,12,2,10,1,4096,,
2,undo: a |bridge| falls,counting,not covered,,,,,,,,
2,undo: a |bridge| falls,dred,differs,7,12,2,10,1,4096,,
3,,ranked,refused,0,0,0,0,0,4096,12,
3,,counting,not covered,,,,,,,,
3,,dred,refused,0,0,0,0,0,4096,12,
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
		CSV:      "2,undo: a |bridge| falls,dred,differs,7,12,2,10,1,4096,,,3000000\n",
		JSON:     "\"nanoseconds\": 3000000",
		SVG:      ">24 / 20 differs</text>",
	} {
		if text := compared(t, format, c); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", format, want, text)
		}
	}
}

// TestComparisonNarrow is never wider than the page, and keeps every column.
func TestComparisonNarrow(t *testing.T) {
	c := &Comparison{Comparison: quarrel(), Timed: true}
	c.Crossovers = []revise.Crossover{{Strategy: revise.Ranked, Of: 1000, ByInstances: revise.Crossing{Beliefs: 125}}}
	for _, room := range []int{80, 60, 45} {
		var b bytes.Buffer
		if err := WriteComparison(&b, Text, c, Options{Width: room}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if width(strings.TrimSuffix(line, "\n")) > room {
				t.Errorf("%d columns: %q", room, line)
			}
		}
		for _, header := range append(c.header(), c.kept()[0]...) {
			if !strings.Contains(b.String(), "  "+header) {
				t.Errorf("%d columns: no %s in\n%s", room, header, b.String())
			}
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
	if err == nil || !strings.Contains(err.Error(), "text, markdown, json, csv, svg") {
		t.Error(err)
	}
}

// TestComparisonCrossovers shows where recomputation is cheaper.
func TestComparisonCrossovers(t *testing.T) {
	c := &Comparison{Comparison: quarrel(), Timed: true, Crossovers: []revise.Crossover{
		{Strategy: revise.Ranked, Of: 1000, ByInstances: revise.Crossing{Beliefs: 125, Strategy: 9, Anew: 8}},
		{Strategy: revise.Counting, NotCovered: &revise.NotCoveredError{Strategy: revise.Counting, Relations: []string{"reach"}, Reason: "it is recursive"}},
	}}
	for format, want := range map[Format]string{
		Text: "withdrawals from which recomputation is cheaper\n" +
			"  strategy           by instances      by time\n" +
			"  ranked    125 of 1,000 (12.5 %)        never\n" +
			"  counting            not covered  not covered\n",
		Markdown: "| ranked | 125 of 1,000 (12.5 %) | never |\n",
		JSON:     "\"by_time\": {\n        \"beliefs\": 0",
	} {
		if text := compared(t, format, c); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", format, want, text)
		}
	}
	if err := compiled(t, "schema-compare.json").Validate(decoded(t, []byte(compared(t, JSON, c)))); err != nil {
		t.Error(err)
	}
}

// TestComparisonPicture is a picture that is well-formed and names nothing as markup.
func TestComparisonPicture(t *testing.T) {
	c := &Comparison{Title: "<script>&\x1b[31m", Comparison: quarrel()}
	text := compared(t, SVG, c)
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok && !slices.Contains([]string{"svg", "rect", "text"}, e.Name.Local) {
			t.Errorf("there is a %s", e.Name.Local)
		}
	}
	golden(t, "compare.svg", []byte(compared(t, SVG, &Comparison{Title: "bridges", Comparison: quarrel()})))
}

// TestComparisonPictureHasRoom has numbers as long as they come, beside one another.
func TestComparisonPictureHasRoom(t *testing.T) {
	c := quarrel()
	for i := range c.Contested {
		for n := range c.Contested[i].Revisions {
			c.Contested[i].Revisions[n].Cost = revise.Cost{Instances: 1 << 40, Overdeleted: 1 << 40, Retracted: 1 << 39}
		}
	}
	picture := regexp.MustCompile(`<svg [^>]*width="(\d+)"`).FindStringSubmatch(compared(t, SVG, &Comparison{Title: strings.Repeat("bridge ", 99), Comparison: c}))
	ends := map[string]int{}
	for _, m := range regexp.MustCompile(`<text x="(\d+)" y="(\d+)"( font-size="14")?[^>]*>([^<]*)</text>`).FindAllStringSubmatch(compared(t, SVG, &Comparison{Title: strings.Repeat("bridge ", 99), Comparison: c}), -1) {
		x, _ := strconv.Atoi(m[1])
		letter := chartLetter
		if m[3] != "" {
			letter = chartTitle
		}
		if x < ends[m[2]] {
			t.Errorf("%q begins before what is left of it ends", m[4])
		}
		ends[m[2]] = x + letter*width(m[4])
		if whole, _ := strconv.Atoi(picture[1]); ends[m[2]] > whole {
			t.Errorf("%q leaves the picture", m[4])
		}
	}
}

func TestVerification(t *testing.T) {
	v := &Verification{Title: "bridges", Strategy: revise.DRed, States: []VerifiedState{
		{Checked: revise.Checked{Facts: 1234, Instances: 12}},
		{Title: "a bridge falls", Checked: revise.Checked{Facts: 3, Instances: 1}, Wrong: &revise.Flaw{Fact: belief.NewFact("p"), What: "holds, and does not rest on base beliefs", More: 2}},
		{Title: "nonsense", Refused: &revise.Refusal{Kind: revise.RefusedConclusion}},
	}}
	for format, name := range map[Format]string{Text: "verify.text", JSON: "verify.json", YAML: "verify.yaml"} {
		var b bytes.Buffer
		if err := WriteVerification(&b, format, v, Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
		if format == JSON {
			if err := compiled(t, "schema-verify.json").Validate(decoded(t, b.Bytes())); err != nil {
				t.Error(err)
			}
		}
	}
	if v.Sound() {
		t.Error("it is said to be sound")
	}
	v.States[1].Title = strings.Repeat("a bridge falls ", 20)
	for _, room := range []int{50, 80} {
		var b bytes.Buffer
		if err := WriteVerification(&b, Text, v, Options{Width: room}); err != nil {
			t.Fatal(err)
		}
		table, _, _ := strings.Cut(b.String(), "\n\n")
		for line := range strings.Lines(table) {
			if width(strings.TrimSuffix(line, "\n")) > room {
				t.Errorf("%d columns: %q", room, line)
			}
		}
	}
}

func TestFuzzing(t *testing.T) {
	for name, z := range map[string]*Fuzzing{
		"fuzz":       {Title: "bridges", Seed: 7, Tried: 1, Revisions: 1234, Retracted: 5, Gained: 6},
		"fuzz-wrong": {Title: "bridges", Seed: 7, Tried: 12, Revisions: 40, Wrong: "p(a) should be", Law: "undo", Strategy: "dred", File: "counterexample.yaml"},
	} {
		for _, format := range []Format{Text, JSON} {
			var b bytes.Buffer
			if err := WriteFuzzing(&b, format, z, Options{}); err != nil {
				t.Fatal(err)
			}
			golden(t, name+"."+string(format), b.Bytes())
			if format == JSON {
				if err := compiled(t, "schema-fuzz.json").Validate(decoded(t, b.Bytes())); err != nil {
					t.Error(err)
				}
			}
		}
	}
}
