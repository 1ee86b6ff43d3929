package plan

import "testing"

// Two instances of a rule have different heads where the head says all that the body has.
func TestHeadsDiffer(t *testing.T) {
	for _, test := range []struct {
		rule string
		want bool
	}{
		{"far(?x, ?y) :- edge(?x, ?y)", true},
		{"far(?y, ?x) :- edge(?x, ?y)", true},
		{"far(?x, ?x) :- edge(?x, ?x)", true},
		{"far(?y, 7) :- edge(3, ?y)", true},
		{"far(?x, ?x) :- edge(?x, ?y)", false},
		{"far(?x, ?z) :- edge(?x, ?y), edge(?y, ?z)", false},
		{"far(?x, ?z) :- edge(?x, ?z), edge(?z, ?x)", true},
		{"far(?x, ?y) :- edge(?x, ?y), not edge(?y, ?x), ?x < ?y", true},
		{"far(?x, ?y) :- edge(?x, ?y), not edge(?y, _)", true},
		{"far(?x, ?y) :- edge(?x, ?y), edge(?x, _)", true}, // _ makes no instance of its own
		{"far(?x, ?n) :- edge(?x, ?y), ?n = ?y + 1", false},
		{"far(?x, ?y) :- edge(?x, ?y), edge(?n, ?x), ?n = 7", false},      // not seen, though it is so
		{"far(?x, ?y) :- edge(?x, ?y), ?n = ?y + 1, edge(?n, ?x)", false}, // nor here
		{"far(?x, ?y) :- edge(?x, ?y), ?m = ?n * 2, ?n = ?y + 1, not edge(?m, ?n)", true},
		{"far(?x, ?n) :- edge(?x, _), ?n = count { edge(?x, ?y) }", true},
		{"far(?x, ?x) :- edge(?x, _), ?n = count { edge(?x, ?y) }, ?n > 2", true},
		{"far(?x, ?x) :- edge(?x, ?n), ?n = count { edge(?x, ?y) }", true},
		{"far(?x, ?y) :- edge(?x, _), edge(_, ?y), ?n = max ?d { edge(?x, ?d) }", true},
	} {
		p, _ := lowered(t, "rules:\n  - "+test.rule+"\n", nil)
		for _, r := range p.Rules {
			if r.User != nil && r.Head != nil && r.Head.Name == "far" && r.HeadsDiffer() != test.want {
				t.Errorf("%s: %v, want %v", test.rule, r.HeadsDiffer(), test.want)
			}
		}
	}
}

// A bag counts how often each fact is concluded, and has facts that count more than once.
func TestHeadsDifferInBags(t *testing.T) {
	p, _ := lowered(t, "relations:\n  far:\n    columns: [x: int, y: int]\n    semantics: bag\nrules:\n  - far(?x, ?y) :- edge(?x, ?y)\n  - near(?x, ?y) :- far(?x, ?y)\n", nil)
	for _, r := range p.Rules {
		if r.Head != nil && r.Head.Name == "near" && r.HeadsDiffer() {
			t.Error("of what a bag has several times the heads differ")
		}
	}
}
