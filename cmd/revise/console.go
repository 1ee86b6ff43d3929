package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/term"

	"github.com/beliefbase/revise/report"
)

// console is where a command reads and talks: data goes to out, everything else to errs. Each stream decides for
// itself about color and width.
type console struct {
	in   io.Reader
	out  stream
	errs stream
	env  func(string) string

	color string // as --color says; auto until the flags are read
	width int    // as --width says, else 0
	read  inputFiles

	done     string // what has been changed for good, as a sentence says it; nothing if empty
	doneHint string // how to see it

	redaction  *report.Redaction // of what is said, too; nil: nothing is redacted
	helpFailed error             // of writing it: the library that calls for help takes no error
}

// stream is one of the two outputs.
type stream struct {
	io.Writer
	terminal bool
	columns  int // of the terminal, 0 where it does not say
}

// change notes that something was changed for good: whatever fails from here on, that is said. A reader that goes away
// does not end the program any more, so that it can say so.
func (c *console) change(hint, format string, args ...any) {
	signal.Ignore(syscall.SIGPIPE)
	c.done, c.doneHint = fmt.Sprintf(format, args...), hint
}

// changed says what was changed, to end a sentence.
func (c *console) changed() string {
	if c.done == "" {
		return "nothing was changed"
	}
	return c.done
}

// pipedWidth is how wide texts are where no terminal says otherwise.
const pipedWidth = 100

func newConsole() *console {
	return &console{in: os.Stdin, out: newStream(os.Stdout), errs: newStream(os.Stderr), env: os.Getenv, color: "auto"}
}

func newStream(f *os.File) stream {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return stream{Writer: f}
	}
	columns, _, err := term.GetSize(fd)
	if err != nil {
		columns = 0
	}
	return stream{Writer: f, terminal: true, columns: columns}
}

// colored reports whether texts for s carry color: --color decides, then NO_COLOR, then FORCE_COLOR and
// CLICOLOR_FORCE, then whether s is a terminal that can show it.
func (c *console) colored(s stream) bool {
	switch {
	case c.color == "always":
		return true
	case c.color == "never", c.env("NO_COLOR") != "":
		return false
	case c.forces("FORCE_COLOR"), c.forces("CLICOLOR_FORCE"):
		return true
	}
	return s.terminal && c.env("TERM") != "dumb"
}

func (c *console) forces(variable string) bool {
	value := c.env(variable)
	return value != "" && value != "0"
}

// columnsOf is how wide texts for s may be: --width decides, then, on a terminal, COLUMNS and the terminal's size.
func (c *console) columnsOf(s stream) int {
	if c.width > 0 {
		return c.width
	}
	if !s.terminal {
		return pipedWidth
	}
	if n, err := strconv.Atoi(c.env("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if s.columns > 0 {
		return s.columns
	}
	return pipedWidth
}
