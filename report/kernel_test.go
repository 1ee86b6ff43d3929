package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// twoKernels is what `revise kernels` finds for a conclusion with two.
func twoKernels() *Kernels {
	return foundKernels("can_read(bo, \"old ledger\")", true, []revise.Kernel{
		{believed("public(\"old ledger\")", "", 7)},
		{believed("grant(contractors, \"old ledger\")", "policy", 12), believed("member(bo, contractors)", "HR-2291", 31)},
	})
}

func foundKernels(of string, complete bool, list []revise.Kernel) *Kernels {
	return &Kernels{Fact: fact(of), Kernels: slices.Values(list), Complete: func() bool { return complete }}
}

func TestKernelsInWords(t *testing.T) {
	one := []revise.Kernel{{belief.Belief{Fact: fact("p(a)")}}}
	for _, c := range []struct {
		kernels  []revise.Kernel
		complete bool
		want     string
	}{
		{nil, false, "q(a) holds, but no base beliefs that it follows from were found within the bounds\nnot complete: there may be others\n"},
		{[]revise.Kernel{{}}, true, "q(a) holds by rules alone: it needs no base belief\n"},
		{one, true, "q(a) follows from these base beliefs:\n   1. p(a)\n"},
		{one, false, "q(a) follows from these base beliefs:\n   1. p(a)\nnot complete: there may be others\n"},
	} {
		var b bytes.Buffer
		if err := WriteKernels(&b, Text, foundKernels("q(a)", c.complete, c.kernels), Options{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("got %q, want %q", &b, c.want)
		}
	}
	var b bytes.Buffer
	if err := WriteKernels(&b, CSV, twoKernels(), Options{}); err == nil || !strings.Contains(err.Error(), "text, json, yaml") {
		t.Errorf("as CSV: %v", err)
	}
}

// Text is written while kernels are still looked for.
func TestKernelsAreWrittenAsTheyAreFound(t *testing.T) {
	var b bytes.Buffer
	k := twoKernels()
	two := k.Kernels
	k.Kernels = func(yield func(revise.Kernel) bool) {
		for kernel := range two {
			if !yield(kernel) {
				return
			}
		}
		if !strings.Contains(b.String(), "1. public") {
			t.Errorf("before the third is looked for, only this is written: %q", &b)
		}
	}
	if err := WriteKernels(&b, Text, k, Options{}); err != nil {
		t.Fatal(err)
	}
}
