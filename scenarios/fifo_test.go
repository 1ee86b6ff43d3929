//go:build unix

package scenarios

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Opening a pipe that nobody writes to would wait for ever.
func TestPipe(t *testing.T) {
	dir := osFolder(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "data.csv"), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	done := make(chan error)
	go func() {
		_, err := Load(root.FS(), "main.yaml")
		done <- err
	}()
	select {
	case err := <-done:
		if got := told(t, err); got != "R1001 main.yaml:2:25" {
			t.Error(got)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it waits for the pipe")
	}
}
