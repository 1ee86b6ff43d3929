package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

// The exit codes, as docs/reference/exit-codes.md explains them.
const (
	exitDone        = 0
	exitNo          = 1   // the answer is no
	exitRefused     = 2   // the input was refused
	exitFault       = 3   // a limit, a time-out or a run-time fault
	exitDisagree    = 4   // algorithms disagree or verification failed
	exitInterrupted = 130 // Ctrl-C
)

// exitError ends a command that has said everything already.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// inputError says that what the person gave cannot be worked with, and what to do about it.
type inputError struct {
	message string
	hint    string // may be empty
	file    string // that cannot be read; empty where something else is wrong
}

func (e *inputError) Error() string { return e.message }

func refuse(hint, format string, args ...any) error {
	return &inputError{message: fmt.Sprintf(format, args...), hint: hint}
}

// duringError says what was under way when something ended it.
type duringError struct {
	what string
	err  error
}

func (e *duringError) Error() string { return e.what + ": " + e.err.Error() }

func (e *duringError) Unwrap() error { return e.err }

// faults are what is wrong with several inputs, all of them to be told.
type faults []error

func (f faults) Error() string { return errors.Join(f...).Error() }

func (f faults) Unwrap() []error { return f }

// together is one error of those that several inputs have, all diagnostics in one list: nil if there is none, and the one
// that ended everything alone.
func together(errs ...error) error {
	var all rules.Diagnostics
	var others faults
	for _, err := range errs {
		var diagnostics rules.Diagnostics
		switch {
		case err == nil:
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			return err
		case errors.As(err, &diagnostics):
			all = append(all, diagnostics...)
		default:
			others = append(others, err)
		}
	}
	if len(all) > 0 {
		others = append(others, all)
	}
	switch len(others) {
	case 0:
		return nil
	case 1:
		return others[0]
	}
	return others
}

// firstRefused is the refusal of the revision that --assert and --withdraw make.
type firstRefused struct{ refusal *revise.Refusal }

func (e *firstRefused) Error() string {
	return "the revision of --assert and --withdraw was refused: " + e.refusal.Error()
}

func (e *firstRefused) Unwrap() error { return e.refusal }

// afterError is what failed when all that was asked for had been done, so that only the answer is missing.
type afterError struct {
	what string // failed, as a sentence goes on
	err  error
}

func (e *afterError) Error() string { return e.what + ": " + cause(e.err).Error() }

func (e *afterError) Unwrap() error { return e.err }

// after wraps an error of what comes after the work; nil stays nil.
func after(what string, err error) error {
	if err == nil {
		return nil
	}
	return &afterError{what, err}
}

// unreported is what failed where a report, or the line in place of one, is lost.
const unreported = "only the report could not be written"

// bugError is a panic that was caught.
type bugError struct {
	what  any
	where string
}

func (e *bugError) Error() string {
	return fmt.Sprintf("this is a bug in revise: %v (%s)", e.what, e.where)
}

// bug must be called from the function that recovered: it names the place of ours that panicked.
func bug(caught any) error {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	where := "unknown place"
	for panicked := false; ; {
		frame, more := frames.Next()
		if panicked && !strings.HasPrefix(frame.Function, "runtime.") {
			where = fmt.Sprintf("%s:%d", frame.Function, frame.Line)
			break
		}
		panicked = panicked || frame.Function == "runtime.gopanic"
		if !more {
			break
		}
	}
	return &bugError{what: caught, where: where}
}

// exitCode is the code that an error ends the process with.
func exitCode(err error) int {
	var (
		ended       exitError
		input       *inputError
		diagnostics rules.Diagnostics
		notCovered  *revise.NotCoveredError
		disagree    *revise.Disagreement
		flaw        *revise.Flaw
		refusal     *revise.Refusal
		kept        *journal.Error
		afterwards  *afterError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &ended):
		return int(ended)
	case errors.As(err, &afterwards):
		return exitNo
	case errors.As(err, &disagree), errors.As(err, &flaw):
		return exitDisagree
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return exitFault
	case errors.As(err, &refusal):
		return refusalCode(refusal)
	case errors.As(err, &input), errors.As(err, &diagnostics), errors.As(err, &notCovered):
		return exitRefused
	case errors.As(err, &kept):
		return journalCode(kept)
	}
	return exitFault
}

// journalCode is the code of a belief base that cannot be worked with.
func journalCode(e *journal.Error) int {
	switch e.Kind {
	case journal.Full, journal.Failed:
		return exitFault
	}
	return exitRefused
}

// refusalCode is the code of a request that the engine refused.
func refusalCode(r *revise.Refusal) int {
	switch r.Kind {
	case revise.RefusedCancelled:
		return exitInterrupted
	case revise.RefusedFault, revise.RefusedLimit:
		return exitFault
	}
	return exitRefused
}
