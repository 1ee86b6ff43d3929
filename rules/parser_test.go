package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beliefbase/revise/belief"
)

// Each rule prints in one form, whichever way it was written.
func TestPrint(t *testing.T) {
	for _, test := range []struct{ why, written, printed string }{
		{"an axiom", `bird( tweety )`, `bird(tweety)`},
		{"an atom without terms", `alarm():-smoke( )`, `alarm() :- smoke()`},
		{
			"every kind of constant", `p(ana, CVE-2024-3094, log4j@2.14, src/main.go, "any \u0022text\u0022", 42, -7, 2.5, 1e9, true, 2026-11-29)`,
			`p(ana, CVE-2024-3094, log4j@2.14, src/main.go, "any \"text\"", 42, -7, 2.5, 1000000000.0, true, 2026-11-29)`,
		},
		{"quoted words that can be bare", `p("ana", "true", "12", "?x", "not", "X")`, `p(ana, "true", "12", "?x", "not", "X")`},
		{"letters of any script", `straße(?名) :- ort(?名, zürich)`, `straße(?名) :- ort(?名, zürich)`},
		{"negation", `p(?x):-q(?x),not r(?x,_)`, `p(?x) :- q(?x), not r(?x, _)`},
		{"a relation called like a function", `min(?x) :- length(?x), count(?x)`, `min(?x) :- length(?x), count(?x)`},
		{"comparisons", `p(?x) :- q(?x), ?x != 1, ?x <= 2, 3 >= ?x`, `p(?x) :- q(?x), ?x != 1, ?x <= 2, 3 >= ?x`},
		{"what binds tighter needs no parentheses", `p(?z) :- q(?x), ?z = (1 + (2 * ?x))`, `p(?z) :- q(?x), ?z = 1 + 2 * ?x`},
		{"what binds less tightly needs them", `p(?z) :- q(?x), ?z = (1 + 2) * ?x`, `p(?z) :- q(?x), ?z = (1 + 2) * ?x`},
		{"operators go from left to right", `p(?z) :- q(?x), ?z = 10 - ?x - 1 - (2 - ?x)`, `p(?z) :- q(?x), ?z = 10 - ?x - 1 - (2 - ?x)`},
		{"division and remainder", `p(?z) :- q(?x), ?z = ?x / (4 * 2) mod 3`, `p(?z) :- q(?x), ?z = ?x / (4 * 2) mod 3`},
		{"unary minus", `p(?z) :- q(?x), ?z = -?x - -7 + -(?x + 1) * -abs(?x)`, `p(?z) :- q(?x), ?z = -?x - -7 + -(?x + 1) * -abs(?x)`},
		{"the negative of a number is no negative number", `p(?z) :- q(?x), ?z = ?x + -(7) + - 7 + --?x`, `p(?z) :- q(?x), ?z = ?x + -(7) + -(7) + -(-?x)`},
		{"functions", `p(?z) :- q(?x, ?y), ?z = min(?x,max(?y,3))`, `p(?z) :- q(?x, ?y), ?z = min(?x, max(?y, 3))`},
		{"a function on the left", `p(?x) :- q(?x), length(?x) > 3`, `p(?x) :- q(?x), length(?x) > 3`},
		{"a computation the wrong way round", `p(?z) :- q(?x), ?x + 1 = ?z`, `p(?z) :- q(?x), ?z = ?x + 1`},
		{"conditions", `p(?x) :- q(?x), starts_with(?x,a), matches(?x,"^a+$")`, `p(?x) :- q(?x), starts_with(?x, a), matches(?x, "^a+$")`},
		{"aggregates", `p(?d,?n,?s) :- ?n = count{q(_,?d)},?s = sum ?x{q(?x,?d),?x > 3}`, `p(?d, ?n, ?s) :- ?n = count { q(_, ?d) }, ?s = sum ?x { q(?x, ?d), ?x > 3 }`},
		{"distinct values", `p(?n) :- ?n = count ?x { q(?x, _) }`, `p(?n) :- ?n = count ?x { q(?x, _) }`},
		{"an aggregate's word as a constant", `p(?x) :- q(?x), ?x != sum, ?x != count`, `p(?x) :- q(?x), ?x != sum, ?x != count`},
		{"capitalized text in head and body", `p(?x, "Active") :- q(?x, "Active", Closed)`, `p(?x, "Active") :- q(?x, "Active", Closed)`},
		{"over several lines", "p(?x) :-\n  q(?x),\n\tr(?x)", `p(?x) :- q(?x), r(?x)`},
	} {
		t.Run(test.why, func(t *testing.T) {
			p := mustParse(t, test.written)
			if got := p.Rules[0].Text; got != test.printed {
				t.Errorf("%s\nprints as %s\nand not  %s", test.written, got, test.printed)
			}
			again := mustParse(t, p.Rules[0].Text)
			if diff := cmp.Diff(p.Rules[0], again.Rules[0], alike); diff != "" {
				t.Errorf("what is printed means something else:\n%s", diff)
			}
		})
	}
}

// alike compares rules but for where they are written.
var alike = cmp.Options{
	cmpopts.IgnoreTypes(belief.Place{}),
	cmpopts.IgnoreUnexported(Rule{}, Constraint{}),
	cmpopts.IgnoreFields(Rule{}, "Name", "Number"),
	cmp.Comparer(func(a, b *Relation) bool { return a.Name == b.Name }),
	cmp.Comparer(func(a, b belief.Value) bool { return a == b }),
	cmpopts.EquateEmpty(),
}

// The first example of the language: a rule in both forms is the same rule.
func TestBothForms(t *testing.T) {
	p, diags := check(t, `
rules:
  - conclude: can_read(?user, ?doc)
    when:
      - in_group(?user, ?group)
      - grant(?group, read, ?doc)
      - not suspended(?user)
  - can_read(?user, ?doc) :- in_group(?user, ?group), grant(?group, read, ?doc), not suspended(?user)
beliefs: ['in_group(ana, finance)', 'grant(finance, read, ledger)', 'suspended(bo)']
`, nil)
	if p == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	if diff := cmp.Diff(p.Rules[0], p.Rules[1], alike); diff != "" {
		t.Error(diff)
	}
	if p.Rules[0].Name != "can_read#1" || p.Rules[1].Name != "can_read#2" {
		t.Errorf("the rules are called %s and %s", p.Rules[0].Name, p.Rules[1].Name)
	}
}

// Every mistake in the text of a rule is said at its place.
func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ why, text, want string }{
		{"no parentheses", `p(?x) :- q(?x), r`, `R1121 2:17+1 "r" has no parentheses | an atom without terms is written r()`},
		{"a bare head", `p :- q(?x)`, `R1121 2:1+1 "p" has no parentheses | an atom without terms is written p()`},
		{"a constant as a condition", `p(?x) :- q(?x), a-b`, `R1121 2:17+3 "a-b" has no parentheses | an atom is written relation(term, …)`},
		{"a comma is missing", `p(a b)`, `R1121 2:5+1 a comma or the closing ) of p is missing here`},
		{"a comma too many", `p(a, )`, `R1121 2:6+1 a term is missing between the comma and the )`},
		{"an end that is missing", `p(a`, `R1121 2:4+0 a comma or the closing ) of p is missing here`},
		{"a body that is missing", `p(a) :-`, `R1121 2:8+0 a condition is missing here`},
		{"a body that goes on", `p(a) :- q(a),`, `R1121 2:14+0 a condition is missing here`},
		{"two heads", `p(a), r(a) :- q(a)`, `R1121 2:5+1 a rule has one head | write one rule for each head; the body comes behind :-`},
		{"two arrows", `p(a) :- q(a) :- r(a)`, `R1121 2:14+2 a rule cannot stand here | put it under rules:`},
		{"a variable as relation", `?p(a)`, `R1121 2:1+2 a variable cannot stand for a relation | write the name of a relation: p(…)`},
		{"a value as condition", `p(?x) :- q(?x), ?x`, `R1121 2:19+0 "?x" is a value, not a condition | compare it with another value, or write relation(term, …)`},
		{"a chain of comparisons", `p(?x) :- q(?x), 1 < ?x < 3`, `R1121 2:24+1 < follows a whole comparison | compare two values at a time: ?a < ?b, ?b < ?c`},
		{"two equals signs", `p(?x) :- q(?x), ?x == 3`, `R1122 2:20+2 "==" has no meaning here | equality is written with one =`},
		{"another language's arrow", `r(?x) <- p(?x)`, `R1122 2:7+2 "<-" has no meaning here | the body of a rule comes behind :-, and a comparison with a negative number has a space between the two signs`},
		{"an arrow to the right", `p(?x) -> r(?x)`, `R1122 2:7+2 "->" has no meaning here | a rule is written head :- body`},
		{"another language's unequal", `p(?x) :- q(?x), ?x <> 1`, `R1122 2:20+2 "<>" has no meaning here | the comparison is written !=`},
		{"another language's at most", `p(?x) :- q(?x), ?x =< 1`, `R1122 2:20+2 "=<" has no meaning here | the comparison is written <=`},
		{"another language's assignment", `p(?y) :- q(?x), ?y := ?x`, `R1122 2:20+2 ":=" has no meaning here | write = between two values, and :- between the head and the body of a rule`},
		{"Prolog's not", `p(?x) :- q(?x), \+ r(?x)`, `R1122 2:17+2 "\\+" has no meaning here | write not before an atom`},
		{"two bars", `p(?x) :- q(?x) || r(?x)`, `R1122 2:16+2 "||" has no meaning here | for an alternative write a second rule`},
		{"the word and", `p(?x) :- q(?x) and r(?x)`, `R1121 2:16+3 the rule ends before this | separate conditions by commas`},
		{"the word or in braces", `p(?n) :- ?n = count { q(?x) OR r(?x) }`, `R1121 2:29+2 } is missing to close the braces of count | for an alternative write a second rule`},
		{"the word if", `p(?x) if q(?x)`, `R1121 2:7+2 the rule ends before this | the body of a rule comes behind :-`},
		{"a count without braces", `p(?z) :- ?z = count q(?x)`, `R1131 2:21+1 what count ranges over stands in braces | write ?n = count { … }, with the conditions in the braces`},
		{"a sum without braces", `p(?z) :- ?z = sum ?x q(?x)`, `R1121 2:22+1 { is missing after sum | write ?n = sum ?x { … }, with the conditions in the braces`},
		{"a negative number behind a sign", `p(?x) :- q(?x), ?x <-1`, `R1127 2:20+1 < wants a space on both sides | write ?x < -1`},
		{"comparisons without spaces", `p(?x):-q(?x),?x!=1,?x>=0`, `R1127 2:16+2 != wants a space on both sides | write ?x != 1
R1127 2:22+2 >= wants a space on both sides | write ?x >= 0`},
		{"a computation without spaces", `p(?y) :- q(?x), ?y=?x + 1`, `R1127 2:19+1 = wants a space on both sides | write ?y = ?x + 1`},
		{"true as a relation", `p(?x) :- q(?x), true(?x)`, `R1126 2:17+4 true is a reserved word and cannot name a relation`},
		{"false as a head", `false(a)`, `R1126 2:1+5 false is a reserved word and cannot name a relation`},
		{"a parenthesis that stays open", `p(?z) :- q(?x), ?z = (1 + ?x`, `R1121 2:29+0 ) is missing to close the parenthesis`},
		{"words behind the rule", `p(a) q(a)`, `R1121 2:6+1 the rule ends before this`},
		{"a full stop", `p(a) :- q(a).`, `R1122 2:13+1 "." has no meaning here | a rule does not end with a full stop`},
		{"another language's and", `p(a) :- q(a) && r(a)`, `R1122 2:14+2 "&&" has no meaning here | separate conditions by commas`},
		{"another language's not", `p(a) :- q(a), !r(a)`, `R1122 2:15+1 "!" has no meaning here | write not before an atom, or != between two values`},
		{"another language's or", `p(a) :- q(a) ; r(a)`, `R1122 2:14+1 ";" has no meaning here | separate conditions by commas; for an alternative write a second rule`},
		{"single quotes", `p('a b')`, `R1122 2:3+1 "'" has no meaning here | write text in double quotes: "text"
R1122 2:7+1 "'" has no meaning here | write text in double quotes: "text"`},
		{"lists", `p([])`, `R1122 2:3+1 "[" has no meaning here | lists are not values: use one fact for each element
R1122 2:4+1 "]" has no meaning here`},
		{"a control character", "p(\x01)", `R1122 2:3+1 "\u0001" has no meaning here`},
		{"a word of digits", `p(12ab)`, `R1123 2:3+4 12ab is no number and no bare word: write "12ab" to mean the text`},
		{"a leading zero", `p(010)`, `R1123 2:3+3 010 starts with a zero: write 10 for the number or "010" for the text`},
		{"an underscored number", `p(1_000)`, `R1123 2:3+5 1_000 is not how a number is written: write 1000 for the number or "1_000" for the text`},
		{"a number too small", `p(1e-400)`, `R1123 2:3+6 1e-400 is closer to zero than any number of 64 bits: write 0.0 for zero or "1e-400" for the text`},
		{"a number too big", `p(9223372036854775808)`, `R1123 2:3+19 9223372036854775808 does not fit 64 bits: write "9223372036854775808" to keep it as text`},
		{"a day that is none", `p(2026-02-30)`, `R1123 2:3+10 "2026-02-30" is not a date of the calendar`},
		{"an underscored word", `p(_x)`, `R1123 2:3+2 _x is neither a variable nor a constant: write ?x, _ alone, or "_x"`},
		{"an open quote", `p("a)`, `R1123 2:3+3 the quoted string has no closing quote`},
		{"an escape that JSON has not", `p("\q", "a")`, `R1123 2:3+4 the quoted string has an escape that JSON does not know, or a raw control character`},
		{"an operator without spaces between numbers", `p(?z) :- q(?x), ?z = 5-3`, `R1123 2:22+3 5-3 is no number and no bare word: write "5-3" to mean the text | binary operators have a space on both sides`},
		{"a variable that is a number", `p(?1)`, `R1124 2:3+2 a variable is a ? and a letter, then letters, digits and _ | write ?x1`},
		{"a variable without a name", `p(?)`, `R1124 2:3+1 a variable is a ? and a letter, then letters, digits and _ | write ?x`},
		{"a variable that starts low", `p(?_a)`, `R1124 2:3+3 a variable is a ? and a letter, then letters, digits and _ | write ?xa`},
		{"a hyphen in a relation", `can-read(a)`, `R1125 2:1+8 "can-read" cannot be the name of a relation | a name is a letter, then letters, digits and _`},
		{"a reserved relation", `p(a) :- mod(a)`, `R1126 2:9+3 mod is a reserved word and cannot name a relation`},
		{"a reserved constant", `p(not)`, `R1126 2:3+3 not is a reserved word | write "not" to mean the text`},
		{"minus without spaces", `p(?z) :- q(?n), ?z = ?n-1`, `R1127 2:24+1 - wants a space on both sides | write ?n - 1`},
		{"minus with one space", `p(?z) :- q(?n), ?z = ?n -1`, `R1127 2:25+1 - wants a space on both sides | write ?n - 1`},
		{"minus with one space behind", `p(?z) :- q(?n), ?z = ?n- 1`, `R1127 2:24+1 - wants a space on both sides | write ?n - 1`},
		{"a product without spaces", `p(?z) :- q(?n), ?z = 2*?n`, `R1127 2:23+1 * wants a space on both sides | write 2 * ?n`},
		{"not in a head", `not p(a) :- q(a)`, `R1128 2:1+3 a rule cannot conclude that something does not hold | what no rule concludes does not hold; write not where the absence is used`},
		{"not not", `p(a) :- not not q(a)`, `R1128 2:13+3 not stands before not | leave both out`},
		{"not before a condition", `p(?x) :- q(?x), not contains(?x, a)`, `R1128 2:21+8 not stands before an atom, and contains is a built-in condition | conclude it in a rule of its own, and write not before that relation`},
		{"not before a comparison", `p(?x) :- q(?x), not ?x = 3`, `R1128 2:21+2 not stands before an atom only | turn the comparison round: = becomes !=, < becomes >=`},
		{"not before a compared constant", `p(?x) :- q(?x), not a = ?x`, `R1128 2:21+1 not stands before an atom only | turn the comparison round: = becomes !=, < becomes >=`},
		{"not before a function", `p(?x) :- q(?x), not length(?x) > 3`, `R1128 2:32+1 not stands before an atom only | turn the comparison round: = becomes !=, < becomes >=`},
		{"an aggregate on its own", `p() :- count { q(_) }`, `R1131 2:8+5 an aggregate gives its value to a variable | write ?n = count …, and compute with ?n in a condition of its own`},
		{"an aggregate compared", `p(?x) :- q(?x), ?x > count { q(_) }`, `R1131 2:22+5 an aggregate gives its value to a variable | write ?n = count …, and compare ?n in a condition of its own`},
		{"an aggregate computed with", `p(?x) :- ?x = 1 + count { q(_) }`, `R1131 2:19+5 an aggregate gives its value to a variable | write ?n = count …, and compute with ?n in a condition of its own`},
		{"a sum of nothing", `p(?x) :- ?x = sum { q(_) }`, `R1131 2:19+1 sum wants the variable whose values it takes | write ?n = sum ?x { … }, with ?x in the braces`},
		{"a sum of some value", `p(?x) :- ?x = sum _ { q(_) }`, `R1131 2:19+1 sum wants the variable whose values it takes | write ?n = sum ?x { … }, with ?x in the braces`},
		{"empty braces", `p(?x) :- ?x = count { }`, `R1131 2:23+1 the braces of count are empty | write the conditions whose solutions it ranges over`},
		{"open braces", `p(?x) :- ?x = count { q(_)`, `R1121 2:27+0 } is missing to close the braces of count`},
		{"nested aggregates", `p(?x) :- ?x = max ?n { q(?d), ?n = count { r(?d) } }`, `R1132 2:31+20 aggregates do not nest | conclude the inner one in a rule of its own, and use that relation here`},
		{"stray braces", `p(?x) :- q(?x), { r(?x) }`, `R1121 2:17+1 a value is missing here | braces belong to an aggregate: ?n = count { … }`},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := parseRules(test.text)
			if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want || p != nil {
				t.Errorf("%s gives\n%s\nand not\n%s", test.text, got, test.want)
			}
		})
	}
}

// Deep and long texts are refused or read, and never exhaust the stack.
func TestDeepTexts(t *testing.T) {
	const n = 12_000
	for _, test := range []struct {
		why, text string
		code      Code
	}{
		{"a long text", "p(" + strings.Repeat("a", maxText) + ")", CodeRuleTooBig},
		{"many aggregates", "p(a) :- " + strings.Repeat("?n = count { q(a) }, ", maxAggregates) + "?n = count { q(b) }", CodeRuleTooBig},
		{"many variables", "p(a) :- q(?v" + strings.Join(numbers(maxVariables+1), ", ?v") + ")", CodeRuleTooBig},
		{"parentheses", `p(?z) :- q(?x), ?z = ` + strings.Repeat("(", n) + "?x" + strings.Repeat(")", n), CodeTooNested},
		{"minuses", `p(?z) :- q(?x), ?z = ` + strings.Repeat("-", n) + "?x", CodeTooNested},
		{"functions", `p(?z) :- q(?x), ?z = ` + strings.Repeat("abs(", n) + "?x", CodeTooNested},
		{"atoms in atoms", strings.Repeat("p(", n), CodeTooNested},
		{"a long sum", `p(?z) :- q(?x), ?z = ?x` + strings.Repeat(" + ?x", n), 0},
		{"a wide atom", "p(a" + strings.Repeat(", a", n) + ")", 0},
		{"many conditions", "p(a) :- q(a)" + strings.Repeat(", q(a)", n), CodeRuleTooBig},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := parseRules(test.text)
			if test.code == 0 && p == nil || test.code != 0 && (len(diags) != 1 || diags[0].Code != test.code) {
				t.Errorf("%.300s", diags.Error())
			}
		})
	}
}

// So many rules are refused before they fill the memory.
func TestManyTokens(t *testing.T) {
	rule := "p(?a" + strings.Repeat(",?a", 20_000) + ")"
	p, diags := Parse([]*Document{lines(slices.Repeat([]string{rule}, maxTokens/40_000+5)...)}, nil)
	if p != nil || len(diags) == 0 || diags[len(diags)-1].Code != CodeRuleTooBig {
		t.Errorf("%d diagnostics", len(diags))
	}
}

func numbers(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprint(i)
	}
	return all
}
