package rules

import (
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// Names are resolved over everything that is written; each mistake is said once, where it is made.
func TestNames(t *testing.T) {
	for _, test := range []struct{ why, file, want string }{
		{"a misspelled relation", `
rules:
  - in_group(?u, ?g) :- membr(?u, ?g)
beliefs: ['member(ana, finance)']
`, `R1201 3:25+5 there is no relation membr: no fact, no rule and no declaration makes it | did you mean member?`},
		{"a relation that nothing resembles", `
rules:
  - in_group(?u, ?g) :- roster(?u, ?g)
`, `R1201 3:25+6 there is no relation roster: no fact, no rule and no declaration makes it | declare it under relations: if facts come later`},
		{"a function in the place of a relation", `
rules:
  - p(a) :- length(abc)
`, `R1201 3:13+6 there is no relation length: no fact, no rule and no declaration makes it | length is a function: compare its value, as in length(…) = ?x`},
		{"a relation in other case", `
rules:
  - p(?x) :- Member(?x, _)
beliefs: ['member(ana, finance)']
`, `R1201 3:14+6 there is no relation Member: no fact, no rule and no declaration makes it | did you mean member?`},
		{"two relations that differ in case", `
relations:
  member: {columns: [user, group]}
rules:
  - MEMBER(ana, finance)
`, `R1206 5:5+6 MEMBER and member differ only in case | give them one spelling if they are one relation, two names if they are not`},
		{"a relation that is declared is known", `
relations:
  member: {columns: [user, group]}
rules:
  - p(?x) :- member(?x, _)
`, ``},
		{"a relation of which nothing but a broken rule speaks", `
rules:
  - q(?x) :- r(?x
  - p(?x) :- q(?x)
`, `R1121 3:18+0 a comma or the closing ) of r is missing here`},
		{"a rule that cannot be read concludes what it would", `
rules:
  - q(?x :- r(?x)
  - s(?x) :- 007 = ?x
  - p(?x) :- q(?x), s(?x), t(?x)
`, `R1121 3:10+2 a comma or the closing ) of q is missing here
R1123 4:14+3 007 starts with a zero: write 7 for the number or "007" for the text
R1201 5:28+1 there is no relation t: no fact, no rule and no declaration makes it | declare it under relations: if facts come later`},
		{"a rule without a readable head could conclude anything", `
rules:
  - when: ['r(?x)']
  - p(?x) :- q(?x)
beliefs: ['r(a)']
`, `R1019 3:5+4 the rule has no conclude | write conclude: relation(term, …), and the conditions under when:`},
		{"too many terms", `
relations:
  member: {columns: [user, group]}
rules:
  - p(?x) :- member(?x)
  - member(ana, finance, 3)
`, `R1204 5:14+10 member has 2 columns, and here it has 1 term | write _ for a value that does not matter here
R1204 6:5+23 member has 2 columns, and here it has 3 terms | write _ for a value that does not matter here`},
		{"facts of another width than declared", `
relations:
  member: {columns: [user, group]}
rules:
  - p(?x) :- member(?x, _)
beliefs:
  - member(ana)
`, `R1204 7:5+1 member: the relation has 2 columns, and here there are 1`},
		{"a declaration without columns takes the first use", `
relations:
  member: {about: who is where}
rules:
  - p(?x) :- member(?x, _)
  - q(?x) :- member(?x)
`, `R1204 6:14+10 member has 2 columns, and here it has 1 term | write _ for a value that does not matter here`},
		{"a built-in condition as a relation", `
rules:
  - contains(a, b)
  - p(?x) :- q(?x)
beliefs: ['q(a)']
`, `R1212 3:5+8 contains is a built-in condition and cannot name a relation`},
		{"an unknown function", `
rules:
  - p(?n) :- q(?x), ?n = len(?x)
  - p(?n) :- q(?x), ?n = q(?x)
  - p(?n) :- q(?x), ?n = matches(?x, a)
beliefs: ['q(a)']
`, `R1209 3:26+3 there is no function len | the functions are min, max, abs, concat, length, lower, upper, substring, days, add_days, float, int, text
R1209 4:26+1 there is no function q | q is a relation: bind a variable by it, and use that here
R1209 5:26+7 there is no function matches | matches is a condition and stands by itself`},
		{"a wrong number of arguments", `
rules:
  - p(?n) :- q(?x), ?n = length(?x, ?x), starts_with(?x)
  - p(?n) :- q(?x), ?n = length(concat(?x, ?x, ?x))
  - p(?n) :- q(?x), ?n = length(concat(?x))
beliefs: ['q(a)']
`, `R1210 3:26+14 length wants one argument, and here it has 2 arguments
R1210 3:42+15 starts_with wants two arguments, and here it has 1 argument
R1210 5:33+10 concat wants two arguments or more, and here it has 1 argument`},
		{"a wildcard where a value is needed", `
rules:
  - p(?n) :- q(?x), ?n = _, ?x != _, contains(?x, _)
beliefs: ['q(a)']
`, `R1129 3:26+1 _ stands for a value only as a term of an atom | name a variable that an atom binds
R1129 3:35+1 _ stands for a value only as a term of an atom | name a variable that an atom binds
R1129 3:51+1 _ stands for a value only as a term of an atom | name a variable that an atom binds`},
		{"computed terms", `
rules:
  - p(length(?x)) :- q(?x), q(lower(?x)), not q(upper(?x))
beliefs: ['q(a)']
`, `R1130 3:7+10 an atom takes constants and variables, and computes nothing | compute it before: ?value = length(?x), and write ?value here
R1130 3:31+9 an atom takes constants and variables, and computes nothing | compute it before: ?value = lower(?x), and write ?value here
R1130 3:49+9 an atom takes constants and variables, and computes nothing | compute it before: ?value = upper(?x), and write ?value here`},
		{"patterns", `
rules:
  - p(?x) :- q(?x), matches(?x, ?x)
  - p(?x) :- q(?x), matches(?x, "(")
beliefs: ['q(a)']
`, `R1211 3:33+2 the pattern of matches is a constant | write it out in double quotes: matches(?x, "^[a-z]+$")
R1211 4:33+3 the pattern cannot be read: error parsing regexp: missing closing ): ` + "`(`" + ` | patterns are RE2 expressions`},
		{"Prolog's variables", `
rules:
  - p(?x) :- q(?x, X)
  - p(?x) :- q(?x, Open)
  - p(Open) :- q(_, Open)
  - p("Open") :- q(_, Open)
  - p(CVE-1) :- q(_, CVE-1)
  - p(a) :- ?n = count { q(_, N) }, ?n > 1
beliefs: ['q(a, b)']
`, `R1135 3:20+1 X is a constant here, and looks like a variable | write ?X for the variable, or "X" for the text
R1135 5:7+4 Open is a constant here, and looks like a variable | write ?Open for the variable, or "Open" for the text
R1135 5:21+4 Open is a constant here, and looks like a variable | write ?Open for the variable, or "Open" for the text
R1135 8:31+1 N is a constant here, and looks like a variable | write ?N for the variable, or "N" for the text`},
		{"names of rules", `
rules:
  - name: a
    conclude: p(a)
  - p(b)
  - name: r#1
    conclude: q(a)
  - r(b)
  - name: p#2
    conclude: q(b)
  - name: a
    conclude: q(c)
`, `R1207 6:11+3 there are two rules called "r#1" | give each a name of its own; names are unique over all files
R1207 9:11+3 there are two rules called "p#2" | give each a name of its own; names are unique over all files
R1207 11:11+1 there are two rules called "a" | give each a name of its own; names are unique over all files`},
		{"names of relations and columns", `
relations:
  member: {columns: [user, user]}
rules:
  - p(?x) :- member(?x, _)
`, `R1207 3:28+4 member has two columns called "user"`},
		{"what a message names", `
constraints:
  - name: c
    deny: ['q(?user, _)', '?n = count { q(?x, _) }']
    message: "{?usr} and {?x} of {?n} {u} {? x}"
beliefs: ['q(a, b)']
`, `R1217 5:16+4 the conditions have no variable ?usr | did you mean ?user?
R1217 5:27+2 the conditions have no variable ?x | the message may name ?user, ?n
R1217 5:43+2 this is no variable of the message | write {?name}`},
		{"an aggregate of what is not in its braces", `
rules:
  - p(?s) :- ?s = sum ?amout { q(_, ?amount) }
beliefs: ['q(a, 1)']
`, `R1213 3:23+6 ?amout does not occur in the braces | did you mean ?amount?`},
	} {
		t.Run(test.why, func(t *testing.T) {
			_, diags := check(t, test.file, nil)
			if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want {
				t.Errorf("%s\ngives\n%s\nand not\n%s", test.file, got, test.want)
			}
		})
	}
}

// The keys of an entry are known, or refused with the nearest one.
func TestKeys(t *testing.T) {
	for _, test := range []struct{ why, file, want string }{
		{"of a rule", `
rules:
  - name: a
    concludes: p(a)
`, `R1017 4:5+9 a rule has no key "concludes" | did you mean conclude? | its keys are name, conclude, when`},
		{"of a relation", `
relations:
  member: {column: [user], semantics: multiset, may_assert: maybe}
`, `R1017 3:12+6 relation member has no key "column" | did you mean columns? | its keys are columns, semantics, may_assert, about
R1136 3:39+8 semantics is set or bag, and not "multiset"
R1136 3:61+5 may_assert is false or true, and not "maybe"`},
		{"of a constraint", `
constraints:
  - deny: ['p(a)']
    on_violation: ignore
    mesage: no
`, `R1019 3:5+4 the constraint has no name | a constraint has a name:, and under deny: the conditions that must never hold together
R1136 4:19+6 on_violation is report or refuse, and not "ignore"
R1017 5:5+6 a constraint has no key "mesage" | did you mean message? | its keys are name, deny, message, on_violation`},
		{"something else than expected", `
relations: [member]
rules: p(a)
constraints: {a: b}
`, `R1018 2:12+1 relations is a list, and a map belongs here | write each relation as a key: member: {columns: [user, group]}
R1018 3:8+4 rules is a text, and a list belongs here | start each entry with a dash: - …
R1018 4:14+1 constraints is a map, and a list belongs here | start each entry with a dash: - …`},
		{"something else inside an entry", `
rules:
  - [p, q]
  - conclude: [p, q]
    name: {a: b}
  - conclude: p(a)
    when: q(a)
  - conclude: p(b)
    when:
      - q: a
  - conclude: p(c)
    when:
  - conclude:
  - conclude: p(d) :- q(d)
`, `R1018 3:5+1 a rule is a list, and a map belongs here | its keys are name, conclude, when
R1018 4:15+1 conclude is a list, and a text belongs here
R1018 5:11+1 name is a map, and a text belongs here
R1018 7:11+4 when is a text, and a list of conditions belongs here | write each condition on a line of its own, with a dash
R1018 10:9+1 a condition is a text, and this is a map | quote the whole condition: '…'
R1019 12:5+4 when is empty | write a list of conditions, each with a dash
R1019 13:5+8 conclude is empty | write it behind the key, or leave the key out
R1121 14:20+2 conclude holds the head alone | write the whole rule as one text, or put its conditions under when:`},
		{"columns", `
relations:
  p: {columns: user}
  q: {columns: [[a]]}
  r: {columns: [a: {b: c}]}
  s: {columns: [a: txt, b: strings]}
  1x: {columns: [a]}
  not: {columns: [a]}
`, `R1018 3:16+4 columns is a text, and a list belongs here | start each entry with a dash: - …
R1018 4:17+1 a column of q is a list, and a name belongs here | write name or name: type, as in [user: string, group]
R1018 5:20+1 the type of a column is a map, and a text belongs here
R1136 6:20+3 there is no type "txt" | the types are string, int, float, bool, date
R1136 6:28+7 there is no type "strings" | did you mean string? | the types are string, int, float, bool, date
R1125 7:3+2 "1x" cannot be the name of a relation | a name is a letter, then letters, digits and _; not, true, false and mod are reserved
R1125 8:3+3 "not" cannot be the name of a relation | a name is a letter, then letters, digits and _; not, true, false and mod are reserved`},
		{"a list that may be empty", "rules: []\nrelations: {}\nconstraints:\n", ``},
		{"a constraint without conditions", `
constraints:
  - name: c
    deny: []
`, `R1019 4:11+1 deny is empty | write the conditions that must never hold together`},
	} {
		t.Run(test.why, func(t *testing.T) {
			_, diags := check(t, test.file, nil)
			if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want {
				t.Errorf("%s\ngives\n%s\nand not\n%s", test.file, got, test.want)
			}
		})
	}
}

// What is declared arrives in the Program; what is not gets a name of its own.
func TestDeclarations(t *testing.T) {
	p, diags := check(t, `
on_violation: refuse
relations:
  member: {columns: [user: string, group], about: who is where, may_assert: true}
  salary:
    columns:
      - employee
      - amount: int
    semantics: bag
rules:
  - paid(?x) :- salary(?x, _), member(?x, _)
constraints:
  - name: one
    deny: ['?n = count { member(?u, ?h) }', 'member(?g, _)', 'not paid(?g)', '?n > 3']
    message: "{?g}: {?n}!"
  - name: two
    deny: [ 'paid(_)' ]
    on_violation: report
`, nil)
	if p == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	member, salary, paid := p.Relation("member"), p.Relation("salary"), p.Relation("paid")
	if member.Columns[0] != (Column{"user", belief.StringType}) || member.Columns[1].Name != "group" || !member.MayAssert || member.About != "who is where" || member.Bag {
		t.Errorf("member is %+v", member)
	}
	if salary.Columns[1] != (Column{"amount", belief.IntType}) || !salary.Bag || salary.MayAssert {
		t.Errorf("salary is %+v", salary)
	}
	if paid.Columns[0] != (Column{"c1", belief.StringType}) || len(paid.Rules) != 1 || paid.Number != 1 || p.Relations[1] != paid {
		t.Errorf("paid is %+v", paid)
	}
	one, two := p.Constraints[0], p.Constraints[1]
	var arguments []string
	for _, v := range one.Arguments {
		arguments = append(arguments, one.Variables[v].Name)
	}
	if got := strings.Join(arguments, " "); got != "n g" {
		t.Errorf("a violation of one names %s", got)
	}
	if one.OnViolation != Refuse || two.OnViolation != Report {
		t.Errorf("on_violation is %d and %d", one.OnViolation, two.OnViolation)
	}
	if len(one.Message) != 4 || one.Message[1] != (MessagePart{": ", -1}) || one.Variables[one.Message[0].Variable].Name != "g" || one.Message[3].Text != "!" {
		t.Errorf("the message is %+v", one.Message)
	}
	if want := `?n = count { member(?u, ?h) }, member(?g, _), not paid(?g), ?n > 3`; one.Text != want {
		t.Errorf("one reads %s", one.Text)
	}
}
