package draft

import (
	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// name is what diagnostics call a draft.
const name = "draft.yaml"

// Base returns the beliefs as an engine takes them. In a set relation each source counts once.
func (d *Draft) Base() *belief.Base {
	base, seen := belief.NewBase(), map[string]bool{}
	for _, b := range d.Beliefs {
		key := b.Fact.String() + " " + b.Source
		if !seen[key] || d.IsBag(b.Fact.Relation) {
			base.Add(b.Fact, belief.Attribution{Source: b.Source})
		}
		seen[key] = true
	}
	return base
}

// Program checks the rules. The error is a rules.Diagnostics.
func (d *Draft) Program() (*rules.Program, error) {
	doc, diags := rules.ReadDocument(name, []byte(d.outline(false)))
	if diags.HasErrors() {
		return nil, diags
	}
	program, diags := rules.Parse([]*rules.Document{doc}, d.Signature())
	if diags.HasErrors() {
		return nil, diags
	}
	return program, nil
}

// Signature is what the facts of the draft show about its relations.
func (d *Draft) Signature() rules.Signature {
	var sig rules.Signature
	observe := func(a Assertion) {
		o := rules.Observation{Relation: a.Fact.Relation}
		for _, v := range a.Fact.Values {
			o.Columns = append(o.Columns, rules.Column{Type: v.Type()})
		}
		sig = append(sig, o)
	}
	for _, b := range d.Beliefs {
		observe(b)
	}
	for _, r := range d.Revisions {
		for _, a := range r.Assert {
			observe(a)
		}
	}
	return sig
}

// Requests returns the revisions as an engine takes them. The error is a rules.Diagnostics.
func (d *Draft) Requests() ([]revise.Request, error) {
	doc, diags := rules.ReadDocument(name, []byte(d.outline(true)))
	if diags.HasErrors() {
		return nil, diags
	}
	var requests []revise.Request
	for i, r := range d.Revisions {
		node := doc.Root.Field("revisions").Items[i]
		q := revise.Request{Name: r.Name, Undo: r.Undo, WhatIf: r.WhatIf, Strict: r.Strict, Rules: rules.ReadRuleChange(node)}
		for _, x := range r.Withdraw {
			w, err := x.Request()
			if err != nil {
				return nil, err
			}
			q.Withdraw = append(q.Withdraw, w)
		}
		for _, a := range r.Assert {
			q.Assert = append(q.Assert, revise.Assertion{Fact: a.Fact, Attribution: belief.Attribution{Source: a.Source}})
		}
		requests = append(requests, q)
	}
	return requests, nil
}

// Request returns the withdrawal as an engine takes it.
func (w Withdrawal) Request() (revise.Withdrawal, error) {
	if w.Atom == nil {
		return revise.Withdrawal{Source: w.Source}, nil
	}
	q, err := rules.ParseAtom(w.Atom.String())
	return revise.Withdrawal{Pattern: &q, All: w.All}, err
}
