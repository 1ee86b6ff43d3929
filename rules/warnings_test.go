package rules

import (
	"strings"
	"testing"
)

// Warnings are about what is allowed and probably not meant. What is meant gives none.
func TestWarnings(t *testing.T) {
	for _, test := range []struct{ why, file, want string }{
		{"a base relation that nothing uses", `
rules:
  - p(?x) :- q(?x)
beliefs: ['q(a)', 'r(a)', 'r(b)']
`, `R1251 4:20+1 no rule and no constraint uses r | use it, or leave it out`},
		{"one that a constraint uses, or a rule to come", `
rules:
  - p(?x) :- q(?x)
constraints:
  - name: c
    deny: [ 'p(?x)', 'not r(?x)' ]
beliefs: ['q(a)', 'r(a)', 's(a)', 't(b)', 'u(c)']
revisions:
  - name: later
    add_rules: ['p(?x) :- s(?x)', 'u(?x) :- q(?x)']
    add_constraints: [{name: d, deny: ['?n = count { t(_) }', '?n > 3']}]
`, ``},
		{"a file of facts alone", `
beliefs: ['q(a)', 'r(a)']
`, ``},

		{"a relation that nothing fills", `
relations: {q: {columns: [a]}}
rules:
  - p(?x) :- r(?x), q(?x)
  - s(?x) :- p(?x)
  - t(?x) :- r(?x), not q(?x)
beliefs: ['r(a)']
`, `R1252 4:21+5 this can never hold: no fact and no rule gives q its first fact | give q facts, or leave the rule out`},
		{"recursion without a start", `
rules:
  - p(?x) :- p(?x), r(?x)
beliefs: ['r(a)']
`, `R1252 3:14+5 this can never hold: no fact and no rule gives p its first fact | give p facts, or leave the rule out`},
		{"facts may come from suggestions, or elsewhere", `
relations: {q: {columns: [a], may_assert: true}}
rules:
  - p(?x) :- r(?x), q(?x)
beliefs: ['r(a)']
`, ``},
		{"without any facts nothing is said of them", `
relations: {q: {columns: [a]}}
rules:
  - p(?x) :- q(?x)
`, ``},
		{"constants that differ", `
rules:
  - p(?x) :- q(?x), 1 > 2, a = a, 2 >= 2
beliefs: ['q(a)']
`, `R1252 3:21+5 1 > 2 can never hold`},
		{"a variable that differs from itself", `
rules:
  - p(?x) :- q(?x), ?x != ?x, ?x <= ?x
beliefs: ['q(a)']
`, `R1252 3:21+8 ?x != ?x can never hold`},
		{"one variable with two values", `
rules:
  - p(?x) :- q(?x), ?x = a, b = ?x, ?x = a
beliefs: ['q(a)']
`, `R1252 3:29+6 this can never hold: ?x has another value already`},
		{"an atom with and without not", `
rules:
  - p(?x) :- q(?x, _), not q(?x, _)
  - p(?x) :- q(?x, ?y), not q(?y, ?x)
  - p(?x) :- q(?x, _), not q(?x, a)
beliefs: ['q(a, b)']
`, `R1252 3:24+12 this can never hold: q stands here with and without not`},
		{"inside braces", `
rules:
  - p(?n) :- ?n = count { q(?x), ?x > ?x }
beliefs: ['q(a)']
`, `R1252 3:34+7 ?x > ?x can never hold`},

		{"atoms that nothing joins", `
rules:
  - p(?x, ?y) :- q(?x), r(?y)
beliefs: ['q(a)', 'r(b)']
`, `R1253 3:25+5 nothing joins r with q, so every fact of the one meets every fact of the other | use a variable of one in the other, or put _ where a value does not matter`},
		{"not joins nothing", `
rules:
  - missing(?x, ?y) :- q(?x), r(?y), not s(?x, ?y)
beliefs: ['q(a)', 'r(b)', 's(a, b)']
`, `R1253 3:31+5 nothing joins r with q, so every fact of the one meets every fact of the other | use a variable of one in the other, or put _ where a value does not matter`},
		{"atoms joined by a comparison, a third atom or an aggregate", `
rules:
  - adult(?x) :- born(?x, ?b), today(?t), days(?b, ?t) >= 6570
  - p(?x, ?y) :- q(?x), r(?y), s(?x, ?y)
  - p(?x, ?y) :- q(?x), r(?y), ?n = count { s(?x, ?y) }, ?n > 1
  - p(?x, ?y) :- q(?x), r(?y), ?x != ?y
beliefs: ['q(a)', 'r(b)', 's(a, b)', 'born(a, 2000-01-01)', 'today(2026-11-29)']
`, ``},
		{"guards without variables join everything", `
rules:
  - p(?x) :- q(?x), on(), r(b), s(_, _)
beliefs: ['q(a)', 'r(b)', 's(a, b)', 'on()']
`, ``},
		{"in braces", `
rules:
  - p(?n) :- ?n = count { q(?x), r(?y) }
  - s(?d, ?n) :- t(?d, ?e), ?n = count { u(?x, ?d), v(?y, ?e) }, ?n > 1
beliefs: ['q(a)', 'r(b)', 't(a, b)', 'u(a, b)', 'v(a, b)']
`, `R1253 3:34+5 nothing joins r with q, so every fact of the one meets every fact of the other | use a variable of one in the other, or put _ where a value does not matter`},
		{"in a constraint", `
constraints:
  - name: c
    deny: ['q(?x)', 'r(?y)']
beliefs: ['q(a)', 'r(b)']
`, `R1253 4:22+5 nothing joins r with q, so every fact of the one meets every fact of the other | use a variable of one in the other, or put _ where a value does not matter`},

		{"independent groups that the head does not use", `
rules:
  - busy(?x) :- owns(?x, ?a), visits(?x, ?b)
beliefs: ['owns(a, b)', 'visits(a, b)']
`, `R1254 3:31+14 every ?a is combined with every ?b, and the head uses neither | write _ where a value does not matter, or conclude one part in a rule of its own`},
		{"one group, or tested values", `
rules:
  - in_group(?u, ?g) :- member(?u, ?h), subgroup(?h, ?g)
  - well_supported(?c) :- supports(?a, ?c), supports(?b, ?c), ?a != ?b
  - rich(?x) :- owns(?x, ?a), salary(?x, ?s), ?s > 100
  - alone(?x) :- owns(?x, ?a), visits(?x, ?b), not shared(?x, ?b)
  - busy(?x) :- owns(?x, _), visits(?x, _)
beliefs: ['member(a, b)', 'subgroup(a, b)', 'supports(a, b)', 'owns(a, b)', 'salary(a, 1)', 'visits(a, b)', 'shared(a, b)']
`, ``},

		{"recursion that counts on", `
rules:
  - n(0)
  - n(?y) :- n(?x), ?y = ?x + 1
  - s(a)
  - s(?y) :- s(?x), ?z = ?x, ?y = concat(?z, b)
  - m(0)
  - m(?y) :- m(?x), step(?s), ?s > 0, ?y = ?x + ?s
beliefs: ['step(1)']
`, `R1255 4:21+11 n may conclude new facts without end: nothing bounds ?y | add a comparison, as in ?y <= limit
R1255 6:30+18 s may conclude new facts without end: nothing bounds ?y | add a comparison, as in ?y <= limit
R1255 8:39+12 m may conclude new facts without end: nothing bounds ?y | add a comparison, as in ?y <= limit`},
		{"recursion that is bounded", `
rules:
  - n(0)
  - n(?y) :- n(?x), ?y = ?x + 1, ?y < 10
  - m(0)
  - m(?y) :- m(?x), ?x <= 9, ?y = ?x + 1
  - k(0)
  - k(?y) :- k(?x), ?y = ?x + 1, allowed(?y)
  - l(?x, ?y) :- e(?x), ?y = ?x + 1
  - l(?x, ?z) :- l(?y, ?z), f(?x, ?y)
  - t(?a, ?x) :- e(?a), ?x = 1
  - t(?b, ?z) :- t(?a, ?x), f(?a, ?b), g(?b, ?y), ?z = ?y + 1, ?x > 0
  - d(0)
  - d(?y) :- d(?x), ?y = ?x / 2
beliefs: ['allowed(1)', 'e(1)', 'f(1, 2)', 'g(1, 2)']
`, ``},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := check(t, test.file, nil)
			if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want {
				t.Errorf("%s\ngives\n%s\nand not\n%s", test.file, got, test.want)
			}
			if p == nil || diags.HasErrors() {
				t.Error("warnings stop nothing")
			}
		})
	}
}
