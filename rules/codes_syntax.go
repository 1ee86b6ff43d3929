package rules

// The codes about how rules and atoms are written.
var (
	CodeRuleSyntax = register(1121, "rule-syntax",
		"The text is no rule, no condition or no atom. A rule is written head :- condition, condition; an atom is relation(term, term); a comparison is value < value.",
		"rules:\n  - parent(ann, bob)\n  - child(?y, ?x) :- parent(?x ?y)\n")
	CodeCharacter = register(1122, "stray-character",
		"A character stands where the language gives it no meaning. Negation is written not, conditions are separated by commas, the remainder is mod, text stands in double quotes, and a rule does not end with a full stop.",
		"rules:\n  - parent(ann, bob).\n")
	CodeConstant = register(1123, "constant",
		"A constant cannot be read. A bare word starts with a letter and goes on with letters, digits and _ - . / @ : +; every other text stands in double quotes with JSON escapes. Numbers are written plainly: 7, -7, 2.5, 1e9. Dates are written 2026-11-29.",
		"rules:\n  - stock(apples, 007)\n")
	CodeVariableName = register(1124, "variable-name",
		"A variable is a question mark and a letter, then letters, digits and _: ?user, ?x2.",
		"rules:\n  - parent(ann, bob)\n  - child(?2, ?1) :- parent(?1, ?2)\n")
	CodeRelationName = register(1125, "relation-name",
		"The name of a relation is a letter, then letters, digits and _. A hyphen is not among them, though a constant may have one.",
		"rules:\n  - can-read(ann, ledger)\n")
	CodeReserved = register(1126, "reserved-word",
		"The words not, mod, true and false have a meaning of their own. They name no relation, and stand in double quotes where the text is meant.",
		"rules:\n  - word(mod)\n")
	CodeOperatorSpace = register(1127, "operator-space",
		"An operator between two values has a space on both sides, because a bare word may contain + - / and a number may start with -.",
		"rules:\n  - count_from(3)\n  - before(?m) :- count_from(?n), ?m = ?n-1\n")
	CodeNot = register(1128, "misplaced-not",
		"The word not stands before an atom of a body, and nowhere else. A comparison is turned round instead (= becomes !=, < becomes >=); a built-in condition is concluded in a rule of its own, and that relation negated.",
		"rules:\n  - age(ann, 17)\n  - minor(?x) :- age(?x, ?n), not ?n >= 18\n")
	CodeWildcard = register(1129, "misplaced-wildcard",
		"The sign _ stands for a value that does not matter, and only as a term of an atom in a body. A head, a comparison and a function need a value that is known.",
		"rules:\n  - parent(ann, bob)\n  - knows(?x, _) :- parent(?x, _)\n")
	CodeComputedTerm = register(1130, "computed-term",
		"The terms of an atom are constants, variables and _. A value is computed in a condition of its own, and its variable is the term.",
		"rules:\n  - age(ann, 17)\n  - next_age(?x, ?n + 1) :- age(?x, ?n)\n")
	CodeAggregateForm = register(1131, "aggregate-form",
		"An aggregate is written ?n = count { … }, ?n = count ?x { … }, or with sum, min, max or avg and the variable whose values are taken. It gives its value to a variable; what is done with that is a condition of its own.",
		"rules:\n  - works(ann, sales)\n  - big(?d) :- works(_, ?d), count { works(_, ?d) } > 10\n")
	CodeNestedAggregate = register(1132, "nested-aggregate",
		"The braces of an aggregate hold atoms, comparisons and conditions, no other aggregate. Conclude the inner one in a rule of its own.",
		"rules:\n  - works(ann, sales)\n  - most(?m) :- ?m = max ?n { works(_, ?d), ?n = count { works(_, ?d) } }\n")
	CodeSeveralConditions = register(1133, "several-conditions",
		"Under when and deny each entry of the list is one condition. In the one-line form of a rule commas separate them.",
		"rules:\n  - parent(ann, bob)\n  - conclude: grandparent(?x, ?z)\n    when:\n      - parent(?x, ?y), parent(?y, ?z)\n")
	CodeTooNested = register(1134, "nested-expression",
		"Parentheses and functions nest deeper than any person can read. Compute a part in a condition of its own.",
		"rules:\n  - n(1)\n  - m(?y) :- n(?x), ?y = "+nestedExample+"\n")
	CodePrologVariable = register(1135, "prolog-variable",
		"In Prolog a word with a capital letter is a variable. Here a bare word is a constant, and variables start with a question mark. So a single capital letter, or a capitalized word in both head and body of a rule, is refused: write ?X, or put the text into double quotes.",
		"rules:\n  - parent(ann, bob)\n  - child(Y, X) :- parent(X, Y)\n")
	CodeUnknownValue = register(1136, "unknown-value",
		"The key knows a few values, and this is none of them: semantics is set or bag, on_violation is report or refuse, a type is string, int, float, bool or date, may_assert is true or false.",
		"relations:\n  member: {columns: [user: text, group: string]}\n")
)

// nestedExample is an expression that nests one level too deep.
var nestedExample = func() string {
	expression := "?x"
	for range maxNesting + 1 {
		expression = "(" + expression + ")"
	}
	return expression
}()
