package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// nasty are values that some terminal, table, spreadsheet, renderer or reader takes for something else.
var nasty = []string{
	// terminals
	"\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b[2J", "\u009b31m", "a\rb", "a\bb", "\x00", "\x7f", "\x07bell", "\x0e\x0f", "a\vb\fc",
	// what cannot be seen, or reorders what can
	"\u202eevil", "\u2066x\u2069", "\u200ex", "zero\u200bwidth", "\ufeffbom", "soft\u00adhyphen", "\u2028", "\u2029", "\u3164", "\u115f", "heart\ufe0f", "\u2800", "\U000e0041tag", "\u00a0", "\u3000",
	// lines and blanks
	"two\nlines", "crlf\r\nend", "   lead", "trail   ", "", " ", "tab\there", "a  b", "\n", "ends\n",
	// spreadsheets
	"=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "＠x", "\t=1", "'=1", "=cmd|' /C calc'!A0", "a,b", "a;b", `say "hi"`,
	// Markdown and HTML
	"a|b", `a\|b`, `\`, "`code`", "``", "<script>alert(1)</script>", "</code>", "&lt;", "[x](javascript:y)", "![x](y)", "# head", "*b* _i_ ~s~", "1. one", "- item", "---", "$x$", "{{x}}",
	// YAML and JSON
	"yes", "null", "~", "012", "1e3", "1_000", "0x10", "2026-11-29", "1:30", ".inf", "a: b", "a # b", "!tag", "&a", "*a", "? x", "<<", "%d", "{a}", "[a]", "'", `"`, "...", "--- x", "true",
	// names of ours
	"?x", "_", "not", "p(a, b)", "a, b", "12", "2.50", "X",
	// wide, combining, astral
	"会計", "e\u0301", "👍🏽", "🇩🇪", "עברית", strings.Repeat("w", 300), strings.Repeat("a ", 100),
}

func TestNastyCorpus(t *testing.T) {
	if n := len(slices.Compact(slices.Sorted(slices.Values(nasty)))); n != len(nasty) || n < 60 {
		t.Errorf("%d different values of %d, want 60 at least", n, len(nasty))
	}
}

// infested is a document with the text in every place where one from outside can be.
func infested(s string) *Document {
	f := belief.NewFact("p", belief.String(s), belief.Int(-1))
	place := belief.Place{File: s, Line: 1}
	rule := revise.RuleRef{Name: s, Text: f.String(), Place: place}
	root := []revise.BaseEvent{{Fact: f}}
	why := revise.Reason{Rule: rule, Roots: root, Premises: []revise.Premise{{Text: f.String(), Fact: f, Event: revise.WasWithdrawn, Base: true, Attributions: []belief.Attribution{{Source: s, Place: place}}}}}
	why.Chain = &revise.Step{Fact: f, Event: revise.WasGained, Rule: rule, Next: &revise.Step{Group: s, Event: revise.ValueChanged, Rule: rule}}
	believed := belief.Belief{Fact: f, Attributions: []belief.Attribution{{Source: s, Place: place}}}
	violation := revise.Violation{Constraint: rule, Fact: belief.NewFact(s, belief.String(s)), Message: s, Reason: why}
	changes := []revise.Change{{Fact: f, Before: instances(2), After: instances(1), Reason: why}}
	request := revise.Request{Name: s, Because: s, By: s, At: s, Place: place, Assert: []revise.Assertion{{Fact: f, Attribution: believed.Attributions[0]}}, Withdraw: []revise.Withdrawal{{Source: s}}}
	sources := []revise.SourceChange{{Fact: f, Changed: believed.Attributions, Remain: believed.Attributions}}
	return &Document{
		Name: s, Title: s, About: "a" + s + "\n\na" + s, File: s, Tool: Tool{Name: s, Version: s}, Inputs: []Input{{Name: s}},
		Start: Start{Violations: []revise.Violation{violation}},
		Outcomes: []*revise.Outcome{
			{
				Number: 1, Request: request,
				Base: revise.BaseChanges{
					Asserted: []belief.Belief{believed}, Withdrawn: []belief.Belief{believed}, SourcesAdded: sources, SourcesRemoved: sources,
					AlreadyBelieved: []belief.Belief{believed}, NotBelieved: []revise.Unmatched{{Text: f.String(), Place: place}},
				},
				Rules:     revise.RuleChanges{AddedRules: []revise.RuleRef{rule}, RemovedConstraints: []revise.RuleRef{rule}},
				Retracted: changes, Gained: changes, Kept: changes,
				Changed:       []revise.ValueChange{{Column: 0, Before: f, After: belief.NewFact("p", belief.String(s+s), belief.Int(-1)), Reason: why}},
				NewViolations: []revise.Violation{violation}, MendedViolations: []revise.Violation{violation, violation},
				Strata: []revise.StratumReport{{Relations: []string{"p"}, Strategy: revise.Counting, Because: s}},
			},
			{Number: 2, Request: revise.Request{Undo: s}, Refused: &revise.Refusal{
				Kind: revise.RefusedConclusion, Message: "cannot withdraw " + f.String(), Place: place,
				Conclusion: &revise.RefusedConclusionDetail{Fact: f, Rules: []revise.RuleRef{rule}, Remedies: []revise.Remedy{{Withdraw: []belief.Fact{f, f}, Retracts: 1}}},
				Violations: []revise.Violation{violation, violation},
				Fault:      &revise.Fault{Rule: rule, Literal: f.String(), What: "overflow", Bindings: []revise.Binding{{Variable: "x", Value: f.Values[0]}}},
			}},
		},
	}
}

// TestNothingHarmfulGetsThrough pushes the corpus through every writer for people, and JSON and YAML, which people look at.
func TestNothingHarmfulGetsThrough(t *testing.T) {
	for _, s := range nasty {
		d := infested(s)
		for _, f := range []Format{Text, Markdown, JSON, YAML} {
			if what := danger(string(written(t, f, d, Options{All: true, Timings: []time.Duration{1}}))); what != "" {
				t.Errorf("%q gets through to %s: %s", s, f, what)
			}
		}
		if what := danger(string(written(t, Text, d, Options{Width: 40}))); what != "" {
			t.Errorf("%q gets through to a narrow page: %s", s, what)
		}
		var why, refusal bytes.Buffer
		j := &revise.Justification{Fact: d.Outcomes[0].Retracted[0].Fact, Rule: revise.RuleRef{Name: s, Place: at(s, 1)}}
		j.Premises = []revise.JustifiedPremise{because(&revise.Justification{Fact: belief.NewFact("q", belief.String(s)), Attributions: from(s, 1)})}
		if err := WriteWhy(&why, Text, whyOf(j), Options{}); err != nil {
			t.Fatal(err)
		}
		if err := WriteRefusal(&refusal, Text, d.Outcomes[1].Refused, Options{Withdraw: "revise withdraw " + s}); err != nil {
			t.Fatal(err)
		}
		var whyNot bytes.Buffer
		if err := WriteWhyNot(&whyNot, Text, infestedWhyNot(s), Options{}); err != nil {
			t.Fatal(err)
		}
		if what := danger(why.String() + refusal.String() + whyNot.String()); what != "" {
			t.Errorf("%q gets through to an answer: %s", s, what)
		}
	}
}

// TestLinesStay: no value makes a line of its own, so that one fact could look like two.
func TestLinesStay(t *testing.T) {
	wide := Options{Width: 100000}
	lines := func(s string) int {
		d := infested(s)
		d.Title = "title " + s // an empty one has no line
		return strings.Count(string(written(t, Text, d, wide)), "\n")
	}
	want := lines("plain")
	for _, s := range nasty {
		if got := lines(s); got != want {
			t.Errorf("%q makes %d lines of %d", s, got, want)
		}
	}
}

// TestEveryWriterKeepsValues reads the values back from every format for programs.
func TestEveryWriterKeepsValues(t *testing.T) {
	for _, s := range nasty {
		d := infested(s)
		for _, f := range []Format{JSON, YAML} {
			var back any
			text := written(t, f, d, Options{})
			if err := unmarshal(f, text, &back); err != nil {
				t.Fatalf("%q as %s: %v", s, f, err)
			}
			checkReport(t, f, s, back)
		}
		rows, err := csv.NewReader(bytes.NewReader(written(t, CSV, d, Options{}))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(rows[0], csvHeader) {
			t.Errorf("the header is %q", rows[0])
		}
		cell := func(row []string, name string) string { return row[slices.Index(csvHeader, name)] }
		for _, row := range rows[1:] {
			if name := cell(row, "revision"); name != lineEnds(s) && name != "undo: "+lineEnds(s) {
				t.Errorf("%q reads back from CSV as %q", s, name)
			}
			if cell(row, "change") == "gained" {
				if fact, err := belief.ParseFact(cell(row, "fact")); err != nil || !fact.Equal(d.Outcomes[0].Gained[0].Fact) {
					t.Errorf("%q reads back from CSV as %s, %v", s, fact, err)
				}
			}
		}
	}
}

// lineEnds is what this reader of CSV makes of line ends, which others keep.
func lineEnds(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

func unmarshal(f Format, text []byte, v any) error {
	if f == JSON {
		return json.Unmarshal(text, v)
	}
	return yaml.Unmarshal(text, v)
}

func checkReport(t *testing.T, f Format, s string, report any) {
	t.Helper()
	get := func(v any, path ...any) any {
		for _, step := range path {
			switch step := step.(type) {
			case string:
				v = v.(map[string]any)[step]
			case int:
				v = v.([]any)[step]
			}
		}
		return v
	}
	revision := []any{"revisions", 0}
	for _, path := range [][]any{
		{"title"},
		{"tool", "version"},
		{"inputs", 0, "name"},
		append(slices.Clone(revision), "request", "name"), append(slices.Clone(revision), "retracted", 0, "fact", "values", 0),
		append(slices.Clone(revision), "base", "asserted", 0, "attributions", 0, "source"), append(slices.Clone(revision), "violations", "new", 0, "message"),
	} {
		got, _ := get(report, path...).(string) // what is empty may be left out
		if got != s {
			t.Errorf("%q reads back from %s at %v as %q", s, f, path, got)
		}
	}
	atom := get(report, append(slices.Clone(revision), "retracted", 0, "fact", "atom")...).(string)
	if back, err := belief.ParseFact(atom); err != nil || back.Values[0].Text() != s {
		t.Errorf("%q reads back from the atom in %s as %s, %v", s, f, back, err)
	}
}

// TestMarkdownShowsValues renders the tables and reads the atoms back.
func TestMarkdownShowsValues(t *testing.T) {
	for _, s := range nasty {
		d := infested(s)
		want := atom(d.Outcomes[0].Retracted[0].Fact)
		found := 0
		columns := 0
		for line := range strings.Lines(string(written(t, Markdown, d, Options{}))) {
			line = strings.TrimSuffix(line, "\n")
			if !strings.HasPrefix(line, "|") {
				columns = 0
				if rest := strings.NewReplacer("<code>", "", "</code>", "").Replace(line); strings.ContainsAny(outsideCode(rest), "<>|") {
					t.Errorf("%q leaves markup in %s", s, line)
				}
				continue
			}
			cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ")
			if columns == 0 {
				columns = len(cells)
			}
			if len(cells) != columns || strings.Count(line, "|") != columns+1 {
				t.Errorf("%q changes the columns of %s", s, line)
			}
			for _, c := range cells {
				if rendered(t, c) == want {
					found++
				}
			}
		}
		if found < 4 {
			t.Errorf("%q is shown in %d cells", s, found)
		}
	}
}

// rendered is the text that a cell shows.
func rendered(t *testing.T, cell string) string {
	t.Helper()
	if inner, ok := strings.CutPrefix(cell, "`"); ok && strings.Count(cell, "`") == 2 && strings.HasSuffix(cell, "`") {
		return strings.TrimSuffix(inner, "`")
	}
	if inner, ok := strings.CutPrefix(cell, "<code>"); ok {
		cell = strings.TrimSuffix(inner, "</code>")
	}
	var b strings.Builder
	for i := 0; i < len(cell); i++ {
		if cell[i] == '\\' && i+1 < len(cell) && strings.IndexByte("\\`*_[]{}#~!$", cell[i+1]) >= 0 {
			i++
			b.WriteString(html.EscapeString(cell[i : i+1]))
			continue
		}
		b.WriteByte(cell[i])
	}
	return html.UnescapeString(b.String())
}

// outsideCode drops the code spans of a line.
func outsideCode(line string) string {
	parts := strings.Split(strings.ReplaceAll(line, "\\`", ""), "`")
	var b strings.Builder
	for i := 0; i < len(parts); i += 2 {
		b.WriteString(parts[i])
	}
	return b.String()
}

// TestRemediesCanBePasted reads the ways out back: as YAML, and as a shell would.
func TestRemediesCanBePasted(t *testing.T) {
	for _, s := range nasty {
		r := infested(s).Outcomes[1].Refused
		want := r.Conclusion.Remedies[0].Withdraw
		var file, command bytes.Buffer
		if err := WriteRefusal(&file, Text, r, Options{Width: 10000}); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(file.String(), "  1. withdraw: ")
		rest, _, _ = strings.Cut(rest, "]  ")
		var atoms []string
		if err := yaml.Unmarshal([]byte(rest+"]"), &atoms); err != nil || !slices.EqualFunc(atoms, want, readsAs) {
			t.Errorf("%q is pasted into a file as %q, %v", s, atoms, err)
		}
		if err := WriteRefusal(&command, Text, r, Options{Width: 10000, Withdraw: "revise withdraw base.db"}); err != nil {
			t.Fatal(err)
		}
		_, rest, _ = strings.Cut(command.String(), "for example: revise withdraw base.db '")
		rest, _, _ = strings.Cut(rest, "\n")
		atoms = strings.Split(strings.TrimSuffix(rest, "'"), "' '")
		for i, a := range atoms {
			atoms[i] = strings.ReplaceAll(a, `'\''`, "'")
		}
		if !slices.EqualFunc(atoms, want, readsAs) {
			t.Errorf("%q is pasted into a shell as %q", s, atoms)
		}
	}
}

func readsAs(atom string, want belief.Fact) bool {
	got, err := belief.ParseFact(atom)
	return err == nil && got.Equal(want)
}

func single(values ...string) Rows {
	return Rows{
		Atom: "p(?x, ?n)", Columns: []rules.Column{{Name: "x", Type: belief.StringType}, {Name: "n", Type: belief.IntType}},
		Facts: func(yield func(belief.Fact, revise.Support) bool) {
			for _, s := range values {
				if !yield(belief.NewFact("p", belief.String(s), belief.Int(-12)), instances(3)) {
					return
				}
			}
		},
	}
}

func rowsAs(t *testing.T, f RowFormat, r Rows, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := WriteRows(&b, f, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRowsKeepValues(t *testing.T) {
	tables := map[string]string{}
	for _, s := range nasty {
		for f, comma := range map[RowFormat]rune{RowCSV: ',', RowTSV: '\t'} {
			reader := csv.NewReader(strings.NewReader(rowsAs(t, f, single(s), Options{})))
			reader.Comma = comma
			rows, err := reader.ReadAll()
			if err != nil || len(rows) != 2 || rows[1][0] != lineEnds(s) || rows[1][1] != "-12" {
				t.Errorf("%q reads back from %s as %q, %v", s, f, rows, err)
			}
		}
		var object struct {
			Schema int
			Rows   [][]any
		}
		if err := json.Unmarshal([]byte(rowsAs(t, RowJSON, single(s), Options{})), &object); err != nil || object.Rows[0][0] != s || object.Schema != schemaVersion {
			t.Errorf("%q reads back from JSON as %v, %v", s, object, err)
		}
		var line []any
		if err := json.Unmarshal([]byte(rowsAs(t, RowJSONL, single(s), Options{})), &line); err != nil || line[0] != s {
			t.Errorf("%q reads back from JSONL as %v, %v", s, line, err)
		}
		table := rowsAs(t, RowTable, single(s), Options{})
		if what := danger(table); what != "" || strings.Count(table, "\n") != 2 {
			t.Errorf("%q gets through to a table: %s in %q", s, what, table)
		}
		if other, ok := tables[table]; ok {
			t.Errorf("%q and %q print alike", s, other)
		}
		tables[table] = s
	}
}

// TestSpreadsheetsRunNothing: no text cell starts like a formula, numbers stay numbers, and the quote can be taken away again.
func TestSpreadsheetsRunNothing(t *testing.T) {
	for _, s := range nasty {
		for f, comma := range map[RowFormat]rune{RowCSV: ',', RowTSV: '\t'} {
			reader := csv.NewReader(strings.NewReader(rowsAs(t, f, single(s), Options{ForSpreadsheet: true})))
			reader.Comma = comma
			rows, err := reader.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if strings.IndexAny(rows[1][0], "=+-@\t\r＝＋－＠") == 0 || strings.TrimPrefix(rows[1][0], "'") != strings.TrimPrefix(lineEnds(s), "'") && rows[1][0] != "'"+lineEnds(s) {
				t.Errorf("%q is %q", s, rows[1][0])
			}
			if rows[1][1] != "-12" {
				t.Errorf("the number -12 is %q", rows[1][1])
			}
		}
		rows, err := csv.NewReader(bytes.NewReader(written(t, CSV, infested(s), Options{ForSpreadsheet: true}))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if strings.IndexAny(cell, "=+-@\t\r＝＋－＠") == 0 {
					t.Errorf("%q leaves %q", s, cell)
				}
			}
		}
	}
}

// infestedWhyNot says s wherever an answer repeats a text.
func infestedWhyNot(s string) *WhyNot {
	q := rules.Query{Relation: s, Terms: []rules.Term{{Value: belief.String(s)}}}
	lit := revise.MissLiteral{Premise: revise.Premise{Text: s}, State: revise.LiteralFails, Absence: &revise.Absence{Atom: q, Concluded: 1}}
	value := revise.MissLiteral{Premise: revise.Premise{Kind: revise.AggregatePremise, Text: s}, State: revise.LiteralFails, Value: belief.String(s)}
	value.Group = &revise.Group{Members: 1, Shown: [][]revise.Premise{{{Text: s}}}}
	return &WhyNot{Missing: &revise.Missing{Absence: &revise.Absence{Atom: q, Misses: []revise.Miss{{
		Rule: revise.RuleRef{Name: s, Place: at(s, 1)}, Literals: []revise.MissLiteral{lit, value},
	}}}}}
}
