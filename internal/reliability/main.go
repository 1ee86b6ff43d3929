//go:build unix

// Package reliability is a command that measures what the project promises of right answers, of crashes and full disks, of hostile input and
// of running together, and writes docs/reliability.md. It relies on the rooms that it measures, and on Linux with root for
// what needs a file system of its own; what cannot be run is listed as not run.
//
//	go run ./internal/reliability -o docs/reliability.md
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/beliefbase/revise/revise/journal"
)

func main() {
	if file := os.Getenv(writesTo); file != "" {
		writerMain(file)
		return
	}
	s := settings{}
	output := flag.String("o", "docs/reliability.md", "the `FILE` to write; - is standard output")
	only := flag.String("only", "", "the `FIGURES` to measure, such as C1,C2; all by default, none with -")
	flag.StringVar(&s.results, "results", "", "the `FOLDER` that keeps what was measured; figures that this run does not measure come from there")
	flag.Uint64Var(&s.seed, "seed", 1, "what the random choices follow from")
	flag.IntVar(&s.kills, "kills", 1000, "how often a writer is killed (C1)")
	flag.IntVar(&s.cuts, "cuts", 1000, "how often the power is cut (C2)")
	flag.IntVar(&s.states, "states", 100_000, "crash states (C4)")
	flag.IntVar(&s.flips, "flips", 100_000, "damaged files (C5)")
	flag.IntVar(&s.fills, "fills", 100, "full disks (C6)")
	flag.IntVar(&s.stride, "stride", 1, "let one in so many accesses fail (C3)")
	flag.IntVar(&s.cycles, "cycles", 10_000, "revisions and their undo (C8)")
	flag.IntVar(&s.programs, "programs", 100_000, "random programs (A2 to A6)")
	flag.IntVar(&s.smallStride, "small-stride", 1, "try one in so many pairs of rules in small worlds (A7)")
	flag.IntVar(&s.reports, "reports", 100, "reports of each scenario in each format (A10)")
	flag.DurationVar(&s.fuzz, "fuzztime", 2*time.Hour, "how long each fuzz target runs (D1)")
	flag.DurationVar(&s.reading, "reading", 30*time.Second, "how long readers read, alone and beside a writer (E3)")
	flag.Parse()
	s.commit = commit()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rows, met, err := measureAll(ctx, &s, *only)
	if err == nil {
		err = save(*output, rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	if !met {
		os.Exit(1)
	}
}

// writerMain is what a writer process does.
func writerMain(file string) {
	seed, err := strconv.ParseUint(os.Getenv(writeSeed), 10, 64)
	switch {
	case err != nil:
	case os.Getenv(writeVFS) == holding:
		err = hold(context.Background(), file)
	default:
		var opts []journal.Option
		if vfs := os.Getenv(writeVFS); vfs != "" {
			opts = append(opts, journal.WithVFS(vfs))
		}
		err = write(context.Background(), file, seed, 1<<30, os.Stdout, opts...)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(3)
}

// measureAll measures the figures that are asked for, those that take longest last, and reports whether every target was
// met.
func measureAll(ctx context.Context, s *settings, only string) (rows []row, met bool, err error) {
	rows, met = make([]row, len(figures)), true
	for _, long := range []bool{false, true} {
		for i, f := range figures {
			if strings.HasPrefix(f.id, "A") != long {
				continue
			}
			if rows[i], err = f.row(ctx, s, only); err != nil {
				return nil, false, err
			}
			met = met && (rows[i].met || rows[i].skipped != "")
		}
	}
	return rows, met, nil
}

// row is the figure with what is measured now, or was kept of an earlier run.
func (f *figure) row(ctx context.Context, s *settings, only string) (row, error) {
	r := f.asked(ctx, s, only)
	if r.skipped != "" {
		r, err := kept(s.results, f.id, r)
		return row{*f, r}, err
	}
	r.measured = fmt.Sprintf("%s, %s, seed %d", time.Now().UTC().Format(time.DateOnly), s.commit, s.seed)
	fmt.Fprintf(os.Stderr, "%-4s %-5v %s (%v)\n", f.id, r.met, r.figure, r.took.Round(time.Millisecond))
	return row{*f, r}, keep(s.results, f.id, r)
}

// asked measures the figure if it is asked for and can be measured.
func (f *figure) asked(ctx context.Context, s *settings, only string) result {
	switch {
	case f.run == nil:
		return result{skipped: f.target}
	case only != "" && !named(only, f.id):
		return result{skipped: "not asked for in this run"}
	case ctx.Err() != nil:
		return result{skipped: "interrupted"}
	}
	r := f.measure(ctx, s)
	if ctx.Err() != nil {
		return result{skipped: "interrupted"}
	}
	return r
}

// named reports whether a list names one of the figures of a row, or the letter of its part.
func named(list, ids string) bool {
	for name := range strings.SplitSeq(list, ",") {
		for id := range strings.SplitSeq(ids, ", ") {
			if name == id || name == id[:1] {
				return true
			}
		}
	}
	return false
}

func save(name string, rows []row) error {
	command := "go run ./internal/reliability " + strings.Join(os.Args[1:], " ")
	if name == "-" {
		return writePage(os.Stdout, rows, command, time.Now())
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := writePage(file, rows, command, time.Now()); err != nil {
		return err
	}
	return file.Close()
}
