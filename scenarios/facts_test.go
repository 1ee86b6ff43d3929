package scenarios

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/rules"
)

// factsOfFile loads one fact file into p and lists its facts with their lines, one a line.
func factsOfFile(t *testing.T, declaration, entry, name, data string) string {
	t.Helper()
	s := load(t, factFolder(declaration, entry, name, data))
	var lines []string
	for held := range s.Base.All() {
		lines = append(lines, fmt.Sprintf("%s %d", held.Fact, held.Attributions[0].Place.Line))
	}
	return strings.Join(lines, "; ")
}

func factFolder(declaration, entry, name, data string) fstest.MapFS {
	main := fmt.Sprintf("beliefs:\n  - {relation: p, file: %s%s}\n", name, entry)
	if declaration != "" {
		main += "relations:\n  p: {columns: " + declaration + "}\n"
	}
	return folder("main.yaml", main, name, data)
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFactFiles(t *testing.T) {
	for _, test := range []struct{ why, declaration, entry, name, data, want string }{
		{"csv", "[a: string, n: int]", "", "f.csv", "a,n\nana,1\nbo,-2\n", "p(ana, 1) 2; p(bo, -2) 3"},
		{"a header in another order", "[a: string, n: int]", "", "f.csv", "n,a\n1,ana\n", "p(ana, 1) 2"},
		{"no header", "[a: string, n: int]", ", header: false", "f.csv", "ana,1\nbo,2\n", "p(ana, 1) 1; p(bo, 2) 2"},
		{"no header, not declared", "", ", header: false", "f.csv", "ana,1\nbo,2\n", "p(ana, 1) 1; p(bo, 2) 2"},
		{"quotes", "", "", "f.csv", "a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"two\nlines\",z\nlast,w\n", `p(last, w) 5; p("two\nlines", z) 3; p("x, y", "say \"hi\"") 2`},
		{"line ends of Windows", "", "", "f.csv", "a,b\r\nx,y\r\nz,w\r\n", "p(x, y) 2; p(z, w) 3"},
		{"a byte order mark", "", "", "f.csv", "\ufeffa,b\nx,y", "p(x, y) 2"},
		{"no line end at the end", "", "", "f.csv", "a\nx", "p(x) 2"},
		{"empty lines", "", "", "f.csv", "a,b\n\nx,y\n\n\n", "p(x, y) 3"},
		{"line ends of Windows in quotes", "", "", "f.csv", "a,b\r\n\"x\r\ny\",\"\r\n\"\r\n\"\"\"\r\n\",z\r\nlast,\"\r\r\n\n\"", `p("\"\r\n", z) 5; p(last, "\r\r\n\n") 7; p("x\r\ny", "\r\n") 2`},
		{"a CR in quotes", "[a]", "", "f.csv", "a\n\"x\ry\"", `p("x\ry") 2`},
		{"a CR in quotes and no line end", "[a]", ", header: false", "f.csv", "\"x\ry\"", `p("x\ry") 1`},
		{"one column with quoted lines", "", "", "f.csv", "a\n\"\"\n\"\n\"\nx\n\n", `p("") 2; p("\n") 3; p(x) 5`},
		{"a header alone", "", "", "f.csv", "a,b\n", ""},
		{"nothing, declared", "[a]", ", header: false", "f.csv", "", ""},
		{"nothing but the mark, declared", "[a]", "", "f.facts", "\ufeff", ""},
		{"blanks are kept", "[a: string, b: string]", "", "f.csv", "a,b\n x , y\n", `p(" x ", " y") 2`},
		{"the empty text", "[a: string, b: string]", "", "f.csv", "a,b\n,x\n\"\",y\n", `p("", x) 2; p("", y) 3`},
		{"texts that look like values", "[a: string]", "", "f.csv", "a\n010\n1_000\ntrue\nnull\n2026-11-29\n", `p("010") 2; p("1_000") 3; p("2026-11-29") 6; p(null) 5; p("true") 4`},
		{
			"every type", "[a: int, b: float, c: bool, d: date, e: string]", "", "f.csv", "a,b,c,d,e\n7,2.5,true,2026-11-29,x\n-1,3,false,1999-01-01,y\n",
			"p(-1, 3.0, false, 1999-01-01, y) 3; p(7, 2.5, true, 2026-11-29, x) 2",
		},
		{"guessed ints", "", "", "f.csv", "a\n1\n-7\n0\n", "p(-7) 3; p(0) 4; p(1) 2"},
		{
			"ints of every length", "[a: int]", "", "f.csv", "a\n0\n-1\n999999999999999999\n-999999999999999999\n1000000000000000000\n9223372036854775807\n-9223372036854775808\n",
			"p(-9223372036854775808) 8; p(-999999999999999999) 5; p(-1) 3; p(0) 2; p(999999999999999999) 4; p(1000000000000000000) 6; p(9223372036854775807) 7",
		},
		{"no ints, and one", "", "", "f.csv", "a,b,c,d\n-,-0,01,+1\n", `p("-", 0, "01", "+1") 2`},
		{"guessed floats", "", "", "f.csv", "a\n1\n2.5\n", "p(1.0) 2; p(2.5) 3"},
		{"guessed dates", "", "", "f.csv", "a\n2026-11-29\n2026-11-30\n", "p(2026-11-29) 2; p(2026-11-30) 3"},
		{"guessed bools", "", "", "f.csv", "a\ntrue\nfalse\n", "p(false) 3; p(true) 2"},
		{"one other cell makes texts", "", "", "f.csv", "a,b\n1,1\n010,2\n", `p("010", 2) 3; p("1", 1) 2`},
		{"no date of the calendar", "", "", "f.csv", "a\n2026-02-30\n", `p("2026-02-30") 2`},
		{"an int beyond 64 bits", "", "", "f.csv", "a\n99999999999999999999\n", `p("99999999999999999999") 2`},
		{"an empty cell is a text", "", "", "f.csv", "a,b\n1,x\n,y\n", `p("", y) 3; p("1", x) 2`},
		{"a part of the types declared", "[a, n: float]", "", "f.csv", "a,n\n1,1\n", "p(1, 1.0) 2"},
		{"tsv", "", "", "f.tsv", "a\tb\nx\t1\ny z\t2\r\n", `p(x, 1) 2; p("y z", 2) 3`},
		{"tsv escapes", "", "", "f.tsv", "a\tb\nx\\ty\\n\tC:\\\\dir\n", `p("x\ty\n", "C:\\dir") 2`},
		{"tsv knows no quotes", "", "", "f.tsv", "a\tb\n\"x\ty\"\n", `p("\"x", "y\"") 2`},
		{"facts", "", "", "f.facts", "x\t1\ny\t2", "p(x, 1) 1; p(y, 2) 2"},
		{"facts with a header", "", ", header: true", "f.facts", "a\tb\nx\t1\n", "p(x, 1) 2"},
		{"jsonl", "", "", "f.jsonl", "{\"a\":\"x\",\"n\":1}\n\n{ \"n\" : 2 , \"a\" : \"\\u00e4\\n\" }\n", `p(x, 1) 1; p("ä\n", 2) 3`},
		{"jsonl arrays", "", "", "f.jsonl", "[\"x\",1]\n[\"y\",2]\n", "p(x, 1) 1; p(y, 2) 2"},
		{"jsonl of both kinds", "[a: string, n: int]", "", "f.jsonl", "[\"x\",1]\n{\"n\":2,\"a\":\"y\"}\n", "p(x, 1) 1; p(y, 2) 2"},
		{"jsonl of every type", "", "", "f.jsonl", "[1,2.5,true,\"2026-11-29\",\"12\"]\n", `p(1, 2.5, true, 2026-11-29, "12") 1`},
		{"jsonl floats", "", "", "f.jsonl", "[1]\n[1e3]\n", "p(1.0) 1; p(1000.0) 2"},
		{"jsonl dates that are none", "", "", "f.jsonl", "[\"2026-11-29\"]\n[\"x\"]\n", `p("2026-11-29") 1; p(x) 2`},
		{"a jsonl column that is declared", "[a: float, b: date]", "", "f.jsonl", "[1, \"2026-11-29\"]\n", "p(1.0, 2026-11-29) 1"},
	} {
		t.Run(test.why, func(t *testing.T) {
			if got := factsOfFile(t, test.declaration, test.entry, test.name, test.data); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			if got := factsOfFile(t, test.declaration, test.entry, test.name+".gz", packed(t, test.data)); got != test.want {
				t.Errorf("packed\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestFactFilesRefused(t *testing.T) {
	for _, test := range []struct{ why, declaration, entry, name, data, want string }{
		{"a missing column", "[a, b]", "", "f.csv", "a\nx\n", "R1403 main.yaml:2:25"},
		{"an extra column", "[a]", "", "f.csv", "a,b\nx,y\n", "R1403 main.yaml:2:25"},
		{"another column", "[a, b]", "", "f.csv", "a,c\nx,y\n", "R1403 main.yaml:2:25"},
		{"a column twice", "", "", "f.csv", "a,a\nx,y\n", "R1403 main.yaml:2:25"},
		{"a column without a name", "", "", "f.csv", "a,\nx,y\n", "R1403 main.yaml:2:25"},
		{"ragged rows", "[a, b]", "", "f.csv", "a,b\nx\ny,z\nx,y,z\n", "R1404 f.csv:2:1, R1404 f.csv:4:5"},
		{"ragged rows, tsv", "[a, b]", "", "f.facts", "ä\ny\tz\nü\ty\tz\n", "R1404 f.facts:1:1, R1404 f.facts:3:5"},
		{"cells of another type", "[a: int, b: date]", "", "f.csv", "a,b\nx,2026-01-01\n1,\n010,2026-13-01\n", "R1405 f.csv:2:1, R1405 f.csv:3:3, R1405 f.csv:4:1, R1405 f.csv:4:5"},
		{"columns count characters", "[a: string, b: int]", "", "f.csv", "a,b\nää,x\n", "R1405 f.csv:2:4"},
		{"a number that is too big", "[a: int]", "", "f.csv", "a\n9223372036854775808\n", "R1405 f.csv:2:1"},
		{"a quote inside", "[a, b]", "", "f.csv", "a,b\nx\"y,z\nw,v\n\"x\"y,z\n", "R1406 f.csv:2:2, R1406 f.csv:4:3"},
		{"a quote that is not closed", "[a]", "", "f.csv", "a\nx\n\"y\nz\n", "R1406 f.csv:3:1"},
		{"NUL", "[a]", "", "f.csv", "a\nx\x00y\n", "R1405 f.csv:2:1"},
		{"not UTF-8", "[a]", "", "f.csv", "a\ncaf\xe9\n", "R1405 f.csv:2:1"},
		{"a name that is not UTF-8", "", "", "f.csv", "caf\xe9\nx\n", "R1403 main.yaml:2:25"},
		{"UTF-16", "[a]", "", "f.facts", "\xff\xfea\x00\n\x00", "R1005 main.yaml:2:25"},
		{"UTF-16 of the other kind", "", "", "f.csv", "\xfe\xff\x00a\x00\n", "R1005 main.yaml:2:25"},
		{"UTF-16 for JSON", "", "", "f.jsonl", "\xff\xfe[\x00", "R1005 main.yaml:2:25"},
		{"CR alone", "", "", "f.csv", "a\rx\ry\r", "R1406 main.yaml:2:25"},
		{"CR alone, tsv", "[a]", "", "f.facts", "x\ry", "R1406 main.yaml:2:25"},
		{"empty lines of one column", "[a: string]", "", "f.csv", "\na\n1\n\n\n\"2\n3\"\n4\n\n5\n\n", "R1406 f.csv:4:1, R1406 f.csv:9:1"},
		{"empty lines of one column, no header", "", ", header: false", "f.csv", "\n1\n\n2\n", "R1406 f.csv:1:1, R1406 f.csv:3:1"},
		{"empty lines of one column, tsv", "[a]", "", "f.facts", "x\\n\nz\n\ny\n\n", "R1406 f.facts:3:1"},
		{"an address", "[a]", "", "http://x/y.csv", "", "R1002 main.yaml:2:25"},
		{"a header of another length", "", "}\n  - {belief: 'p(x)'", "f.csv", "a,b\nx,y\n", "R1204 main.yaml:2:25"},
		{"an unknown escape", "[a, b]", "", "f.tsv", "a\tb\nx\tC:\\dir\nx\\\ty\n", "R1406 f.tsv:2:3, R1406 f.tsv:3:1"},
		{"not packed", "[a]", "", "f.csv.gz", "a\nx\n", "R1407 main.yaml:2:25"},
		{"nothing packed", "[a]", "", "f.csv.gz", "", "R1407 main.yaml:2:25"},
		{"no JSON", "[a]", "", "f.jsonl", "x\n[1\n[1] 2\n[x]\n{\"a\"}\n[\"x]\n{}\n", "R1406 f.jsonl:1:1, R1406 f.jsonl:2:3, R1406 f.jsonl:3:5, R1406 f.jsonl:4:2, R1406 f.jsonl:5:5, R1406 f.jsonl:6:2, R1406 f.jsonl:7:3"},
		{"JSON that holds no values", "[a]", "", "f.jsonl", "[null]\n[[1]]\n[{}]\n[\"\\ud800\"]\n[\"\\x\"]\n[\"a\tb\"]\n", "R1406 f.jsonl:1:2, R1406 f.jsonl:2:2, R1406 f.jsonl:3:2, R1406 f.jsonl:4:2, R1406 f.jsonl:5:2, R1406 f.jsonl:6:2"},
		{"keys of JSON", "[a, b]", "", "f.jsonl", "{\"a\":1,\"c\":2}\n{\"a\":1,\"a\":2}\n{\"a\":1}\n{1:2}\n", "R1406 f.jsonl:1:8, R1406 f.jsonl:2:8, R1406 f.jsonl:3:8, R1406 f.jsonl:4:3"},
		{"types of JSON", "[a: string, b: int]", "", "f.jsonl", "[1,2]\n[\"x\",\"2\"]\n[\"x\",true]\n[\"x\",2.5]\n[\"x\"]\n", "R1405 f.jsonl:1:2, R1405 f.jsonl:2:6, R1405 f.jsonl:3:6, R1405 f.jsonl:4:6, R1404 f.jsonl:5:1"},
		{"a header for JSON", "[a]", ", header: true", "f.jsonl", "[1]\n", "R1409 main.yaml:2:42"},
		{"a row that is too long", "[a]", "", "f.csv", "a\n" + strings.Repeat("x", 2<<20), "R1011 main.yaml:2:25"},
		{"a line that is too long", "[a]", "", "f.facts", strings.Repeat("x", 2<<20), "R1011 main.yaml:2:25"},
		{"a quote that swallows the file", "[a]", "", "f.csv", "a\n\"" + strings.Repeat("x\n", 1<<20), "R1011 main.yaml:2:25"},
	} {
		t.Run(test.why, func(t *testing.T) {
			fsys := factFolder(test.declaration, test.entry, test.name, test.data)
			if got := refused(t, fsys); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// The line, the row's column and the way out stand in the diagnostic.
func TestFactFileSource(t *testing.T) {
	_, err := Load(factFolder("[a: string, b: int]", "", "f.csv.gz", packed(t, "\ufeffa,b\r\nx,1\r\nää,zwei\r\n")), "main.yaml")
	var diags rules.Diagnostics
	if !errors.As(err, &diags) || len(diags) != 1 {
		t.Fatal(err)
	}
	if d := diags[0]; d.Source != "ää,zwei" || d.Place.String() != "f.csv.gz:3:4" || !strings.Contains(d.Message, `"zwei" is of type string`) {
		t.Errorf("%+v", d)
	}
}

// What the reader of a diagnostic must learn to mend the file stands in it.
func TestFactFileMessages(t *testing.T) {
	for _, test := range []struct{ entry, name, data, want string }{
		{"", "f.csv", "a\rx\r", `the lines of "f.csv" end in CR alone (\r)`},
		{"", "f.csv", "\xff\xfea\x00", `"f.csv" is UTF-16`},
		{"", "http://x/y.csv", "", `"http://x/y.csv" is an address`},
		{"}\n  - {belief: 'p(x)'", "f.csv", "a,b,c\n", `"f.csv" has 3 columns, and p has 1 column`},
		{"", "f.csv", "a\nx\n\ny\n", `an empty text is written ""`},
	} {
		_, err := Load(factFolder("", test.entry, test.name, test.data), "main.yaml")
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Count(err.Error(), "error[") != 1 {
			t.Errorf("%q gives\n%v\nwithout %s", test.data, err, test.want)
		}
	}
}

func TestSeparatorIsWarnedOf(t *testing.T) {
	for _, test := range []struct {
		entry, name, data string
		warned            bool
	}{
		{"", "f.csv", "a;b\nx;y\n", true},
		{"", "f.csv", "a\tb\nx\ty\n", true},
		{", header: false", "f.csv", "x;y\n", true},
		{"", "f.csv", "a;b,c\nx,y\n", false},
		{"", "f.tsv", "a;b\nx\n", false},
	} {
		s := load(t, factFolder("", test.entry, test.name, test.data))
		warned := slices.ContainsFunc(s.Warnings, func(d rules.Diagnostic) bool { return d.Code == rules.CodeSeparator && d.Severity == rules.Warning })
		if warned != test.warned {
			t.Errorf("%q: warned is %v", test.data, warned)
		}
	}
}

func TestFactFileManyErrors(t *testing.T) {
	_, err := Load(factFolder("[a: int]", ", header: false", "f.csv", strings.Repeat("x\n", 1000)), "main.yaml")
	var diags rules.Diagnostics
	if !errors.As(err, &diags) || len(diags) != maxWrongRows {
		t.Fatalf("%d diagnostics", len(diags))
	}
	if last := diags[maxWrongRows-1]; !strings.HasSuffix(last.Message, "… and 980 more in this file") {
		t.Error(last.Message)
	}
}

func TestFactFileTruncated(t *testing.T) {
	whole := packed(t, "a\n"+strings.Repeat("some text\n", 1000))
	for _, cut := range []int{5, len(whole) / 2, len(whole) - 4} {
		if got := refused(t, factFolder("[a]", "", "f.csv.gz", whole[:cut])); got != "R1407 main.yaml:2:25" {
			t.Errorf("cut at %d: %s", cut, got)
		}
	}
	flipped := []byte(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	if got := refused(t, factFolder("[a]", "", "f.csv.gz", string(flipped))); got != "R1407 main.yaml:2:25" {
		t.Error(got)
	}
}

func TestRows(t *testing.T) {
	const text = `relations:
  stock: {columns: [what: string, n: int]}
beliefs:
  - relation: stock
    rows: [[nut, 7], ["12", 8], [2026-11-29, 9], [a b, 10]]
  - relation: free
    rows:
      - [1, 2.5, true, 2026-11-29, "12", x]
  - relation: free
    rows: [[2, 3, false, 2026-11-30, "13", 'y z']]
`
	s := load(t, folder("main.yaml", text))
	var got []string
	for held := range s.Base.All() {
		got = append(got, held.Fact.String())
	}
	want := []string{
		`free(1, 2.5, true, 2026-11-29, "12", x)`, `free(2, 3.0, false, 2026-11-30, "13", "y z")`,
		`stock("12", 8)`, `stock("2026-11-29", 9)`, `stock("a b", 10)`, "stock(nut, 7)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	bad := `relations:
  stock: {columns: [what: string, n: int]}
beliefs:
  - relation: stock
    rows: [[010, 1_000], [nut, 0x10], [nut, "7"], [nut], [nut, null], [[nut], 1], nut, [nut, 1.5]]
`
	want2 := "R1104 main.yaml:5:13, R1104 main.yaml:5:32, R1405 main.yaml:5:45, R1404 main.yaml:5:51, R1405 main.yaml:5:64, R1405 main.yaml:5:72, R1018 main.yaml:5:83, R1405 main.yaml:5:94"
	if got := refused(t, folder("main.yaml", bad)); got != want2 {
		t.Errorf("\n got %s\nwant %s", got, want2)
	}
}

func TestGuessedTypesAreTold(t *testing.T) {
	s := load(t, folder(
		"main.yaml", "beliefs:\n  - {relation: p, file: a.csv}\n  - {relation: p, file: b.csv}\n  - {relation: q, rows: [[1]]}\n  - {relation: s, file: c.facts}\nrules: ['r(?x) :- p(?x, _), q(_), s(?x, _)']\n",
		"a.csv", "x,n\na,1\n", "b.csv", "n,x\n2.5,b\n", "c.facts", "a\t1\n",
	))
	var got []string
	for _, d := range s.Warnings {
		if d.Code == rules.CodeGuessedType {
			got = append(got, fmt.Sprintf("%s %s %s", d.Place, d.Message, d.Hint))
		}
	}
	want := []string{
		"main.yaml:2:25 the types of p are guessed from its cells: x: string, n: float declare them: p: {columns: [x: string, n: float]}",
		"main.yaml:3:25 the types of p are guessed from its cells: x: string, n: float declare them: p: {columns: [x: string, n: float]}",
		"main.yaml:5:25 the types of s are guessed from its cells: c1: string, c2: int declare them: s: {columns: [c1: string, c2: int]}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// An empty file gives its relation facts, of whatever shape the rules want.
func TestEmptyFactFiles(t *testing.T) {
	for _, name := range []string{"f.csv", "f.tsv", "f.facts", "f.jsonl"} {
		s := load(t, folder("main.yaml", "beliefs:\n  - {relation: p, file: "+name+"}\n  - {relation: n, rows: [[]]}\nrules: ['q(?x) :- p(?x, _), n()']\n", name, ""))
		if len(s.Inputs) != 2 || s.Base.Len() != 1 {
			t.Errorf("%s: %d inputs, %v", name, len(s.Inputs), beliefs(s.Base))
		}
	}
	missing := folder("main.yaml", "beliefs:\n  - {relation: p, file: f.csv}\nrules: ['q(?x) :- p(?x, _)']\n")
	if got := refused(t, missing); got != "R1001 main.yaml:2:25" {
		t.Errorf("a missing file makes %s", got)
	}
}

func TestInputsAreHashed(t *testing.T) {
	data := packed(t, "a\nx\n")
	s := load(t, factFolder("", "", "f.csv.gz", data))
	sum := sha256.Sum256([]byte(data))
	want := Input{Name: "f.csv.gz", SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(data))}
	if diff := cmp.Diff(want, s.Inputs[1]); diff != "" {
		t.Error(diff)
	}
}

func TestLoadProgressAndCancel(t *testing.T) {
	big := "a\n" + strings.Repeat("some text\n", 1<<20)
	var told []Progress
	fsys := factFolder("[a]", "", "f.csv", big)
	if _, err := Load(fsys, "main.yaml", WithProgress(func(p Progress) { told = append(told, p) })); err != nil {
		t.Fatal(err)
	}
	if last := told[len(told)-1]; len(told) < 5 || len(told) > 40 || last.Read != int64(len(big)) || last.Bytes != int64(len(big)) || last.File != "f.csv" {
		t.Errorf("%d reports, the last %+v", len(told), told[len(told)-1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	start := time.Now()
	_, err := Load(fsys, "main.yaml", WithContext(ctx), WithProgress(func(Progress) { cancel() }))
	if !errors.Is(err, context.Canceled) || time.Since(start) > time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}
