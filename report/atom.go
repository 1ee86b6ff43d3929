package report

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// atom returns a fact as the file language writes it, with _ for a column that is left open. The name of a constraint,
// unlike that of a relation, may need quotes.
func atom(f belief.Fact) string {
	return applied(f.Relation, f.Values, func(v belief.Value) string {
		if v.Type() == belief.NoType {
			return "_"
		}
		return v.String()
	})
}

// atomAround returns the fact as an atom with _ in one column.
func atomAround(f belief.Fact, column int) string {
	f.Values = slices.Clone(f.Values)
	f.Values[column] = belief.Value{}
	return atom(f)
}

// pattern returns a query as the file language writes it.
func pattern(q rules.Query) string {
	return applied(q.Relation, q.Terms, func(t rules.Term) string {
		switch t.Kind {
		case rules.VariableTerm:
			return "?" + q.Variables[t.Variable]
		case rules.WildcardTerm:
			return "_"
		default:
			return t.Value.String()
		}
	})
}

func applied[T any](relation string, terms []T, text func(T) string) string {
	var b strings.Builder
	b.WriteString(Safe(relation))
	b.WriteByte('(')
	for i, t := range terms {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(text(t))
	}
	b.WriteByte(')')
	return b.String()
}
