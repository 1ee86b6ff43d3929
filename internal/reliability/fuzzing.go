//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// target is a fuzz function and the folder that it is in.
type target struct{ folder, name string }

var (
	fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	executions   = regexp.MustCompile(`execs: (\d+)`)
)

// enough is how long all targets together are to go without a finding.
const enough = 8 * time.Hour

// fuzzing runs every fuzz target for a while (D1). What one finds stands in its testdata folder afterwards.
func fuzzing(ctx context.Context, s *settings) (result, error) {
	targets, err := fuzzTargets(".")
	if err != nil || len(targets) == 0 {
		return result{}, fmt.Errorf("no fuzz targets: run it at the top of the repository (%v)", err)
	}
	execs := 0
	var findings []error
	for _, t := range targets {
		said, err := t.fuzz(ctx, s.fuzz)
		if err != nil {
			findings = append(findings, fmt.Errorf("%s in %s: %w: %s", t.name, t.folder, err, lastLines(said, 5)))
		}
		execs += countExecutions(said)
	}
	spent := time.Duration(len(targets)) * s.fuzz
	found := "no finding"
	if len(findings) > 0 {
		found = fmt.Sprintf("findings in %d", len(findings))
	}
	return result{
		figure: fmt.Sprintf("%d targets, %v each: %s executions, %s", len(targets), s.fuzz, grouped(execs), found),
		met:    len(findings) == 0 && execs > 0, partly: spent < enough,
	}, errors.Join(findings...)
}

// fuzzTargets looks for fuzz functions in the tests below a folder.
func fuzzTargets(root string) (targets []target, err error) {
	err = filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, found := range fuzzFunction.FindAllSubmatch(text, -1) {
			targets = append(targets, target{filepath.Dir(name), string(found[1])})
		}
		return err
	})
	return targets, err
}

// fuzz runs the target. That the time ran out in the middle of an execution is no error.
func (t target) fuzz(ctx context.Context, d time.Duration) (said []byte, err error) {
	cmd := exec.CommandContext(ctx, "go", "test", ".", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", d.String(), "-fuzzminimizetime", "20x")
	cmd.Dir = t.folder
	said, err = cmd.CombinedOutput()
	if err != nil && strings.Contains(string(said), "context deadline exceeded") {
		err = nil
	}
	return said, err
}

// countExecutions reads the last count that the fuzzer printed.
func countExecutions(said []byte) int {
	all := executions.FindAllSubmatch(said, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(all[len(all)-1][1])) // it is digits
	return n
}
