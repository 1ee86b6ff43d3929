package journal

import (
	"maps"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// left lists the other facts of the history, such as hold no more, that have a value which was named in a pattern and which
// no belief has any more: who is to be forgotten stands there still.
func (s *scrubber) left() ([]string, error) {
	named := map[belief.Value]bool{}
	for _, q := range s.Patterns {
		for _, t := range q.Terms {
			if t.Kind == rules.ConstantTerm && s.gone[t.Value] {
				named[t.Value] = true
			}
		}
	}
	if len(named) == 0 {
		return nil, nil
	}
	found := map[string]belief.Fact{}
	note := func(f belief.Fact) {
		if slices.ContainsFunc(f.Values, func(v belief.Value) bool { return named[v] }) {
			found[f.String()] = f
		}
	}
	for _, r := range s.everyRelation() {
		err := s.beliefRows(r, belief.NewDictionary(), "_until IS NOT NULL", nil, func(b *beliefRow) error {
			note(b.fact(r.Name))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	err := s.query("SELECT detail FROM _changes", nil, func(q *sqlite3.Stmt) error {
		var c change
		if err := c.decode(q.ColumnText(0)); err != nil {
			return err
		}
		for _, a := range []atom{c.detail.Fact, c.detail.FactBefore} {
			if f, err := a.fact(); err == nil {
				note(f)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, text := range slices.Sorted(maps.Keys(found)) {
		holds, err := s.holdsNow(found[text])
		if err != nil {
			return nil, err
		}
		if !holds {
			texts = append(texts, text)
		}
	}
	return texts, nil
}
