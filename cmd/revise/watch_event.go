package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/gate"
	"github.com/beliefbase/revise/rules"
)

// eventKind is what an event is about.
type eventKind string

const (
	startEvent    eventKind = "start"
	revisionEvent eventKind = "revision" // one that the file got
	editedEvent   eventKind = "edited"   // what came before has changed
	brokenEvent   eventKind = "broken"   // what is there now does not load
	restoredEvent eventKind = "restored" // it loads again, and nothing has changed
)

// write tells events, one after the other.
func (w *watcher) write(events []event) error {
	for i := range events {
		e := &events[i]
		w.redact.hideIn(e.outcome, &e.changes, &e.step.Request)
		var err error
		if w.format.value == "jsonl" {
			err = w.writeLine(e)
		} else {
			err = w.writeText(e)
		}
		if err != nil {
			return fmt.Errorf("writing to standard output: %w", cause(err))
		}
	}
	return nil
}

// writeText tells an event to a person. What is wrong with files, and that the watch begins, is talk.
func (w *watcher) writeText(e *event) error {
	c := w.console
	switch e.kind {
	case startEvent:
		w.derive.note(c, fmt.Sprintf("watching %s: %s, %s, %s; cursor %s", e.message,
			plural(e.start.BaseBeliefs, "base belief"), plural(e.start.Rules, "rule"), plural(e.start.Conclusions, "conclusion"), &e.cursor))
		return nil
	case brokenEvent:
		c.tell(e.err)
		c.say("what held before still stands; still watching")
		return nil
	case restoredEvent:
		w.derive.note(c, "it loads again; nothing changed")
		return nil
	}
	var b strings.Builder
	fmt.Fprintln(&b, c.folded(c.out, e.heading()))
	var effects []string
	for _, change := range e.changes {
		effects = append(effects, effect(gate.Breach{Change: change, Message: changeText(change)}))
	}
	c.writeGroups(c.out, &b, e.at.grouped(e.changes, effects), "  ", w.verbose)
	for _, line := range e.remarks() {
		fmt.Fprintln(&b, c.folded(c.out, "  "+onLine(line)))
	}
	_, err := io.WriteString(c.out, b.String())
	return err
}

// changeText says what happens, of a violation with its message.
func changeText(c gate.Change) string {
	if c.Message == "" {
		return c.String()
	}
	return c.String() + ": " + c.Message
}

// heading is the cursor, and what came.
func (e *event) heading() string {
	text := e.cursor.String() + "  "
	if e.kind == editedEvent {
		return text + "the file was edited"
	}
	text += report.Safe(stepName(e.step.Request, e.number))
	if because := e.step.Request.Because; because != "" {
		text += ", because " + report.Safe(because)
	}
	if e.outcome.WhatIf {
		text += " (what if)"
	}
	return text
}

// remarks are what there is to say beside the changes.
func (e *event) remarks() []string {
	switch {
	case e.err != nil:
		return []string{e.err.Error()}
	case e.outcome.Refused != nil:
		return []string{"refused: " + e.outcome.Refused.Message}
	}
	var lines []string
	for _, v := range e.outcome.MendedViolations {
		lines = append(lines, v.Fact.String()+" is violated no more")
	}
	if len(e.changes)+len(lines) == 0 {
		lines = append(lines, "no reported conclusion changed")
	}
	return lines
}

type eventJSON struct {
	Schema      int              `json:"schema"`
	Event       eventKind        `json:"event"`
	Cursor      string           `json:"cursor"`
	Number      int              `json:"number,omitempty"`
	Name        string           `json:"name,omitempty"`
	Undo        string           `json:"undo,omitempty"`
	Because     string           `json:"because,omitempty"`
	By          string           `json:"by,omitempty"`
	At          string           `json:"at,omitempty"`
	WhatIf      bool             `json:"what_if,omitempty"`
	Refused     string           `json:"refused,omitempty"`
	Message     string           `json:"message,omitempty"`
	Asserted    []string         `json:"asserted,omitempty"`
	Withdrawn   []string         `json:"withdrawn,omitempty"`
	Changes     []changeJSON     `json:"changes,omitempty"`
	Mended      []string         `json:"mended,omitempty"`
	Diagnostics []diagnosticJSON `json:"diagnostics,omitempty"`
}

type changeJSON struct {
	Change  string     `json:"change"`
	Fact    string     `json:"fact"`
	Before  string     `json:"before,omitempty"`
	Message string     `json:"message,omitempty"`
	Roots   []rootJSON `json:"roots"`
}

type rootJSON struct {
	Side    string     `json:"side"`
	What    string     `json:"what"`
	Place   *placeJSON `json:"place,omitempty"`
	Sources []string   `json:"sources,omitempty"`
	Marked  *placeJSON `json:"marked,omitempty"` // in head
}

func (at placer) rootJSON(r gate.Root) rootJSON {
	j := rootJSON{Side: r.Side.String(), What: r.String(), Sources: r.Sources}
	if place := at(r); place.File != "" {
		written := toPlaceJSON(place)
		j.Place = &written
	}
	return j
}

// writeLine tells an event to a program.
func (w *watcher) writeLine(e *event) error {
	r := e.step.Request
	line := eventJSON{Schema: 1, Event: e.kind, Cursor: e.cursor.String(), Number: e.number, Name: r.Name, Undo: r.Undo, Because: r.Because, By: r.By, At: r.At}
	if e.outcome != nil {
		line.tell(e.outcome)
	}
	if e.err != nil {
		line.Message = e.err.Error()
		line.diagnose(e.err)
		w.redact.hideIn(&line.Message, &line.Diagnostics)
	}
	for _, c := range e.changes {
		j := changeJSON{Change: c.Kind.String(), Fact: c.Fact.String(), Message: c.Message, Roots: []rootJSON{}}
		if c.Kind == gate.Changed {
			j.Before = c.Before.String()
		}
		for _, r := range c.Roots {
			j.Roots = append(j.Roots, e.at.rootJSON(r))
		}
		line.Changes = append(line.Changes, j)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(line); err != nil {
		return err
	}
	_, err := io.WriteString(w.console.out, visible(b.String())) // outside of strings all of it is visible
	return err
}

// tell fills in what a revision did to the base.
func (j *eventJSON) tell(o *revise.Outcome) {
	j.WhatIf = o.WhatIf
	if o.Refused != nil {
		j.Refused, j.Message = string(o.Refused.Kind), o.Refused.Message
	}
	facts := func(beliefs []belief.Belief) []string {
		var list []string
		for _, b := range beliefs {
			list = append(list, b.Fact.String())
		}
		return list
	}
	j.Asserted, j.Withdrawn = facts(o.Base.Asserted), facts(o.Base.Withdrawn)
	for _, v := range o.MendedViolations {
		j.Mended = append(j.Mended, v.Fact.String())
	}
}

// diagnose fills in what is wrong with the files.
func (j *eventJSON) diagnose(err error) {
	var (
		diagnostics rules.Diagnostics
		input       *inputError
	)
	if errors.As(err, &input) && input.file != "" {
		diagnostics = input.diagnostics()
	}
	if errors.As(err, &diagnostics) {
		j.Message = tally(diagnostics)
	}
	j.Diagnostics = toDiagnosticsJSON(diagnostics)
}
