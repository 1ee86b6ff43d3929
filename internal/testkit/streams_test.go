package testkit

import (
	"os/exec"
	"strings"
	"testing"
)

// small has what is otherwise done where much is: on several processors every enumeration is cut into streams, and every
// few heads are merged; heads are gathered few at a time, rows lie in short blocks and arenas in short chunks, few supports
// fit a cell, joins start with the literal that says the group of the head, or go on with one that lets rows go in bunches, and
// relations are grouped anew whenever they have doubled.
var small = []replacement{
	{"internal/maintain/streams.go", "wide    = 1 << 13", "wide    = 1"},
	{"internal/maintain/streams.go", "full    = 1 << 16", "full    = 3"},
	{"internal/maintain/streams.go", "least   = 1 << 11", "least   = 2"},
	{"internal/store/enter.go", "apart = 1 << 13", "apart = 2"},
	{"internal/store/primary.go", "groupFrom  = 1 << 12", "groupFrom  = 1 << 2"},
	{"internal/store/primary.go", "groupRows  = 8", "groupRows  = 2"},
	{"internal/store/neighbours.go", "nearBits = 6 ", "nearBits = 2 "},
	{"internal/store/neighbours.go", "fewNear  = 12", "fewNear  = 1"},
	{"internal/store/neighbours.go", "manyNear = 96", "manyNear = 3"},
	{"internal/store/neighbours.go", "return 4*s.near >= 3*s.tuples", "return true"},
	{"internal/store/rows.go", "blockBits = 14", "blockBits = 2"},
	{"internal/store/cell.go", "countBits  = 24", "countBits  = 2"},
	{"internal/store/cell.go", "rankedBits = 12", "rankedBits = 2"},
	{"internal/store/cell.go", "fewLarge  = 64", "fewLarge  = 2"},
	{"internal/store/arena.go", "chunkBits = 14", "chunkBits = 5"},
	{"internal/store/arena.go", "fewestFreed = 1 << 12", "fewestFreed = 4"},
	{"internal/store/shard.go", "moved = 32", "moved = 3"},
	{"internal/store/derivation.go", "pending = 128", "pending = 5"},
	{"internal/store/derivation.go", "fewPending = 8", "fewPending = 1"},
	{"internal/store/derivation.go", "smallTable = 1 << 12", "smallTable = 4"},
	{"internal/store/derivation.go", "scattered  = 16", "scattered  = 2"},
	{"internal/store/derivation.go", "scatteredNear = 4", "scatteredNear = 1"},
	{"internal/plan/gather.go", "Gathered = 256", "Gathered = 3"},
	{"internal/plan/join.go", "longerStart = 4", "longerStart = 1 << 20"},
	{"internal/plan/join.go", "manyFacts   = 1 << 16", "manyFacts   = 0"},
	{"internal/plan/join.go", "longerBunch = 4", "longerBunch = 1 << 20"},
	{"internal/maintain/grouping.go", "small = 4", "small = 0"},
	{"internal/maintain/grouping.go", "better = 1.5", "better = 0"},
	{"internal/plan/enumeration.go", "clusterFrom = 1 << 13", "clusterFrom = 1"},
	{"internal/plan/enumeration.go", "heavyGroup = 32", "heavyGroup = 0"},
}

// TestStreams plays the random programs on an engine that does so, on one processor and on more.
func TestStreams(t *testing.T) {
	file := overlay(t, small)
	processors, programs := []string{"1", "2", "3"}, "-programs=100"
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
