package main

import (
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/scenarios"
)

// until returns the revisions up to the one that --after names or counts; "" is all of them, "0" none.
func (s *session) until(flag, after string) ([]scenarios.Step, error) {
	if after == "" {
		return s.steps, nil
	}
	if s.base {
		return nil, refuse("--as-of asks after a revision of it", "--after is for files, and this is a belief base")
	}
	for i, step := range s.steps {
		if step.Request.Name == after {
			return s.steps[:i+1], nil
		}
	}
	n, err := strconv.Atoi(after)
	switch {
	case err != nil:
		return nil, refuse(s.revisionsHint(), "%s: there is no revision %s%s", flag, belief.Quote(after), didYouMean(after, s.names()))
	case n < 0 || n > len(s.steps):
		return nil, refuse("0 is before the first revision", "%s %d: there are %s", flag, n, plural(len(s.steps), "revision"))
	}
	return s.steps[:n], nil
}

// revisionsHint names the revisions there are.
func (s *session) revisionsHint() string {
	if len(s.steps) == 0 {
		return "there are no revisions: 0 is the state there is"
	}
	if len(s.names()) == 0 {
		return "the revisions have no names: count them, from 1"
	}
	var names []string
	for _, name := range s.names() {
		names = append(names, report.Safe(name))
	}
	return "the revisions are: " + strings.Join(names, "; ")
}
