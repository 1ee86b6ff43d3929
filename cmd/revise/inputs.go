package main

import (
	"io/fs"
	"os"
)

// inputFiles are the files that a command has read, whatever they are called: no output may replace one of them.
type inputFiles []fs.FileInfo

func (f *inputFiles) add(file fs.File) {
	if info, err := file.Stat(); err == nil { // else reading it fails, too
		*f = append(*f, info)
	}
}

// spare refuses the name of an output, the value of a flag, that is one of the files, also by another name or through a link.
func (f *inputFiles) spare(flag, output string) error {
	info, err := os.Stat(output)
	if err != nil {
		return nil // nothing is there to lose
	}
	for _, input := range *f {
		if info.Mode().IsRegular() && os.SameFile(info, input) {
			return refuse("choose another name for "+flag, "%s is one of the files that were read: it would be lost", output)
		}
	}
	return nil
}

// remembering is a file system that keeps track of the files that are opened.
type remembering struct {
	fs.FS
	files *inputFiles
}

// Open opens a file.
func (r remembering) Open(name string) (fs.File, error) {
	file, err := r.FS.Open(name)
	if err == nil {
		r.files.add(file)
	}
	return file, err
}

// Stat describes a file without opening it: a pipe would wait for its other end.
func (r remembering) Stat(name string) (fs.FileInfo, error) { return fs.Stat(r.FS, name) }
