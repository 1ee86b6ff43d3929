package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// columnTypes writes the types of a program's relations.
func columnTypes(p *Program) string {
	var b strings.Builder
	for _, r := range p.Relations {
		var types []string
		for _, c := range r.Columns {
			types = append(types, c.Type.String())
		}
		fmt.Fprintf(&b, "%s(%s) ", r.Name, strings.Join(types, ", "))
	}
	return strings.TrimSpace(b.String())
}

// Types flow between facts, declarations and rules in every direction.
func TestInference(t *testing.T) {
	for _, test := range []struct{ why, file, want string }{
		{"from facts to conclusions", `
rules:
  - p(?y, ?x) :- q(?x, ?y)
beliefs: ['q(a, 1)']
`, `p(int, string) q(string, int)`},
		{"through two rules and back", `
relations: {q: {columns: [a, b]}}
rules:
  - p(?x) :- q(?x, _)
  - r(?x) :- q(_, ?x)
  - s(?x) :- p(?x), r(?x)
  - s(2026-11-29)
`, `p(date) q(date, date) r(date) s(date)`},
		{"from a declaration downwards", `
relations:
  q: {columns: [a]}
  p: {columns: [a: bool]}
rules:
  - p(?x) :- q(?x)
`, `p(bool) q(bool)`},
		{"from comparisons", `
relations: {q: {columns: [a, b, c]}}
rules:
  - p(?x) :- q(?x, ?y, ?z), ?x < ?y, ?z != 2.5, ?x = 7
`, `p(int) q(int, int, float)`},
		{"of the functions", `
relations: {q: {columns: [a, b, c, d]}}
rules:
  - p(?l, ?d, ?f, ?t) :- q(?a, ?b, ?c, ?d2), ?l = length(lower(?a)), ?d = days(?b, add_days(?b, ?l)), ?f = float(?c) * 2.5, ?t = text(?d2), ?t2 = substring(?t, 1, ?c), ?i = int(?f), ?i > ?d, contains(?t2, ?a)
`, `p(int, int, float, string) q(string, date, int, unknown)`},
		{"functions of numbers keep their type", `
rules:
  - p(?a, ?b, ?c) :- q(?i, ?f), ?a = max(?f, -?f), ?b = abs(?f) mod ?f, ?c = ?i - min(?i, 3)
beliefs: ['q(1, 2.5)']
`, `p(float, float, int) q(int, float)`},
		{"of the aggregates", `
relations: {q: {columns: [a: string, b: int, c: float, d: date]}}
rules:
  - n(?n) :- ?n = count { q(_, _, _, _) }
  - v(?n) :- ?n = count ?a { q(?a, _, _, _) }
  - si(?n) :- ?n = sum ?b { q(_, ?b, _, _) }
  - sf(?n) :- ?n = sum ?c { q(_, _, ?c, _) }
  - ai(?n) :- ?n = avg ?b { q(_, ?b, _, _) }
  - mi(?n) :- ?n = min ?a { q(?a, _, _, _) }
  - ma(?n) :- ?n = max ?d { q(_, _, _, ?d) }
`, `ai(float) ma(date) mi(string) n(int) q(string, int, float, date) sf(float) si(int) v(int)`},
		{"a number of which nothing else is known is an int", `
relations: {q: {columns: [a, b]}}
rules:
  - p(?z) :- q(?x, ?y), ?z = ?x + 1
  - s(?n) :- ?n = sum ?y { q(_, ?y) }
`, `p(int) q(int, int) s(int)`},
		{"what nothing tells stays open", `
relations: {q: {columns: [a, b]}}
rules:
  - p(?x) :- q(?x, _)
`, `p(unknown) q(unknown, unknown)`},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := check(t, test.file, nil)
			if p == nil || len(diags) > 0 {
				t.Fatal(diags)
			}
			if got := columnTypes(p); got != test.want {
				t.Errorf("%s\nhas the types %s\nand not        %s", test.file, got, test.want)
			}
		})
	}
}

// Every conflict shows both places.
func TestTypeConflicts(t *testing.T) {
	const mix = " | int and float do not mix: float(?i) and int(?f) convert, and 3.0 is a float"
	const text = " | text in quotes is a string, whatever it looks like; text(?x) converts"
	for _, test := range []struct{ why, file, want string }{
		{"int is not float", `
rules:
  - p(?x) :- q(?x), ?x > 1.5
beliefs: ['q(1)']
`, `R1205 3:21+8 ?x is int, and the constant 1.5 is float` + mix + `
  the values in column c1 of q are int at 4:12`},
		{"a constant of another type", `
relations: {q: {columns: [a: string, amount: int]}}
rules:
  - p(?x) :- q(?x, "3")
`, `R1205 4:20+3 column amount of q is int, and the constant "3" is string` + text + `
  column amount of q is declared int at 2:38`},
		{"a variable between two columns", `
relations: {q: {columns: [a: string]}, r: {columns: [b: date]}}
rules:
  - p(?x) :- q(?x), r(?x)
`, `R1205 4:23+2 column b of r is date, and ?x is string` + text + `
  column b of r is declared date at 2:54
  column a of q is declared string at 2:27`},
		{"facts against a declaration", `
relations: {q: {columns: [a: string]}}
rules:
  - p(?x) :- q(?x)
beliefs: ['q(1)']
`, `R1205 5:12+1 the values in column a of q are int here, and string elsewhere
  column a of q is declared string at 2:27`},
		{"facts against facts", `
rules:
  - p(?x) :- q(?x)
beliefs: ['q(1)', 'q(a)']
`, `R1205 4:20+1 the values in column c1 of q are string here, and int elsewhere
  the values in column c1 of q are int at 4:12`},
		{"facts against rules", `
rules:
  - q(5)
  - p(?x) :- q(?x)
beliefs: ['q(a)']
`, `R1205 3:7+1 column c1 of q is string, and the constant 5 is int` + text + `
  the values in column c1 of q are string at 5:12`},
		{"an operator and a text", `
rules:
  - p(?z) :- q(?x), ?z = ?x * 2
beliefs: ['q(a)']
`, `R1205 3:26+2 the operand of * is a number, and ?x is string` + text + `
  the values in column c1 of q are string at 4:12`},
		{"two operands", `
rules:
  - p(?z) :- q(?x), ?z = ?x * 2.0
beliefs: ['q(1)']
`, `R1205 3:31+3 the operand of * is int, and the constant 2.0 is float` + mix + `
  the values in column c1 of q are int at 4:12`},
		{"an argument", `
rules:
  - p(?z) :- q(?x), ?z = substring(abc, ?x, a)
beliefs: ['q(2.5)']
`, `R1205 3:41+2 argument 2 of substring is int, and ?x is float` + mix + `
  the values in column c1 of q are float at 4:12
R1205 3:45+1 argument 3 of substring is int, and the constant a is string` + text},
		{"the one argument", `
rules:
  - p(?z) :- q(?x), ?z = float(?x), starts_with(?x, a)
beliefs: ['q(2.5)']
`, `R1205 3:32+2 the argument of float is int, and ?x is float` + mix + `
  the values in column c1 of q are float at 4:12
R1205 3:49+2 argument 1 of starts_with is string, and ?x is float` + text + `
  the values in column c1 of q are float at 4:12`},
		{"a sum of texts, a smallest truth value", `
rules:
  - p(?s) :- ?s = sum ?x { q(?x, _) }
  - r(?m) :- ?m = min ?y { q(_, ?y) }
beliefs: ['q(a, true)']
`, `R1205 3:23+2 what sum takes is a number, and ?x is string` + text + `
  the values in column c1 of q are string at 5:12
R1205 4:23+2 what min takes is a number, string or date, and ?y is bool` + text + `
  the values in column c2 of q are bool at 5:12`},
		{"a result", `
relations: {limit: {columns: [n: float]}}
rules:
  - p(?n) :- limit(?n), ?n = count { q(_) }
beliefs: ['q(a)']
`, `R1205 4:25+2 the count is int, and ?n is float` + mix + `
  column n of limit is declared float at 2:31`},
	} {
		t.Run(test.why, func(t *testing.T) {
			_, diags := check(t, test.file, nil)
			var b strings.Builder
			for _, d := range diags {
				b.WriteString(brief(Diagnostics{d}))
				for _, r := range d.Related {
					fmt.Fprintf(&b, "  %s at %d:%d\n", r.Message, r.Place.Line, r.Place.Column)
				}
			}
			if got := strings.TrimSuffix(b.String(), "\n"); got != test.want {
				t.Errorf("%s\ngives\n%s\nand not\n%s", test.file, got, test.want)
			}
		})
	}
}

// The columns of fact files find their places by name.
func TestObservedColumns(t *testing.T) {
	const file = "relations:\n  grant: {columns: [group: string, right, level: int]}\nrules:\n  - p(?x) :- grant(?x, _, _)\n"
	columns := func(names ...string) Signature {
		o := Observation{Relation: "grant", Place: belief.Place{File: "grants.csv", Line: 1}}
		for _, name := range names {
			name, typ, _ := strings.Cut(name, ":")
			known, _ := belief.TypeNamed(typ)
			o.Columns = append(o.Columns, Column{name, known})
		}
		return Signature{o}
	}
	for _, test := range []struct {
		why  string
		sig  Signature
		want string
	}{
		{"in order", columns("group", "right", "level"), ""},
		{"in another order", columns("level:int", "group:string", "right:bool"), ""},
		{"without names", columns("", "", ":int"), ""},
		{"without names and in another order", columns(":int", "", ""), "R1205 1:0+1 the values in column group of grant are int here, and string elsewhere\n"},
		{"another name", columns("group", "right", "lvl"), "R1208 1:0+1 grant: there is no column \"lvl\"; the columns are group, right, level\n"},
		{"a name twice", columns("group", "right", "right"), "R1208 1:0+1 grant: there are two columns called \"right\"\n"},
		{"one missing", columns("group", "right"), "R1204 1:0+1 grant: the relation has 3 columns, and here there are 2\n"},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := check(t, file, test.sig)
			if got := brief(diags); got != test.want {
				t.Errorf("gives\n%s\nand not\n%s", got, test.want)
			}
			if p != nil && test.why == "in another order" && columnTypes(p) != "grant(string, bool, int) p(string)" {
				t.Error(columnTypes(p))
			}
		})
	}
	p, diags := check(t, "rules:\n  - p(?x) :- grant(?x, _)\n", slicesOf(columns("group", "right"), columns("right:int", "group:string")))
	if p == nil || p.Relation("grant").Columns[1] != (Column{"right", belief.IntType}) {
		t.Errorf("two files of one relation: %v", diags)
	}
}

func slicesOf(all ...Signature) Signature {
	var one Signature
	for _, s := range all {
		one = append(one, s...)
	}
	return one
}
