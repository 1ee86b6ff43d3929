// Command revise is the face of the toolkit on a terminal: it reads scenario files, revises belief bases and prints
// what changed and why. It relies on scenarios to read files, on package revise to derive and on report to write; its
// own work is files, flags, colors and exit codes.
package main

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(execute(os.Args[1:], newConsole()))
}

// execute runs one command line and returns its exit code. A panic is a bug of ours and ends as a message like any
// other: whatever was half done is in memory only, because files are put in place whole.
func execute(args []string, c *console) (code int) {
	defer func() {
		if caught := recover(); caught != nil {
			code = c.tell(bug(caught))
		}
	}()
	ctx, stop := interruptible(context.Background())
	defer stop()
	root := newRoot(c)
	if err := unknownCommand(root, args); err != nil {
		return c.tell(err)
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	return c.tell(cmp.Or(c.listed(cmd, err), err, c.helpFailed))
}

// interruptible returns a context that the first Ctrl-C cancels. A second one finds the default behavior restored and
// ends the process at once.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
