package journal

import (
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
)

// Ever calls f for each fact of a relation that is or ever was believed, that is concluded now, or that a revision changed.
// A fact may come more than once. The cost is that of reading all of them.
func (j *Journal) Ever(relation string, f func(belief.Fact)) error {
	if r := j.Program().Relation(relation); r != nil {
		d := belief.NewDictionary()
		err := j.beliefRows(r, d, "1", nil, func(b *beliefRow) error {
			f(b.fact(relation))
			return nil
		})
		if err == nil && len(r.Rules) > 0 && (j.stored == nil || j.stored.Relation(relation) != nil) {
			read := newReader(shapeOf(r.Columns), d)
			err = j.query("SELECT * FROM "+quoted(relation), nil, func(s *sqlite3.Stmt) error {
				if err := read.read(s); err != nil {
					return damaged(j.name, fmt.Sprintf("table %s: %v", relation, err))
				}
				row := beliefRow{dictionary: d, tuple: read.tuple}
				f(row.fact(relation))
				return nil
			})
		}
		if err != nil {
			return err
		}
	}
	of := []any{relation + "(", relation + ")"} // in the order of bytes, what begins with the first lies before the second
	return j.query("SELECT atom, was FROM _changes WHERE atom >= ? AND atom < ?", of, func(s *sqlite3.Stmt) error {
		for i := range 2 {
			if s.ColumnType(i) == sqlite3.NULL {
				continue
			}
			if fact, err := belief.ParseFact(s.ColumnText(i)); err == nil { // else a pattern that nothing matched
				f(fact)
			}
		}
		return nil
	})
}
