package rules

// The codes about the policy of a gate.
var (
	CodePolicyPattern = register(1601, "policy-pattern",
		"A check or an exception of a policy names changes: a relation, an atom with ?variables such as break_glass(?who), a change as 'headcount(?team): ?old → ?new' of a relation whose rules put an aggregate into one column, a constraint with or without values.", "")
	CodePolicyBag = register(1602, "policy-aggregate-over-bag",
		"The conditions of a policy see the facts of head, and of a bag not how often each holds, so that an aggregate over it would be another than that of a rule. Conclude the aggregate by a rule, and name that relation in the policy.", "")
)
