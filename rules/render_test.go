package rules

import (
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// A diagnostic reads the same wherever it is shown, and nothing in it can act on a terminal.
func TestRender(t *testing.T) {
	at := belief.Place{File: "scenarios/broken/scenario.yaml", Line: 40, Column: 9}
	long := strings.Repeat("a", 90)
	for _, test := range []struct {
		why  string
		d    Diagnostic
		want string
	}{
		{"the example of the language of commands", Diagnostic{
			Code: CodeTag, Place: at, Length: 14, Source: "      - !suspended(?p)",
			Message: "'!suspended(?p)' starts a YAML tag, so YAML swallows the lines after it", Caret: "write 'not suspended(?p)'",
		}, `
error[R1107]: '!suspended(?p)' starts a YAML tag, so YAML swallows the lines after it
  --> scenarios/broken/scenario.yaml:40:9
   |
40 |       - !suspended(?p)
   |         ^^^^^^^^^^^^^^ write 'not suspended(?p)'
   = more: revise explain R1107
`},
		{"related places and a hint", Diagnostic{
			Code: CodeArity, Severity: Warning, Place: belief.Place{File: "a.yaml", Line: 7, Column: 3}, Source: "  p(a)", Length: 4, Message: "m",
			Related: []Related{{at, "first"}, {belief.Place{File: "b.yaml", Line: 1, Column: 2}, "the second one"}}, Hint: "do something",
		}, `
warning[R1204]: m
  --> a.yaml:7:3
   |
 7 |   p(a)
   |   ^^^^
     first                           scenarios/broken/scenario.yaml:40:9
     the second one                  b.yaml:1:2
  hint: do something
   = more: revise explain R1204
`},
		{"a long number", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a.yaml", Line: 12345, Column: 1}, Source: "p", Message: "m"}, `
error[R1204]: m
     --> a.yaml:12345:1
      |
12345 | p
      | ^
      = more: revise explain R1204
`},
		{"no line", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a.csv"}, Message: "m", Hint: "h"}, `
error[R1204]: m
  --> a.csv
  hint: h
`},
		{"tabs and wide characters before and under the caret", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a", Line: 1, Column: 5}, Length: 2, Source: "\tn:東京都x", Message: "m"}, `
error[R1204]: m
  --> a:1:5
   |
 1 |     n:東京都x
   |         ^^^^
   = more: revise explain R1204
`},
		{"combining marks take no room", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a", Line: 1, Column: 4}, Length: 1, Source: "e\u0301 x", Message: "m"}, `
error[R1204]: m
  --> a:1:4
   |
 1 | ` + "e\u0301" + ` x
   |   ^
   = more: revise explain R1204
`},
		{"hostile characters are shown", Diagnostic{
			Code: CodeArity, Place: belief.Place{File: "a\x1b[31m.yaml", Line: 1, Column: 4}, Length: 2, Source: "p(\x1bx\u202e\xff\u200b)",
			Message: "a\nb\x07", Caret: "\u2028", Hint: "\x9b", Related: []Related{{belief.Place{File: "\x00"}, "\u0085"}},
		}, `
error[R1204]: a\nb\u0007
  --> a\u001b[31m.yaml:1:4
   |
 1 | p(\u001bx\u202e\xff\u200b)
   |         ^^^^^^^ \u2028
     \u0085                          \u0000
  hint: \x9b
   = more: revise explain R1204
`},
		{"a long line is cut on both sides", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a", Line: 1, Column: 91}, Length: 3, Source: long + "xyz" + long, Message: "m"}, `
error[R1204]: m
  --> a:1:91
   |
 1 | …` + strings.Repeat("a", 40) + "xyz" + strings.Repeat("a", 57) + `…
   | ` + strings.Repeat(" ", 41) + `^^^
   = more: revise explain R1204
`},
		{"a long mistake is cut at the end", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a", Line: 1, Column: 3}, Length: 170, Source: "p(" + long + long, Message: "m"}, `
error[R1204]: m
  --> a:1:3
   |
 1 | p(` + strings.Repeat("a", 98) + `…
   |   ` + strings.Repeat("^", 98) + `
   = more: revise explain R1204
`},
		{"a caret behind the line", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a", Line: 1, Column: 9}, Source: "p(", Message: "m"}, `
error[R1204]: m
  --> a:1:9
   |
 1 | p(
   |   ^
   = more: revise explain R1204
`},
		{"a message that no one reads to its end", Diagnostic{Code: CodeArity, Place: belief.Place{File: "a"}, Message: strings.Repeat("é", 500)}, `
error[R1204]: ` + strings.Repeat("é", 400) + `…
  --> a
`},
	} {
		t.Run(test.why, func(t *testing.T) {
			if got := "\n" + test.d.String(); got != test.want {
				t.Errorf("gives%s\nand not%s", got, test.want)
			}
		})
	}
}

// A line of 64 KiB, of whatever characters, is shown at once.
func TestRenderLongLines(t *testing.T) {
	for _, fill := range []string{"a", "\u0301", "\t", "\x1b", "東"} {
		line := strings.Repeat(fill, 64<<10)
		d := Diagnostic{Code: CodeArity, Place: belief.Place{File: "a", Line: 1, Column: 60_000}, Length: 5_000, Source: line, Message: "m"}
		if got := len(d.String()); got > 400<<10 {
			t.Errorf("%q: %d bytes", fill, got)
		}
	}
}

// All diagnostics come in the order of their places, and none twice.
func TestDiagnostics(t *testing.T) {
	place := func(file string, line int) belief.Place { return belief.Place{File: file, Line: line, Column: 1} }
	d := Diagnostics{
		{Code: CodeArity, Place: place("b", 1), Message: "x"},
		{Code: CodeUnsafe, Place: place("a", 10), Message: "x", Severity: Warning},
		{Code: CodeArity, Place: place("a", 9), Message: "y"},
		{Code: CodeUnsafe, Place: place("a", 9), Message: "z"},
		{Code: CodeArity, Place: place("b", 1), Message: "x", Hint: "said before"},
	}.Sort()
	if got, want := brief(d), "R1202 9:1+0 z\nR1204 9:1+0 y\nR1202 10:1+0 x\nR1204 1:1+0 x\n"; got != want {
		t.Errorf("sorted they are\n%s\nand not\n%s", got, want)
	}
	if !d.HasErrors() || d[2:3].HasErrors() || Diagnostics(nil).HasErrors() {
		t.Error("an error is an error, a warning is none")
	}
	if got := d.Error(); strings.Count(got, "\n\n") != 3 {
		t.Errorf("a blank line stands between two:\n%s", got)
	}
}

func TestSuggest(t *testing.T) {
	known := []string{"can_read", "group", "groups", "member", "x"}
	for _, test := range []struct{ name, want string }{
		{"membr", "member"},
		{"MEMBER", "member"},
		{"group_", "group"},
		{"groupes", "groups"},
		{"canread", "can_read"},
		{"memebr", "member"},
		{"gruop", "group"},
		{"gruopx", ""},
		{"mb", ""},
		{"y", ""},
		{"salary", ""},
		{strings.Repeat("m", 200), ""},
		{"", ""},
	} {
		if got := Suggest(test.name, known); got != test.want {
			t.Errorf("Suggest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
}
