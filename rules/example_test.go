package rules_test

import (
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

func ExampleParse() {
	document, diagnostics := rules.ReadDocument("access.yaml", []byte(`
rules:
  - name: via-group
    conclude: can_read(?user, ?doc)
    when:
      - member(?user, ?group)
      - grant(?group, ?doc)
  - locked_out(?user) :- member(?user, _), not can_read(?user, _)
`))
	if diagnostics.HasErrors() {
		fmt.Println(diagnostics)
		return
	}
	text := rules.Column{Type: belief.StringType}
	known := rules.Signature{ // what the facts beside the rules look like
		{Relation: "member", Columns: []rules.Column{text, text}},
		{Relation: "grant", Columns: []rules.Column{text, text}},
	}
	program, diagnostics := rules.Parse([]*rules.Document{document}, known)
	if program == nil {
		fmt.Println(diagnostics)
		return
	}
	for _, r := range program.Rules {
		fmt.Println(r.Name, r.Place)
	}
	// Output:
	// via-group access.yaml:3:5
	// locked_out#1 access.yaml:8:5
}

// Parse returns all that is wrong, each with its place and a way out.
func ExampleParse_diagnostics() {
	document, _ := rules.ReadDocument("birds.yaml", []byte(`rules:
  - bird(tweety)
  - flies(?x) :- brd(?x), not abnormal(?x)
  - abnormal(?y) :- bird(?x)
`))
	program, diagnostics := rules.Parse([]*rules.Document{document}, nil)
	fmt.Println(program == nil)
	fmt.Println(diagnostics)
	// Output:
	// true
	// error[R1201]: there is no relation brd: no fact, no rule and no declaration makes it
	//   --> birds.yaml:3:18
	//    |
	//  3 |   - flies(?x) :- brd(?x), not abnormal(?x)
	//    |                  ^^^ did you mean bird?
	//    = more: revise explain R1201
	//
	// error[R1202]: ?y is not bound, and the head needs its value
	//   --> birds.yaml:4:14
	//    |
	//  4 |   - abnormal(?y) :- bird(?x)
	//    |              ^^
	//   hint: bind ?y by a positive atom, as in relation(?y), or by ?y = …
	//    = more: revise explain R1202
}

func ExampleProgram_Strata() {
	document, _ := rules.ReadDocument("roads.yaml", []byte(`
rules:
  - road(a, b)
  - road(b, a)
  - reach(?x, ?y) :- road(?x, ?y)
  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)
  - far(?x, ?y) :- road(?x, _), road(?y, _), not reach(?x, ?y)
`))
	program, diagnostics := rules.Parse([]*rules.Document{document}, nil)
	if program == nil {
		fmt.Println(diagnostics)
		return
	}
	for _, stratum := range program.Strata() {
		for _, relation := range stratum.Relations {
			fmt.Println(relation.Name, stratum.Recursive)
		}
	}
	// Output:
	// road false
	// reach true
	// far false
}

func ExampleParseAtom() {
	query, err := rules.ParseAtom("can_read(?who, ledger)")
	fmt.Println(query, query.Variables, err)
	// Output:
	// can_read(?who, ledger) [who] <nil>
}

func ExampleParseCode() {
	code, err := rules.ParseCode("unstratified")
	fmt.Println(code.Number(), code.Slug(), err)
	_, err = rules.ParseCode("unstratifed")
	fmt.Println(err)
	// Output:
	// R1203 unstratified <nil>
	// there is no code unstratifed: did you mean unstratified?
}

func ExampleSuggest() {
	fmt.Println(rules.Suggest("membr", []string{"grant", "member", "person"}))
	// Output:
	// member
}
