package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// step is one revision of a chain: it withdraws one set of facts, asserts another, and leads from one state to the next.
type step struct{ name, withdraw, assert, before, after string }

// base is the state in which exactly the facts of the files are believed, noSet the set without facts.
const base, noSet = "base", "-"

// single reports whether the step changes one fact.
func (s step) single() bool {
	return slices.ContainsFunc([]string{s.withdraw, s.assert}, func(set string) bool {
		return strings.HasPrefix(set, "one") || strings.HasPrefix(set, "hot")
	})
}

// chain reads the steps of a workload, in order.
func (d data) chain(w workload) ([]step, error) {
	var steps []step
	err := d.eachLine(w, "chain", func(cells []string) error {
		if len(cells) != 5 {
			return fmt.Errorf("a step has five cells, and here are %d", len(cells))
		}
		steps = append(steps, step{cells[0], cells[1], cells[2], cells[3], cells[4]})
		return nil
	})
	return steps, err
}

// set reads a set of facts, whose values have the types of the program's columns.
func (d data) set(w workload, name string, program *rules.Program) ([]belief.Fact, error) {
	if name == noSet {
		return nil, nil
	}
	var facts []belief.Fact
	err := d.eachLine(w, name, func(cells []string) error {
		relation := program.Relation(cells[0])
		if relation == nil || len(relation.Columns) != len(cells)-1 {
			return fmt.Errorf("the program has no relation %s with %d columns", cells[0], len(cells)-1)
		}
		f := belief.Fact{Relation: cells[0], Values: make([]belief.Value, len(cells)-1)}
		for i, cell := range cells[1:] {
			v, err := belief.ParseCell(cell, relation.Columns[i].Type)
			if err != nil {
				return err
			}
			f.Values[i] = v
		}
		facts = append(facts, f)
		return nil
	})
	return facts, err
}

// eachLine calls f with the cells of each line of a file of revisions.
func (d data) eachLine(w workload, name string, f func(cells []string) error) error {
	file, err := d.open(path.Join(w.name, d.size, "revs", name+".tsv"))
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if err := f(strings.Split(lines.Text(), "\t")); err != nil {
			return fmt.Errorf("%s of %s, line %d: %w", name, w.name, n, err)
		}
	}
	return lines.Err()
}

// open opens a file, or unpacks it where it is there with .gz at its name.
func (d data) open(name string) (io.ReadCloser, error) {
	file, err := d.files.Open(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if file, err = d.files.Open(name + ".gz"); err != nil {
		return nil, err
	}
	plain, err := gzip.NewReader(file)
	return unpacked{plain, file}, err
}

// unpacked reads a packed file and closes it.
type unpacked struct {
	io.Reader
	io.Closer
}
