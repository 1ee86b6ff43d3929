package rules

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// outline writes a tree in one line: scalars as they are, quoted ones in quotes.
func outline(n *Node) string {
	switch {
	case n == nil:
		return "nil"
	case n.Kind == List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			parts[i] = outline(item)
		}
		return "[" + strings.Join(parts, "; ") + "]"
	case n.Kind == Map:
		parts := make([]string, len(n.Fields))
		for i, f := range n.Fields {
			parts[i] = outline(f.Key) + ": " + outline(f.Value)
		}
		return "{" + strings.Join(parts, "; ") + "}"
	case n.Quoted:
		return fmt.Sprintf("%q", n.Text)
	default:
		return n.Text
	}
}

// told lists diagnostics as number, line:column+length.
func told(diags Diagnostics) string {
	parts := make([]string, len(diags))
	for i, d := range diags {
		parts[i] = fmt.Sprintf("%s %d:%d+%d", d.Code.Number(), d.Place.Line, d.Place.Column, d.Length)
	}
	return strings.Join(parts, ", ")
}

func TestReadDocumentKeepsWhatIsWritten(t *testing.T) {
	for _, test := range []struct{ why, in, want string }{
		{"numbers", "a: [010, 1_000, 0x10, 0o7, 1.0, 1e9, -0, +1, 18446744073709551616, 012]", "{a: [010; 1_000; 0x10; 0o7; 1.0; 1e9; -0; +1; 18446744073709551616; 012]}"},
		{"words that look like values", "a: [yes, no, on, Off, True, FALSE, .inf, .nan, 2026-11-29, 1:30, 2026-01-01T00:00:00Z]", "{a: [yes; no; on; Off; True; FALSE; .inf; .nan; 2026-11-29; 1:30; 2026-01-01T00:00:00Z]}"},
		{"nothing", "a:\nb: null\nc: ~\nd: Null\ne: ''", `{a: ; b: ; c: ; d: ; e: ""}`},
		{"quotes", `a: ['it''s', "x\ty", "ä\u00e4", '\n']`, `{a: ["it's"; "x\ty"; "ää"; "\\n"]}`},
		{"keys", "1: a\ntrue: b\nnull: c\n1.0: d\n\"q k\": e", `{1: a; true: b; : c; 1.0: d; "q k": e}`},
		{"a text over several lines", "a: one\n  two\n\n  three\nb: 'one\n  two'", `{a: one two` + "\n" + `three; b: "one two"}`},
		{"an escaped blank at the end of a line", "a: \"b\\ \n  c\\\n  d\\\\ \n  e\\\t \n  f\"", `{a: "b  cd\\ e\t f"}`},
		{"block text", "a: |\n  - x: # y\n   z\nb: >-\n  one\n  two\nc: d", `{a: "- x: # y\n z\n"; b: "one two"; c: d}`},
		{"lists", "a:\n- b\n- - c\n  - d\n- [e, [f]]\ng: []", "{a: [b; [c; d]; [e; [f]]]; g: []}"},
		{"maps", "a: {b: c, d: [e]}\nf:\n  g: h", "{a: {b: c; d: [e]}; f: {g: h}}"},
		{"columns", "columns: [user: string, group]", "{columns: [{user: string}; group]}"},
		{"rules", "- rules\n", "nil"},
		{"a rule over two lines", "rules:\n  - p(?x) :- q(?x),\n      r(?x)", "{rules: [p(?x) :- q(?x), r(?x)]}"},
		{"comments", "a: b # c\n# d\ne: # f\n  g", "{a: b; e: g}"},
		{"a hash that is no comment", "a: b#c\nd: CVE-1#2", "{a: b#c; d: CVE-1#2}"},
		{"marks inside a text", "a: x !y &z *w ? v\nb: p(?x) :- q(?x)", "{a: x !y &z *w ? v; b: p(?x) :- q(?x)}"},
		{"line ends and a byte order mark", "\ufeffa: b\r\nc: |\r\n  d\r\n  e\r\n", `{a: b; c: "d\ne\n"}`},
		{"document marks", "---\na: b\n...\n", "{a: b}"},
		{"a tab at the end of a line", "a: b\t\nc: d\t# e", "{a: b; c: d}"},
		{"tabs in quotes and block text", "a: \"b\tc\"\nd: |\n  e\tf\ng: 'h\ti'\nj: \"\tk\t\n\tl\t\"", `{a: "b\tc"; d: "e\tf\n"; g: "h\ti"; j: "\tk l\t"}`},
		{"separators of Unicode", "a: b\u2028c\u0085d\u00a0e", "{a: b\u2028c\u0085d\u00a0e}"},
		{"brackets over lines", "a: [b,\n  c, # d\n  'e f']", `{a: [b; c; "e f"]}`},
		{"prose in brackets", "a: {about: the list (old), b: c}", "{a: {about: the list (old); b: c}}"},
		{"an atom in quotes in brackets", `a: ['p(x, y)', "q(z)"]`, `{a: ["p(x, y)"; "q(z)"]}`},
	} {
		t.Run(test.why, func(t *testing.T) {
			doc, diags := ReadDocument("f.yaml", []byte(test.in))
			if got := outline(doc.Root); got != test.want {
				t.Errorf("%q\n got %s\nwant %s", test.in, got, test.want)
			}
			if doc.Root != nil && len(diags) > 0 {
				t.Errorf("%q: %v", test.in, diags)
			}
		})
	}
}

func TestReadDocumentPlaces(t *testing.T) {
	const text = "title: Änderung\nbeliefs:\n  - p(a)\n  - {belief: 'q(b)', source: \"x\"}\n  -\nempty:\n"
	doc, diags := ReadDocument("f.yaml", []byte(text))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	var walk func(n *Node)
	walk = func(n *Node) {
		got = append(got, fmt.Sprintf("%s+%d %s", n.Place, n.Length, outline(n)))
		for _, item := range n.Items {
			walk(item)
		}
		for _, f := range n.Fields {
			walk(f.Value)
		}
	}
	walk(doc.Root)
	want := []string{
		"f.yaml:1:1+5 {title: Änderung; beliefs: [p(a); {belief: \"q(b)\"; source: \"x\"}; ]; empty: }",
		"f.yaml:1:8+8 Änderung",
		"f.yaml:3:3+1 [p(a); {belief: \"q(b)\"; source: \"x\"}; ]",
		"f.yaml:3:5+4 p(a)",
		"f.yaml:4:5+1 {belief: \"q(b)\"; source: \"x\"}",
		"f.yaml:4:14+6 \"q(b)\"",
		"f.yaml:4:30+3 \"x\"",
		"f.yaml:5:4+1 ",
		"f.yaml:6:1+5 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Every row of "What YAML does to atoms" has its own code, and what was meant is read all the same.
func TestReadDocumentTraps(t *testing.T) {
	for _, test := range []struct{ why, in, told, want string }{
		{"atoms in brackets", "a: [bird(tweety), parent(ann, bob)]", "R1101 1:5+12", "{a: [bird(tweety); parent(ann, bob)]}"},
		{"atoms in brackets, twice", "a: [p(x)]\nb: [q(x, y)]", "R1101 1:5+4, R1101 2:5+7", "{a: [p(x)]; b: [q(x, y)]}"},
		{"an atom in braces", "a: {b: p(x, y), c: d}", "R1101 1:8+7", "{a: {b: p(x, y); c: d}}"},
		{"a colon", `a: [note]` + "\nb:\n  - note(ann, \"a: b\")", "R1102 3:5+17", `{a: [note]; b: [note(ann, "a: b")]}`},
		{"a colon behind a key", `a: note(ann, "a: b")`, "R1102 1:4+17", `{a: note(ann, "a: b")}`},
		{"a colon at the end of a line", "a: note(ann,\n  \"b: c\")", "R1102 2:3+7", `{a: note(ann, "bx c")}`},
		{"a colon in a rule", "a:\n  - p(?x) :- q(?x, \"a: b\")", "R1102 2:5+22", `{a: [p(?x) :- q(?x, "a: b")]}`},
		{"a comment", "a:\n  - note(ann, \"x # y\")", "R1103 2:5+18", `{a: [note(ann, "x # y")]}`},
		{"a comment, and a real one", "a:\n  - note(ann, \"x # y\") # z", "R1103 2:5+18", `{a: [note(ann, "x # y")]}`},
		{"a comment in prose", "a: see (ticket #4711)", "R1103 1:4+18", "{a: see (ticket #4711)}"},
		{"a quote first", "a:\n  - \"ana\" != ?x", "R1105 2:5+11", `{a: ["ana" != ?x]}`},
		{"a single quote first", "a:\n  - 'ana' != ?x # c", "R1105 2:5+11", `{a: ['ana' != ?x]}`},
		{"a quote first in brackets", `a: ["ana" != ?x, b]`, "R1105 1:5+11", `{a: ["ana" != ?x; b]}`},
		{"a question mark", "a:\n  - ? p(a)\n  - b", "R1106 2:5+1", "{a: [p(a); b]}"},
		{"a tag", "a:\n  - !abnormal(?x)\n  - b", "R1107 2:5+13", "{a: [not abnormal(?x); b]}"},
		{"a tag of two words", "a:\n  - !q(?x, ?y) # c", "R1107 2:5+10", "{a: [not q(?x, ?y)]}"},
		{"a tag in brackets", "a: [!q(?x, ?y), b]", "R1107 1:5+10", "{a: [not q(?x, ?y); b]}"},
		{"a type", "a: !!float 1\nb: !!str\n  c: d", "R1107 1:4+7, R1107 2:4+5", "{a: 1; b: {c: d}}"},
		{"an anchor and an alias", "a: &x b\nc: *x\nd: [&y e, *y]", "R1015 1:4+2, R1015 2:4+2, R1015 3:5+2, R1015 3:11+2", "{a: b; c: *x; d: [e; *y]}"},
		{"a merge key", "a:\n  <<: {b: c}\n  d: e", "R1015 2:3+1", "{a: {d: e}}"},
		{"a tab in the indentation", "a:\n\t- b\n  \tc", "R1007 2:1+1, R1007 3:3+1", "{a: [b c]}"},
		{"a tab in a text", "a: b\tc\nd: [e\tf]", "R1007 1:5+1, R1007 2:6+1", "{a: b c; d: [e f]}"},
		{"a key twice", "a: b\nc: {d: e, d: f}\na: g", "R1014 2:11+1, R1014 3:1+1", "{a: b; c: {d: e}}"},
		{"an escape that is no character", `a: "\ufdd0"`, "R1006 1:4+8", `{a: "\t"}`},
		{"a directive", "%YAML 1.2\n---\na: b", "R1008 1:1+9", "{a: b}"},
		{"all at once", "a:\n  - !p(x)\n  - q(\"a: b\")\n  - \"c\" = ?d\ne: [f(g)]", "R1107 2:5+5, R1102 3:5+9, R1105 4:5+8, R1101 5:5+4", `{a: [not p(x); q("a: b"); "c" = ?d]; e: [f(g)]}`},
	} {
		t.Run(test.why, func(t *testing.T) {
			doc, diags := ReadDocument("f.yaml", []byte(test.in))
			if got := told(diags); got != test.told {
				t.Errorf("%q\n got %s\nwant %s", test.in, got, test.told)
			}
			if got := outline(doc.Root); got != test.want {
				t.Errorf("%q\n got %s\nwant %s", test.in, got, test.want)
			}
			for _, d := range diags {
				if d.Source != doc.Line(d.Place.Line) || d.Message == "" || d.Caret+d.Hint == "" {
					t.Errorf("%+v does not show the line and a way out", d)
				}
			}
		})
	}
}

func TestReadDocumentRefuses(t *testing.T) {
	for _, test := range []struct{ why, in, told string }{
		{"nothing", "", "R1004 1:1+0"},
		{"a byte order mark alone", "\ufeff", "R1004 1:1+0"},
		{"comments", "# a\n\n# b\n", "R1004 1:1+0"},
		{"a document mark alone", "---\n", "R1004 1:1+0"},
		{"braces with nothing", "{}", ""},
		{"a list", "- a", "R1016 1:1+1"},
		{"a text", "a", "R1016 1:1+1"},
		{"two documents", "a: b\n---\nc: d\n", "R1009 2:1+1"},
		{"two documents, the first empty", "---\n---\na: b\n", "R1009 2:1+1"},
		{"something behind the end", "a: b\n...\nc: d\n", "R1009 3:1+1"},
		{"not UTF-8", "a: b\nc: caf\xe9\n", "R1005 2:7+1"},
		{"UTF-16", "\xff\xfea\x00", "R1005 1:1+1"},
		{"a database", "SQLite format 3\x00\x10\x00\xff", "R1005 1:19+1"},
		{"NUL", "a: b\nc: d\x00\n", "R1006 2:5+1"},
		{"escape characters", "a: \x1b[31m\nb: \x7f", "R1006 1:4+1, R1006 2:4+1"},
		{"no character", "a: b\ufdd0", "R1006 1:5+1"},
		{"a lone carriage return", "a: b\rc: d", "R1006 1:5+1"},
		{"an open bracket", "a: [b, c\nd: e\n", "R1008 1:4+1"},
		{"an open brace", "a: {b\n", "R1008 1:4+1"},
		{"an open quote", "a: 'b\nc: d\n", "R1008 1:4+1"},
		{"an open double quote", "a: \"b\\\"\nc: d\n", "R1008 1:4+1"},
		{"a second colon", "a: b: c\n", "R1008 1:4+1"},
		{"wrong indentation", "a:\n  - b\n c: d\n", "R1008 3:2+1"},
		{"brackets as a key", "[a]: b\n", "R1008 1:4+1"},
		{"a key of several lines", "? a\n: b\n", "R1106 1:1+1"},
		{"deep brackets", "a: " + strings.Repeat("[", 65) + strings.Repeat("]", 65), "R1010 1:67+1"},
		{"deep dashes", "a:\n" + strings.Repeat("- ", 65) + "b", "R1010 2:127+1"},
		{"a long line", "a: " + strings.Repeat("b", 65<<10), "R1011 1:1+1"},
	} {
		t.Run(test.why, func(t *testing.T) {
			doc, diags := ReadDocument("f.yaml", []byte(test.in))
			if got := told(diags); got != test.told {
				t.Errorf("%.60q: got %s, want %s", test.in, got, test.told)
			}
			if (doc.Root == nil) != diags.HasErrors() {
				t.Errorf("%.60q: the root is %v beside %d diagnostics", test.in, doc.Root, len(diags))
			}
		})
	}
}

// The inputs that keep the YAML parser busy for minutes, or make it take gigabytes, are refused at once.
func TestReadDocumentHostile(t *testing.T) {
	repeat := strings.Repeat
	numbered := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	for why, in := range map[string]string{
		"9,000 brackets":            "a: " + repeat("[", 9_000),
		"100,000 brackets":          "a: " + repeat("[", 100_000) + repeat("]", 100_000),
		"brackets over lines":       "a: " + repeat("[\n", 100_000),
		"10,000 dashes":             repeat("- ", 10_000),
		"50,000 dashes":             repeat("- ", 50_000),
		"dashes over lines":         deeper(400, "-"),
		"keys over lines":           deeper(400, "a:"),
		"braces":                    "a: " + repeat("{a: ", 11_000),
		"question marks":            repeat("? ", 30_000),
		"colons":                    repeat("a: ", 20_000),
		"anchors":                   "a: " + repeat("&a ", 20_000),
		"50,000 keys":               numbered(50_000, "k%d: 1\n"),
		"50,000 keys in braces":     "a: {" + numbered(50_000, "k%d: 1,\n") + "}",
		"100,000 rows":              "rows:\n" + repeat("  - [ana, finance]\n", 100_000),
		"150,000 atoms":             "beliefs:\n" + repeat("  - p(a)\n", 150_000),
		"a text of 10 MB":           "a: |\n" + repeat("  xxxxxxxxxxxxx\n", 10<<20/16),
		"a line of 8 MB":            "a: " + repeat("x", 8<<20-8),
		"a million empty lines":     "a: b\n" + repeat("\n", 1_000_000),
		"aliases of aliases":        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\n",
		"atoms in brackets":         "a: [" + repeat("b(c, ", 10_000) + "]",
		"quotes in brackets":        "a: [" + repeat(`"b" c(, `, 7_000) + "]",
		"tags":                      "a:\n" + repeat("  - !x(y) z\n", 90_000),
		"tabs":                      repeat("\ta\n", 100_000),
		"documents":                 repeat("---\n", 100_000),
		"open parentheses":          "a: " + repeat("(", 60_000),
		"hashes":                    "a: " + repeat("# (", 20_000),
		"invalid bytes":             repeat("\xff", 1<<20),
		"control characters":        repeat("\x01\n", 1<<19),
		"20,000 values in brackets": "a: [" + repeat("x, ", 20_000) + "]",
		"quoted values in brackets": "a: [" + repeat(`"", `, 16_000) + "]",
	} {
		t.Run(why, func(t *testing.T) {
			data := []byte(in)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			inTime(t, data, 100*time.Millisecond*slowdown)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 50<<20 {
				t.Errorf("reading %d bytes took %d bytes of memory", len(data), used)
			}
		})
	}
}

// inTime reads a document, which must not take longer than the limit; on a busy machine it may try again.
func inTime(t *testing.T, data []byte, limit time.Duration) (*Document, Diagnostics) {
	t.Helper()
	for attempt := 1; ; attempt++ {
		start := time.Now()
		doc, diags := ReadDocument("f.yaml", data)
		if took := time.Since(start); took <= limit {
			return doc, diags
		} else if attempt == 3 {
			t.Errorf("reading %d bytes took %v", len(data), took)
			return doc, diags
		}
	}
}

// slowdown allows for a busy machine; what these tests guard against takes a thousand times longer.
const slowdown = 10

// deeper writes lines that are each indented by one more than the one before.
func deeper(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + text + "\n")
	}
	return b.String()
}

func TestColumnCursor(t *testing.T) {
	var c columnCursor
	for _, step := range []struct {
		line     int
		text     string
		at, want int
	}{{0, "äbc", 3, 3}, {0, "äbc", 0, 1}, {1, "abc", 2, 3}, {1, "abc", 9, 4}, {0, "äbc", 2, 2}} {
		if got := c.column(step.line, step.text, step.at); got != step.want {
			t.Errorf("byte %d of %q is in column %d, not %d", step.at, step.text, got, step.want)
		}
		if back := c.byteOf(step.line, step.text, step.want); back != min(step.at, len(step.text)) {
			t.Errorf("column %d of %q is byte %d, not %d", step.want, step.text, back, step.at)
		}
		if first := c.byteOf(step.line, step.text, 1); first != 0 {
			t.Errorf("column 1 of %q is byte %d", step.text, first)
		}
	}
}

// What stands in the repository's own files is read without a word and as it stands.
func TestReadDocumentScenarios(t *testing.T) {
	files, err := filepath.Glob("../scenarios/*/*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, diags := ReadDocument(name, data)
		if len(diags) > 0 {
			t.Error(diags)
			continue
		}
		if problem := unfaithful(doc); problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// unfaithful says where an unquoted scalar is not what the file has there, "" if nowhere. Of a text of several words,
// which may go over several lines, it only asks that each word is in the file.
func unfaithful(doc *Document) string {
	var problem string
	everything := strings.Join(doc.Lines, "\n")
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.Kind == Scalar && !n.Quoted && n.Text != "" {
			words := blanks(n.Text)
			line := doc.Line(n.Place.Line)
			if len(words) == 1 && !strings.HasPrefix(line[byteColumn(line, n.Place.Column):], n.Text) {
				problem = fmt.Sprintf("%s: %q is read where %q stands", n.Place, n.Text, line)
			}
			for _, word := range words {
				if !strings.Contains(everything, word) {
					problem = fmt.Sprintf("%s: %q is read, and %q is not in the file", n.Place, n.Text, word)
				}
			}
		}
		for _, item := range n.Items {
			walk(item)
		}
		for _, f := range n.Fields {
			walk(f.Key)
			walk(f.Value)
		}
	}
	if doc.Root != nil {
		walk(doc.Root)
	}
	return problem
}

func blanks(s string) []string { return strings.FieldsFunc(s, blank) }

// FuzzReadDocument: no panic, no long wait, no scalar that is not in the file, and never neither a root nor an error.
func FuzzReadDocument(f *testing.F) {
	files, err := filepath.Glob("../scenarios/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), 4<<10)])
	}
	for _, code := range Codes() {
		f.Add([]byte(code.Example()))
	}
	for _, in := range nastyInputs {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkReading(t, data)
	})
}

func checkReading(t *testing.T, data []byte) {
	t.Helper()
	doc, diags := inTime(t, data, slowdown*100*time.Millisecond*time.Duration(1+len(data)/(64<<10)))
	if doc.Root == nil && !diags.HasErrors() {
		t.Error("neither a root nor an error")
	}
	if len(diags) > 0 {
		return
	}
	if problem := unfaithful(doc); problem != "" {
		t.Error(problem)
	}
	if again, _ := ReadDocument("f.yaml", bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))); !bytes.Contains(data, []byte("\r")) && outline(again.Root) != outline(doc.Root) {
		t.Errorf("with other line ends %s becomes %s", outline(doc.Root), outline(again.Root))
	}
}

func TestReadDocumentNasty(t *testing.T) {
	for _, in := range nastyInputs {
		checkReading(t, []byte(in))
	}
}

// An atom without a comma is no victim of YAML's commas, and nobody says that it is.
func TestAtomsInBrackets(t *testing.T) {
	for _, test := range []struct{ in, message, caret string }{
		{"beliefs: [alarm()]", "an unquoted atom stands inside brackets, where atoms are quoted: YAML splits those that have a comma", "quote it: 'alarm()'"},
		{"beliefs: [p(a, b)]", "an unquoted atom stands inside brackets, where YAML would split it at any comma", "put each atom on a line of its own, or quote it: 'p(a, b)'"},
	} {
		_, diags := ReadDocument("f.yaml", []byte(test.in))
		if len(diags) != 1 || diags[0].Code != CodeFlowAtoms || diags[0].Message != test.message || diags[0].Caret != test.caret {
			t.Errorf("%s gives\n%v", test.in, diags)
		}
	}
}
