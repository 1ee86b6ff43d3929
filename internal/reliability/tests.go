//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// tested is a figure that tests of the other rooms have: it runs them, and counts.
type tested struct {
	room  string
	run   string   // which tests
	flags []string // after them
	unit  string   // what is counted, in words; %s is the number
	count *regexp.Regexp
}

// passed are tests, and the cases in them.
var passed = regexp.MustCompile(`(?m)^\s*--- PASS: `)

// published are the cases of what other engines got wrong.
var published = regexp.MustCompile(`(?m)^\s*--- PASS: TestCases/(043|134|139|1[4-7]\d|18[0-3])-`)

// measured runs the tests; any that fails misses the target.
func (t tested) measured(ctx context.Context, s *settings) (result, error) {
	args := append([]string{"test", "-count=1", "-v", "-timeout", "2h", "./" + t.room, "-run", t.run}, t.flags...)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "PROGRAMS", fmt.Sprint(s.programs))
	}
	said, err := exec.CommandContext(ctx, "go", args...).CombinedOutput()
	count := t.count
	if count == nil {
		count = passed
	}
	n := len(count.FindAll(said, -1))
	r := result{figure: strings.Replace(t.unit, "%s", grouped(n), 1), met: err == nil && n > 0}
	if n == 1 {
		r.figure = strings.Replace(r.figure, "tests", "test", 1)
	}
	if strings.Contains(t.unit, "PROGRAMS") {
		r.figure, r.partly = strings.ReplaceAll(t.unit, "PROGRAMS", grouped(s.programs)), s.programs < 100_000
	}
	if err != nil {
		err = fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, lastLines(said, 5))
	}
	return r, err
}

func lastLines(text []byte, n int) string {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-n):], []byte(" / ")))
}
