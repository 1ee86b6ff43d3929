package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// patience is how long a step may take before a person is told what it is doing.
const patience = time.Second

// progress shows on a terminal what takes long. Who works says what it is doing, seldom; a ticker of the display reads
// it.
type progress struct {
	doing atomic.Pointer[string]
	done  chan struct{}
	gone  chan struct{}
}

// startProgress begins to watch; on anything but a terminal nothing is ever shown.
func startProgress(c *console, quiet bool) *progress {
	p := &progress{done: make(chan struct{}), gone: make(chan struct{})}
	p.say("reading")
	if quiet || !c.errs.terminal {
		close(p.gone)
		return p
	}
	go p.show(c)
	return p
}

func (p *progress) say(format string, args ...any) {
	line := " " + onLine(fmt.Sprintf(format, args...))
	p.doing.Store(&line)
}

// reading is told by the loader where it is.
func (p *progress) reading(now scenarios.Progress) {
	p.say("reading %s, %d of %d MB", now.File, now.Read/1e6, now.Bytes/1e6)
}

// deriving is told by the engine where it is.
func (p *progress) deriving(now revise.Progress) {
	what := now.Phase
	if len(now.Stratum) > 0 {
		what += " " + strings.Join(now.Stratum, ", ")
	}
	p.say("%s, stratum %d of %d, %d facts", what, now.Done+1, now.Of, now.Facts)
}

// stop takes the display away; nothing of it is left on the terminal.
func (p *progress) stop() {
	close(p.done)
	<-p.gone
}

// show waits until patience is over, then draws one line until the work is done.
func (p *progress) show(c *console) {
	defer close(p.gone)
	select {
	case <-p.done:
		return
	case <-time.After(patience):
	}
	display := mpb.New(mpb.WithOutput(c.errs.Writer), mpb.WithWidth(c.columnsOf(c.errs)))
	line := display.New(0, mpb.SpinnerStyle(), mpb.BarWidth(1), mpb.BarRemoveOnComplete(),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *p.doing.Load() })))
	<-p.done
	line.Abort(true)
	display.Wait()
}
