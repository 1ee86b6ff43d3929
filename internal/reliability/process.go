//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// A writer is a process of its own, so that it can be killed: this program, told by its environment to write.
const (
	writesTo  = "REVISE_RELIABILITY_FILE"
	writeSeed = "REVISE_RELIABILITY_SEED"
	writeVFS  = "REVISE_RELIABILITY_VFS"
)

// holding stands in place of a file system: the process holds the base and writes nothing.
const holding = "holding"

// writer is such a process.
type writer struct {
	*exec.Cmd
	said, stderr bytes.Buffer
	first        chan struct{} // closed when it has said something
	done         chan struct{} // closed when it has said everything
}

func startWriter(file string, seed uint64, vfs string) (*writer, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &writer{Cmd: exec.Command(self), first: make(chan struct{}), done: make(chan struct{})}
	w.Env = append(os.Environ(), writesTo+"="+file, writeSeed+"="+fmt.Sprint(seed), writeVFS+"="+vfs)
	w.Stderr = &w.stderr
	out, err := w.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(w.done)
		head := make([]byte, 1)
		n, err := io.ReadFull(out, head)
		w.said.Write(head[:n])
		close(w.first)
		if err == nil {
			io.Copy(&w.said, out) // it ends with the process
		}
	}()
	return w, nil
}

// live lets the writer work for a while after it has said something first.
func (w *writer) live(d time.Duration) {
	select {
	case <-w.first:
	case <-time.After(10 * time.Second):
	}
	time.Sleep(d)
}

// stop halts the writer, and returns when each of its threads stands still: one that still ran could write, and
// acknowledge, what a copy of the disk that has begun lacks.
func (w *writer) stop() error {
	if err := w.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	for range 10_000 {
		if stopped(w.Process.Pid) {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return errors.New("the writer does not stop")
}

// stopped reports whether every thread of a process is stopped, or has ended.
func stopped(pid int) bool {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, name := range threads {
		said, _ := os.ReadFile(name) // nothing, if the thread has ended
		state := said[bytes.LastIndexByte(said, ')')+1:]
		if len(state) > 1 && !bytes.ContainsAny(state[1:2], "TZX") {
			return false
		}
	}
	return err == nil && len(threads) > 0
}

// kill ends the writer, and returns what it has acknowledged. A writer that ended by itself is an error.
func (w *writer) kill(said acknowledged) error {
	w.Process.Signal(syscall.SIGKILL) // it may have ended: the status says so
	<-w.done
	w.Wait()
	said.read(w.said.Bytes())
	if status, ok := w.ProcessState.Sys().(syscall.WaitStatus); ok && !status.Signaled() {
		return fmt.Errorf("the writer ended with %d: %s", status.ExitStatus(), &w.stderr)
	}
	return nil
}
