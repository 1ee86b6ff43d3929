package report

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// document writes the whole document as text.
func (p *page) document(d *Document) {
	p.start(d)
	for i, o := range d.Outcomes {
		p.blank()
		p.revision(d, i, o)
	}
	p.blank()
	p.say(0, 2, p.ending(d))
	if p.All {
		p.blank()
		p.appendix(d)
	}
}

// start says what the scenario is called, and what was loaded: base beliefs, rules, conclusions, and how each stratum is kept in step.
func (p *page) start(d *Document) {
	if d.Title != "" {
		p.say(0, 2, phrase{}.words(Safe(d.Title)).painted(bold))
	}
	if p.All {
		for _, about := range paragraphs(d.About) {
			p.say(2, 2, phrase{}.words(about))
		}
	}
	var text phrase
	if d.Name != "" {
		text = text.words(Safe(d.Name)).painted(bold).glue(":")
	}
	s := d.Start
	text = text.words(counted(s.BaseBeliefs, "base belief") + ", " + counted(s.Rules, "rule") + ", " + counted(s.Conclusions, "conclusion"))
	if strategies := strategiesOf(s.Strata); strategies != "" {
		text = text.words("(" + strategies + ")")
	}
	p.say(0, 2, text)
	if len(s.Violations) > 0 {
		p.say(2, 4, phrase{}.words("violations before the first revision: "+grouped(len(s.Violations))))
		p.violationLines(4, s.Violations, "")
	}
}

// listed names the first few of a list, and how many there are beside.
func listed(names []string, most int) string {
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + grouped(len(names)-most) + " more"
}

// ending sums up the revisions that last, and says what holds after them.
func (p *page) ending(d *Document) phrase {
	t := newTotals(d.Outcomes, p.shown(d))
	text := phrase{}
	if t.revisions > 0 {
		text = text.words(counted(t.revisions, "revision") + exceptions(t) + ": " + changes(t) + ";")
	} else {
		text = text.words("no revisions:")
	}
	end := d.end()
	holds := counted(end.conclusions, "conclusion")
	if end.conclusions == 1 {
		holds += " holds"
	} else {
		holds += " hold"
	}
	if end.violations > 0 {
		holds += ", " + counted(end.violations, "violation") + " " + stand(end.violations)
	}
	text = text.words(holds)
	if p.Timings != nil {
		text = text.add(3, phrase{}.atom(spoken(sum(p.Timings))).painted(faint))
	}
	return text
}

func stand(n int) string {
	if n == 1 {
		return "stands"
	}
	return "stand"
}

// exceptions says how many revisions did not last.
func exceptions(t totals) string {
	var parts []string
	if t.refused > 0 {
		parts = append(parts, grouped(t.refused)+" refused")
	}
	if t.takenBack > 0 {
		parts = append(parts, grouped(t.takenBack)+" what-if taken back")
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// changes says what the revisions that last did to conclusions.
func changes(t totals) string {
	var parts []string
	for _, x := range []struct {
		n    int
		what string
	}{
		{t.retracted, "retracted"},
		{t.gained, "gained"},
		{t.kept, "kept with less support"},
		{t.changed, "changed"},
		{t.hidden, "not shown"},
	} {
		if x.n > 0 {
			parts = append(parts, grouped(x.n)+" "+x.what)
		}
	}
	if parts == nil {
		return "no conclusion changed"
	}
	return strings.Join(parts, ", ")
}

// appendix names the program and everything that it read, so that the run can be repeated.
func (p *page) appendix(d *Document) {
	if d.Tool.Name != "" {
		p.say(0, 2, phrase{}.words("made by "+Safe(d.Tool.Name)+" "+Safe(d.Tool.Version)))
	}
	for _, in := range d.Inputs {
		p.say(0, 2, phrase{}.words(fmt.Sprintf("read %s, %s bytes, sha256", Safe(in.Name), grouped(in.Bytes))).atom(hex.EncodeToString(in.SHA256[:])))
	}
}
