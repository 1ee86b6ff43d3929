package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// wholeFlags are those of a revision that makes the rules of a base those of a file.
type wholeFlags struct {
	file string
	requestFlags
}

func (f *wholeFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "rules", "", "make the rules and constraints of the base those of this `FILE`, in one revision")
	f.requestFlags.add(cmd)
	cobra.CheckErr(cmd.MarkFlagFilename("rules", "yaml", "yml"))
}

// check refuses what a file with revisions says itself.
func (f *wholeFlags) check(cmd *cobra.Command) error {
	for _, name := range []string{"because", "by", "at", "name"} {
		if f.file == "" && cmd.Flags().Changed(name) {
			return refuse("write it beside the revision, in the file", "--%s is for --rules: a file with revisions says it itself", name)
		}
	}
	return f.requestFlags.check()
}

// request is what there is to say of the revision, nil where the file has revisions of its own.
func (f *wholeFlags) request() *revise.Request {
	if f.file == "" {
		return nil
	}
	return &revise.Request{Name: f.name, Because: f.because, By: f.by, At: f.at}
}

// difference makes the source one of the revision that leads from the rules of a base to those of its file.
func (s *source) difference(ctx context.Context, program *rules.Program) error {
	whole, err := scenarios.LoadRules(s.fsys, s.name, program, *s.whole, scenarios.WithContext(ctx))
	if err != nil {
		return s.place(err)
	}
	if len(whole.Unlike) > 0 {
		var lines []string
		for _, u := range whole.Unlike {
			there := u.There.Place
			there.File = s.path(there.File)
			lines = append(lines, u.Here.Name+" has "+u.HasHere+" in the base and "+u.HasThere+at(there))
		}
		return refuse("what a relation is stays: give the new one another name, or make a new base with 'revise init'",
			"the relations of %s are not those of the base: %s", s.given, strings.Join(lines, "; "))
	}
	s.fsys, s.name = withText{s.fsys, whole.File, []byte(whole.Text)}, whole.File
	return nil
}
