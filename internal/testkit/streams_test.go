package testkit

import (
	"os/exec"
	"strings"
	"testing"
)

// small has every enumeration cut into streams, and every few heads merged, as otherwise only what is large is.
var small = []replacement{
	{"internal/maintain/streams.go", "wide    = 1 << 13", "wide    = 1"},
	{"internal/maintain/streams.go", "full    = 1 << 14", "full    = 3"},
	{"internal/store/primary.go", "groupFrom  = 1 << 12", "groupFrom  = 1 << 2"},
	{"internal/store/primary.go", "groupRows  = 8", "groupRows  = 2"},
}

// TestStreams plays the random programs on an engine that goes in streams, on two processors and on more.
func TestStreams(t *testing.T) {
	file := overlay(t, small)
	processors, programs := []string{"2", "3"}, "-programs=150"
	if underRace {
		processors, programs = []string{"3"}, "-programs=40"
	}
	for _, processors := range processors {
		args := []string{"test", "-count=1", "-overlay", file, "-cpu", processors, "-timeout=5m"}
		if underRace {
			args = append(args, "-race")
		}
		args = append(args, ".", "-run", "^(TestRandomPrograms|TestThereAndBack|TestSameOutcome)$", "-failfast", "-mutants=none", programs)
		output, err := exec.Command("go", args...).CombinedOutput()
		if err != nil || !strings.Contains(string(output), "ok") {
			t.Errorf("on %s processors: %v\n%s", processors, err, output)
		}
	}
}
