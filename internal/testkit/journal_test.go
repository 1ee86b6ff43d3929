package testkit

import (
	"context"
	"encoding/hex"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// TestBasesLast keeps worlds in files, and opens the file anew for each revision: state, outcome and refusals are those
// of an engine that stays, what is read back of a revision is what it said, every earlier state can be asked for, and
// the file is sound.
func TestBasesLast(t *testing.T) {
	count := 40
	if *programs > 0 {
		count = *programs
	}
	kept := 0
	for i := range count {
		seed := *seed + uint64(i)
		w := loadable(Generate(NewDice(seed)))
		s := loadWorld(t, w)
		if s == nil {
			continue
		}
		b := &lastingWorld{t: t, seed: seed, world: w, file: filepath.Join(t.TempDir(), "world.db")}
		kept += b.play(s)
	}
	if kept < count {
		t.Errorf("only %d revisions were kept", kept)
	}
}

func loadWorld(t *testing.T, w *World) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Load(fstest.MapFS{"world.yaml": {Data: []byte(w.Text(true))}}, "world.yaml")
	if err != nil {
		t.Fatalf("%v\n%s", err, w.Text(true))
	}
	return s
}

// lastingWorld is a world in a file, beside an engine that stays.
type lastingWorld struct {
	t      *testing.T
	seed   uint64
	world  *World
	file   string
	states [][]string // after each revision that was kept
}

func (b *lastingWorld) fatalf(format string, args ...any) {
	b.t.Helper()
	b.t.Fatalf("seed %d: "+format+"\n%s", append(append([]any{b.seed}, args...), b.world.Text(true))...)
}

// play makes every revision, and returns how many were kept.
func (b *lastingWorld) play(s *scenarios.Scenario) int {
	ctx := context.Background()
	made, err := revise.New(ctx, s.Program, s.Base)
	var refusal *revise.Refusal
	if errors.As(err, &refusal) {
		return 0
	}
	start := journal.Start{Program: s.Program, Base: s.Base, Engine: made, Shown: s.Report, Stamp: journal.Stamp{Recorded: "2026-01-01T00:00:00Z"}}
	for _, doc := range s.Documents {
		start.Documents = append(start.Documents, journal.Document{
			Name: doc.Name, SHA256: hex.EncodeToString(doc.Digest[:]), Bytes: int64(doc.Bytes), Lines: scenarios.WithoutBeliefs(doc),
		})
	}
	if err := journal.Create(ctx, b.file, start); err != nil {
		b.fatalf("%v", err)
	}
	b.states = append(b.states, dump(made))
	for _, r := range b.world.Revisions {
		b.step(made, r)
	}
	b.look()
	return len(b.states) - 1
}

// step makes one revision on the file and on the engine.
func (b *lastingWorld) step(stays *revise.Engine, r *Revision) {
	ctx := context.Background()
	j, err := journal.OpenToWrite(ctx, b.file)
	if err != nil {
		b.fatalf("%s: %v", r.Name, err)
	}
	defer func() {
		if err := j.Close(); err != nil {
			b.fatalf("%s: %v", r.Name, err)
		}
	}()
	step, err := b.read(j, r)
	if err != nil {
		return // it does not fit what the revisions before it have left
	}
	got, err := j.Apply(ctx, journal.Request{Request: step.Request, Text: step.Text, Recorded: "2026-01-02T00:00:00Z"})
	wanted, refused := stays.Revise(ctx, step.Request)
	if (err != nil) != (refused != nil) {
		b.fatalf("%s: in the file %v, on the engine %v", r.Name, err, refused)
	}
	engine, failed := j.Engine(ctx)
	if failed != nil {
		b.fatalf("%s: %v", r.Name, failed)
	}
	if got, want := dump(engine), dump(stays); !slices.Equal(got, want) {
		b.fatalf("%s: in the file\n%s\non the engine\n%s", r.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if err != nil || r.WhatIf {
		return
	}
	if got.Number == 0 { // it changed nothing, and is not kept
		wanted.Number = 0
		if diff := cmp.Diff(wanted, got, outcomes...); diff != "" {
			b.fatalf("%s: %s", r.Name, diff)
		}
		if last := b.states[len(b.states)-1]; !slices.Equal(last, dump(stays)) {
			b.fatalf("%s changed something", r.Name)
		}
		return
	}
	b.states = append(b.states, dump(stays))
	read, err := j.Outcome(len(b.states) - 1)
	if err != nil {
		b.fatalf("%s: %v", r.Name, err)
	}
	for _, o := range []*revise.Outcome{got, read.Outcome} {
		wanted.Number = o.Number
		if diff := cmp.Diff(wanted, o, outcomes...); diff != "" {
			b.fatalf("%s: %s", r.Name, diff)
		}
	}
}

// look asks for every state, and has the file checked.
func (b *lastingWorld) look() {
	ctx := context.Background()
	j, err := journal.Open(ctx, b.file)
	if err != nil {
		b.fatalf("%v", err)
	}
	defer j.Close()
	for number, want := range b.states {
		e, err := j.EngineAfter(ctx, number)
		if err != nil {
			b.fatalf("after %d: %v", number, err)
		}
		if got := dump(e); !slices.Equal(got, want) {
			b.fatalf("after %d, asked later\n%s\nthen\n%s", number, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if !slices.ContainsFunc(b.world.Revisions, func(r *Revision) bool { return len(r.AddRules)+len(r.RemoveRules) > 0 }) {
		b.compareHistory(j)
	}
	checked, err := j.Check(ctx)
	if err != nil || len(checked.Wrong) > 0 {
		b.fatalf("%v %v", checked, err)
	}
	if checked.Revisions != len(b.states) {
		b.fatalf("%d revisions, and %d were checked", len(b.states), checked.Revisions)
	}
}

// outcomes compare what two engines say of a revision.
var outcomes = []cmp.Option{
	cmp.Comparer(func(a, b belief.Value) bool { return a == b }), cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(revise.Outcome{}, "Request", "Strata"), cmpopts.IgnoreUnexported(revise.Premise{}),
}

// read reads one revision for the base as it is now.
func (b *lastingWorld) read(j *journal.Journal, r *Revision) (*scenarios.Step, error) {
	past := scenarios.History{Programs: func(undo string) (before, after *rules.Program, found bool) {
		number, err := j.Find(undo)
		if err != nil {
			return nil, nil, false
		}
		before, _ = j.ProgramAfter(number - 1)
		after, _ = j.ProgramAfter(number)
		return before, after, true
	}}
	one := *b.world
	one.Revisions = []*Revision{r}
	later, err := scenarios.LoadRevisions(fstest.MapFS{"world.yaml": {Data: []byte(one.Text(true))}}, "world.yaml", j.Program(), past)
	if err != nil {
		return nil, err
	}
	j.Widen(later.Program)
	return &later.Steps[0], nil
}

// factsIn returns the facts of a dump, and which of them are believed.
func factsIn(state []string) (holds, believed map[string]bool) {
	holds, believed = map[string]bool{}, map[string]bool{}
	for _, line := range state {
		fact, rest, _ := strings.Cut(line, " <- ")
		holds[fact], believed[fact] = true, !strings.HasSuffix(rest, "[]")
	}
	return holds, believed
}

// compareHistory compares what is said of the history with the states that there were.
func (b *lastingWorld) compareHistory(j *journal.Journal) {
	last := len(b.states) - 1
	every := map[string]bool{}
	for to := range b.states {
		for from := range to + 1 {
			o, err := j.Diff(from, to)
			if err != nil {
				b.fatalf("%d..%d: %v", from, to, err)
			}
			b.compareDiff(j.Program(), o, b.states[from], b.states[to])
		}
		holds, _ := factsIn(b.states[to])
		maps.Copy(every, holds)
	}
	first, _ := factsIn(b.states[0])
	now, _ := factsIn(b.states[last])
	for text := range every {
		f, err := belief.ParseFact(text)
		if err != nil {
			b.fatalf("%v", err)
		}
		life, err := j.Life(f)
		if err != nil || life.AtStart != first[text] || life.Holds != now[text] {
			b.fatalf("the life of %s: %+v, %v; it held at the start: %t, now: %t", text, life, err, first[text], now[text])
		}
	}
}

// compareDiff makes the changes of an outcome on a state, and compares it with another.
func (b *lastingWorld) compareDiff(p *rules.Program, o *revise.Outcome, from, to []string) {
	holds, believed := factsIn(from)
	for _, c := range o.Retracted {
		delete(holds, c.Fact.String())
	}
	for _, v := range o.Changed {
		delete(holds, v.Before.String())
		holds[v.After.String()] = true
	}
	for _, c := range o.Gained {
		holds[c.Fact.String()] = true
	}
	for _, w := range o.Base.Withdrawn {
		believed[w.Fact.String()] = false
	}
	for _, a := range o.Base.Asserted {
		believed[a.Fact.String()] = true
	}
	wanted, wantBelieved := factsIn(to)
	for f := range union(holds, wanted) {
		name, _, _ := strings.Cut(f, "(")
		if concluded := len(p.Relation(name).Rules) > 0; concluded && holds[f] != wanted[f] || believed[f] != wantBelieved[f] {
			b.fatalf("%s: %s holds %t, believed %t; wanted %t, %t", o.Request.Name, f, holds[f], believed[f], wanted[f], wantBelieved[f])
		}
	}
}

func union(a, b map[string]bool) map[string]bool {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
