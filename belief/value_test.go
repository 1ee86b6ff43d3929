package belief_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/beliefbase/revise/belief"
)

// anyValue draws values of every type, the nasty ones often.
func anyValue(t *rapid.T) belief.Value {
	switch rapid.IntRange(0, 4).Draw(t, "type") {
	case 0:
		nasty := []string{"", "ana", "A", "Ab", "not", "true", "12", "1.5", "2026-11-29", " lead", "tail ", "a,b", `q"q`, `b\s`, "\x00", "\x1b[31m", "\u202e", "\u00a0", "é", "e\u0301", "💣", "-", "+1", "_x", "a:b", "https://x.y/z?q=1#f"}
		if rapid.Bool().Draw(t, "nasty") {
			return belief.String(rapid.SampledFrom(nasty).Draw(t, "text"))
		}
		return belief.String(rapid.String().Draw(t, "text"))
	case 1:
		return belief.Int(rapid.Int64().Draw(t, "int"))
	case 2:
		f := rapid.Float64().Filter(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }).Draw(t, "float")
		v, err := belief.Float(f)
		if err != nil {
			t.Fatal(err)
		}
		return v
	case 3:
		return belief.Bool(rapid.Bool().Draw(t, "bool"))
	default:
		v, err := belief.Date(rapid.Int64Range(-719528, 2932896).Draw(t, "days"))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestWhatIsPrintedIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := belief.NewFact("p", rapid.SliceOfN(rapid.Custom(anyValue), 0, 4).Draw(t, "values")...)
		text := f.String()
		back, err := belief.ParseFact(text)
		if err != nil || !back.Equal(f) {
			t.Fatalf("%s is read back as %s (%v)", text, back, err)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return !belief.Visible(r) }) || !utf8.ValidString(text) {
			t.Fatalf("%q holds something that cannot be seen", text)
		}
	})
}

func TestOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyValue(t), anyValue(t), anyValue(t)
		if (a.Compare(b) == 0) != (a == b) || a.Compare(b) != -b.Compare(a) {
			t.Fatalf("%v and %v: %d and %d", a, b, a.Compare(b), b.Compare(a))
		}
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0 {
			t.Fatalf("%v, %v, %v are not in order", a, b, c)
		}
	})
}

func TestConstants(t *testing.T) {
	for _, c := range []struct{ text, typ string }{
		{"ana", "string"},
		{"CVE-2024-3094", "string"},
		{"log4j@2.14", "string"},
		{"src/main.go", "string"},
		{"é", "string"},
		{"42", "int"},
		{"-7", "int"},
		{"0", "int"},
		{"9223372036854775807", "int"},
		{"-9223372036854775808", "int"},
		{"2.5", "float"},
		{"1e9", "float"},
		{"1E-2", "float"},
		{"-0.0", "float"},
		{"true", "bool"},
		{"2026-11-29", "date"},
		{"0000-01-01", "date"},
		{"9999-12-31", "date"},
	} {
		v, err := belief.ParseConstant(c.text)
		if err != nil || v.Type().String() != c.typ {
			t.Errorf("%s is a %s (%v), expected a %s", c.text, v.Type(), err, c.typ)
		}
	}
	for _, text := range []string{
		"", "007", "1_000", "0x10", "+1", "1.", ".5", "1e", "1e400", "9223372036854775808", "not", "mod", "_x", "__",
		"1e-400", "-2.5E-999", "2026-02-30", "2026-13-01", "10000-01-01", "12abc", "-", "-x", "NaN5x+-1e", "0o17",
	} {
		if v, err := belief.ParseConstant(text); err == nil && !strings.HasPrefix(text, "NaN") {
			t.Errorf("%q is read as %v, a %s", text, v, v.Type())
		}
	}
	if zero, _ := belief.ParseConstant("-0.0"); zero.String() != "0.0" {
		t.Errorf("-0.0 is kept as %s", zero)
	}
}

// A form of a number that is refused is refused with both readings, and with the true reason.
func TestNumberForms(t *testing.T) {
	for text, want := range map[string]string{
		"1_000":  `1_000 is not how a number is written: write 1000 for the number or "1_000" for the text`,
		"0x10":   `0x10 is not how a number is written: write 16 for the number or "0x10" for the text`,
		"-0x10":  `-0x10 is not how a number is written: write -16 for the number or "-0x10" for the text`,
		"0o7":    `0o7 is not how a number is written: write 7 for the number or "0o7" for the text`,
		"0b11":   `0b11 is not how a number is written: write 3 for the number or "0b11" for the text`,
		"+1":     `+1 is not how a number is written: write 1 for the number or "+1" for the text`,
		"1.":     `1. is not how a number is written: write 1.0 for the number or "1." for the text`,
		"1.e2":   `1.e2 is not how a number is written: write 100.0 for the number or "1.e2" for the text`,
		"-.5":    `-.5 is not how a number is written: write -0.5 for the number or "-.5" for the text`,
		"1_0.5":  `1_0.5 is not how a number is written: write 10.5 for the number or "1_0.5" for the text`,
		"010":    `010 starts with a zero: write 10 for the number or "010" for the text`,
		"1e400":  `1e400 is beyond the greatest number of 64 bits, 1.8e308: write a number up to that, or "1e400" for the text`,
		"1e-400": `1e-400 is closer to zero than any number of 64 bits: write 0.0 for zero or "1e-400" for the text`,
		"1e":     `1e is no number and no bare word: write "1e" to mean the text`,
		"12abc":  `12abc is no number and no bare word: write "12abc" to mean the text`,
	} {
		if _, err := belief.ParseConstant(text); err == nil || err.Error() != want {
			t.Errorf("%s gives\n%v\nand not\n%s", text, err, want)
		}
	}
	for _, zero := range []string{"0.0", "0e-400", "-0.000e5"} {
		if v, err := belief.ParseConstant(zero); err != nil || v.String() != "0.0" {
			t.Errorf("%s is %v, %v", zero, v, err)
		}
	}
	if v, err := belief.ParseConstant("5e-324"); err != nil || v.Float() == 0 {
		t.Errorf("the smallest number is %v, %v", v, err)
	}
}

func TestFactsThatAreNone(t *testing.T) {
	for _, text := range []string{"", "p", "p(", "p(a", "p(a,", "p(a,)", "p(,a)", "p(a b)", "p(a))", "p(a) b", "p(?x)", "p(_)", `p("a)`, `p("\x41")`, `p("\ud800")`, `p("\udc00")`, `p("\ud83dx")`, `p("\ud83d\ud83d")`, `p("\udc00\ud83d")`, "9p(a)", "not(a)", "p-q(a)"} {
		if f, err := belief.ParseFact(text); err == nil {
			t.Errorf("%q is read as %s", text, f)
		}
	}
}

func TestSurrogatePairs(t *testing.T) {
	f, err := belief.ParseFact(`p("\ud83d\udca3 \\ud800 \ufffd")`)
	if err != nil || f.Values[0].Text() != "💣 \\ud800 \ufffd" {
		t.Errorf("%v (%v)", f, err)
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		text string
		typ  belief.Type
		want string // empty: refused
	}{
		{"007", belief.StringType, `"007"`},
		{"", belief.StringType, `""`},
		{" x ", belief.StringType, `" x "`},
		{"true", belief.StringType, `"true"`},
		{"5", belief.IntType, "5"},
		{"5", belief.FloatType, "5.0"},
		{"5.5", belief.IntType, ""},
		{"", belief.IntType, ""},
		{"007", belief.IntType, ""},
		{"2026-11-29", belief.DateType, "2026-11-29"},
		{"29.11.2026", belief.DateType, ""},
		{"yes", belief.BoolType, ""},
		{"\xff", belief.StringType, ""},
	} {
		v, err := belief.ParseCell(c.text, c.typ)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%q in a column of type %s is read as %s", c.text, c.typ, v)
		case c.want != "" && (err != nil || v.String() != c.want):
			t.Errorf("%q in a column of type %s is %s (%v), expected %s", c.text, c.typ, v, err, c.want)
		}
	}
}

func TestDictionary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := belief.NewDictionary()
		ids := map[belief.Value]belief.ID{}
		for _, v := range rapid.SliceOfN(rapid.Custom(anyValue), 1, 60).Draw(t, "values") {
			known, had := ids[v]
			if _, found := d.Lookup(v); had && !found {
				t.Fatalf("%v is numbered, and is not found", v)
			}
			id := d.ID(v)
			if had && id != known || d.Value(id) != v {
				t.Fatalf("%v has number %d, had %d, and reads back as %v", v, id, known, d.Value(id))
			}
			if v.Type() == belief.StringType && d.TextID([]byte(v.Text())) != id {
				t.Fatalf("the bytes of %v have another number", v)
			}
			ids[v] = id
		}
		for v, i := range ids {
			for w, j := range ids {
				if (i == j) != (v == w) {
					t.Fatalf("%v and %v are numbered %d and %d", v, w, i, j)
				}
				if v.Type() == w.Type() && d.Compare(i, j) != v.Compare(w) {
					t.Fatalf("%v and %v compare as %d by number", v, w, d.Compare(i, j))
				}
			}
		}
	})
}

func TestRevisionIsTakenBack(t *testing.T) {
	sources := []string{"", "hr", "it"}
	rapid.Check(t, func(t *rapid.T) {
		b := belief.NewBase()
		bag := rapid.Bool().Draw(t, "bag")
		draw := func(name string) (belief.Fact, belief.Attribution) {
			f := belief.NewFact("p", belief.Int(rapid.Int64Range(0, 3).Draw(t, name)))
			return f, belief.Attribution{Source: rapid.SampledFrom(sources).Draw(t, "source"), Entrenchment: rapid.IntRange(0, 1).Draw(t, "entrenchment")}
		}
		for range rapid.IntRange(0, 6).Draw(t, "beliefs") {
			b.Revise().Assert(first(draw("belief")), second(draw("belief")), bag)
		}
		before := slices.Collect(b.All())
		n := b.Len()
		r := b.Revise()
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			f, a := draw("change")
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				r.Assert(f, a, bag)
			case 1:
				r.WithdrawSource(a.Source)
			default:
				table := b.Table("p", 1)
				if row := table.Find([]belief.ID{b.Dictionary().ID(f.Values[0])}); row >= 0 {
					r.Withdraw(table, row, bag, rapid.Bool().Draw(t, "all"))
				}
			}
		}
		for _, c := range r.Changes() {
			if slices.Equal(c.Before, c.After) {
				t.Fatalf("row %d is said to have changed, and has not", c.Row)
			}
		}
		r.TakeBack()
		if after := slices.Collect(b.All()); b.Len() != n || !slices.EqualFunc(before, after, sameBelief) {
			t.Fatalf("%v became %v", before, after)
		}
	})
}

func first(f belief.Fact, _ belief.Attribution) belief.Fact         { return f }
func second(_ belief.Fact, a belief.Attribution) belief.Attribution { return a }

func sameBelief(a, b belief.Belief) bool {
	return a.Fact.Equal(b.Fact) && slices.Equal(a.Attributions, b.Attributions)
}

// In a set a belief has each source once, however often it is added; again only with a higher entrenchment.
func TestDistinctKeepsASetOfSources(t *testing.T) {
	f := belief.NewFact("member", belief.String("ana"))
	from := func(source string, entrenchment, line int) belief.Attribution {
		return belief.Attribution{Source: source, Entrenchment: entrenchment, Place: belief.Place{File: "a.yaml", Line: line}}
	}
	base := belief.NewBase(belief.NewFact("member", belief.String("bo")))
	given := []belief.Attribution{from("HR", 1, 1), from("HR", 1, 2), from("", 0, 3), from("", 0, 3), from("HR", 0, 4), from("HR", 2, 5)}
	for _, a := range given {
		base.Add(f, a)
	}
	table := base.Existing("member")
	if n := table.Occurrences(1); n != len(given) {
		t.Fatalf("of a bag there would be %d occurrences, want %d", n, len(given))
	}
	table.Distinct()
	want := []belief.Attribution{from("", 0, 3), from("HR", 1, 1), from("HR", 2, 5)}
	if got, _ := base.Find(f); !slices.Equal(got.Attributions, want) {
		t.Errorf("got  %v\nwant %v", got.Attributions, want)
	}
	if base.Len() != 2 {
		t.Errorf("there are %d beliefs, want 2", base.Len())
	}
}
