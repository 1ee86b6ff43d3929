package report

import (
	"io"

	"github.com/beliefbase/revise/revise"
)

// Verification is what checks found in the states of a scenario.
type Verification struct {
	Title    string
	Strategy revise.Strategy
	States   []VerifiedState
}

// VerifiedState is the state after a revision, or the one at the start.
type VerifiedState struct {
	Title   string // what was done last; empty at the start
	Refused *revise.Refusal
	Checked revise.Checked
	Wrong   error // a *revise.Flaw or a *revise.Disagreement; nil where nothing is wrong
}

// Sound reports whether nothing is wrong in any state.
func (v *Verification) Sound() bool {
	for _, s := range v.States {
		if s.Wrong != nil {
			return false
		}
	}
	return true
}

// WriteVerification writes what checks found, as text, JSON or YAML. The error is that of the writer, or names the formats.
func WriteVerification(w io.Writer, f Format, v *Verification, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.verification(v) }, func() any { return newVerificationJSON(v) })
}

// cutFirst cuts the first column of a table where the others would have no room beside it.
func (p *page) cutFirst(rows [][]string) {
	room := p.Width - tableIndent
	for i := 1; i < len(rows[0]); i++ {
		widest := 0
		for _, row := range rows {
			widest = max(widest, width(row[i]))
		}
		room -= columnGap + widest
	}
	for _, row := range rows {
		row[0] = phrase{}.words(row[0]).cut(max(room, p.Width/3)).String()
	}
}

func (p *page) verification(v *Verification) {
	rows := [][]string{{"state", "facts", "rule instances", "result"}}
	for _, s := range v.States {
		result := "sound"
		switch {
		case s.Wrong != nil:
			result = "wrong"
		case s.Refused != nil:
			result = "sound (the request was refused)"
		}
		rows = append(rows, []string{Safe(orElse(s.Title, "the start")), grouped(s.Checked.Facts), grouped(s.Checked.Instances), result})
	}
	p.say(0, 2, phrase{}.words(Safe(v.Title)+", strategy "+string(v.Strategy)))
	p.cutFirst(rows)
	p.columns(rows, 1, 2)
	p.blank()
	for _, s := range v.States {
		if s.Wrong != nil {
			p.say(0, 2, phrase{}.words(Safe(orElse(s.Title, "the start")+": "+s.Wrong.Error())))
		}
	}
	if v.Sound() {
		p.say(0, 2, phrase{}.words("sound: closed, well-founded, rightly counted, and equal to recomputation"))
	}
}
