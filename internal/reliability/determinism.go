//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// determinism reports the shipped scenarios again and again, on 1, 2 and 8 processors, and compares the bytes (A10).
// Hash tables have another seed in each process.
func determinism(ctx context.Context, s *settings) (result, error) {
	dir, err := os.MkdirTemp("", "revise-same-*")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	revise := filepath.Join(dir, "revise")
	if said, err := exec.CommandContext(ctx, "go", "build", "-o", revise, "./cmd/revise").CombinedOutput(); err != nil {
		return result{}, fmt.Errorf("building the command: %w: %s", err, said)
	}
	files, err := filepath.Glob("scenarios/*/scenario.yaml")
	if err != nil || len(files) == 0 {
		return result{}, fmt.Errorf("no scenarios: run it at the top of the repository (%v)", err)
	}
	reports, times := 0, s.reports
	for _, file := range files {
		for _, format := range []string{"text", "json"} {
			var first []byte
			for n := range times {
				cmd := exec.CommandContext(ctx, revise, "run", file, "--format", format, "-v")
				cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", []int{1, 2, 8}[n%3]))
				said, err := cmd.Output()
				if cmd.ProcessState == nil {
					return result{}, err
				}
				if reports++; n == 0 {
					first = said
				} else if !bytes.Equal(first, said) {
					return result{figure: fmt.Sprintf("%d reports", reports)}, fmt.Errorf("two %s reports of %s differ", format, file)
				}
			}
		}
	}
	return result{
		figure: fmt.Sprintf("%s reports of %d scenarios, %d times each as text and as JSON, with GOMAXPROCS 1, 2 and 8: all the same", grouped(reports), len(files), times),
		met:    times >= 3, partly: times < 100,
	}, nil
}
