package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// spawn measures one strategy on one workload in a process of its own, so that none leaves its memory to the next.
func (s *settings) spawn(ctx context.Context, workload, strategy string) (result, error) {
	self, err := os.Executable()
	if err != nil {
		return result{}, err
	}
	child := exec.CommandContext(ctx, self,
		"-child", "-data", s.dir, "-workloads", workload, "-strategies", strategy,
		"-runs", strconv.Itoa(s.runs), "-singles", strconv.Itoa(s.singles), "-limit", s.limit.String(),
		"-cores", strconv.Itoa(s.cores), "-profile", s.profile)
	var out, complaints bytes.Buffer
	child.Stdout, child.Stderr = &out, &complaints
	_, killed, err := guarded(child, s.limit+s.limit/4, s.memory)
	last := result{Workload: workload, Engine: strategy}
	for line := range strings.Lines(out.String()) {
		next := result{}
		if json.Unmarshal([]byte(line), &next) == nil {
			last = next
		}
	}
	switch {
	case killed != "":
		last.Stopped = append(last.Stopped, killed)
	case err != nil:
		return last, fmt.Errorf("%s under %s: %w\n%s", workload, strategy, err, strings.TrimSpace(complaints.String()))
	}
	return last, nil
}

// usage is what a process has used.
type usage struct {
	wall, cpu time.Duration
	peak      uint64
}

// guarded runs a command, and kills it when it takes too long or too much memory.
func guarded(c *exec.Cmd, limit time.Duration, memory uint64) (used usage, killed string, err error) {
	start := time.Now()
	if err := c.Start(); err != nil {
		return used, "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	watch := time.NewTicker(20 * time.Millisecond)
	defer watch.Stop()
	for {
		select {
		case err := <-ended:
			used.wall, used.cpu = time.Since(start), c.ProcessState.UserTime()+c.ProcessState.SystemTime()
			return used, killed, err
		case <-watch.C:
			used.peak = max(used.peak, peakBytes(c.Process.Pid))
			switch {
			case killed != "":
			case used.peak > memory:
				killed = fmt.Sprintf("killed for its memory of more than %d bytes", memory)
				_ = c.Process.Kill()
			case time.Since(start) > limit:
				killed = fmt.Sprintf("killed after %s", limit)
				_ = c.Process.Kill()
			}
		}
	}
}
