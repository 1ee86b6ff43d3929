package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// souffle measures full evaluation by Soufflé, interpreted and compiled, where it is installed. The time of compiling
// is not counted.
func (s *settings) souffle(ctx context.Context, d data, w workload) ([]result, error) {
	program, err := exec.LookPath("souffle")
	if err != nil {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	p := &peer{settings: s, ctx: ctx, program: program, dir: dir}
	if err := p.prepare(d, w); err != nil {
		return nil, err
	}
	interpreted := p.run(d, w, "souffle-interpreted", program, "-F", dir, "-D", dir, filepath.Join(dir, "sizes.dl"))
	compiled := filepath.Join(dir, "compiled")
	if out, err := exec.CommandContext(ctx, program, "-o", compiled, filepath.Join(dir, "sizes.dl")).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling %s with souffle: %w\n%s", w.program, err, out)
	}
	results := []result{interpreted, p.run(d, w, "souffle-compiled", compiled, "-F", dir, "-D", dir)}
	return results, p.check(d, w, results)
}

// peer runs another program on the same facts.
type peer struct {
	*settings
	ctx     context.Context
	program string
	dir     string
	facts   int
}

var shown = regexp.MustCompile(`(?m)^OUT\((\w+)\)$`)

// prepare unpacks the facts, and writes the program twice: to print the sizes of its relations, and their rows.
func (p *peer) prepare(d data, w workload) error {
	text, err := kept.ReadFile(path.Join("testdata/souffle", w.program+".dl"))
	if err != nil {
		return err
	}
	for name, directive := range map[string]string{"sizes.dl": ".printsize $1", "rows.dl": ".output $1"} {
		if err := os.WriteFile(filepath.Join(p.dir, name), shown.ReplaceAll(text, []byte(directive)), 0o644); err != nil {
			return err
		}
	}
	p.facts, err = d.unpack(w, p.dir)
	return err
}

// run measures a command several times.
func (p *peer) run(d data, w workload, engine, command string, args ...string) result {
	r := result{Workload: w.name, Size: d.size, Engine: engine, Facts: p.facts}
	for range p.runs {
		used, killed, err := guarded(exec.CommandContext(p.ctx, command, args...), p.limit, p.memory)
		if killed != "" || err != nil {
			r.Stopped = append(r.Stopped, strings.TrimSpace(fmt.Sprint(killed, " ", errors.Join(err))))
			break
		}
		r.Evaluations = append(r.Evaluations, evaluation{Evaluate: used.wall, CPU: used.cpu})
		r.PeakBytes = max(r.PeakBytes, used.peak)
	}
	return r
}

// check compares the rows with the right answers, where they are known.
func (p *peer) check(d data, w workload, results []result) error {
	x, err := d.expectation(w)
	if err != nil || x == nil {
		return err
	}
	if out, err := exec.CommandContext(p.ctx, p.program, "-F", p.dir, "-D", p.dir, filepath.Join(p.dir, "rows.dl")).CombinedOutput(); err != nil {
		return fmt.Errorf("running %s with souffle: %w\n%s", w.program, err, out)
	}
	got := map[string]digest{}
	for _, relation := range slices.Sorted(maps.Keys(x.Base)) {
		text, err := os.ReadFile(filepath.Join(p.dir, relation+".csv"))
		if err != nil {
			return err
		}
		got[relation] = digestOf(slices.Collect(strings.Lines(string(text))))
	}
	problem := difference(got, x.Base)
	for i := range results {
		results[i].Checks++
		if problem != "" {
			results[i].Wrong = append(results[i].Wrong, problem)
		}
	}
	return nil
}
