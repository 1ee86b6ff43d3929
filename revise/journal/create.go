package journal

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Start is what a base is made from.
type Start struct {
	Title, About string
	Shown        []string   // relations whose changes reports show; nil: every one with rules
	Documents    []Document // in the order in which package rules is to read them
	Program      *rules.Program
	Base         *belief.Base   // that the engine has taken over
	Engine       *revise.Engine // not revised yet
	Stamp        Stamp
}

// Create makes a belief base of an engine's state, whole or not at all: the file is there when everything in it is on
// the disk. It replaces nothing. The error is an *Error.
func Create(ctx context.Context, name string, s Start, opts ...Option) error {
	j := newJournal(ctx, name, opts)
	if err := Vacant(name); err != nil {
		return err
	}
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d", filepath.Base(name), os.Getpid()))
	err := j.create(temporary)
	if err == nil {
		err = j.fill(s)
	}
	if closed := j.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = j.install(temporary)
	}
	if err != nil {
		os.Remove(temporary) // the first error is the one to tell
	}
	return err
}

// fill writes the first state.
func (j *Journal) fill(s Start) error {
	if err := j.exec("BEGIN; " + tables); err != nil {
		return err
	}
	c := newChain(nil)
	if err := j.writeDocuments(s.Documents, c); err != nil {
		return err
	}
	if err := j.writeAbout(s); err != nil {
		return err
	}
	if err := j.chainAbout(c); err != nil {
		return err
	}
	if err := j.writeRelations(s.Program); err != nil {
		return err
	}
	if err := j.writeRules(nil, s.Program, 0); err != nil {
		return err
	}
	for _, r := range s.Program.Relations {
		if err := j.writeBeliefs(r, s.Base, c); err != nil {
			return err
		}
	}
	if err := j.writeAll(s.Program, s.Engine.Kept(), s.Base.Dictionary()); err != nil {
		return err
	}
	if err := j.tellState(s.Engine.Position()); err != nil {
		return err
	}
	first := Revision{Stamp: s.Stamp, Outcome: &revise.Outcome{
		BaseBeliefs: s.Engine.BaseBeliefs(), Conclusions: s.Engine.Conclusions(), Violations: len(s.Engine.Violations()),
	}}
	if err := j.writeRevision(first, c); err != nil {
		return err
	}
	return j.exec("COMMIT; PRAGMA journal_mode = WAL")
}

func (j *Journal) writeAbout(s Start) error {
	var shown any
	if s.Shown != nil {
		shown = list(len(s.Shown), " ", func(i int) string { return s.Shown[i] })
	}
	for key, value := range map[string]any{
		aboutTitle: s.Title, aboutText: s.About, aboutShown: shown,
	} {
		if err := j.tell(key, value); err != nil {
			return err
		}
	}
	return nil
}

// writeAll makes the tables of what is concluded, and the views of what is only believed.
func (j *Journal) writeAll(p *rules.Program, kept []revise.Kept, d *belief.Dictionary) error {
	for _, t := range conclusionTables(kept) {
		if err := j.writeConclusions(t, d); err != nil {
			return err
		}
	}
	for _, r := range p.Relations {
		if len(r.Rules) == 0 {
			if err := j.exec(viewOf(r)); err != nil {
				return err
			}
		}
	}
	return nil
}
