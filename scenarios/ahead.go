package scenarios

import "github.com/beliefbase/revise/belief"

// batch is some rows of a table, read and not added yet.
type batch struct {
	values  []belief.Value // row after row
	lines   []uint32       // of each row
	err     error          // why it is the last one
	failure any            // what reading panicked with
}

const (
	batchRows = 512
	batches   = 4 // read ahead at most
)

// row returns room for one more row, which is in the batch once it is kept.
func (b *batch) row(arity int) []belief.Value {
	kept := len(b.lines) * arity
	for len(b.values) < kept+arity {
		b.values = append(b.values, belief.Value{})
	}
	return b.values[kept : kept+arity]
}

func (b *batch) keep(line uint32) { b.lines = append(b.lines, line) }

// ahead calls next for one row after the other, on a goroutine of its own, until it has an error, and take with the rows,
// in their order. It returns the error when both are done.
func ahead(next func(*batch) error, take func(*batch)) error {
	full, empty := make(chan *batch, batches), make(chan *batch, batches)
	for range batches {
		empty <- &batch{}
	}
	go func() {
		defer close(full)
		for b := range empty {
			if b.fill(next); b.err != nil || b.failure != nil {
				full <- b
				return
			}
			full <- b
		}
	}()
	var last *batch
	for last = range full {
		take(last)
		if last.err == nil && last.failure == nil {
			last.lines, last.values = last.lines[:0], last.values[:0]
			empty <- last
		}
	}
	if last.failure != nil {
		panic(last.failure)
	}
	return last.err
}

// fill reads rows until the batch is full or they end.
func (b *batch) fill(next func(*batch) error) {
	defer func() { b.failure = recover() }()
	for len(b.lines) < batchRows && b.err == nil {
		b.err = next(b)
	}
}
