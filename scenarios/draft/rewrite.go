package draft

import "github.com/beliefbase/revise/belief"

// Rewrite puts other facts in place of those that are believed, and other texts in place of the constants of rules, of
// messages and of sources. Names stay.
func (d *Draft) Rewrite(fact func(belief.Fact) belief.Fact, text func(string) string) {
	for i := range d.Beliefs {
		b := &d.Beliefs[i]
		b.Fact, b.Source = fact(b.Fact), text(b.Source)
	}
	for _, r := range d.Rules {
		r.Head.rewrite(text)
		rewriteAll(r.Body, text)
	}
	for _, c := range d.Constraints {
		rewriteAll(c.Body, text)
		c.Message = text(c.Message)
	}
}

func rewriteAll(body []Literal, text func(string) string) {
	for i := range body {
		l := &body[i]
		switch {
		case l.Aggregate != nil:
			rewriteAll(l.Aggregate.Body, text)
		case l.Atom != nil:
			l.Atom.rewrite(text)
		default:
			l.Text = text(l.Text)
		}
	}
}

func (a *Atom) rewrite(text func(string) string) {
	for i, term := range a.Terms {
		a.Terms[i] = text(term)
	}
}
