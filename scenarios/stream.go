package scenarios

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"

	"github.com/beliefbase/revise/rules"
)

const (
	bufferBytes   = 64 << 10
	maxRowBytes   = 1 << 20 // of a fact file, so that a missing quote or line end does not fill the memory
	progressBytes = 1 << 20
)

var (
	errTooMuch    = fmt.Errorf("the file unpacks to more than %d bytes", int64(maxFactBytes))
	errRowTooLong = fmt.Errorf("a row is longer than %d bytes", maxRowBytes)
)

// stream reads a fact file: it unpacks, counts, hashes, tells the progress, and ends when the context does.
type stream struct {
	ctx      context.Context
	name     string
	file     fs.File
	size     int64
	read     int64
	told     int64
	progress func(Progress)
	hash     hash.Hash
	unpacked io.Reader
	bytes    int64 // unpacked
}

func (l *loader) openStream(t *table) (*stream, bool) {
	f, size, ok := l.open(t.file, naming{t.at}, maxFactBytes)
	if !ok {
		return nil, false
	}
	s := &stream{ctx: l.ctx, name: t.file, file: f, size: size, hash: sha256.New(), progress: l.progress}
	s.unpacked = onDisk{s}
	if t.packed {
		unpacker, err := gzip.NewReader(bufio.NewReaderSize(onDisk{s}, bufferBytes))
		if err != nil {
			l.refuseStream(t, err)
			f.Close()
			return nil, false
		}
		s.unpacked = unpacker
	}
	if !l.checkStart(t, s) {
		f.Close()
		return nil, false
	}
	return s, true
}

// checkStart reports a file whose first bytes show that it is no text that can be read, or has no line ends.
func (l *loader) checkStart(t *table, s *stream) bool {
	peeker := bufio.NewReaderSize(s.unpacked, bufferBytes)
	s.unpacked = peeker
	start, _ := peeker.Peek(bufferBytes) // an error comes again when the rows are read
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		l.refuse(naming{t.at}, rules.CodeNotUTF8, t.file, fmt.Sprintf("%s is UTF-16, and fact files are UTF-8", show(t.file)), "save it as UTF-8")
	case t.format != jsonlFormat && endsLinesInCR(start):
		l.refuse(naming{t.at}, rules.CodeRowSyntax, t.file, fmt.Sprintf("the lines of %s end in CR alone (\\r), as on old Macs, so that it is all one line", show(t.file)), `save it with line ends of Unix (\n) or Windows (\r\n)`)
	default:
		return true
	}
	return false
}

// endsLinesInCR reports whether the text has a CR outside of double quotes, and no LF.
func endsLinesInCR(text []byte) bool {
	if bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	quoted := false
	for _, c := range text {
		quoted = quoted != (c == '"')
		if c == '\r' && !quoted {
			return true
		}
	}
	return false
}

// onDisk reads the bytes of a stream as they are on disk.
type onDisk struct{ *stream }

func (s onDisk) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.file.Read(p)
	s.hash.Write(p[:n])
	s.read += int64(n)
	if s.progress != nil && (s.read-s.told >= progressBytes || err == io.EOF) {
		s.told = s.read
		s.progress(Progress{File: s.name, Read: s.read, Bytes: s.size})
	}
	return n, err
}

// Read reads the unpacked bytes.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.unpacked.Read(p)
	if s.bytes += int64(n); s.bytes > maxFactBytes {
		return n, errTooMuch
	}
	return n, err
}

func (s *stream) close() { s.file.Close() }

// input describes the file once it was read to its end.
func (s *stream) input() Input {
	return Input{Name: s.name, SHA256: hex.EncodeToString(s.hash.Sum(nil)), Bytes: s.read}
}

// buffered returns the unpacked bytes without a byte order mark.
func (s *stream) buffered(size int) *bufio.Reader {
	b := bufio.NewReaderSize(s, size)
	if mark, err := b.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = b.Discard(3)
	}
	return b
}

// refuseStream reports the error that ended the reading of a fact file.
func (l *loader) refuseStream(t *table, err error) {
	at := naming{t.at}
	switch {
	case l.ctx.Err() != nil: // Load returns the context's error
	case errors.Is(err, errTooMuch):
		l.refuse(at, rules.CodeFileTooBig, t.file, err.Error(), "split it")
	case errors.Is(err, errRowTooLong):
		l.refuse(at, rules.CodeLineTooLong, t.file, err.Error(), "look for a quote that is not closed, or for a file that is not what its name says")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), t.packed:
		l.refuse(at, rules.CodeFactFileDamaged, t.file, fmt.Sprintf("%s cannot be unpacked: %v", show(t.file), err), "pack it again with gzip, or remove .gz from its name")
	default:
		l.refuseError(at, t.file, err)
	}
}
