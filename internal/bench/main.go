package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"github.com/beliefbase/revise/revise"
)

// settings are the flags of the command.
type settings struct {
	dir        string
	workloads  string
	strategies string
	runs       int
	singles    int
	limit      time.Duration
	memory     uint64
	cores      int
	output     string
	profile    string
	child      bool
	comparison string
	results    string
	growth     bool
}

func main() {
	s := settings{}
	names := make([]string, len(workloads))
	for i, w := range workloads {
		names[i] = w.name
	}
	flag.StringVar(&s.dir, "data", os.Getenv("BENCH_DATA"), "a folder with the full data; without it the small data of the project is used")
	flag.StringVar(&s.workloads, "workloads", strings.Join(names, ","), "which workloads")
	flag.StringVar(&s.strategies, "strategies", "auto,ranked,dred,recompute", "which strategies")
	flag.IntVar(&s.runs, "runs", 6, "how often each thing is measured")
	flag.IntVar(&s.singles, "singles", 200, "how many random facts are withdrawn and asserted one by one")
	flag.DurationVar(&s.limit, "limit", 0, "how long one strategy may take on one workload (default 30s, or 10m on full data); with -comparison, of processor time")
	flag.Uint64Var(&s.memory, "memory", 6<<30, "how many bytes it may take, where the system tells")
	flag.IntVar(&s.cores, "cores", 1, "how many cores are used")
	flag.StringVar(&s.output, "o", "", "a file for benchstat")
	flag.StringVar(&s.profile, "profile", "", "a folder for profiles of processor time")
	flag.BoolVar(&s.child, "child", false, "measure one strategy on one workload and write JSON; the command calls itself so")
	flag.StringVar(&s.comparison, "comparison", "", "compare all algorithms, by counts above all, and write the page to this file; - is standard output")
	flag.StringVar(&s.results, "results", "", "with -comparison: a file to keep what was measured; if it is there, nothing is measured again")
	flag.BoolVar(&s.growth, "growth", false, "measure single facts at 1, 10 and 100 times the small data instead: what they cost should not grow")
	flag.Parse()
	if s.limit == 0 && s.dir == "" {
		s.limit = 30 * time.Second
	} else if s.limit == 0 {
		s.limit = 10 * time.Minute
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case s.child:
		err = s.measureOne(ctx)
	case s.growth:
		err = s.measureGrowth(ctx)
	case s.comparison != "":
		err = s.compareAll(ctx)
	default:
		err = s.measureAll(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

// measureOne measures one strategy on one workload, and writes the result so far as a line of JSON after every phase.
func (s *settings) measureOne(ctx context.Context) error {
	runtime.GOMAXPROCS(s.cores)
	w, err := workloadNamed(s.workloads)
	if err != nil {
		return err
	}
	strategy, err := revise.ParseStrategy(s.strategies)
	if err != nil {
		return err
	}
	d, err := dataIn(s.dir)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	return measure(ctx, plan{d, w, strategy, s.runs, s.singles, s.limit, s.profile}, func(r result) {
		_ = encoder.Encode(r) // who does not read it has stopped us
	})
}
