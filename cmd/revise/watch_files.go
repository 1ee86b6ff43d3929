package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// fileSet is the files that a scenario was read from, and those that it looked for in vain.
type fileSet struct {
	names []string
	seen  string // what they looked like before they were read
}

// noting is a file system that keeps the names that are asked for.
type noting struct {
	fs.FS
	note func(name string)
}

// Open opens a file.
func (n noting) Open(name string) (fs.File, error) {
	n.note(name)
	return n.FS.Open(name)
}

// Stat describes a file without opening it: a pipe would wait for its other end.
func (n noting) Stat(name string) (fs.FileInfo, error) {
	n.note(name)
	return fs.Stat(n.FS, name)
}

// begin starts anew with what the source is asked for from now on.
func (f *fileSet) begin(src *source) {
	f.names, f.seen = nil, ""
	known := map[string]bool{}
	note := func(name string) {
		if known[name] {
			return
		}
		known[name] = true
		path := src.path(name)
		f.names = append(f.names, path)
		f.seen += look(path)
	}
	note(src.name)
	src.fsys = noting{src.fsys, note}
}

// look says what a file looks like from outside.
func look(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return path + ": " + cause(err).Error() + "\n"
	}
	return fmt.Sprintf("%s: %d %s\n", path, info.Size(), info.ModTime())
}

// changed waits until a file looks another way than when it was read, and the same twice. The error is that of the
// context.
func (f *fileSet) changed(ctx context.Context) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	last := ""
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		var now strings.Builder
		for _, name := range f.names {
			now.WriteString(look(name))
		}
		if now.String() != f.seen && now.String() == last {
			f.seen = last // it may not be read: then it is looked at when it changes again
			return nil
		}
		last = now.String()
	}
}
