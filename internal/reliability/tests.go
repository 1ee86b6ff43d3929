//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// tested is a figure that tests of the other rooms have: it runs them, and counts.
type tested struct {
	room  string
	run   string   // which tests
	flags []string // after them; PROGRAMS and STRIDE stand for settings
	unit  string   // what is counted, in words; %s is the number, PROGRAMS and STRIDE are settings
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
		args[i] = amounts(s, func(n int) string { return fmt.Sprint(n) }).Replace(args[i])
	}
	said, err := exec.CommandContext(ctx, "go", args...).CombinedOutput()
	count := t.count
	if count == nil {
		count = passed
	}
	n := len(count.FindAll(said, -1))
	r := result{
		figure: strings.Replace(amounts(s, grouped).Replace(t.unit), "%s", grouped(n), 1),
		met:    err == nil && n > 0,
		partly: slices.Contains(t.flags, "PROGRAMS") && s.programs < 100_000 || slices.Contains(t.flags, "STRIDE") && s.smallStride > 1,
	}
	if n == 1 {
		r.figure = strings.Replace(r.figure, "tests", "test", 1)
	}
	if err != nil {
		r.figure = "failed"
		os.Stderr.Write(said) // which of them, and on what
		err = fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, lastLines(said, 5))
	}
	return r, err
}

// amounts puts the numbers of the settings in place of their names.
func amounts(s *settings, format func(int) string) *strings.Replacer {
	return strings.NewReplacer("PROGRAMS", format(s.programs), "STRIDE", format(s.smallStride))
}

func lastLines(text []byte, n int) string {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-n):], []byte(" / ")))
}
