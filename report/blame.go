package report

import (
	"io"

	"github.com/beliefbase/revise/revise"
)

// WriteBlame writes what a request did to a fact and which part of it did so, as text, JSON or YAML. The error is that of
// the writer, or names the formats.
func WriteBlame(w io.Writer, f Format, b *revise.Blame, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.blame(b) }, func() any { return newBlameJSON(b) })
}

func (p *page) blame(b *revise.Blame) {
	what := "is retracted"
	if b.Gained {
		what = "is gained"
	}
	p.say(0, 2, phrase{}.atom(atom(b.Fact)).words(what+", support "+grouped(b.Before.Total())+" → "+grouped(b.After.Total())))
	for _, s := range b.Supports {
		p.under("  ", supportLine(s))
	}
	does := "this line of the revision does it:"
	if len(b.Part) > 1 {
		does = theseLines(len(b.Part)) + " of the revision do it together:"
	}
	p.say(0, 2, phrase{}.words(does))
	p.items(b.Part)
	if !b.Smallest {
		p.say(0, 2, phrase{}.words("all of them are needed, but fewer others may do it: not all were tried"))
	}
}

// supportLine says what became of a support, down to the base change behind it.
func supportLine(s revise.SupportChange) signed {
	r := s.Reason
	if s.Before && s.After {
		return signed{standsSign, still(r)}
	}
	sign := cameSign
	if s.Before {
		sign = goneSign
	}
	text := cameOrWent(r, s.Before)
	if way := chainOf(r); way != nil {
		text = text.glue(",").add(1, way)
	}
	return signed{sign, text}
}

// items writes lines of a request with the places where they stand.
func (p *page) items(items []revise.Item) {
	t := tree{page: p}
	for _, i := range items {
		t.add("  "+itemText(i), i.Place)
	}
	t.flush()
}

func itemText(i revise.Item) string { return i.Key + ": " + harmless(i.Text) }

// WriteIdle writes which lines of a request change nothing, as text, JSON or YAML. The error is that of the writer, or
// names the formats.
func WriteIdle(w io.Writer, f Format, i *revise.Idle, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.idle(i) }, func() any { return newIdleJSON(i) })
}

func (p *page) idle(i *revise.Idle) {
	var nothing, beliefs []revise.Item
	for _, x := range i.List {
		if x.Believes {
			beliefs = append(beliefs, x.Item)
		} else {
			nothing = append(nothing, x.Item)
		}
	}
	if len(i.List) == 0 && i.Complete {
		p.line("every line of the revision changes something")
	}
	if len(nothing) > 0 {
		p.say(0, 2, phrase{}.words("without "+theseLines(len(nothing))+" the revision would do the same:"))
		p.items(nothing)
	}
	if len(beliefs) > 0 {
		changes := " change what is believed, and no conclusion:"
		if len(beliefs) == 1 {
			changes = " changes what is believed, and no conclusion:"
		}
		p.say(0, 2, phrase{}.words(theseLines(len(beliefs))+changes))
		p.items(beliefs)
	}
	if !i.Complete {
		p.line("not complete: not all lines were tried")
	}
}

func theseLines(n int) string {
	if n == 1 {
		return "this line"
	}
	return "these " + grouped(n) + " lines"
}
