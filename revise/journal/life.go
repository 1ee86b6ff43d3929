package journal

import (
	"fmt"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Event is one thing that happened to a fact.
type Event struct {
	Revision
	Kind          string // as the table _changes has it
	Before, After revise.Support
	Reason        revise.Reason
	Attributions  []belief.Attribution // that came or went
	Other         belief.Fact          // of a changed value: what it was before or, where it went, what came instead
	became        bool                 // a changed value became the fact
}

// Life is the history of a fact: a belief, a conclusion or a violation.
type Life struct {
	Fact    belief.Fact
	AtStart bool // it held at the start
	Holds   bool // it holds now
	Events  []Event
}

// Life returns what happened to a fact. The cost is that of what happened to it.
func (j *Journal) Life(f belief.Fact) (*Life, error) {
	l := &Life{Fact: f}
	err := j.query("SELECT revision, kind, atom, detail FROM _changes WHERE atom = ?1 OR was = ?1 ORDER BY revision, number", []any{f.String()},
		func(s *sqlite3.Stmt) error {
			e, err := eventOf(f, change{kind: s.ColumnText(1), atom: s.ColumnText(2)}, s.ColumnText(3))
			e.Number = s.ColumnInt(0)
			if err != nil {
				return damaged(j.name, fmt.Sprintf("a change of revision %d: %v", e.Number, err))
			}
			l.Events = append(l.Events, e)
			return nil
		})
	for i := range l.Events {
		if err == nil {
			l.Events[i].Revision, err = j.Revision(l.Events[i].Number)
		}
	}
	if err != nil {
		return nil, err
	}
	return l, j.follow(l)
}

// eventOf reads a change as an event of one of its facts.
func eventOf(f belief.Fact, c change, detail string) (Event, error) {
	o, e := &revise.Outcome{}, Event{Kind: c.kind}
	err := c.decode(detail)
	if err == nil {
		err = c.restore(o)
	}
	if err != nil {
		return e, err
	}
	e.Attributions = attributions(c.detail.Attributions)
	for _, list := range [][]revise.Change{o.Retracted, o.Gained, o.Kept} {
		for _, c := range list {
			e.Before, e.After, e.Reason = c.Before, c.After, c.Reason
		}
	}
	for _, h := range o.Base.StillConcluded {
		e.After = h.Support
	}
	for _, v := range o.Changed {
		e.Reason, e.Other, e.became = v.Reason, v.Before, true
		if v.Before.Equal(f) {
			e.Other, e.became = v.After, false
		}
	}
	for _, list := range [][]revise.Violation{o.NewViolations, o.MendedViolations} {
		for _, v := range list {
			e.Reason = v.Reason
		}
	}
	return e, nil
}

// follow finds out whether the fact held at the start, and holds now.
func (j *Journal) follow(l *Life) error {
	known := false
	for i := range l.Events {
		was, is, decides := j.turn(l.Fact, &l.Events[i])
		if decides && !known {
			known, l.AtStart = true, was
		}
		if decides {
			l.Holds = is
		}
	}
	if known {
		return nil
	}
	now, err := j.holdsNow(l.Fact)
	l.AtStart, l.Holds = now, now // nothing ever happened to it
	return err
}

// turn says whether a fact held before an event, and after it, if the event decides that: what is asserted or withdrawn
// of a conclusion does not, and has another event beside it.
func (j *Journal) turn(f belief.Fact, e *Event) (was, is, decides bool) {
	switch e.Kind {
	case gained, violated:
		return false, true, true
	case retracted, mended:
		return true, false, true
	case changedValue:
		return !e.became, e.became, true
	case asserted, withdrawn:
		came := e.Kind == asserted
		return !came, came, !j.concludes(f.Relation, e.Number-1) && !j.concludes(f.Relation, e.Number)
	case notBelieved, alreadyBelieved: // it may have come with the same request
		return false, false, false
	}
	return true, true, true
}

// concludes reports whether the relation had rules after a revision.
func (j *Journal) concludes(relation string, number int) bool {
	r := j.programAfter(number).Relation(relation)
	return r != nil && len(r.Rules) > 0
}

// Knew reports whether a name is, or ever was, that of a relation or a constraint.
func (j *Journal) Knew(name string) bool {
	return slices.ContainsFunc(j.editions, func(e edition) bool {
		return e.program.Relation(name) != nil || slices.ContainsFunc(e.program.Constraints, func(c *rules.Constraint) bool { return c.Name == name })
	})
}

// holdsNow looks a fact up in the table of its relation, or of the violations of its constraint.
func (j *Journal) holdsNow(f belief.Fact) (bool, error) {
	name, columns := f.Relation, []rules.Column(nil)
	if r := j.Program().Relation(f.Relation); r != nil {
		columns = r.Columns
	} else if i := slices.IndexFunc(j.Program().Constraints, func(c *rules.Constraint) bool { return c.Name == f.Relation }); i >= 0 {
		c := j.Program().Constraints[i]
		name = violationsOf(c.Name)
		for _, v := range c.Arguments {
			columns = append(columns, rules.Column{Name: c.Variables[v].Name, Type: c.Variables[v].Type})
		}
	}
	if len(columns) != len(f.Values) {
		return false, nil
	}
	var args []any
	for _, v := range f.Values {
		args = append(args, v)
	}
	if len(args) == 0 {
		args = []any{1}
	}
	s := shapeOf(columns)
	n, err := j.number(fmt.Sprintf("SELECT count(*) FROM %s WHERE %s", quoted(name), s.match()), args...)
	return n > 0, err
}

// Became reports, of a value that changed, whether it became the fact; otherwise it was the fact before.
func (e *Event) Became() bool { return e.became }

// Last returns the number of the last revision with which the fact came or, if came is false, went; -1 if there is none.
func (l *Life) Last(came bool) int {
	for _, e := range slices.Backward(l.Events) {
		switch e.Kind {
		case gained, violated, asserted:
			if came {
				return e.Number
			}
		case retracted, mended, withdrawn:
			if !came {
				return e.Number
			}
		case changedValue:
			if came == e.became {
				return e.Number
			}
		}
	}
	return -1
}
