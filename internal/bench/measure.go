package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// result is what was measured of one engine on one workload.
type result struct {
	Workload string
	Size     string
	Engine   string // a strategy, or another program

	Facts       int
	Conclusions int
	Supports    uint64 // rule instances that derive conclusions
	LiveBytes   uint64 // of the heap that the engine holds
	PeakBytes   uint64 // of the process, after the first evaluation

	Evaluations []evaluation
	Cold        time.Duration // the slowest of the first revisions, which build indexes
	Rounds      []round
	Explained   round // the same with reports
	Steps       []stepSample
	States      map[string]string // by state, a digest of how it differs from the base

	Checks  int      // answers compared with what is known to be right
	Wrong   []string // what was not right
	Stopped []string // why not everything was measured
}

// evaluation is how long it took to read the facts and to derive everything.
type evaluation struct{ Load, Evaluate, CPU time.Duration }

// round is one withdrawal and one assertion of each of many facts, one fact at a time.
type round struct {
	Withdraw, Assert []sample
	Allocations      float64 // per revision
}

// stepSample is one measured step of a chain.
type stepSample struct {
	Step   string
	Single bool
	sample
}

// plan says what to measure.
type plan struct {
	data     data
	workload workload
	strategy revise.Strategy
	runs     int
	singles  int           // random facts of a round
	limit    time.Duration // of everything
	profile  string        // a folder, or empty
}

// meter measures one engine on one workload, phase by phase.
type meter struct {
	plan
	ctx      context.Context
	result   result
	scenario *scenarios.Scenario
	engine   *revise.Engine
	walker   *walker
	steps    []step
	chosen   []belief.Fact // for the rounds
	report   func(result)
}

// measure runs the plan and reports the result again and again, for the case that the process does not live to its end.
func measure(ctx context.Context, p plan, report func(result)) error {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	m := &meter{plan: p, ctx: ctx, report: report}
	m.result = result{Workload: p.workload.name, Size: p.data.size, Engine: string(p.strategy)}
	for _, phase := range []struct {
		name string
		run  func() error
	}{
		{"evaluate", m.evaluate},
		{"check", m.prepare},
		{"single", m.walkSingles},
		{"round", m.rounds},
		{"batch", m.walkBatches},
		{"end", m.checkEnd},
	} {
		err := m.profiled(phase.name, phase.run)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		if ctx.Err() != nil {
			m.stopped("the time was over at the phase " + phase.name)
			m.tell()
			return nil
		}
		m.tell()
	}
	return nil
}

// tell reports what is known so far.
func (m *meter) tell() {
	if m.walker != nil {
		m.result.Checks, m.result.Wrong, m.result.States = m.walker.checks, m.walker.wrong, m.walker.states
	}
	m.report(m.result)
}

func (m *meter) stopped(why string) { m.result.Stopped = append(m.result.Stopped, why) }

// profiled runs a phase, under a profile if one was asked for.
func (m *meter) profiled(phase string, run func() error) error {
	if m.profile == "" {
		return run()
	}
	file, err := os.Create(filepath.Join(m.profile, fmt.Sprintf("%s-%s-%s.prof", m.workload.name, m.strategy, phase)))
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	err = run()
	pprof.StopCPUProfile()
	return errors.Join(err, file.Close())
}

// evaluate loads the facts and derives everything, several times; the last engine stays.
func (m *meter) evaluate() error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := m.data.lay(m.workload, dir); err != nil {
		return err
	}
	start := time.Now()
	for i := 0; i < m.runs && (i == 0 || time.Since(start) < m.limit/4); i++ {
		m.scenario, m.engine = nil, nil
		before := liveHeap()
		cpu, began := cpuTime(), time.Now()
		s, err := loadLaid(m.ctx, m.workload, dir)
		if err != nil {
			return err
		}
		loaded := time.Now()
		facts := s.Base.Len()
		m.chosen = choose(s.Base, m.singles)
		chose := time.Now()
		e, err := revise.New(m.ctx, s.Program, s.Base, revise.WithStrategy(m.strategy))
		if err != nil {
			return err
		}
		m.result.Evaluations = append(m.result.Evaluations, evaluation{loaded.Sub(began), time.Since(chose), cpuTime() - cpu})
		if i == 0 {
			m.result.PeakBytes = peakBytes(os.Getpid())
		}
		m.scenario, m.engine = s, e
		m.result.LiveBytes = liveHeap() - before
		m.result.Facts, m.result.Conclusions = facts, e.Conclusions()
	}
	return nil
}

// choose picks facts of the base, the same ones each time.
func choose(b *belief.Base, n int) []belief.Fact {
	dice := rand.New(rand.NewPCG(1, 2))
	var facts []belief.Fact
	for range n {
		i := dice.IntN(b.Len())
		for _, name := range b.Relations() {
			t := b.Existing(name)
			if i < t.Rows() {
				facts = append(facts, b.Fact(t, i))
				break
			}
			i -= t.Rows()
		}
	}
	return facts
}

// liveHeap returns the bytes of the heap that are in use.
func liveHeap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// prepare reads the chain and the right answers, and checks the base.
func (m *meter) prepare() error {
	x, err := m.data.expectation(m.workload)
	if err != nil {
		return err
	}
	if m.steps, err = m.data.chain(m.workload); err != nil {
		return err
	}
	m.walker = newWalker(m.engine, m.scenario.Report, x)
	m.walker.checkBase("at the start")
	for _, r := range m.scenario.Program.Relations {
		for _, support := range m.engine.Facts(r.Name) {
			m.result.Supports += support.Count
		}
	}
	return nil
}
