package main

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/beliefbase/revise/scenarios"
)

// kept holds the programs, and the small facts, revisions and expectations.
//
//go:embed testdata
var kept embed.FS

// workload is a program with the facts that it is measured on.
type workload struct{ name, program string }

var workloads = []workload{
	{"tc_deb", "tc"},
	{"tc_p2p", "tc"},
	{"tc_wiki", "tc"},
	{"sg", "sg"},
	{"pt", "pt"},
	{"borrow", "borrow"},
	{"crdt", "crdt"},
	{"joins", "joins"},
	{"star", "star"},
	{"lubm", "lubm"},
	{"acl", "acl"},
}

// workloadNamed returns the workload with the given name.
func workloadNamed(name string) (workload, error) {
	var names []string
	for _, w := range workloads {
		if w.name == name {
			return w, nil
		}
		names = append(names, w.name)
	}
	return workload{}, fmt.Errorf("there is no workload %q: the workloads are %s", name, strings.Join(names, ", "))
}

// data is a folder of facts, revisions and expectations, in one size.
type data struct {
	files fs.FS
	size  string
}

// dataIn returns the full data in dir, or the small data of the project when dir is empty.
func dataIn(dir string) (data, error) {
	if dir == "" {
		small, err := fs.Sub(kept, "testdata")
		return data{small, "small"}, err
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", dir)
	}
	return data{os.DirFS(dir), "full"}, err
}

// load reads a workload's program and facts.
func (d data) load(ctx context.Context, w workload) (*scenarios.Scenario, error) {
	programs, err := fs.Sub(kept, "testdata/programs")
	if err != nil {
		return nil, err
	}
	facts, err := fs.Sub(d.files, path.Join(w.name, d.size))
	if err != nil {
		return nil, err
	}
	return scenarios.Load(mounted{programs, facts}, w.program+".yaml", scenarios.WithContext(ctx))
}

// mounted shows the facts of one workload in the folder facts, beside the programs.
type mounted struct{ programs, facts fs.FS }

// Open opens a program, or a file of facts.
func (m mounted) Open(name string) (fs.File, error) {
	if below, ok := strings.CutPrefix(name, "facts/"); ok {
		return m.facts.Open(below)
	}
	return m.programs.Open(name)
}
