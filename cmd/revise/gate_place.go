package main

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

// written is where a root is written, by a name that can be opened from here.
func (g *gated) written(r gate.Root) belief.Place {
	if r.Side == gate.Head {
		return g.head.placed(r.Place)
	}
	return g.base.placed(r.Place)
}

// placed names the file of a place as it can be opened from here; a lasting base remembers only what it was called.
func (s *state) placed(p belief.Place) belief.Place {
	if s.session == nil || !s.session.base {
		p.File = s.path(p.File)
	}
	return p
}

// marked is the place in head that shows a root to who looks at head: where it is written, or where it was removed.
func (g *gated) marked(r gate.Root) belief.Place {
	top := belief.Place{File: g.head.path(g.head.name), Line: 1, Column: 1}
	switch {
	case r.Place.File == "", g.head.session.base:
		return top
	case r.Side == gate.Head:
		return g.written(r)
	}
	name := r.Place.File
	if name == g.base.name {
		name = g.head.name
	}
	before, err := fs.ReadFile(g.base.fsys, r.Place.File)
	if err != nil {
		return top
	}
	now, err := fs.ReadFile(g.head.fsys, name)
	if err != nil {
		return top
	}
	line := movedTo(strings.Split(string(before), "\n"), strings.Split(string(now), "\n"), r.Place.Line)
	return belief.Place{File: g.head.path(name), Line: line, Column: 1}
}

// movedTo returns the line of a changed text that stands for one of the text before: itself where it is in what both
// begin or end with, else the one that is as far from the nearest line which both have once as it was.
func movedTo(before, now []string, line int) int {
	begins, ends := 0, 0
	for begins < min(len(before), len(now)) && before[begins] == now[begins] {
		begins++
	}
	for ends < min(len(before), len(now))-begins && before[len(before)-1-ends] == now[len(now)-1-ends] {
		ends++
	}
	switch changed := now[begins : len(now)-ends]; {
	case line <= begins:
		return line
	case line > len(before)-ends:
		return line + len(now) - len(before)
	default:
		if i := slices.Index(changed, before[line-1]); i >= 0 {
			return begins + i + 1
		}
		last := max(1, len(now)-ends)
		was, is := once(before[begins:len(before)-ends]), once(changed)
		for distance := 1; distance < len(before); distance++ {
			for _, near := range []int{line - distance, line + distance} {
				if near <= begins || near > len(before)-ends || was[before[near-1]] == 0 || is[before[near-1]] == 0 {
					continue
				}
				return max(begins+1, min(begins+is[before[near-1]]+line-near, last))
			}
		}
		return min(line, last)
	}
}

// once numbers the lines that a text has once, from 1, and gives 0 for every other.
func once(lines []string) map[string]int {
	at, seen := map[string]int{}, map[string]bool{}
	for i, line := range lines {
		if at[line] = i + 1; seen[line] {
			at[line] = 0
		}
		seen[line] = true
	}
	return at
}
