package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// WriteFragile writes what conclusions rest on, as text, JSON or YAML. In text long lists are cut unless all are asked
// for. The error is that of the writer, or names the formats.
func WriteFragile(w io.Writer, f Format, o revise.FragileOptions, found *revise.Fragile, look Options) error {
	return writeAs(w, f, look, func(p *page) { p.fragile(o, found) }, func() any { return newFragileJSON(o, found) })
}

// The most pillars, and conclusions of each, that are shown without All.
const (
	mostPillars = 10
	mostFalls   = 5
)

func (p *page) fragile(o revise.FragileOptions, found *revise.Fragile) {
	single := "a single " + pillarName(o)
	if o.Pairs {
		single = "one or two " + pillarName(o) + "s"
	}
	lead := fmt.Sprintf("%s of %s %s on %s", grouped(found.Resting), counted(found.Conclusions, "conclusion"), restVerb(found.Resting), single)
	if len(found.Pillars) > 0 {
		lead += "; what falls without each:"
	}
	p.say(0, 2, phrase{}.words(lead))
	for i, pillar := range found.Pillars {
		if i == mostPillars && !p.All {
			p.more(2, len(found.Pillars)-mostPillars, "")
			break
		}
		p.pillar(i, pillar)
	}
	if !found.Complete {
		p.line("not complete: not all were tried")
	}
}

func restVerb(n int) string {
	if n == 1 {
		return "rests"
	}
	return "rest"
}

func pillarName(o revise.FragileOptions) string {
	switch o.By {
	case revise.BySource, revise.ByFile:
		return string(o.By)
	}
	return "base belief"
}

// pillar writes one line for what is taken away, and below it what falls.
func (p *page) pillar(i int, x revise.Pillar) {
	text := phrase{}
	for n, part := range x.Parts {
		if n > 0 {
			text = text.words("and")
		}
		text = text.add(1, partPhrase(part))
	}
	text = numbered(i, text).add(columnGap, phrase{}.atom(counted(len(x.Falls), "conclusion")).painted(faint))
	p.say(2, 5, text)
	for n, f := range x.Falls {
		if n == mostFalls && !p.All {
			p.more(7, len(x.Falls)-n, "")
			return
		}
		p.under(strings.Repeat(" ", 5), signed{goneSign, phrase{}.atom(atom(f))})
	}
}

func partPhrase(part revise.PillarPart) phrase {
	if part.Name != "" {
		return phrase{}.words(Safe(part.Name))
	}
	text := phrase{}.atom(atom(part.Belief.Fact))
	if note := sourcesAndPlace(part.Belief); note != "" {
		text = text.add(2, phrase{}.words(note))
	}
	return text
}
