package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

// tell says on standard error what ended the command, and returns its exit code.
func (c *console) tell(err error) int {
	var (
		ended       exitError
		input       *inputError
		diagnostics rules.Diagnostics
		panicked    *bugError
		first       *firstRefused
		refusal     *revise.Refusal
		kept        *journal.Error
		afterwards  *afterError
	)
	if several, ok := err.(faults); ok {
		for _, err := range several {
			c.tell(err)
		}
		return exitCode(err)
	}
	code := exitCode(err)
	switch {
	case err == nil, errors.As(err, &ended):
	case errors.As(err, &afterwards):
		c.complain(c.changed()+", and durable; "+afterwards.Error(), c.doneHint)
	case code == exitInterrupted:
		c.say("interrupted; %s", c.changed())
	case errors.Is(err, context.DeadlineExceeded):
		c.complain("the time-out was reached"+during(err)+underWay(err)+"; "+c.changed(), "--timeout gives it longer")
	case errors.As(err, &diagnostics):
		fmt.Fprint(c.errs, c.redacted(c.diagnosed(c.errs, diagnostics)))
	case errors.As(err, &input):
		c.complain(input.message, input.hint)
	case errors.As(err, &kept):
		message := kept.Message
		if kept.Kind == journal.Missing {
			message += meaning(nearestFile(kept.File))
		}
		c.complain(message, strings.ReplaceAll(typed(kept.Hint, kept.File), "nothing was changed", c.changed()))
	case errors.As(err, &first):
		c.refused(first)
	case errors.As(err, &refusal):
		c.complain(refusal.Message+at(refusal.Place)+"; "+c.changed(), "")
	case errors.As(err, &panicked):
		c.complain(panicked.Error(), c.changed()+"; please report it with this line, 'revise version' and the files that led here")
	default:
		c.complain(err.Error(), c.done)
	}
	return code
}

// typed is a hint with the name of a base where it says BASE, as a shell takes it.
func typed(hint, base string) string {
	return strings.ReplaceAll(hint, " BASE", " "+shellQuote(base))
}

// refused says why the revision that the command line asks for was refused, and what would be the way.
func (c *console) refused(first *firstRefused) {
	c.complain("the revision of --assert and --withdraw was refused; nothing was changed", "")
	if c.redaction != nil {
		c.redaction.Redact(first.refusal)
	}
	options := report.Options{Width: c.columnsOf(c.errs), Colour: c.colored(c.errs)}
	report.WriteRefusal(c.errs, report.Text, first.refusal, options) // who cannot be told cannot be told that either
}

// during goes on in a sentence about what ended a command, with what was under way.
func during(err error) string {
	var d *duringError
	if !errors.As(err, &d) {
		return ""
	}
	return " in " + d.what + during(d.err)
}

// underWay names the rule that a derivation was stopped in.
func underWay(err error) string {
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) || refusal.Fault == nil {
		return ""
	}
	return ", in rule " + refusal.Fault.Rule.Name + at(refusal.Fault.Rule.Place)
}

// at ends a sentence with its place, where it has one.
func at(p belief.Place) string {
	if p.File == "" {
		return ""
	}
	return " (" + p.String() + ")"
}

// redacted is a text without the values that --redact names, as far as they are known yet.
func (c *console) redacted(text string) string {
	if c.redaction == nil {
		return text
	}
	return c.redaction.Text(text)
}

// say writes one line of talk.
func (c *console) say(format string, args ...any) {
	fmt.Fprintln(c.errs, c.folded(c.errs, visible(c.redacted(fmt.Sprintf(format, args...)))))
}

// complain says what is wrong, and below it what to do.
func (c *console) complain(message, hint string) {
	text, _ := strings.CutPrefix(c.folded(c.errs, "error: "+visible(c.redacted(message))), "error:")
	fmt.Fprintln(c.errs, c.paint(c.errs, red, "error:")+text)
	if hint != "" {
		fmt.Fprintln(c.errs, c.folded(c.errs, "  hint: "+visible(c.redacted(hint))))
	}
}

// visible makes control characters harmless, line ends apart: a message may carry what a file or a name brought along.
func visible(message string) string {
	var b strings.Builder
	for _, r := range message {
		if r == '\n' || belief.Visible(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(belief.Quote(string(r)), `"`))
		}
	}
	return b.String()
}

// onLine is visible for a text that must stay on its line: what a person wrote in it cannot begin another.
func onLine(text string) string { return strings.ReplaceAll(visible(text), "\n", `\n`) }

// The colors, as terminals number them.
const (
	red    = "1;31"
	green  = "32"
	yellow = "1;33"
)

// paint colors a text on streams that show colors.
func (c *console) paint(s stream, color, text string) string {
	if !c.colored(s) {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}
