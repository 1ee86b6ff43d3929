package report

import (
	"strings"

	"github.com/beliefbase/revise/revise"
)

// violations says which violations came and which are mended.
func (p *page) violations(o *revise.Outcome) {
	came, mended := len(o.NewViolations), len(o.MendedViolations)
	if came+mended == 0 {
		return
	}
	var parts []string
	if came > 0 {
		parts = append(parts, grouped(came)+" new")
	}
	single := came == 0 && mended == 1
	switch {
	case single:
		parts = append(parts, "1 mended ("+shortViolation(o.MendedViolations[0])+")")
	case mended > 0:
		parts = append(parts, grouped(mended)+" mended")
	}
	text := "violations: " + strings.Join(parts, ", ")
	if o.Violations > 0 {
		text += "; " + grouped(o.Violations) + " " + stand(o.Violations) + " now"
	}
	p.say(2, 4, phrase{}.words(text))
	if !single {
		p.violationLines(4, o.MendedViolations, goneSign)
		p.violationLines(4, o.NewViolations, cameSign)
	}
}

// shortViolation is the constraint and of whom it speaks: separation-of-duties: bo.
func shortViolation(v revise.Violation) string {
	values := make([]string, len(v.Fact.Values))
	for i, x := range v.Fact.Values {
		values[i] = x.String()
	}
	if len(values) == 0 {
		return Safe(v.Constraint.Name)
	}
	return Safe(v.Constraint.Name) + ": " + strings.Join(values, ", ")
}

// violationLines writes one line a violation, with its message; with All, also what brought or mended it.
func (p *page) violationLines(indent int, violations []revise.Violation, sign string) {
	for i, v := range violations {
		if i == mostLost && !p.All {
			p.more(indent+2, len(violations)-mostLost, "")
			return
		}
		text := phrase{}.atom(atom(v.Fact))
		if v.Message != "" {
			text = text.add(2, phrase{}.words(Safe(v.Message)))
		}
		if change, ok := cause(v.Reason); ok && p.All && sign != "" {
			text = text.add(2, phrase{}.words("because")).add(1, p.behind(literalChange(change, sign == goneSign), v.Reason))
		}
		p.under(strings.Repeat(" ", indent), signed{sign, text})
	}
}
