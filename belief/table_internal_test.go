package belief

import "testing"

// TestTableGrowsOutOfTags has rows whose numbers need more and more bits of a slot.
func TestTableGrowsOutOfTags(t *testing.T) {
	for _, few := range []uint32{fewRows, 1<<6 - 1} {
		table := newTable("p", 2)
		table.rowMask = few
		for i := range ID(1000) {
			if got := table.findOrAdd([]ID{i, i / 7}); got != int(i) {
				t.Fatalf("row %d is new and has the number %d", i, got)
			}
		}
		for i := range ID(1000) {
			if got := table.findOrAdd([]ID{i, i / 7}); got != int(i) {
				t.Fatalf("row %d has the number %d", i, got)
			}
			if got := table.find([]ID{i, i / 7}); got != -1 {
				t.Fatalf("row %d is not believed, and is found as %d", i, got)
			}
			if s, _ := table.slot([]ID{i, i/7 + 1}); table.slots[s] != 0 {
				t.Fatalf("(%d, %d) is not there, and is found as %d", i, i/7+1, table.slots[s])
			}
		}
		if outgrown := table.rowMask != few; outgrown != (few != fewRows) {
			t.Errorf("from %d rows: %#x", few, table.rowMask)
		}
	}
}
