package scenarios

import (
	"errors"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// TestAhead wants every row in its order, whatever the number of rows, and the error or the panic that ended them.
func TestAhead(t *testing.T) {
	over := errors.New("over")
	for _, n := range []int{0, 1, batchRows - 1, batchRows, batchRows + 1, 10 * batchRows} {
		read, taken := 0, 0
		err := ahead(func(b *batch) error {
			if read == n {
				return over
			}
			read++
			b.row(1)[0] = belief.Int(int64(read))
			if read%3 > 0 { // a row that is not kept makes room for the next
				b.keep(uint32(read))
			}
			return nil
		}, func(b *batch) {
			for i, line := range b.lines {
				if taken++; taken%3 == 0 {
					taken++
				}
				if int(line) != taken || b.values[i] != belief.Int(int64(taken)) {
					t.Fatalf("row %v of line %d came when %d was due", b.values[i], line, taken)
				}
			}
		})
		if err != over || taken+1 < n {
			t.Errorf("%d rows: %d taken, error %v", n, taken, err)
		}
	}
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("the panic is %v", p)
		}
	}()
	_ = ahead(func(*batch) error { panic("broken") }, func(*batch) {})
	t.Error("no panic")
}
