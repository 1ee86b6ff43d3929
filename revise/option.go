package revise

import "github.com/beliefbase/revise/revise/internal/plan"

// Option changes how an Engine works.
type Option func(*options)

type options struct {
	strategy Strategy
	limits   Limits
	progress func(Progress)
}

func defaults() options { return options{strategy: Auto} }

// Limits bound what an engine may hold; zero is no limit. A revision that would pass one is refused.
type Limits struct {
	Conclusions int   // facts that rules may add
	Memory      int64 // bytes of the belief base and the materialization
}

// Progress is where a derivation is.
type Progress struct {
	Phase    string
	Stratum  []string // the relations under way
	Done, Of int      // strata
	Facts    int      // that hold so far
}

// WithStrategy keeps every stratum in step by the strategy. The default is Auto.
func WithStrategy(s Strategy) Option { return func(o *options) { o.strategy = s } }

// WithLimits bounds what the engine may hold.
func WithLimits(l Limits) Option { return func(o *options) { o.limits = l } }

// WithProgress calls f before each stratum of an evaluation.
func WithProgress(f func(Progress)) Option { return func(o *options) { o.progress = f } }

func (e *Engine) progress(phase string, s *plan.Stratum, done int) {
	if e.options.progress == nil {
		return
	}
	facts := 0
	for _, r := range e.program.Relations {
		facts += r.Len()
	}
	e.options.progress(Progress{Phase: phase, Stratum: userNames(s), Done: done, Of: len(e.program.Strata), Facts: facts})
}

// userNames returns the names of the user's relations in the stratum.
func userNames(s *plan.Stratum) []string {
	var names []string
	for _, r := range s.Relations {
		if r.User != nil {
			names = append(names, r.Name)
		}
	}
	return names
}
