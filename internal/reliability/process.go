//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
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
