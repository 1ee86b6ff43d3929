package store

// arena has blocks of words, of sizes that go by class. It lies in chunks, which are not moved: a block that grows is
// copied, and nothing else is.
type arena struct {
	chunks [][]uint32
	open   int          // the chunk that blocks are cut from; the last of these if there are several
	cut    uint32       // how much of it is
	free   [64][]uint32 // blocks by their class, all zero
	freed  int          // words in them
	words  int          // in all chunks
	gaps   []int        // chunks that are gone
}

const (
	chunkBits = 14
	chunk     = 1 << chunkBits
	fewWords  = 64 // in the first chunk, which grows by doubling

	// alone is how large a block must be to be a chunk of its own.
	alone = chunk / 4
)

// Blocks come in sizes that grow by a half and a third in turn: 2, 3, 4, 6, 8 and so on, by class.
func blockSize(class uint8) uint32 { return (2 + uint32(class&1)) << (class >> 1) }

// block returns a part of a block, from its start.
func (a *arena) block(start, size uint32) []uint32 {
	at := start % chunk
	return a.chunks[start/chunk][at : at+size : at+size]
}

// word returns a word of a block that begins at start.
func (a *arena) word(start, i uint32) uint32 { return a.chunks[start/chunk][start%chunk+i] }

// take returns the start of a free block of the class, all zero.
func (a *arena) take(class uint8) uint32 {
	if blocks := a.free[class]; len(blocks) > 0 {
		a.free[class] = blocks[:len(blocks)-1]
		a.freed -= int(blockSize(class))
		return blocks[len(blocks)-1]
	}
	size := blockSize(class)
	if size >= alone {
		return chunk * uint32(a.add(int(size)))
	}
	if len(a.chunks) == 0 {
		a.open = a.add(min(fewWords, chunk))
	}
	for a.cut+size > uint32(len(a.chunks[a.open])) {
		a.further()
	}
	start := chunk*uint32(a.open) + a.cut
	a.cut += size
	return start
}

// further makes the open chunk longer, or opens another.
func (a *arena) further() {
	if has := len(a.chunks[a.open]); has < chunk {
		longer := make([]uint32, min(chunk, 2*has))
		copy(longer, a.chunks[a.open])
		a.words += len(longer) - has
		a.chunks[a.open] = longer
		return
	}
	for class := uint8(len(a.free)); class > 0; {
		if class--; a.cut+blockSize(class) <= chunk && blockSize(class) < alone {
			a.free[class] = append(a.free[class], chunk*uint32(a.open)+a.cut)
			a.freed += int(blockSize(class))
			a.cut += blockSize(class)
		}
	}
	a.open, a.cut = a.add(chunk), 0
}

// add adds a chunk, and returns its number.
func (a *arena) add(words int) int {
	a.words += words
	if n := len(a.gaps); n > 0 {
		at := a.gaps[n-1]
		a.gaps, a.chunks[at] = a.gaps[:n-1], make([]uint32, words)
		return at
	}
	a.chunks = append(a.chunks, make([]uint32, words))
	return len(a.chunks) - 1
}

// release gives a block back.
func (a *arena) release(start uint32, class uint8) {
	size := blockSize(class)
	if size >= alone {
		a.chunks[start/chunk] = nil
		a.gaps = append(a.gaps, int(start/chunk))
		a.words -= int(size)
		return
	}
	clear(a.block(start, size))
	a.free[class] = append(a.free[class], start)
	a.freed += int(size)
}

// muchFreed reports whether a large part of the arena is free.
func (a *arena) muchFreed() bool { return a.freed >= fewestFreed && repackFrom*a.freed > a.words }

const (
	fewestFreed = 1 << 12 // words from which on repacking is worth the while
	repackFrom  = 4       // and how large a part of the arena they are
)

func (a *arena) bytes() int {
	n := 4 * a.words
	for _, f := range a.free {
		n += 4 * cap(f)
	}
	return n
}
