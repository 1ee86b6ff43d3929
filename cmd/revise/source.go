package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// scenarioName is the file that a folder stands for.
const scenarioName = "scenario.yaml"

// stdinName is what standard input is called in diagnostics and reports.
const stdinName = "<stdin>"

// source is the file that a command works on: within a folder that nothing it names can leave.
type source struct {
	root  *os.Root
	fsys  fs.FS
	name  string // of the file, within fsys
	dir   string // of fsys, as seen from here: put before names so that they can be opened
	given string // the argument, as the person wrote it

	whole *revise.Request // not nil: the file has all rules of a base, and this is what to say of the revision that makes them so
}

// openSource finds the file that an argument stands for, and opens the folder that it may read from: its own, or the
// one that --root names.
func openSource(ctx context.Context, c *console, given, root string) (*source, error) {
	s, err := findSource(ctx, c, given, root)
	var input *inputError
	if errors.As(err, &input) {
		input.file = given
	}
	return s, err
}

func findSource(ctx context.Context, c *console, given, root string) (*source, error) {
	if given == "-" {
		return openStdin(ctx, c, root)
	}
	file, err := resolve(given)
	if err != nil {
		return nil, err
	}
	s, err := openRoot(cmp.Or(root, filepath.Dir(file)))
	if err != nil {
		return nil, err
	}
	name := filepath.Base(file)
	if root != "" {
		if name, err = below(root, file); err != nil {
			s.close()
			return nil, err
		}
	}
	s.name, s.given = filepath.ToSlash(name), given
	s.fsys = remembering{s.fsys, &c.read}
	return s, nil
}

func openStdin(ctx context.Context, c *console, root string) (*source, error) {
	if file, ok := c.in.(*os.File); ok {
		c.read.add(file)
	}
	data, err := readStdin(ctx, c.in)
	if err != nil {
		return nil, err
	}
	s, err := openRoot(cmp.Or(root, "."))
	if err != nil {
		return nil, err
	}
	s.fsys = withText{remembering{s.fsys, &c.read}, stdinName, data}
	s.name, s.given = stdinName, "-"
	return s, nil
}

// maxStdin is what package scenarios accepts of any YAML file: one byte more is refused there like any other big file.
const maxStdin = 8 << 20

// readStdin reads standard input, and stops waiting for it when the context is done.
func readStdin(ctx context.Context, in io.Reader) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(in, maxStdin+1))
		done <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		return nil, &duringError{"reading standard input", ctx.Err()}
	case r := <-done:
		if r.err != nil {
			return nil, refuse("", "cannot read standard input: %v", cause(r.err))
		}
		return r.data, nil
	}
}

func openRoot(dir string) (*source, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, refuse("", "cannot open the folder %s: %v", dir, cause(err))
	}
	return &source{root: root, fsys: root.FS(), dir: filepath.ToSlash(filepath.Clean(dir))}, nil
}

func (s *source) close() { s.root.Close() } // nothing was written through it

// path is the name of a file of the source as it can be opened from here.
func (s *source) path(name string) string {
	if name == "" || name == stdinName || name == commandName || name == severalName {
		return name
	}
	return path.Join(s.dir, name)
}

// resolve returns the file that an argument stands for, which can be read: itself, or the scenario of a folder.
func resolve(given string) (string, error) {
	info, err := os.Stat(given)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", refuse("", "there is no file %s%s", given, meaning(nearestFile(given)))
	case err != nil:
		return "", refuse("", "cannot read %s: %v", given, cause(err))
	case !info.IsDir():
		return given, readable(given, info)
	}
	file := filepath.Join(given, scenarioName)
	if info, err = os.Stat(file); err != nil {
		return "", refuse(fmt.Sprintf("revise test %s runs every scenario below it", shellQuote(given)), "the folder %s has no %s", given, scenarioName)
	}
	return file, readable(file, info)
}

// readable refuses a file that cannot be opened, or that has no end.
func readable(name string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return refuse("pipes and devices are not read: give the data to standard input, with - for the file", "%s is no regular file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return refuse("", "cannot read %s: %v", name, cause(err))
	}
	return file.Close()
}

// nearestFile is the file that is likely meant by the name of one that is missing, or "".
func nearestFile(missing string) string {
	entries, _ := os.ReadDir(filepath.Dir(missing)) // no folder, no names
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	nearest := rules.Suggest(filepath.Base(missing), names)
	if nearest == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(missing), nearest)
}

// below returns the name of a file relative to a folder that it must lie in.
func below(root, file string) (string, error) {
	absRoot, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	absFile, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	name, err := filepath.Rel(absRoot, absFile)
	if err != nil || !filepath.IsLocal(name) {
		return "", refuse("", "%s does not lie below --root %s", file, root)
	}
	return name, nil
}

// cause is the part of a file error that says why.
func cause(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return file.Err
	}
	return err
}

// withText adds a text to a file system, as a file that can be opened as often as asked.
type withText struct {
	fs.FS
	name string
	data []byte
}

// Open opens a file, or the text.
func (f withText) Open(name string) (fs.File, error) {
	if name != f.name {
		return f.FS.Open(name)
	}
	return f.file(), nil
}

// Stat describes a file without opening it, or the text.
func (f withText) Stat(name string) (fs.FileInfo, error) {
	if name != f.name {
		return fs.Stat(f.FS, name)
	}
	return f.file(), nil
}

func (f withText) file() *textFile {
	return &textFile{bytes.NewReader(f.data), f.name, int64(len(f.data))}
}

// textFile is a text as an open file, and its own description.
type textFile struct {
	*bytes.Reader
	name string
	size int64
}

func (f *textFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *textFile) Close() error               { return nil }
func (f *textFile) Name() string               { return f.name }
func (f *textFile) Size() int64                { return f.size }
func (f *textFile) Mode() fs.FileMode          { return 0o400 }
func (f *textFile) ModTime() time.Time         { return time.Time{} }
func (f *textFile) IsDir() bool                { return false }
func (f *textFile) Sys() any                   { return nil }
