package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// choice is a flag that takes one of a few names.
type choice struct {
	value string
	names []string
}

func (f *choice) String() string { return f.value }

func (f *choice) Type() string { return "NAME" }

func (f *choice) Set(name string) error {
	for _, known := range f.names {
		if known == name {
			f.value = name
			return nil
		}
	}
	return fmt.Errorf("write one of %s%s", strings.Join(f.names, ", "), didYouMean(name, f.names))
}

// addChoice defines a flag that takes one of the names; the first is the default.
func addChoice(cmd *cobra.Command, flag, what string, names ...string) *choice {
	f := &choice{value: names[0], names: names}
	cmd.Flags().Var(f, flag, fmt.Sprintf("%s: %s", what, strings.Join(names, ", ")))
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
	return f
}

// size is a flag that takes a number of bytes, such as 512MiB.
type size int64

// units are longest first, so that a unit is not taken for its ending.
var units = []struct {
	name   string
	factor int64
}{
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1}, {"", 1},
}

// String writes the size as Set reads it, binary where it can be.
func (f *size) String() string {
	for _, unit := range units {
		if *f > 0 && int64(*f)%unit.factor == 0 {
			return strconv.FormatInt(int64(*f)/unit.factor, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*f), 10)
}

func (f *size) Type() string { return "SIZE" }

func (f *size) Set(text string) error {
	for _, unit := range units {
		digits, found := strings.CutSuffix(text, unit.name)
		if !found {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/unit.factor {
			break
		}
		*f = size(n * unit.factor)
		return nil
	}
	return errors.New("write a size such as 512MiB or 2GB, or 0 for no bound")
}

// moment is a flag that says when something happened: in words, but if it begins like a date it must be one.
type moment string

func (f *moment) String() string { return string(*f) }

func (f *moment) Type() string { return "DATE" }

func (f *moment) Set(text string) error {
	_, _, err := belief.ParseMoment(text)
	*f = moment(text)
	return err
}

// lookFlags say how texts look.
type lookFlags struct {
	color *choice
	width int
}

func (f *lookFlags) add(cmd *cobra.Command) {
	f.color = addChoice(cmd, "color", "color", "auto", "always", "never")
	cmd.Flags().IntVar(&f.width, "width", 0, "`COLUMNS` that a text may take; the terminal's by default, 100 when piped")
}

// apply makes the console look as asked.
func (f *lookFlags) apply(c *console) error {
	if f.width != 0 && f.width < 20 {
		return refuse("", "--width %d: write 20 or more", f.width)
	}
	c.color, c.width = f.color.value, f.width
	return nil
}

// defaultMemory bounds what a program that never ends may hold: the machine has other work.
const defaultMemory size = 8 << 30

// deriveFlags say how conclusions are derived, and within which bounds.
type deriveFlags struct {
	root     string
	strategy *choice
	verify   bool
	timeout  time.Duration
	memory   size
	limit    int
	quiet    bool
	asOf     string
}

func (f *deriveFlags) add(cmd *cobra.Command) {
	f.addStrategy(cmd)
	cmd.Flags().BoolVar(&f.verify, "verify", false, "check every state rule by rule and against recomputation; a difference ends with exit code 4")
	f.addBounds(cmd)
}

// addStrategy defines the flags that say how, and from where.
func (f *deriveFlags) addStrategy(cmd *cobra.Command) {
	f.strategy = addChoice(cmd, "strategy", "how conclusions are kept in step", strategyNames()...)
	addRoot(cmd, &f.root)
}

// addBounds defines the flags that bound what deriving may take.
func (f *deriveFlags) addBounds(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.DurationVar(&f.timeout, "timeout", 0, "give up after a `DURATION` such as 30s, with exit code 3")
	f.memory = defaultMemory
	flags.Var(&f.memory, "memory", "give up beyond this `SIZE`, such as 2GB, with exit code 3; 0 for no bound")
	flags.IntVar(&f.limit, "limit", 0, "give up beyond `N` conclusions, with exit code 3")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "neither progress nor notes on standard error")
}

func addRoot(cmd *cobra.Command, root *string) {
	cmd.Flags().StringVar(root, "root", "", "the `FOLDER` below which every file must lie; by default that of FILE")
	cobra.CheckErr(cmd.MarkFlagDirname("root"))
}

func strategyNames() []string {
	var names []string
	for _, s := range revise.Strategies() {
		names = append(names, string(s))
	}
	return names
}

// check refuses bounds that bound nothing.
func (f *deriveFlags) check(cmd *cobra.Command) error {
	for _, flag := range []struct {
		name string
		ok   bool
	}{{"timeout", f.timeout > 0}, {"limit", f.limit > 0}} {
		if cmd.Flags().Changed(flag.name) && !flag.ok {
			return refuse("leave it out for no such bound", "--%s must be more than zero", flag.name)
		}
	}
	return nil
}

// reviseFlags are a first revision, given on the command line.
type reviseFlags struct {
	assert   []string
	withdraw []string
}

func (f *reviseFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.assert, "assert", nil, "assert this `ATOM` in a first revision, such as 'today(2026-12-01)'; may be repeated")
	cmd.Flags().StringArrayVar(&f.withdraw, "withdraw", nil, "withdraw this `ATOM` or pattern in the same revision; may be repeated")
}

// bounded returns the context of a command that --timeout ends. Where memory is bounded the collector works harder near
// the bound, so that what is garbage leaves room for what is held.
func (f *deriveFlags) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.memory > 0 {
		debug.SetMemoryLimit(int64(f.memory))
	}
	if f.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, f.timeout)
}

// note says what a person may want to know beside the answer.
func (f *deriveFlags) note(c *console, text string) {
	if text != "" && !f.quiet {
		c.say("%s", text)
	}
}
