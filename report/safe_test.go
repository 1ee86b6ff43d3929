package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/beliefbase/revise/belief"
)

// danger says what in a text must not reach a person, or nothing.
func danger(text string) string {
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			return "invalid UTF-8"
		case r == '\n':
		case r < 0x20 || r >= 0x7f && r <= 0x9f:
			return "a control character"
		case unicode.Is(unicode.Bidi_Control, r):
			return "a bidirectional control"
		case unicode.Is(unicode.Cf, r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
			return "an invisible character"
		case unicode.IsSpace(r) && r != ' ':
			return "a blank that is not one"
		}
	}
	return ""
}

// hostileString draws strings rich in what terminals, tables and readers stumble over.
func hostileString() *rapid.Generator[string] {
	part := rapid.OneOf(
		rapid.SampledFrom(nasty),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 4), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{"a", " ", `"`, `\`, "n", "u", "x1b", "\x1b", "\n", "e", "0"}),
	)
	return rapid.Map(rapid.SliceOfN(part, 0, 4), func(parts []string) string { return strings.Join(parts, "") })
}

func TestSafeIsHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := hostileString().Draw(t, "s")
		for _, got := range []string{Safe(s), harmless(s)} {
			if what := danger(got); what != "" || strings.Contains(got, "\n") {
				t.Fatalf("%q became %q: %s", s, got, what)
			}
		}
		if got := Safe(s); strings.HasPrefix(got, " ") || strings.HasSuffix(got, " ") || got == "" {
			t.Fatalf("%q became %q: its ends cannot be seen", s, got)
		}
	})
}

func TestSafeIsInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := map[string]string{}
		for _, s := range append(rapid.SliceOfN(hostileString(), 2, 20).Draw(t, "texts"), "", `""`, `"`, " ", `\`) {
			for _, s := range []string{s, s + " ", `"` + s, Safe(s), s + "\ufe0f"} {
				if other, ok := seen[Safe(s)]; ok && other != s {
					t.Fatalf("%q and %q are both shown as %s", s, other, Safe(s))
				}
				seen[Safe(s)] = s
			}
		}
	})
}

// TestSafeKeepsPlainText guards against a Safe that quotes everything.
func TestSafeKeepsPlainText(t *testing.T) {
	for _, s := range []string{"Bo's contract ends", "HR ticket 4711", "naïve café", "会計部", "a \"b\" c", `C:\data`, "50 %", "\uFFFD"} {
		if Safe(s) != s {
			t.Errorf("%s became %s", s, Safe(s))
		}
	}
	for s, want := range map[string]string{
		"": `""`, " a": `" a"`, "a ": `"a "`, `"a`: `"\"a"`, "a\tb": `"a\tb"`, "\x1b[2J": `"\u001b[2J"`, "\xff": `"\xff"`, "a\u202eb": `"a\u202eb"`, "\u3164": `"\u3164"`,
	} {
		if Safe(s) != want {
			t.Errorf("%q became %s, want %s", s, Safe(s), want)
		}
	}
}

// TestAtomsAreInjective: no two facts print alike, and what is printed can be read back.
func TestAtomsAreInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := map[string]belief.Fact{}
		for range 10 {
			f := belief.NewFact("p")
			for _, s := range rapid.SliceOfN(hostileString(), 0, 3).Draw(t, "values") {
				f.Values = append(f.Values, rapid.SampledFrom([]belief.Value{belief.String(s), belief.Int(int64(len(s))), belief.Bool(len(s) == 1)}).Draw(t, "value"))
			}
			text := atom(f)
			if what := danger(text); what != "" || strings.Contains(text, "\n") {
				t.Fatalf("%s holds %s", text, what)
			}
			if other, ok := seen[text]; ok && !other.Equal(f) {
				t.Fatalf("two facts print as %s", text)
			}
			seen[text] = f
			if !strings.Contains(text, `\x`) { // bytes that are not UTF-8 come from no file
				if back, err := belief.ParseFact(text); err != nil || !back.Equal(f) {
					t.Fatalf("%s reads back as %s, %v", text, back, err)
				}
			}
		}
	})
}
