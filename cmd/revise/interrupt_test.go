//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endless is a scenario whose conclusions never end; the comment makes it bigger than any pipe holds, so that whoever
// has written it knows that the process is reading, and listens to signals.
var endless = strings.Repeat("# "+strings.Repeat("-", 1000)+"\n", 200) + "rules:\n  - n(0)\n  - n(?y) :- n(?x), ?y = ?x + 1\n"

// started is a process of the command, with what it says.
type started struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	in             io.WriteCloser
}

func start(t *testing.T, args ...string) *started {
	t.Helper()
	s := &started{Cmd: exec.Command(args[0], args[1:]...)}
	s.Stdout, s.Stderr = &s.stdout, &s.stderr
	var err error
	if s.in, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() }) // it has ended, if all is well
	return s
}

// ends waits for the process and returns how it ended; one that hangs fails the test.
func (s *started) ends(t *testing.T) syscall.WaitStatus {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	context.AfterFunc(ctx, func() { s.Process.Kill() }) // as above
	s.Wait()                                            // the status says more
	return s.ProcessState.Sys().(syscall.WaitStatus)
}

func TestInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.json")
	for name, signal := range map[string]os.Signal{"Ctrl-C": os.Interrupt, "end": syscall.SIGTERM} {
		for _, args := range [][]string{
			{"revise", "run", "-", "-o", file},
			{"revise", "query", "-", "n(_)"},
			{"revise", "why", "-", "n(0)"},
			{"revise", "why-not", "-", "n(0)"},
			{"revise", "kernels", "-", "n(0)"},
			{"revise", "contract", "-", "n(0)"},
			{"revise", "repair", "-"},
			{"revise", "fragile", "-"},
			{"revise", "blame", "-", "1", "n(0)"},
			{"revise", "test", "-"},
		} {
			t.Run(name+" "+args[1], func(t *testing.T) {
				t.Parallel()
				s := start(t, args...)
				io.WriteString(s.in, endless) // the process says what is wrong
				s.in.Close()
				time.Sleep(100 * time.Millisecond) // it derives now; were it not yet, it would end the same way
				if err := s.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				if status := s.ends(t); !status.Exited() || status.ExitStatus() != exitInterrupted {
					t.Errorf("ended with %v", s.ProcessState)
				}
				if s.stdout.Len() > 0 || s.stderr.String() != "interrupted; nothing was changed\n" {
					t.Errorf("it says %q and %q", &s.stdout, &s.stderr)
				}
				if _, err := os.Stat(file); err == nil {
					t.Error("it left a file")
				}
			})
		}
	}
}

// What a search had found is told when it is interrupted. Here a way through a door that is open leaves many sets to try.
func TestInterruptTells(t *testing.T) {
	steps := []string{"relations: {door: {may_assert: true, columns: [n]}}\nbeliefs:\n  - at(0)\n"}
	for n := range 40 {
		steps = append(steps, fmt.Sprintf("  - left(%d, %d)\n  - right(%d, %d)\n", n, n+1, n, n+1))
	}
	steps = append(steps, "rules:\n  - 'at(?y) :- at(?x), left(?x, ?y), not door(?y)'\n  - 'at(?y) :- at(?x), right(?x, ?y)'\n")
	file := filepath.Join(t.TempDir(), "steps.yaml")
	if err := os.WriteFile(file, []byte(strings.Join(steps, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "revise", "contract", file, "at(40)", "--format", "json")
	s.in.Close()
	time.Sleep(time.Second)
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t); status.ExitStatus() != exitInterrupted {
		t.Errorf("ended with %v", s.ProcessState)
	}
	out := s.stdout.String()
	if !strings.Contains(out, "at(0)") || !strings.Contains(out, `"complete": false`) || s.stderr.String() != "interrupted; nothing was changed\n" {
		t.Errorf("it says %q and %q", out, &s.stderr)
	}
}

// Waiting for standard input can be interrupted, too.
func TestInterruptReading(t *testing.T) {
	s := start(t, "revise", "run", "-")
	io.WriteString(s.in, endless) // it goes on waiting for more
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t); status.ExitStatus() != exitInterrupted {
		t.Errorf("ended with %v", s.ProcessState)
	}
}

// stubborn stands for a command that takes no notice of its context.
func stubborn() {
	ctx, _ := interruptible(context.Background())
	os.Stdout.WriteString("ready\n")
	<-ctx.Done()
	time.Sleep(50 * time.Millisecond) // the default behavior comes back in another goroutine
	os.Stdout.WriteString("again\n")
	select {}
}

func TestSecondInterruptKills(t *testing.T) {
	s := &started{Cmd: exec.Command("stubborn")}
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"ready\n", "again\n"} {
		line := make([]byte, len(word))
		if _, err := io.ReadFull(out, line); err != nil || string(line) != word {
			t.Fatalf("read %q, %v", line, err)
		}
		if err := s.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if status := s.ends(t); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v", s.ProcessState)
	}
}

// A search for kernels that runs out of time ends with what it has; Ctrl-C ends the command.
func TestKernelsRunOutOfTime(t *testing.T) {
	var text strings.Builder
	text.WriteString("rules: ['far(0, 0)', 'far(?n, ?j) :- far(?m, ?i), way(?m, ?i, ?n, ?j)']\nbeliefs:\n")
	for n := range 256 { // 4 by 4 ways, 16 times over
		fmt.Fprintf(&text, "  - way(%d, %d, %d, %d)\n", n/16, n/4%4, n/16+1, n%4)
	}
	file := filepath.Join(t.TempDir(), "ways.yaml")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	s := start(t, "revise", "kernels", file, "far(16, 0)", "--timeout", "2s", "--format", "json")
	if status := s.ends(t); status.ExitStatus() != exitDone || !strings.Contains(s.stdout.String(), `"complete": false`) {
		t.Errorf("ended with %v: %s", s.ProcessState, &s.stderr)
	}
	s = start(t, "revise", "kernels", file, "far(16, 0)", "--timeout", "1m")
	time.Sleep(500 * time.Millisecond)
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t); status.ExitStatus() != exitInterrupted || s.stdout.Len() > 0 && !strings.HasSuffix(s.stdout.String(), "not complete: there may be others\n") {
		t.Errorf("ended with %v: %s", s.ProcessState, &s.stdout)
	}
}

// TestInterruptedFuzzing says what was tried, but leaves no file that looks as if all had been.
func TestInterruptedFuzzing(t *testing.T) {
	folder := t.TempDir()
	scenario, file := filepath.Join(folder, "roads.yaml"), filepath.Join(folder, "out.json")
	rules := "rules:\n  - reach(?x, ?y) :- road(?x, ?y)\n  - reach(?x, ?z) :- reach(?x, ?y), road(?y, ?z)\nbeliefs:\n  - road(a, b)\n  - road(b, a)\n"
	if err := os.WriteFile(scenario, []byte(rules), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"revise", "fuzz", scenario, "--for", "1h"}, {"revise", "fuzz", scenario, "--for", "1h", "-o", file}} {
		s := start(t, args...)
		time.Sleep(time.Second)
		if err := s.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if status := s.ends(t); !status.Exited() || status.ExitStatus() != exitInterrupted || !strings.Contains(s.stderr.String(), "interrupted") {
			t.Errorf("ended with %v and %q", s.ProcessState, &s.stderr)
		}
		if said := strings.Contains(s.stdout.String(), "random case"); said != (len(args) == 5) {
			t.Errorf("%q says %q", args, &s.stdout)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file is left")
	}
}
