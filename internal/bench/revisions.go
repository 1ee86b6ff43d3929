package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// step makes one step of the chain if it starts from the present state. A step that takes too long is given up.
func (m *meter) step(s step) error {
	if s.before != m.walker.state {
		return nil
	}
	withdraw, err := m.data.set(m.workload, s.withdraw, m.scenario.Program)
	if err != nil {
		return err
	}
	assert, err := m.data.set(m.workload, s.assert, m.scenario.Program)
	if err != nil {
		return err
	}
	if s.single() {
		m.chosen = append(m.chosen, withdraw...)
	}
	ctx, cancel := context.WithTimeout(m.ctx, m.limit/4)
	defer cancel()
	took, err := m.walker.take(ctx, s, request(withdraw, assert))
	if errors.Is(err, context.DeadlineExceeded) {
		m.stopped(fmt.Sprintf("%s took more than %s", s.name, m.limit/4))
		return nil
	}
	m.result.Steps = append(m.result.Steps, stepSample{s.name, s.single(), took})
	return err
}

// walkSingles makes the steps of the chain that change one fact, while a quarter of the time lasts.
func (m *meter) walkSingles() error {
	start := time.Now()
	for _, s := range m.steps {
		if !s.single() {
			continue
		}
		if m.walker.state == base && time.Since(start) > m.limit/4 {
			m.stopped("single facts took too long for all of them")
			return nil
		}
		if err := m.step(s); err != nil {
			return err
		}
	}
	return nil
}

// walkBatches makes the other steps, several times.
func (m *meter) walkBatches() error {
	start := time.Now()
	checked := m.walker.expect != nil || m.strategy == revise.Recompute
	for i := 0; i < m.runs && (i == 0 || time.Since(start) < m.limit/4); i++ {
		for _, s := range m.steps {
			if s.single() {
				continue
			}
			if err := m.step(s); err != nil {
				return err
			}
			m.tell()
			if !checked {
				checked = true
				if err := m.walker.checkAgain(m.ctx); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// rounds withdraws and asserts single facts: a first time to build what is built on first use, then several times, and in
// the end with the reports.
func (m *meter) rounds() error {
	if m.walker.state != base {
		return nil
	}
	withdraw, assert := make([]revise.Request, len(m.chosen)), make([]revise.Request, len(m.chosen))
	for i, f := range m.chosen {
		withdraw[i], assert[i] = request([]belief.Fact{f}, nil), request(nil, []belief.Fact{f})
	}
	until := time.Now().Add(m.limit / 4)
	for i := 0; i <= m.runs && time.Now().Before(until); i++ {
		r, err := m.round(applied, withdraw, assert, until)
		if err != nil {
			return err
		}
		if i == 0 {
			for _, s := range append(r.Withdraw, r.Assert...) {
				m.result.Cold = max(m.result.Cold, s.Time)
			}
			m.result.Rounds = []round{r} // it stands for the others when it is the only one
			continue
		}
		if i == 1 {
			m.result.Rounds = nil
		}
		m.result.Rounds = append(m.result.Rounds, r)
	}
	var err error
	m.result.Explained, err = m.round(explained, withdraw, assert, until.Add(m.limit/20))
	return err
}

// round withdraws and asserts one fact after the other, as many as there is time for.
func (m *meter) round(change func(context.Context, *revise.Engine, revise.Request) (sample, error), withdraw, assert []revise.Request, until time.Time) (round, error) {
	var r round
	before := allocations()
	for i := range withdraw {
		if i > 0 && time.Now().After(until) {
			break
		}
		gone, err := change(m.ctx, m.engine, withdraw[i])
		if err != nil {
			return r, err
		}
		back, err := change(m.ctx, m.engine, assert[i])
		if err != nil {
			return r, err
		}
		if gone.Retracted != back.Gained || gone.Gained != back.Retracted {
			m.walker.wrong = append(m.walker.wrong, fmt.Sprintf("%s withdrawn retracts %d and gains %d, asserted it gains %d and retracts %d",
				m.chosen[i], gone.Retracted, gone.Gained, back.Gained, back.Retracted))
		}
		r.Withdraw, r.Assert = append(r.Withdraw, gone), append(r.Assert, back)
	}
	r.Allocations = float64(allocations()-before) / float64(2*len(r.Withdraw))
	return r, nil
}

// allocations returns how many objects were ever allocated.
func allocations() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.Mallocs
}

// checkEnd compares the base, to which all steps have led back, with what it is to be.
func (m *meter) checkEnd() error {
	if m.walker.state == base {
		m.walker.checkBase("at the end")
	}
	return nil
}
