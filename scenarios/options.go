package scenarios

import "context"

// Option is a way to call Load.
type Option func(*loader)

// WithContext lets Load end early, with the context's error, when ctx is done.
func WithContext(ctx context.Context) Option { return func(l *loader) { l.ctx = ctx } }

// Progress says how far Load is with a fact file.
type Progress struct {
	File  string
	Read  int64 // bytes on disk
	Bytes int64 // of the file
}

// WithProgress calls report about once a megabyte while fact files are read, from the goroutine of Load.
func WithProgress(report func(Progress)) Option { return func(l *loader) { l.progress = report } }
