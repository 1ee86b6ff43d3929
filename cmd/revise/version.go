package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Prints the version, the commit it was built from, and what it was built with.",
		Example: example("revise version"),
		Args:    wants(),
		RunE:    func(*cobra.Command, []string) error { return writeVersion(c.out) },
	}
}

// buildInfo says which revise this is.
type buildInfo struct {
	version string
	commit  string // empty where the build does not say
}

// readBuild reads what the linker left in the binary.
func readBuild() buildInfo {
	b := buildInfo{version: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			b.commit = setting.Value + b.commit
		case setting.Key == "vcs.modified" && setting.Value == "true":
			b.commit += " (modified)"
		}
	}
	return b
}

func writeVersion(w io.Writer) error {
	b := readBuild()
	commit := b.commit
	if commit == "" {
		commit = "unknown"
	}
	_, err := fmt.Fprintf(w, "revise   %s\ncommit   %s\ngo       %s\nos/arch  %s/%s\n", b.version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
