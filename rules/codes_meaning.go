package rules

// The codes about what rules mean.
var (
	CodeUnknownRelation = register(1201, "unknown-relation",
		"A condition uses a relation that is nowhere declared, given facts, or concluded by a rule. Most often its name is misspelled. A relation that gets its facts later is declared under relations.",
		"rules:\n  - member(ann, finance)\n  - in_group(?u, ?g) :- membr(?u, ?g)\n")
	CodeUnsafe = register(1202, "unsafe-variable",
		"Every variable of a head, of a negated atom, of a comparison, and of what is computed gets its value from a positive atom, or by = from variables that have one. Otherwise it would stand for infinitely many values. The order of the conditions does not matter.",
		"rules:\n  - member(ann, finance)\n  - in_group(?u, ?h) :- member(?u, ?g)\n")
	CodeUnstratified = register(1203, "unstratified",
		"A relation depends on its own absence, or on an aggregate of itself. Then it has no meaning that follows from the rules alone: if it does not hold it would hold, and the other way round. The diagnostic prints the circle. Break it: let one of its relations depend on something that does not need the others.",
		"rules:\n  - bird(tweety)\n  - flies(?x) :- bird(?x), not abnormal(?x)\n  - abnormal(?x) :- bird(?x), flies(?x)\n")
	CodeArity = register(1204, "arity",
		"A relation has one number of columns, wherever it is used. For a value that does not matter write _.",
		"rules:\n  - member(ann, finance)\n  - in_group(?u, ?g) :- member(?u, ?g, _)\n")
	CodeType = register(1205, "type-conflict",
		"Each column has one type: string, int, float, bool or date. Types are inferred from declarations, facts and rules, and here two of them demand different ones. No value is converted without a word: 1, 1.0 and \"1\" differ; float(?i), int(?f) and text(?x) convert.",
		"rules:\n  - salary(ann, 1000)\n  - rich(?x) :- salary(?x, ?s), ?s > 99.5\n")
	CodeCaseOnly = register(1206, "differs-in-case",
		"Two relations have names that differ only in case. They would be two relations that everyone takes for one.",
		"rules:\n  - member(ann, finance)\n  - Member(bob, sales)\n")
	CodeDuplicateName = register(1207, "duplicate-name",
		"Rules, constraints, declared relations and the columns of one relation each have a name of their own, over all files, so that reports and revisions can refer to them.",
		"rules:\n  - name: base\n    conclude: p(a)\n  - name: base\n    conclude: p(b)\n")
	CodeColumnName = register(1208, "column-name",
		"The first row of a fact file names the columns. Where they are declared, or another file of the relation names them, the names are the same ones, in any order: none is missing, none is extra.",
		"")
	CodeUnknownFunction = register(1209, "unknown-function",
		"The functions are min, max and abs; concat, length, lower, upper and substring; days and add_days; float, int and text. The conditions starts_with, ends_with, contains and matches stand by themselves.",
		"rules:\n  - name(ann)\n  - size(?n) :- name(?x), ?n = lenght(?x)\n")
	CodeFunctionArity = register(1210, "function-arity",
		"A function or a condition is called with the wrong number of arguments: abs, length, lower, upper, float, int and text take one; substring takes three; concat takes two or more; the others take two.",
		"rules:\n  - name(ann)\n  - start(?s) :- name(?x), ?s = substring(?x, 2)\n")
	CodePattern = register(1211, "pattern",
		"The second argument of matches is a regular expression in RE2 syntax, written as a constant. It matches anywhere in the text unless it starts with ^ and ends with $.",
		"rules:\n  - name(ann)\n  - short(?x) :- name(?x), matches(?x, \"^[a-z{3}$\")\n")
	CodeBuiltinName = register(1212, "built-in-name",
		"The conditions starts_with, ends_with, contains and matches are built in, so that no relation can have their name.",
		"relations:\n  contains: {columns: [box, thing]}\n")
	CodeAggregateVariable = register(1213, "aggregate-variable",
		"The variable whose values an aggregate takes occurs in its braces.",
		"rules:\n  - pay(ann, 10)\n  - total(?s) :- ?s = sum ?amount { pay(_, ?x) }\n")
	CodeResultInBraces = register(1214, "result-in-braces",
		"The variable that gets the value of an aggregate also occurs in its braces, and nothing else binds it. Give the result a name of its own and compare.",
		"rules:\n  - pay(ann, 10)\n  - odd(?n) :- ?n = count { pay(_, ?n) }\n")
	CodeRecursiveParameter = register(1215, "recursive-parameter",
		"An aggregate in a recursive rule depends on a variable that only the recursion itself binds. The values to compute it for must be known before the recursion starts, so that a relation outside it has to bind the variable too.",
		"rules:\n  - start(1)\n  - item(3)\n  - step(?n) :- start(?n)\n  - step(?n) :- step(?k), ?n = count { item(?x), ?x > ?k }\n")
	CodeRecursiveBag = register(1216, "recursive-bag",
		"A bag keeps how often each conclusion is derived. For a recursive relation that number can be infinite, so recursive relations are sets.",
		"relations:\n  reach: {columns: [from, to], semantics: bag}\nrules:\n  - link(a, b)\n  - reach(?x, ?y) :- link(?x, ?y)\n  - reach(?x, ?z) :- reach(?x, ?y), link(?y, ?z)\n")
	CodeMessageVariable = register(1217, "message-variable",
		"The message of a constraint shows the values of variables as {?name}. Each of them occurs in the conditions, outside of braces.",
		"rules:\n  - role(ann, requester)\nconstraints:\n  - name: no-requests\n    deny: ['role(?u, requester)']\n    message: '{?user} requests'\n")
	CodeRuleTooBig = register(1218, "rule-too-big",
		"A rule has more conditions, aggregates or variables than any person can follow, and than can be ordered in good time, or its text is too long. Conclude a part of it in a rule of its own.", "")
	CodeUnknownName = register(1219, "unknown-name",
		"A revision removes a rule or a constraint that is not there. Unnamed rules are called by their relation and their place among its rules, as in can_read#2.",
		"rules:\n  - name: base\n    conclude: p(a)\nrevisions:\n  - name: without base\n    remove_rules: [bass]\n")
)

// The codes of warnings.
var (
	CodeUnused = register(1251, "unused-relation",
		"A relation has facts or a declaration, and no rule and no constraint mentions it. It is superfluous, or a rule is missing.",
		"relations:\n  member: {columns: [user, group]}\n  grant: {columns: [group, document]}\nrules:\n  - known(?u) :- member(?u, _)\n")
	CodeNeverHolds = register(1252, "never-holds",
		"The conditions contradict each other, or need a relation that no fact and no rule can fill. The rule then never concludes anything.",
		"rules:\n  - age(ann, 17)\n  - odd(?x) :- age(?x, ?n), ?n < ?n\n")
	CodeProduct = register(1253, "cartesian-product",
		"Two positive atoms share no variable, not even through a comparison. Every fact of the one is combined with every fact of the other, which is rarely meant and soon big.",
		"rules:\n  - person(ann)\n  - room(kitchen)\n  - may_enter(?p, ?r) :- person(?p), room(?r)\n")
	CodeFanOut = register(1254, "fan-out",
		"Two groups of variables that the head does not use are independent of each other. Every solution of the one is combined with every solution of the other, and each combination counts as a support and takes time. Where a value does not matter, write _.",
		"rules:\n  - owns(ann, car)\n  - visits(ann, rome)\n  - busy(?x) :- owns(?x, ?thing), visits(?x, ?place)\n")
	CodeEndless = register(1255, "endless-recursion",
		"A recursive rule concludes a value that it computes from the recursion, and no comparison bounds it. It may go on for ever, until it reaches a limit on conclusions, memory or time: the command line sets one on memory, 8GiB unless --memory says otherwise.",
		"rules:\n  - number(0)\n  - number(?n) :- number(?k), ?n = ?k + 1\n")
)
