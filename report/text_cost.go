package report

import (
	"strings"

	"github.com/beliefbase/revise/revise"
)

// costs writes what each stratum cost, and why it was kept in step that way.
func (p *page) costs(strata []revise.StratumReport) {
	for i, s := range strata {
		label := "      "
		if i == 0 {
			label = "cost: "
		}
		text := phrase{}.words(strings.Join(s.Relations, ", ") + ": " + string(s.Strategy))
		if s.Because != "" {
			text = text.words("(" + harmless(s.Because) + ")")
		}
		p.say(2, 10, phrase{}.atom(label).add(0, text.glue(",").words(costText(s.Cost))))
	}
}

// costText says what a stratum cost in rule instances, and how much of the work was in vain.
func costText(c revise.Cost) string {
	text := grouped(c.Instances) + " rule instances"
	if c.Instances == 1 {
		text = "1 rule instance"
	}
	if c.Overdeleted > 0 {
		text += ", " + grouped(c.Overdeleted) + " taken out on suspicion, " + grouped(c.Rederived) + " of them put back"
	}
	return text
}
