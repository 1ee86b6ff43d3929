package scenarios

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"github.com/beliefbase/revise/rules"
)

// The most bytes that a file of each kind may have on disk. What a packed fact file unpacks to has the same limit.
const (
	maxYAMLBytes = 8 << 20
	maxFactBytes = 4 << 30
)

// naming is where a file is named: in another file, or, with no node, on the command line.
type naming struct{ node *rules.Node }

// refuse reports that the named file cannot be read.
func (l *loader) refuse(at naming, code rules.Code, name, message, hint string) {
	d := &rules.Diagnostic{Code: code, Message: message, Hint: hint}
	if at.node != nil {
		d = l.report(code, at.node, message)
		d.Hint = hint
		return
	}
	d.Place.File = name
	l.found = append(l.found, d)
}

// resolve returns the path below the root of a file that a document names. The document's folder is where it starts.
func (l *loader) resolve(document string, n *rules.Node) (string, bool) {
	written := n.Text
	refuse := func(message string) (string, bool) {
		l.refuse(naming{n}, rules.CodeOutsideRoot, written, message, "write a path with slashes, relative to the folder of this file")
		return "", false
	}
	switch {
	case strings.ContainsFunc(written, unicode.IsControl):
		return refuse("the file name has a control character")
	case strings.Contains(written, "://"):
		l.refuse(naming{n}, rules.CodeOutsideRoot, written, fmt.Sprintf("%s is an address, and a scenario reads files of its own folder only", show(written)), "save what is there in a file, and name that")
		return "", false
	case strings.Contains(written, `\`):
		return refuse("the file name has a backslash")
	case path.IsAbs(written) || len(written) > 1 && written[1] == ':':
		return refuse("the file name is absolute")
	case isDevice(written):
		return refuse("the file name is that of a device on Windows")
	}
	resolved := path.Join(path.Dir(document), written)
	if resolved == ".." || strings.HasPrefix(resolved, "../") {
		l.refuse(naming{n}, rules.CodeOutsideRoot, written, fmt.Sprintf("%s lies outside the folder that this scenario may read", show(written)), "move the file below that folder, or widen it with --root")
		return "", false
	}
	return resolved, true
}

// isDevice reports whether a part of the path names a device where files are named so.
func isDevice(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		part, _, _ = strings.Cut(strings.ToUpper(strings.TrimRight(part, " ")), ".")
		switch {
		case part == "CON" || part == "PRN" || part == "AUX" || part == "NUL":
			return true
		case len(part) == 4 && (part[:3] == "COM" || part[:3] == "LPT") && part[3] >= '1' && part[3] <= '9':
			return true
		}
	}
	return false
}

// open opens a regular file that is no bigger than limit. It looks before it opens: opening a pipe would wait for ever.
func (l *loader) open(name string, at naming, limit int64) (fs.File, int64, bool) {
	if !fs.ValidPath(name) {
		l.refuse(at, rules.CodeOutsideRoot, name, fmt.Sprintf("%s is no path below the root", show(name)), "write a relative path with slashes, without ..")
		return nil, 0, false
	}
	info, err := fs.Stat(l.fsys, name)
	if err != nil {
		l.refuseError(at, name, err)
		return nil, 0, false
	}
	if !l.admit(at, name, info, limit) {
		return nil, 0, false
	}
	f, err := l.fsys.Open(name)
	if err != nil {
		l.refuseError(at, name, err)
		return nil, 0, false
	}
	if info, err = f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		l.refuse(at, rules.CodeUnreadable, name, fmt.Sprintf("%s changed while it was opened", show(name)), "")
		return nil, 0, false
	}
	return f, info.Size(), true
}

// admit reports whether a file is one that may be read.
func (l *loader) admit(at naming, name string, info fs.FileInfo, limit int64) bool {
	switch {
	case info.IsDir():
		l.refuse(at, rules.CodeUnreadable, name, fmt.Sprintf("%s is a folder", show(name)), "name a file in it")
	case !info.Mode().IsRegular():
		l.refuse(at, rules.CodeUnreadable, name, fmt.Sprintf("%s is no regular file", show(name)), "pipes and devices are not read: save the data in a file")
	case info.Size() > limit:
		l.refuse(at, rules.CodeFileTooBig, name, fmt.Sprintf("%s has %d bytes, and %d are the most", show(name), info.Size(), limit), "split it")
	default:
		return true
	}
	return false
}

// refuseError reports the error of the file system.
func (l *loader) refuseError(at naming, name string, err error) {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.refuse(at, rules.CodeUnreadable, name, fmt.Sprintf("there is no file %s", show(name)), l.nearFile(name))
	case errors.Is(err, fs.ErrPermission):
		l.refuse(at, rules.CodeUnreadable, name, fmt.Sprintf("%s may not be read", show(name)), "give yourself the permission to read it")
	case strings.Contains(err.Error(), "escapes"):
		l.refuse(at, rules.CodeOutsideRoot, name, fmt.Sprintf("%s leads outside the folder that this scenario may read", show(name)), "copy what it links to, or widen the folder with --root")
	default:
		l.refuse(at, rules.CodeUnreadable, name, fmt.Sprintf("%s cannot be read: %v", show(name), err), "")
	}
}

// nearFile suggests a file of the same folder.
func (l *loader) nearFile(name string) string {
	entries, err := fs.ReadDir(l.fsys, path.Dir(name))
	if err != nil {
		return "names are relative to the file that they stand in"
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	if near := rules.Suggest(path.Base(name), names); near != "" {
		return "did you mean " + near + "?"
	}
	return "names are relative to the file that they stand in"
}

// readAll reads a file of at most limit bytes, or reports why it cannot.
func (l *loader) readAll(name string, at naming, limit int64) ([]byte, bool) {
	f, _, ok := l.open(name, at, limit)
	if !ok {
		return nil, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		l.refuseError(at, name, err)
		return nil, false
	}
	return data, true
}
