package testkit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// signature observes every relation of the case, those without facts too.
func (c *acceptanceCase) signature(t *testing.T) rules.Signature {
	var sig rules.Signature
	for _, relation := range slices.Sorted(maps.Keys(c.Inputs)) {
		sig = append(sig, rules.Observation{Relation: caseRelation(relation), Columns: make([]rules.Column, c.Inputs[relation].Arity)})
	}
	facts := c.base(t)
	for _, r := range c.Revisions {
		facts = append(facts, caseFacts(r.Assert)...)
	}
	for _, f := range facts {
		o := rules.Observation{Relation: f.Relation}
		for _, v := range f.Values {
			o.Columns = append(o.Columns, rules.Column{Type: v.Type()})
		}
		sig = append(sig, o)
	}
	return sig
}

// parse translates the program. Relations named in bags keep multiplicities.
func (c *acceptanceCase) parse(t *testing.T, bags map[string]int) (*rules.Program, rules.Diagnostics) {
	var b strings.Builder
	if len(bags) > 0 {
		b.WriteString("relations:\n")
	}
	for _, relation := range slices.Sorted(maps.Keys(bags)) {
		var columns []string
		for i := range bags[relation] {
			columns = append(columns, fmt.Sprintf("x%d", i))
		}
		fmt.Fprintf(&b, "  %s: {columns: [%s], semantics: bag}\n", relation, strings.Join(columns, ", "))
	}
	b.WriteString("rules:\n")
	for _, rule := range translateCase(c.Program) {
		fmt.Fprintf(&b, "  - '%s'\n", strings.ReplaceAll(rule, "'", "''"))
	}
	doc, diags := rules.ReadDocument(c.name+".yaml", []byte(b.String()))
	if diags.HasErrors() {
		return nil, diags
	}
	return rules.Parse([]*rules.Document{doc}, c.signature(t))
}

func (c *acceptanceCase) mustParse(t *testing.T, bags map[string]int) *rules.Program {
	t.Helper()
	program, diags := c.parse(t, bags)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", strings.Join(translateCase(c.Program), "\n"), diags)
	}
	return program
}

// bags are all relations that do not depend on themselves, with their arities.
func bags(program *rules.Program) map[string]int {
	relations := map[string]int{}
	for _, r := range program.Relations {
		relations[r.Name] = len(r.Columns)
	}
	for _, s := range program.Strata() {
		for _, r := range s.Relations {
			if s.Recursive {
				delete(relations, r.Name)
			}
		}
	}
	return relations
}

// TestCaseRejects wants the programs that are to be refused to be refused for the reason given.
func TestCaseRejects(t *testing.T) {
	for _, c := range loadCases(t) {
		if c.Reject == "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			_, diags := c.parse(t, nil)
			var found []string
			for _, d := range diags {
				if d.Severity == rules.Error {
					found = append(found, d.Code.Slug())
				}
			}
			if !slices.ContainsFunc(found, func(slug string) bool { return strings.Contains(slug, c.Reject) }) {
				t.Errorf("refused for %v, expected %s", found, c.Reject)
			}
		})
	}
}

// ledgers returns the base of every state.
func (c *acceptanceCase) ledgers(t *testing.T) []*Ledger {
	ledger := NewLedger()
	for _, f := range c.base(t) {
		ledger.Assert(f, "", false)
	}
	states := []*Ledger{ledger}
	for _, r := range c.Revisions {
		ledger = ledger.Clone()
		for _, f := range caseFacts(r.Retract) {
			delete(ledger.entries, factKey(f))
		}
		for _, f := range caseFacts(r.Assert) {
			ledger.Assert(f, "", false)
		}
		states = append(states, ledger)
	}
	return states
}

// expected is the extension of an output in a state.
func (c *acceptanceCase) expected(state int, output string) caseExtension {
	if state == 0 {
		return c.Expect[output]
	}
	return c.Revisions[state-1].Expect[output]
}

// TestCasesOracle proves parser, translation and oracle on results that others have stated.
func TestCasesOracle(t *testing.T) {
	for _, c := range loadCases(t) {
		if c.Reject != "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			program := c.mustParse(t, nil)
			var models []*Model
			for state, ledger := range c.ledgers(t) {
				m, err := Evaluate(program, ledger)
				if err != nil {
					t.Fatal(err)
				}
				models = append(models, m)
				for _, output := range c.Outputs {
					if wrong := c.expected(state, output).check(m.facts(caseRelation(output))); wrong != "" {
						t.Errorf("state %d: %s has %s", state, output, wrong)
					}
				}
			}
			c.checkDerivations(t, program, models)
			c.checkSupports(t, program)
		})
	}
}

func (c *acceptanceCase) checkDerivations(t *testing.T, program *rules.Program, models []*Model) {
	if len(c.Derivations) == 0 {
		return
	}
	asBags := c.mustParse(t, bags(program))
	for _, d := range c.Derivations {
		f := caseFact(d.Relation, d.Row)
		row := models[d.State].Row(f)
		if got := uint64(row.Instances + row.Base); got != d.Set {
			t.Errorf("state %d: %s has %d derivations, expected %d", d.State, f, got, d.Set)
		}
		m, err := Evaluate(asBags, c.ledgers(t)[d.State])
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Row(f).Weight.Uint64(); got != d.Bag {
			t.Errorf("state %d: %s has multiplicity %d, expected %d", d.State, f, got, d.Bag)
		}
	}
}

// checkSupports compares the minimal sets of base facts with those found among all subsets.
func (c *acceptanceCase) checkSupports(t *testing.T, program *rules.Program) {
	for _, s := range c.Supports {
		goal := caseFact(s.Relation, s.Row)
		var want []string
		for _, set := range s.Minimal {
			var facts []string
			for _, pair := range set {
				facts = append(facts, caseFact(pair[0].(string), pair[1].([]any)).String())
			}
			slices.Sort(facts)
			want = append(want, strings.Join(facts, " "))
		}
		slices.Sort(want)
		got := minimalSupports(t, program, c.ledgers(t)[s.State].Facts(), goal)
		if !slices.Equal(got, want) {
			t.Errorf("state %d: %s follows from %q, expected %q", s.State, goal, got, want)
		}
	}
}

// minimalSupports tries all subsets of the facts, smaller ones first.
func minimalSupports(t *testing.T, program *rules.Program, facts []belief.Fact, goal belief.Fact) []string {
	t.Helper()
	if len(facts) > 12 {
		t.Fatalf("%d base facts have too many subsets", len(facts))
	}
	var minimal []uint
	var texts []string
	for size := 0; size <= len(facts); size++ {
		for set := uint(0); set < 1<<len(facts); set++ {
			if popcount(set) != size || slices.ContainsFunc(minimal, func(m uint) bool { return m&set == m }) {
				continue
			}
			ledger := NewLedger()
			var names []string
			for i, f := range facts {
				if set>>i&1 == 1 {
					ledger.Assert(f, "", false)
					names = append(names, f.String())
				}
			}
			m, err := Evaluate(program, ledger)
			if err != nil {
				t.Fatal(err)
			}
			if m.Holds(goal) {
				minimal = append(minimal, set)
				texts = append(texts, strings.Join(names, " "))
			}
		}
	}
	slices.Sort(texts)
	return texts
}

func popcount(set uint) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}
