package store

// marks has a bit for each key of an index, where the keys do not lie too far apart: whether there is a key can then be told
// from much less memory than the index takes, which is in the cache more often.
type marks struct {
	bits  []uint64 // nil: there are none
	first uint32   // the key of the first bit
	tried int      // keys when the keys were too far apart
}

// farApart is how many bits a key may take.
const farApart = 32

func (m *marks) has(key uint32) bool {
	at := key - m.first
	return int(at/64) < len(m.bits) && m.bits[at/64]>>(at%64)&1 != 0
}

// set marks a key, and reports whether it has a bit.
func (m *marks) set(key uint32) bool {
	at := key - m.first
	if int(at/64) >= len(m.bits) {
		m.bits = nil
		return false
	}
	m.bits[at/64] |= 1 << (at % 64)
	return true
}

// lay marks the keys of the slots and one more, with room for others close to them.
func (m *marks) lay(slots []posting, key uint32, keys int) {
	low, high := key, key
	for i := range slots {
		if p := &slots[i]; p.n > 0 {
			low, high = min(low, p.tag), max(high, p.tag)
		}
	}
	span := uint64(high) - uint64(low) + 1
	if span > farApart*uint64(keys) {
		*m = marks{tried: keys}
		return
	}
	low -= min(low, uint32(span/2))
	*m = marks{bits: make([]uint64, 2*span/64+1), first: low}
	for i := range slots {
		if p := &slots[i]; p.n > 0 {
			m.set(p.tag)
		}
	}
	m.set(key)
}
