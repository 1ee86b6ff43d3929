package main

import (
	"cmp"
	"context"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/gate"
	"github.com/beliefbase/revise/rules"
)

// gateOptions are the flags of gate.
type gateOptions struct {
	derive             deriveFlags
	output             outputFlags
	look               lookFlags
	base, head, policy string
	today              string
	verbose            bool
	redact             redactFlags
}

// gateFormats write the verdict over a change.
var gateFormats = map[string]func(*console, stream, *gated, bool) error{
	"text": writeGate, "json": writeGateJSON, "junit": writeGateJUnit, "sarif": writeGateSARIF, "github": writeGateGitHub,
}

func newGate(c *console) *cobra.Command {
	var o gateOptions
	cmd := &cobra.Command{
		Use:   "gate --base FILE --head FILE --policy FILE",
		Short: "Compares what holds in two states, and fails when the change does what a policy forbids.",
		Example: example(
			"revise gate --base scenarios/access-review@0 --head scenarios/access-review@1 --policy scenarios/access-review/policy/gate.yaml",
			"revise gate --base scenarios/access-review@0 --head scenarios/access-review --policy scenarios/access-review/policy/gate.yaml --format github",
		),
		Args: wants(),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd, c) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.base, "base", "", "the state before the change: `FILE` after all its revisions, or FILE@REVISION; also a lasting base")
	flags.StringVar(&o.head, "head", "", "the state after it, `FILE` or FILE@REVISION")
	flags.StringVar(&o.policy, "policy", "", "the `FILE` that says what is forbidden")
	flags.StringVar(&o.today, "today", "", "the `DAY` that exceptions are measured by, such as 2026-12-31; by default that of the clock")
	o.output.add(cmd, map[string]string{".txt": "text", ".json": "json", ".xml": "junit", ".sarif": "sarif"}, "text", "json", "junit", "sarif", "github")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "text: every change that a check is about; nothing is cut")
	o.redact.add(cmd)
	o.derive.add(cmd)
	o.look.add(cmd)
	for _, name := range []string{"base", "head", "policy"} {
		cobra.CheckErr(cmd.MarkFlagFilename(name, "yaml", "yml"))
	}
	return cmd
}

// gated is a change with the verdict over it.
type gated struct {
	base, head *state
	policyFile string
	policy     *gate.Policy
	comparison *gate.Comparison
	verdict    *gate.Verdict
}

// state is one of the two states of a gate.
type state struct {
	given string // as the person wrote it
	*source
	*session
}

func (o *gateOptions) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	for _, flag := range []struct{ name, value string }{{"base", o.base}, {"head", o.head}, {"policy", o.policy}} {
		if flag.value == "" {
			return refuse("for example: revise gate --base main/access --head access --policy gate.yaml", "gate needs --%s", flag.name)
		}
	}
	if o.base == "-" && o.head == "-" {
		return refuse("put one of the two into a file", "only one of --base and --head can be standard input")
	}
	return nil
}

// day is that of --today, or of the clock.
func (o *gateOptions) day() (belief.Value, error) {
	day, err := belief.ParseDate(cmp.Or(o.today, time.Now().Format(time.DateOnly)))
	if err != nil {
		return day, refuse("write a day such as 2026-12-31", "--today %s is no day", o.today)
	}
	return day, nil
}

func (o *gateOptions) run(cmd *cobra.Command, c *console) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	today, err := o.day()
	if err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	g := &gated{policyFile: o.policy}
	defer g.close()
	if err := g.read(ctx, c, o); err != nil {
		return err
	}
	if err := o.judge(ctx, c, g, today); err != nil {
		return err
	}
	write := gateFormats[o.output.format.value]
	if err := o.output.write(c, func(s stream) error { return write(c, s, g, o.verbose) }); err != nil {
		return err
	}
	if g.verdict.Breached() > 0 {
		return exitError(exitNo)
	}
	return nil
}

// read takes in the policy and both states: the error tells what is wrong with any of them.
func (g *gated) read(ctx context.Context, c *console, o *gateOptions) error {
	var noPolicy, noBase, noHead error
	g.policy, noPolicy = readPolicy(c, o.policy)
	g.base, noBase = o.open(ctx, c, "--base", o.base)
	g.head, noHead = o.open(ctx, c, "--head", o.head)
	return together(noPolicy, noBase, noHead)
}

func (g *gated) close() {
	for _, s := range []*state{g.base, g.head} {
		if s != nil {
			s.close()
		}
	}
}

// readPolicy reads the file of --policy.
func readPolicy(c *console, name string) (*gate.Policy, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, refuse("", "cannot read the policy %s: %v", name, cause(err))
	}
	if err := readable(name, info); err != nil {
		return nil, err
	}
	c.read = append(c.read, info)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, refuse("", "cannot read the policy %s: %v", name, cause(err))
	}
	policy, diagnostics := gate.ReadPolicy(name, data)
	if policy == nil {
		return nil, diagnostics
	}
	return policy, nil
}

// open derives a state.
func (o *gateOptions) open(ctx context.Context, c *console, flag, given string) (*state, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	file, after := splitPoint(given)
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return nil, err
	}
	s := &state{given: given, source: src}
	var note string
	derive := o.derive
	if src.isBase() {
		derive.asOf, after = after, ""
	}
	if s.session, err = derive.open(ctx, src, nil, progress); err == nil {
		o.derive.note(c, s.note)
		note, err = s.playUntil(ctx, flag, after)
	}
	if err != nil {
		src.close()
		return nil, err
	}
	o.derive.note(c, note)
	return s, nil
}

// splitPoint cuts FILE@REVISION. What is a file as it stands is one.
func splitPoint(given string) (file, after string) {
	at := strings.LastIndexByte(given, '@')
	if _, err := os.Stat(given); err == nil || at < 0 {
		return given, ""
	}
	if _, err := os.Stat(given[:at]); err != nil {
		return given, ""
	}
	return given[:at], given[at+1:]
}

// judge compares the states and applies the policy.
func (o *gateOptions) judge(ctx context.Context, c *console, g *gated, today belief.Value) error {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	strategy, err := revise.ParseStrategy(o.derive.strategy.value)
	if err != nil {
		return err
	}
	options := []revise.Option{
		revise.WithStrategy(strategy),
		revise.WithLimits(revise.Limits{Conclusions: o.derive.limit, Memory: int64(o.derive.memory)}),
		revise.WithProgress(progress.deriving),
	}
	progress.say("comparing")
	g.comparison, err = gate.Compare(ctx, g.base.engine, g.head.engine, options...)
	if unlike := gate.Unlike(err); len(unlike) > 0 {
		return g.unlike(unlike)
	}
	if err != nil {
		return err
	}
	if o.derive.verify {
		if err := g.comparison.Verify(); err != nil {
			return err
		}
	}
	g.comparison.Shown = g.head.scenario.Report
	if g.verdict, err = g.policy.Judge(ctx, g.comparison, today, options[1:]...); err != nil { // its conditions are no rules of the user's
		return err
	}
	for _, engine := range []*revise.Engine{g.base.engine, g.head.engine} {
		if err := o.redact.begin(c, engine); err != nil {
			return err
		}
	}
	o.redact.hideIn(g.verdict)
	return nil
}

// unlike says why states cannot be compared: what is wrong is the two together.
func (g *gated) unlike(relations []*rules.UnlikeError) error {
	var lines []string
	for _, u := range relations {
		here, there := g.base.placed(u.Here.Place), g.head.placed(u.There.Place)
		lines = append(lines, u.Here.Name+" has "+u.HasHere+" in base"+at(here)+" and "+u.HasThere+" in head"+at(there))
	}
	return refuse("give the relation that changed its shape another name", "base and head cannot be compared: %s", strings.Join(lines, "; "))
}
