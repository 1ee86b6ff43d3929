package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// describeOrder writes the conditions of a body in their order, with what each of them gives a value to.
func describeOrder(body []Literal, order []int, variables []Variable) string {
	var parts []string
	for _, i := range order {
		text := Text(body[i], variableName(variables))
		switch l := body[i].(type) {
		case *Comparison:
			if l.Binds >= 0 {
				text += " gives ?" + variables[l.Binds].Name
			}
		case *Aggregate:
			text = describeAggregate(l, variables)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

func describeAggregate(a *Aggregate, variables []Variable) string {
	names := func(list []int) string {
		var all []string
		for _, v := range list {
			all = append(all, "?"+variables[v].Name)
		}
		return strings.Join(all, " ")
	}
	text := fmt.Sprintf("%s{%s} by [%s]", a.Func, describeOrder(a.Body, a.Order, variables), names(a.Group))
	if len(a.Parameters) > 0 {
		text += " for [" + names(a.Parameters) + "]"
	}
	if a.ZeroGroups {
		text += " or 0"
	}
	verb := " gives ?"
	if a.Compares {
		verb = " equals ?"
	}
	return text + verb + variables[a.Result].Name
}

// The order of evaluation is part of the language: what is undefined when it is reached is a fault.
func TestOrder(t *testing.T) {
	for _, test := range []struct{ why, rule, order string }{
		{
			"positive atoms come first, as written", `p(?x) :- ?x > 3, not r(?x), q(?x), s(?x)`,
			`q(?x); s(?x); ?x > 3; not r(?x)`,
		},
		{
			"a guard before a division stays before it", `p(?z) :- ?y != 0, ?z = ?x / ?y, q(?x, ?y)`,
			`q(?x, ?y); ?y != 0; ?z = ?x / ?y gives ?z`,
		},
		{
			"the leftmost that is ready comes next", `p(?x) :- ?b > 1, ?b = ?a + 1, ?a = ?x * 2, ?x < 9, q(?x)`,
			`q(?x); ?a = ?x * 2 gives ?a; ?b = ?a + 1 gives ?b; ?b > 1; ?x < 9`,
		},
		{"= compares what is bound", `p(?x) :- q(?x), r(?y), ?y = ?x + 1`, `q(?x); r(?y); ?y = ?x + 1`},
		{
			"= compares what was computed before", `p(?z) :- q(?x), ?z = ?x + 1, ?z = ?x * 2`,
			`q(?x); ?z = ?x + 1 gives ?z; ?z = ?x * 2`,
		},
		{"= gives the value of a constant", `p(?x) :- ?x = 3`, `?x = 3 gives ?x`},
		{"= gives a value to its right side", `p(?y) :- q(?x), ?x = ?y`, `q(?x); ?y = ?x gives ?y`},
		{"negation without variables needs nothing", `p(a) :- not q(_), not r(b)`, `not q(_); not r(b)`},
		{
			"conditions wait for their variables", `p(?x) :- contains(?y, a), ?y = lower(?x), q(?x)`,
			`q(?x); ?y = lower(?x) gives ?y; contains(?y, a)`,
		},

		{"an aggregate without group", `p(?n) :- ?n = count { q(_, ?x) }`, `count{q(_, ?x)} by [] or 0 gives ?n`},
		{"a group that only the braces bind", `p(?d, ?n) :- ?n = count { q(?x, ?d) }`, `count{q(?x, ?d)} by [?d] gives ?n`},
		{"a group that is bound outside", `p(?d, ?n) :- dept(?d), ?n = count { q(?x, ?d) }`, `dept(?d); count{q(?x, ?d)} by [?d] or 0 gives ?n`},
		{
			"sums have zero groups, other aggregates have none", `p(?d, ?s, ?m) :- dept(?d), ?s = sum ?x { q(?x, ?d) }, ?m = max ?x { q(?x, ?d) }`,
			`dept(?d); sum{q(?x, ?d)} by [?d] or 0 gives ?s; max{q(?x, ?d)} by [?d] gives ?m`,
		},
		{
			"a group of which one part is bound", `p(?d, ?e, ?n) :- dept(?d), ?n = count { q(?x, ?d, ?e) }`,
			`dept(?d); count{q(?x, ?d, ?e)} by [?d ?e] gives ?n`,
		},
		{
			"a group bound by a computation to the right", `p(?d, ?n) :- ?n = count { q(?x, ?d) }, ?d = sales`,
			`?d = sales gives ?d; count{q(?x, ?d)} by [?d] or 0 gives ?n`,
		},
		{
			"two aggregates share a group that neither is given", `p(?d, ?n, ?m) :- ?n = count { q(_, ?d) }, ?m = count { r(_, ?d) }`,
			`count{q(_, ?d)} by [?d] gives ?n; count{r(_, ?d)} by [?d] gives ?m`,
		},
		{
			"a group computed from one of the braces", `p(?e, ?n, ?m) :- ?n = count { q(_, ?d) }, ?e = ?d, ?m = count { r(_, ?e) }`,
			`count{q(_, ?d)} by [?d] gives ?n; ?e = ?d gives ?e; count{r(_, ?e)} by [?e] gives ?m`,
		},
		{
			"the result of one aggregate is the group of another", `p(?n, ?m) :- ?m = count { r(_, ?n) }, ?n = count { q(_) }`,
			`count{q(_)} by [] or 0 gives ?n; count{r(_, ?n)} by [?n] or 0 gives ?m`,
		},
		{
			"a parameter", `p(?k, ?n) :- limit(?k), ?n = count { x(?m), ?m < ?k }`,
			`limit(?k); count{x(?m); ?m < ?k} by [?k] for [?k] or 0 gives ?n`,
		},
		{
			"a parameter under not", `p(?k, ?n) :- limit(?k), ?n = count { x(?m), not y(?m, ?k) }`,
			`limit(?k); count{x(?m); not y(?m, ?k)} by [?k] for [?k] or 0 gives ?n`,
		},
		{
			"a parameter that is computed", `p(?n) :- limit(?k), ?j = ?k * 2, ?n = count { x(?m), ?m < ?j }`,
			`limit(?k); ?j = ?k * 2 gives ?j; count{x(?m); ?m < ?j} by [?j] for [?j] or 0 gives ?n`,
		},
		{
			"what the braces compute is no parameter", `p(?k, ?m, ?n) :- limit(?k), ?n = count { x(?a), ?m = ?a + ?k }`,
			`limit(?k); count{x(?a); ?m = ?a + ?k gives ?m} by [?m ?k] for [?k] gives ?n`,
		},
		{
			"nor when it is bound outside too", `p(?m, ?n) :- r(?m), ?n = count { x(?a), ?m = ?a + 1 }`,
			`r(?m); count{x(?a); ?m = ?a + 1 gives ?m} by [?m] or 0 gives ?n`,
		},
		{
			"one of two equal parameters is enough", `p(?a, ?b, ?n) :- r(?a), s(?b), ?n = count { x(_), ?a = ?b }`,
			`r(?a); s(?b); count{x(_); ?a = ?b gives ?a} by [?a ?b] for [?b] or 0 gives ?n`,
		},
		{
			"names used in several braces only are local to each", `p(?n, ?s) :- ?n = count { q(?x) }, ?s = sum ?x { r(?x) }`,
			`count{q(?x)} by [] or 0 gives ?n; sum{r(?x)} by [] or 0 gives ?s`,
		},
		{
			"a bound result is compared", `p(?d) :- limit(?d, ?n), ?n = count { q(_, ?d) }`,
			`limit(?d, ?n); count{q(_, ?d)} by [?d] or 0 equals ?n`,
		},
		{
			"a result that is also a parameter", `p(?n) :- limit(?n), ?n = count { x(?m), ?m < ?n }`,
			`limit(?n); count{x(?m); ?m < ?n} by [?n] for [?n] or 0 equals ?n`,
		},
		{
			"two aggregates with one result", `p(?n) :- ?n = count { q(_) }, ?n = count { r(_) }`,
			`count{q(_)} by [] or 0 gives ?n; count{r(_)} by [] or 0 equals ?n`,
		},
		{
			"braces order their own conditions", `p(?n) :- ?n = count { ?z > 3, ?z = ?x + 1, not r(?x), q(?x) }`,
			`count{q(?x); ?z = ?x + 1 gives ?z; ?z > 3; not r(?x)} by [] or 0 gives ?n`,
		},
	} {
		t.Run(test.why, func(t *testing.T) {
			r := mustParse(t, test.rule).Rules[0]
			if got := describeOrder(r.Body, r.Order, r.Variables); got != test.order {
				t.Errorf("%s is evaluated as\n%s\nand not as\n%s", test.rule, got, test.order)
			}
		})
	}
}

// The order of the conditions never decides whether a rule is safe, nor what its positive atoms bind.
func TestOrderOfConditionsIsFree(t *testing.T) {
	body := []string{"q(?x, ?y)", "?z = ?x + ?y", "not r(?z)", "?n = count { s(_, ?y) }", "?n > ?z"}
	for _, permuted := range permutations(body) {
		mustParse(t, "p(?x, ?n) :- "+strings.Join(permuted, ", "))
	}
}

func permutations(list []string) [][]string {
	if len(list) <= 1 {
		return [][]string{list}
	}
	var all [][]string
	for i, first := range list {
		for _, rest := range permutations(slices.Delete(slices.Clone(list), i, i+1)) {
			all = append(all, append([]string{first}, rest...))
		}
	}
	return all
}

// A local name has a number of its own in each pair of braces.
func TestLocalVariables(t *testing.T) {
	r := mustParse(t, `p(?n, ?s, ?d) :- ?n = count { q(?x, ?d) }, ?s = sum ?x { r(?x, ?d) }`).Rules[0]
	var names []string
	for _, v := range r.Variables {
		names = append(names, v.Name)
	}
	if got := strings.Join(names, " "); got != "n s d x x" {
		t.Errorf("the variables are %s", got)
	}
	if a := r.Body[1].(*Aggregate); a.Of != 4 {
		t.Errorf("sum ranges over variable %d", a.Of)
	}
}

// Every unsafe variable is named where its value is needed, and the message says what would bind it.
func TestUnsafe(t *testing.T) {
	const bind = " by a positive atom, as in relation("
	for _, test := range []struct{ why, rule, want string }{
		{"in the head", `p(?x, ?y) :- q(?x)`, `R1202 2:7+2 ?y is not bound, and the head needs its value | bind ?y` + bind + `?y), or by ?y = …`},
		{"in an axiom", `p(?x)`, `R1202 2:3+2 ?x is not bound, and the head needs its value | bind ?x` + bind + `?x), or by ?x = …`},
		{"under not", `p(?x) :- q(?x), not r(?x, ?y)`, `R1202 2:27+2 ?y is not bound, and not r needs its value | bind ?y by a positive atom, or write _ to mean that there is no value at all`},
		{"under not alone", `no_cycle(?u) :- not path(?u, ?u)`, `R1202 2:26+2 ?u is not bound, and not path needs its value | bind ?u by a positive atom, or write _ to mean that there is no value at all`},
		{"in a comparison", `p(?x) :- q(?x), ?y > ?x`, `R1202 2:17+2 ?y is not bound, and the comparison needs its value | bind ?y` + bind + `?y), or by ?y = …`},
		{"in a computation", `p(?z) :- q(?x), ?z = ?x + ?y`, `R1202 2:27+2 ?y is not bound, and the comparison needs its value | bind ?y` + bind + `?y), or by ?y = …`},
		{"in a condition", `p(?x) :- q(?x), contains(?y, a)`, `R1202 2:26+2 ?y is not bound, and contains needs its value | bind ?y` + bind + `?y), or by ?y = …`},
		{"!= binds nothing", `p(?y) :- q(?x), ?y != ?x`, `R1202 2:17+2 ?y is not bound, and the comparison needs its value | bind ?y` + bind + `?y), or by ?y = …`},
		{"once for each variable", `p(?y, ?z) :- q(?x), not r(?y), ?z < ?y`, `R1202 2:27+2 ?y is not bound, and not r needs its value | bind ?y by a positive atom, or write _ to mean that there is no value at all
R1202 2:32+2 ?z is not bound, and the comparison needs its value | bind ?z` + bind + `?z), or by ?z = …`},
		{"a computation of itself", `p(?x) :- ?x = ?x + 1`, `R1202 2:10+11 ?x depends on itself, so nothing gives it a value | bind ?x` + bind + `?x)`},
		{"a circle of computations", `p(?x) :- ?x = ?y + 1, ?y = ?x - 1, not q(?x)`, `R1202 2:10+11 ?x depends on itself, so nothing gives it a value | bind ?x` + bind + `?x)`},
		{"two names for nothing", `p(?x) :- ?x = ?y`, `R1202 2:15+2 ?y is not bound, and the comparison needs its value | bind ?y` + bind + `?y), or by ?y = …`},
		{"a local name in braces", `p(?d, ?n) :- ?n = count { q(?x, ?d), ?x < ?k }`, `R1202 2:43+2 ?k is not bound, and the comparison needs its value | bind ?k` + bind + `?k), or by ?k = …`},
		{"a local name under not in braces", `p(?n) :- ?n = count { q(?x), not r(?y) }`, `R1202 2:36+2 ?y is not bound, and not r needs its value | bind ?y by a positive atom, or write _ to mean that there is no value at all`},
		{"a group that nothing binds", `p(?d, ?n) :- ?n = count { q(?x), ?x < ?d }`, `R1202 2:39+2 ?d is not bound, and the comparison needs its value | bind ?d` + bind + `?d), or by ?d = …`},
		{"another one's local name", `p(?n) :- ?n = count { q(?x) }, ?x > 3`, ``},
		{
			"a misspelled name", `can_read(?user, ?document) :- in_group(?usr, ?group), grant(?group, ?document)`,
			`R1202 2:10+5 ?user is not bound, and the head needs its value | did you mean ?usr? | otherwise bind ?user` + bind + `?user), or by ?user = …`,
		},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := parseRules(test.rule)
			if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want || (p == nil) != (test.want != "") {
				t.Errorf("%s gives\n%s\nand not\n%s", test.rule, got, test.want)
			}
		})
	}
}
