package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
)

// outputFlags say where the data of a command goes and in which format.
type outputFlags struct {
	format  *choice
	file    string
	endings map[string]string // the format that each ending of a file stands for
}

// add defines --format, whose first name is the default, and -o.
func (f *outputFlags) add(cmd *cobra.Command, endings map[string]string, formats ...string) {
	f.format = addChoice(cmd, "format", "format", formats...)
	f.endings = endings
	cmd.Flags().StringVarP(&f.file, "output", "o", "", "write to `FILE`, whole or not at all; its ending chooses the format; - is standard output")
}

// check settles the format: the ending of the file chooses it unless --format does.
func (f *outputFlags) check(cmd *cobra.Command) error {
	if err := f.checkFile(cmd); err != nil || f.file == "" || f.file == "-" {
		return err
	}
	ending := strings.ToLower(filepath.Ext(f.file))
	meant, known := f.endings[ending]
	switch {
	case !cmd.Flags().Changed("format") && !known:
		return refuse("say which with --format", "the ending of %s does not say which format it is", f.file)
	case !cmd.Flags().Changed("format"):
		f.format.value = meant
	case known && meant != f.format.value:
		return refuse("leave out --format, or choose another ending", "%s would be %s, and --format says %s", f.file, meant, f.format.value)
	}
	return nil
}

// checkFile refuses what cannot be the name of a file.
func (f *outputFlags) checkFile(cmd *cobra.Command) error {
	if cmd.Flags().Changed("output") && f.file == "" {
		return refuse("leave -o out for standard output", "-o needs the name of a file")
	}
	if f.file == "" || f.file == "-" {
		return nil
	}
	return checkWritable(f.file)
}

// checkWritable refuses, before anything is done that would be lost, what cannot be the name of a file to write.
func checkWritable(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return refuse("name a file in it", "cannot write %s: it is a folder", name)
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return refuse("", "cannot write %s: %v", name, cause(err))
	}
	return spareBase(name)
}

// checkBeside checks the value of a flag that names a file to write beside the others.
func checkBeside(flag, name string, others ...string) error {
	if name == "" || name == "-" {
		return refuse("", "%s needs the name of a file", flag)
	}
	for _, other := range others {
		if sameFile(name, other) {
			return refuse("name another file", "%s names %s, which is written already", flag, name)
		}
	}
	return checkWritable(name)
}

// sameFile reports whether two names stand for one file, which need not be there yet.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	there, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	return err == nil && otherErr == nil && os.SameFile(there, other)
}

// spareBase refuses to write over a lasting base.
func spareBase(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && journal.IsBase(name) {
		return refuse("name another file", "cannot write %s: it is a lasting base, or another database", name)
	}
	return nil
}

// toFile reports whether the data goes to a file.
func (f *outputFlags) toFile() bool { return f.file != "" && f.file != "-" }

// write hands the destination to a function: standard output, or the file of -o, which is put in place only when the
// function has returned without an error.
func (f *outputFlags) write(c *console, data func(stream) error) error {
	if f.toFile() {
		if err := c.read.spare("-o", f.file); err != nil {
			return err
		}
		return writeFile(f.file, func(w io.Writer) error { return data(stream{Writer: w}) })
	}
	if err := data(c.out); err != nil {
		return fmt.Errorf("writing to standard output: %w", cause(err))
	}
	return nil
}

// writeFile writes a file whole or not at all: beside its place first, then renamed. A file that is there already keeps
// its permissions, and a link to it stays a link. What is no regular file, such as /dev/stdout, is written as it is.
func writeFile(name string, data func(io.Writer) error) error {
	place, mode := name, fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeInPlace(name, data)
		}
		if err := spareBase(name); err != nil {
			return err
		}
		mode = info.Mode().Perm()
		if place, err = filepath.EvalSymlinks(name); err != nil {
			return refuse("", "cannot write %s: %v", name, cause(err))
		}
	}
	temporary, err := createBeside(place, mode)
	if err != nil {
		return refuse("", "cannot write %s: %v", name, cause(err))
	}
	err = fill(temporary, data, (*os.File).Sync)
	if err == nil {
		err = os.Rename(temporary.Name(), place)
	}
	if err != nil {
		os.Remove(temporary.Name()) // the first error is the one to tell
		return fmt.Errorf("writing %s: %w", name, cause(err))
	}
	return nil
}

func writeInPlace(name string, data func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return refuse("", "cannot write %s: %v", name, cause(err))
	}
	if err := fill(file, data, func(*os.File) error { return nil }); err != nil {
		return fmt.Errorf("writing %s: %w", name, cause(err))
	}
	return nil
}

// fill writes the data through a buffer and closes the file.
func fill(file *os.File, data func(io.Writer) error, sync func(*os.File) error) error {
	buffered := bufio.NewWriter(file)
	err := data(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = sync(file)
	}
	return errors.Join(err, file.Close())
}

// createBeside creates a new file in the folder of name; the umask applies to it as to any other.
func createBeside(name string, mode fs.FileMode) (*os.File, error) {
	for i := 0; ; i++ {
		beside := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d-%d", filepath.Base(name), os.Getpid(), i))
		file, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}
