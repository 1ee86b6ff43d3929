package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file that cannot be finished leaves the old one as it was, and nothing beside it.
func TestFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report.txt")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	half := errors.New("it ends here")
	err := writeFile(file, func(w io.Writer) error {
		w.Write(make([]byte, 1<<20)) // it is not the point
		return half
	})
	if !errors.Is(err, half) {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "old" {
		t.Errorf("the old file holds %q, %v", text, err)
	}
	if left, err := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := writeFile(file, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); string(text) != "new" {
		t.Errorf("the new file holds %q, %v", text, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("a private file is now %v, %v", info.Mode(), err)
	}
}

// A lasting base is no place for a report, nor for a plan.
func TestBaseIsNotWrittenOver(t *testing.T) {
	file := filepath.Join(t.TempDir(), "base.db")
	base := []byte("SQLite format 3\x00 and more")
	if err := os.WriteFile(file, base, 0o600); err != nil {
		t.Fatal(err)
	}
	err := writeFile(file, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err })
	var input *inputError
	if !errors.As(err, &input) {
		t.Errorf("got %v, want that it is refused", err)
	}
	if text, err := os.ReadFile(file); string(text) != string(base) {
		t.Errorf("the base holds %q, %v", text, err)
	}
}

func TestLinkStaysALink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file.txt"), filepath.Join(dir, "link.txt")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file.txt", link); err != nil {
		t.Skip("no links here:", err)
	}
	if err := writeFile(link, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); string(text) != "new" {
		t.Errorf("the file behind the link holds %q, %v", text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is now %v, %v", info.Mode(), err)
	}
}
