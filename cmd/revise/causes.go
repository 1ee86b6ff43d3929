package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

// What a text shows of many changes unless asked for all.
const (
	mostCauses  = 10
	mostEffects = 5 // of each cause
)

// placer says where a root is written, by a name that can be opened from here.
type placer func(gate.Root) belief.Place

// causeGroup is what goes back to the same roots.
type causeGroup struct {
	causes  []string
	effects []string
	first   gate.Change
}

// signs begin the lines of what happens, as in reports.
var signs = map[gate.Kind]string{gate.Gained: "+", gate.Retracted: "-", gate.Changed: "~", gate.Violated: "!"}

// grouped puts changes of the same causes together, in the order of the first of each: that is what a person will look
// at, once. Effects say what happens, change by change.
func (at placer) grouped(changes []gate.Change, effects []string) []*causeGroup {
	var list []*causeGroup
	known := map[string]*causeGroup{}
	for i, c := range changes {
		causes := at.causes(c)
		key := strings.Join(causes, "\n")
		if known[key] == nil {
			known[key] = &causeGroup{causes: causes, first: c}
			list = append(list, known[key])
		}
		known[key].effects = append(known[key].effects, signs[c.Kind]+" "+effects[i])
	}
	return list
}

// causes says line by line what a change goes back to.
func (at placer) causes(c gate.Change) []string {
	var lines []string
	for _, r := range c.Roots {
		line := r.String()
		if len(r.Sources) > 0 {
			line += " [" + strings.Join(r.Sources, ", ") + "]"
		}
		if p := at(r); p.File != "" {
			line += "  " + lineAt(p)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return []string{"of several differences together"}
	}
	return lines
}

// lineAt is a place without its column.
func lineAt(p belief.Place) string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

// writeGroups lists effects below their causes.
func (c *console) writeGroups(s stream, b *strings.Builder, groups []*causeGroup, indent string, all bool) {
	for i, group := range groups {
		if i == mostCauses && !all {
			fmt.Fprintf(b, "%s… %s more, -v shows all\n", indent, plural(len(groups)-i, "cause"))
			return
		}
		for _, line := range group.causes {
			fmt.Fprintln(b, c.folded(s, indent+onLine(line)))
		}
		for k, line := range group.effects {
			if k == mostEffects && !all {
				fmt.Fprintf(b, "%s  … %d more, -v shows all\n", indent, len(group.effects)-k)
				break
			}
			fmt.Fprintln(b, c.folded(s, indent+"  "+onLine(line)))
		}
	}
}
