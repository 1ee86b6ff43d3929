package revise

import (
	"context"
	"errors"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// TestVerifyFindsFlaws damages a materialization and wants both checks to say so.
func TestVerifyFindsFlaws(t *testing.T) {
	doc, _ := rules.ReadDocument("test.yaml", []byte("rules:\n  - likes(?x, ?y) :- knows(?x, ?y)\n"))
	program, diagnostics := rules.Parse([]*rules.Document{doc}, rules.Signature{pair("knows")})
	if program == nil {
		t.Fatal(diagnostics)
	}
	base := belief.NewBase()
	f, err := belief.ParseFact("knows(ann, bo)")
	if err != nil {
		t.Fatal(err)
	}
	base.Add(f, belief.Attribution{})
	e, err := New(context.Background(), program, base)
	if err != nil {
		t.Fatal(err)
	}
	if checked, err := e.Check(context.Background()); err != nil || checked != (Checked{Facts: 2, Instances: 1}) {
		t.Fatalf("got %+v, %v", checked, err)
	}
	likes := e.program.Named("likes")
	likes.Drop(0)
	likes.Commit()
	var flaw *Flaw
	if err := e.Verify(context.Background()); !errors.As(err, &flaw) || err.Error() != "verification failed: likes(ann, bo) follows by likes#1, and does not hold" {
		t.Errorf("got %v", err)
	}
	var disagreement *Disagreement
	if err := e.CheckAnew(context.Background()); !errors.As(err, &disagreement) {
		t.Errorf("got %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	var refusal *Refusal
	if _, err := e.Check(ended); !errors.As(err, &refusal) || refusal.Kind != RefusedCancelled {
		t.Errorf("got %v", err)
	}
}
