package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/rules"
)

const program = `
relations:
  road: {columns: [from: string, to: string]}
  start: {columns: [x: string]}
  step: {columns: [y: string, z: string, x: string]}
  paid: {columns: [who: string, amount: int], semantics: bag}
  owed: {columns: [who: string, amount: int], semantics: bag}
rules:
  - reach(?x, ?y) :- road(?x, ?y)
  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)
  - left(?x) :- road(?x, _)
  - again(?x) :- left(?x)
  - again(?x) :- again(_), left(?x)
  - safe(?x) :- start(?x)
  - safe(?x) :- safe(?y), safe(?z), step(?y, ?z, ?x)
  - stuck(?x) :- road(_, ?x), not left(?x)
  - ways(?x, ?n) :- left(?x), ?n = count { road(?x, _) }
  - owed(?w, ?a) :- paid(?w, ?a)
constraints:
  - name: loops
    deny:
      - road(?x, ?x)
`

// sound is the materialization of the beliefs that are marked with *, with the supports.
const sound = `road(a, b)* road(b, a)* road(b, c)* reach(a, b)=2 reach(b, a)=2 reach(b, c)=2 reach(a, a)=1 reach(b, b)=1
reach(a, c)=1 left(a)=1 left(b)=1 again(a)=2 again(b)=2 stuck(c)=1 ways(a, 1)=1 ways(b, 2)=1 paid(ann, 5)*2 owed(ann, 5)=2
start(a)* step(a, a, b)* step(a, c, c)* safe(a)=1 safe(b)=1`

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		why        string
		old, new   string
		violations []string
		want       string
	}{
		{why: "a sound state"},
		{"a conclusion is missing", "stuck(c)=1", "", nil, "missing stuck(c) by stuck#1"},
		{"and what rests on it is not there either", "left(b)=1 again(a)=2 again(b)=2", "again(a)=1", nil, "miscounted again(a) 1 2; missing left(b) by left#1; missing stuck(b) by stuck#1; unsupported ways(b, 2)"},
		{"a belief is missing", "road(b, c)*", "road(b, c)-", nil, "unsupported reach(a, c); unsupported reach(b, c); missing road(b, c); unsupported stuck(c); missing ways(b, 1) by ways#1; unsupported ways(b, 2)"},
		{"nothing concludes it", "stuck(c)=1", "stuck(c)=1 stuck(d)=1", nil, "unsupported stuck(d)"},
		{"facts that support each other alone", "reach(a, c)=1", "reach(a, c)=1 reach(z, a)=1 reach(z, b)=1 reach(z, c)=1", nil, "unsupported reach(z, a); unsupported reach(z, b); unsupported reach(z, c)"},
		{"one of two facts rests on the conclusion", "safe(b)=1", "safe(b)=1 safe(c)=1", nil, "unsupported safe(c)"},
		{"a count is wrong", "reach(a, b)=2", "reach(a, b)=1", nil, "miscounted reach(a, b) 1 2"},
		{"a value of _ counts once", "left(b)=1", "left(b)=2", nil, "miscounted left(b) 2 1"},
		{"an aggregate is wrong", "ways(b, 2)=1", "ways(b, 1)=1", nil, "unsupported ways(b, 1); missing ways(b, 2) by ways#1"},
		{"a multiplicity is wrong", "owed(ann, 5)=2", "owed(ann, 5)=1", nil, "miscounted owed(ann, 5) 1 2"},
		{"said to be a belief", "reach(a, c)=1", "reach(a, c)+1", nil, "misbelieved reach(a, c)"},
		{why: "a violation that is none", violations: []string{"loops(a)"}, want: "not-violated loops(a)"},
		{"a violation that is not listed", "road(b, c)*", "road(b, c)* road(d, d)* reach(d, d)=2 left(d)=1 again(d)=2 ways(d, 1)=1", nil, "not-listed loops(d)"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if !strings.Contains(sound, c.old) {
				t.Fatal("nothing to replace")
			}
			s := stateOf(t, strings.Replace(sound, c.old, c.new, 1))
			for _, text := range c.violations {
				s.Violations = append(s.Violations, factOf(t, text))
			}
			if got := describe(t, s); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestCheckEnds wants no answer where the context is done.
func TestCheckEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, stateOf(t, sound)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func describe(t *testing.T, s *State) string {
	t.Helper()
	result, err := Check(context.Background(), s)
	var fault *naive.Fault
	if errors.As(err, &fault) {
		t.Fatal(fault)
	}
	var found []string
	for _, f := range result.Flaws {
		kind := []string{"missing", "unsupported", "miscounted", "misbelieved", "not-violated", "not-listed"}[f.Kind]
		text := kind + " " + f.Fact.String()
		if f.Rule != "" {
			text += " by " + f.Rule
		}
		if f.Found != nil {
			text += fmt.Sprintf(" %d %s", f.Said, f.Found)
		}
		found = append(found, text)
	}
	return strings.Join(found, "; ")
}

// believedOnly is the count of a fact that is no claim.
const believedOnly = 1 << 63

// stateOf reads a state. What follows a fact is its support after =; * makes it a base belief, + claims that it is one,
// and - has it in the base alone.
func stateOf(t *testing.T, text string) *State {
	t.Helper()
	doc, diags := rules.ReadDocument("test.yaml", []byte(program))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, diags := rules.Parse([]*rules.Document{doc}, nil)
	if p == nil {
		t.Fatal(diags)
	}
	s := &State{Program: p, Base: belief.NewBase()}
	var claims []Claim
	for part := range strings.SplitAfterSeq(strings.ReplaceAll(text, "\n", " "), ")") {
		if len(claims) > 0 {
			support, rest, _ := strings.Cut(part+" ", " ")
			claims[len(claims)-1].support(s.Base, support)
			part = rest
		}
		if n := len(claims); n > 0 && claims[n-1].Count == believedOnly {
			claims = claims[:n-1]
		}
		if part = strings.TrimSpace(part); part != "" {
			claims = append(claims, Claim{Fact: factOf(t, part)})
		}
	}
	s.Claims = slices.Values(claims)
	return s
}

func (c *Claim) support(base *belief.Base, text string) {
	fmt.Sscanf(text[1:], "%d", &c.Count)
	c.Base = text[0] != '='
	if text[0] == '-' {
		base.Add(c.Fact, belief.Attribution{})
		c.Count = believedOnly
	}
	if text[0] == '*' {
		for range max(1, c.Count) {
			base.Add(c.Fact, belief.Attribution{})
		}
	}
}

func factOf(t *testing.T, text string) belief.Fact {
	t.Helper()
	f, err := belief.ParseFact(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
