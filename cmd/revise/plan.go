package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/scenarios"
)

func newPlan(c *console) *cobra.Command {
	var f applyFlags
	var whole wholeFlags
	var root, save string
	cmd := &cobra.Command{
		Use:   "plan BASE FILE",
		Short: "Reports what the revisions of a file would change in a lasting base; nothing is applied.",
		Example: example(
			"revise plan access.db leave.yaml",
			"revise plan access.db leave.yaml --save leave.plan",
			"revise plan access.db --rules rbac.yaml",
		),
		Args: func(cmd *cobra.Command, args []string) error {
			if whole.file != "" {
				return wants("BASE")(cmd, args)
			}
			return wants("BASE", "FILE")(cmd, args)
		},
		ValidArgsFunction: completeBaseAndFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(cmd, c), whole.check(cmd)); err != nil {
				return err
			}
			if cmd.Flags().Changed("save") {
				if err := checkBeside("--save", save, f.output.file, args[0]); err != nil {
					return err
				}
			}
			ctx, cancel := f.derive.bounded(cmd.Context())
			defer cancel()
			src, err := openSource(ctx, c, append(args, whole.file)[1], root)
			if err != nil {
				return err
			}
			defer src.close()
			src.whole = whole.request()
			return f.plan(ctx, c, args[0], src, save)
		},
	}
	cmd.Flags().StringVar(&save, "save", "", "save the revisions, and where the base is, to this `FILE` for 'revise apply --plan'")
	whole.add(cmd)
	addRoot(cmd, &root)
	f.add(cmd)
	return cmd
}

// plan tries the revisions, writes the report, and saves the plan where that is asked for and nothing was refused.
func (f *applyFlags) plan(ctx context.Context, c *console, base string, src *source, save string) error {
	a := &application{applyFlags: f, console: c, sources: []*source{src}}
	if err := a.inOrder(base); err != nil {
		return err
	}
	var head journal.Head
	if err := readBase(ctx, base, func(j *journal.Journal) error {
		progress := startProgress(c, f.derive.quiet)
		defer progress.stop()
		head = j.Head()
		return a.run(ctx, j, progress, func(s scenarios.Step) (*revise.Outcome, error) { return j.Try(ctx, s.Request) })
	}); err != nil {
		return err
	}
	if err := f.write(c, a.document); err != nil {
		return err
	}
	if save != "" && a.refused == nil {
		if err := c.read.spare("--save", save); err != nil {
			return err
		}
		return writeFile(save, func(w io.Writer) error { return writeJSON(w, planOf(head, a.steps)) })
	}
	return a.verdict(false)
}

// planJSON is a plan as it is saved: where the base was, and the requests as they were written.
type planJSON struct {
	Schema   int           `json:"schema"`
	Revision int           `json:"revision"`
	Hash     string        `json:"hash"`
	Requests []requestJSON `json:"requests"`
}

type requestJSON struct {
	File string `json:"file"`
	Text string `json:"text"`
}

func planOf(head journal.Head, steps []scenarios.Step) planJSON {
	plan := planJSON{Schema: 1, Revision: head.Number, Hash: hex.EncodeToString(head.Hash), Requests: []requestJSON{}}
	for _, step := range steps {
		plan.Requests = append(plan.Requests, requestJSON{step.Place.File, step.Text})
	}
	return plan
}

// applyPlan applies what a plan says, if the base is where it was when the plan was made.
func (f *applyFlags) applyPlan(ctx context.Context, c *console, base, file string) error {
	plan, head, err := readPlan(file)
	if err != nil {
		return err
	}
	a := &application{applyFlags: f, console: c, head: head}
	for _, request := range plan.Requests {
		src, err := openRoot(".")
		if err != nil {
			return err
		}
		defer src.close()
		src.fsys, src.name, src.given = withText{src.fsys, request.File, []byte(request.Text)}, request.File, file
		a.sources = append(a.sources, src)
	}
	if err := a.revise(ctx, base); err != nil {
		return err
	}
	return a.tell()
}

func readPlan(file string) (*planJSON, *journal.Head, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, refuse("", "cannot read %s: %v", file, cause(err))
	}
	var plan planJSON
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&plan)
	hash, failed := hex.DecodeString(plan.Hash)
	if err = errors.Join(err, failed); err != nil || plan.Schema != 1 || len(plan.Requests) == 0 {
		return nil, nil, refuse("'revise plan BASE FILE --save PLAN' makes one", "%s is no plan", file)
	}
	return &plan, &journal.Head{Number: plan.Revision, Hash: hash}, nil
}
