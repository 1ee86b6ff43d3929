package revise

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// Item is one line of a request.
type Item struct {
	Key   string // of the file language that it stands under: withdraw, assert, add_rules, …, undo
	Text  string // as the file language writes it; of a rule in long form its name, or what it concludes
	Place belief.Place
}

// Items returns the lines of the request, in the order in which they are applied.
func (r *Request) Items() []Item {
	var list []Item
	for _, x := range r.parts() {
		list = append(list, x.Item)
	}
	return list
}

// part is a line of a request, and how to put it into another.
type part struct {
	Item
	addTo func(*Request)
}

func (r *Request) parts() []part {
	var list []part
	add := func(key, text string, place belief.Place, addTo func(*Request)) {
		list = append(list, part{Item{key, text, place}, addTo})
	}
	if r.Undo != "" {
		add("undo", r.Undo, r.Place, func(q *Request) { q.Undo = r.Undo })
	}
	for _, w := range r.Withdraw {
		text := "source: " + w.Source
		if w.Pattern != nil {
			text = w.Pattern.String()
		}
		if w.All {
			text = "{belief: '" + strings.ReplaceAll(text, "'", "''") + "', all: true}"
		}
		add("withdraw", text, w.Place, func(q *Request) { q.Withdraw = append(q.Withdraw, w) })
	}
	for _, a := range r.Assert {
		add("assert", a.Fact.String(), a.Attribution.Place, func(q *Request) { q.Assert = append(q.Assert, a) })
	}
	c := &r.Rules
	for _, n := range c.RemoveRules {
		add("remove_rules", n.Name, n.Place, func(q *Request) { q.Rules.RemoveRules = append(q.Rules.RemoveRules, n) })
	}
	for _, n := range c.RemoveConstraints {
		add("remove_constraints", n.Name, n.Place, func(q *Request) { q.Rules.RemoveConstraints = append(q.Rules.RemoveConstraints, n) })
	}
	for _, n := range c.AddRules {
		add("add_rules", named(n), n.Place, func(q *Request) { q.Rules.AddRules = append(q.Rules.AddRules, n) })
	}
	for _, n := range c.AddConstraints {
		add("add_constraints", named(n), n.Place, func(q *Request) { q.Rules.AddConstraints = append(q.Rules.AddConstraints, n) })
	}
	return list
}

// named returns the text of a rule in its one-line form, else its name, or what it concludes.
func named(n *rules.Node) string {
	for _, key := range []string{"name", "conclude"} {
		if value := n.Field(key); n.Text == "" && value != nil {
			return value.Text
		}
	}
	return n.Text
}

// only returns the request of some of the parts, in their order; numbers are sorted. What it must not do is not asked.
func (r *Request) only(parts []part, numbers []int) Request {
	q := Request{Name: r.Name, Place: r.Place, WhatIf: true}
	for _, n := range numbers {
		parts[n].addTo(&q)
	}
	return q
}

// count returns the numbers below n.
func count(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// leaving returns the list without the elements from one index to another.
func leaving(list []int, from, to int) []int { return slices.Concat(list[:from], list[to:]) }
