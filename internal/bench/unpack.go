package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/beliefbase/revise/scenarios"
)

// unpack writes the workload's facts into a folder, unpacked, and returns how many there are.
func (d data) unpack(w workload, dir string) (facts int, err error) {
	packed, err := fs.Glob(d.files, path.Join(w.name, d.size, "*.facts.gz"))
	if err != nil {
		return 0, err
	}
	for _, name := range packed {
		name = strings.TrimSuffix(name, ".gz")
		file, err := d.open(name)
		if err != nil {
			return 0, fmt.Errorf("unpacking %s: %w", name, err)
		}
		text, err := io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return 0, fmt.Errorf("unpacking %s: %w", name, err)
		}
		facts += bytes.Count(text, []byte("\n"))
		if err := os.WriteFile(filepath.Join(dir, path.Base(name)), text, 0o644); err != nil {
			return 0, err
		}
	}
	return facts, nil
}

// lay writes the workload's program into a folder, and its facts, unpacked: every engine that is timed reads the same files.
func (d data) lay(w workload, dir string) error {
	text, err := kept.ReadFile(path.Join("testdata/programs", w.program+".yaml"))
	if err != nil {
		return err
	}
	text = bytes.ReplaceAll(text, []byte(".facts.gz"), []byte(".facts"))
	if err := os.WriteFile(filepath.Join(dir, w.program+".yaml"), text, 0o644); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "facts"), 0o755); err != nil {
		return err
	}
	_, err = d.unpack(w, filepath.Join(dir, "facts"))
	return err
}

// loadLaid reads what lay has written.
func loadLaid(ctx context.Context, w workload, dir string) (*scenarios.Scenario, error) {
	return scenarios.Load(os.DirFS(dir), w.program+".yaml", scenarios.WithContext(ctx))
}
