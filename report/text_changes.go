package report

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// changeLine is a line of the table of changes.
type changeLine struct {
	sign    string
	atom    string
	support string // before → after; of a changed value, the values
	because phrase
	brief   phrase // the same without the rule, for when it leaves no room for the literal; may be empty
}

// changeGroup are the lines of one sign, as far as they are shown.
type changeGroup struct {
	lines []changeLine
	more  int // that are not shown
	what  string
}

// changes writes the table of what became of conclusions.
func (p *page) changes(o *revise.Outcome, s selection) {
	if s.size() == 0 {
		if len(s.hidden) == 0 {
			p.say(atomStart, atomStart, phrase{}.words("no conclusion changed"))
		}
		return
	}
	roots := len(o.Base.Asserted)+len(o.Base.Withdrawn) > 1 // else the heading says it
	supports := []changeGroup{
		p.group(p.lostLines(s.retracted, goneSign, roots), mostLost, "retracted"),
		p.group(p.lostLines(s.gained, cameSign, roots), mostLost, "gained"),
		p.group(keptLines(s.kept), mostKept, "kept with less support"),
	}
	values := p.group(p.valueLines(s.changed, roots), mostKept, "changed")
	p.tables(supports, values)
}

func (p *page) group(lines []changeLine, most int, what string) changeGroup {
	shown := len(lines)
	if !p.All {
		shown = min(shown, most)
	}
	return changeGroup{lines[:shown], len(lines) - shown, what}
}

func (p *page) lostLines(changes []revise.Change, sign string, roots bool) []changeLine {
	went := sign == goneSign
	lines := make([]changeLine, len(changes))
	for i, c := range changes {
		lines[i] = changeLine{sign: sign, atom: atom(c.Fact), support: supportChange(c), because: cameOrWent(c.Reason, went)}
		if literal, ok := cause(c.Reason); ok {
			lines[i].brief = literalChange(literal, went)
		}
		if roots || p.All {
			lines[i].because = p.behind(lines[i].because, c.Reason)
		}
	}
	return lines
}

// behind adds the base changes behind a reason to what is said of it; with All the way that leads to one of them.
func (p *page) behind(text phrase, r revise.Reason) phrase {
	if way := chainOf(r); way != nil && p.All {
		return text.glue(",").add(1, way)
	}
	if roots := since(r, p.All); roots != nil {
		return text.glue(",").add(1, roots)
	}
	return text
}

func keptLines(changes []revise.Change) []changeLine {
	lines := make([]changeLine, len(changes))
	for i, c := range changes {
		lines[i] = changeLine{sign: standsSign, atom: atom(c.Fact), support: supportChange(c), because: still(c.Reason)}
	}
	return lines
}

const valueChanged = "value changed"

func (p *page) valueLines(changes []revise.ValueChange, roots bool) []changeLine {
	lines := make([]changeLine, len(changes))
	for i, c := range changes {
		because := phrase{}.words(valueChanged)
		if roots || p.All {
			because = p.behind(because, c.Reason)
		}
		values := valueAt(c.Before, c.Column) + " → " + valueAt(c.After, c.Column)
		lines[i] = changeLine{sign: changedSign, atom: atomAround(c.After, c.Column), support: values, because: because}
	}
	return lines
}

func supportChange(c revise.Change) string {
	return grouped(c.Before.Total()) + " → " + grouped(c.After.Total())
}

func valueAt(f belief.Fact, column int) string { return f.Values[column].String() }

// hidden says which relations changed and are not shown.
func (p *page) hidden(s selection) {
	if len(s.hidden) > 0 {
		p.say(atomStart, atomStart, phrase{}.words("not shown: "+hiddenText(s)+"; -v shows all").painted(faint))
	}
}

// hiddenText counts the changes of relations that are not shown.
func hiddenText(s selection) string {
	parts := make([]string, len(s.hidden))
	for i, h := range s.hidden {
		parts[i] = grouped(h.count) + " in " + h.relation
	}
	return counted(s.hiddenSize(), "change") + " (" + listed(parts, 5) + ")"
}
