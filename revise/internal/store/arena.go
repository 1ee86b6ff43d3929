package store

import (
	"math/bits"
	"slices"
)

// arena has blocks of words, of sizes that go by class. It lies in chunks, which are not moved: a block that grows is
// copied, and nothing else is.
type arena struct {
	chunks [][]uint32
	open   int          // the chunk that blocks are cut from, counted from 1; 0: there is none yet
	cut    uint32       // how much of it is
	free   [64][]uint32 // blocks by their class, all zero
	freed  int          // words in them
	late   int          // words that were freed since join
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

// blockClass returns the class of the smallest block for n rows, two or more.
func blockClass(n uint32) uint8 {
	class := uint8(2 * (bits.Len32(n-1) - 1))
	if class > 0 && blockSize(class-1) >= n {
		return class - 1
	}
	return class
}

// block returns a part of a block, from its start.
func (a *arena) block(start, size uint32) []uint32 {
	at := start % chunk
	return a.chunks[start/chunk][at : at+size : at+size]
}

// word returns a word of a block that begins at start.
func (a *arena) word(start, i uint32) uint32 { return a.chunks[start/chunk][start%chunk+i] }

// take returns the start of a free block of the class, all zero.
func (a *arena) take(class uint8) uint32 {
	if len(a.free[class]) == 0 && a.muchFreed() && joinFrom*a.late > a.words {
		a.join()
	}
	size := blockSize(class)
	for from := class; blockSize(from) < alone; from += 2 {
		if blocks := a.free[from]; len(blocks) > 0 {
			a.free[from] = blocks[:len(blocks)-1]
			a.freed -= int(size)
			return a.split(blocks[len(blocks)-1], from, class)
		}
	}
	if size >= alone {
		return chunk * uint32(a.add(int(size)))
	}
	if a.open == 0 {
		a.open = a.add(min(fewWords, chunk)) + 1
	}
	for a.cut+size > uint32(len(a.chunks[a.open-1])) {
		a.further()
	}
	return a.cutOff(size)
}

// split makes a free block one of a smaller class, halving it, and returns its start.
func (a *arena) split(start uint32, from, class uint8) uint32 {
	for ; from > class; from -= 2 {
		a.free[from-2] = append(a.free[from-2], start+blockSize(from-2))
	}
	return start
}

// cutOff cuts words off the open chunk, and returns where they begin.
func (a *arena) cutOff(words uint32) uint32 {
	start := chunk*uint32(a.open-1) + a.cut
	a.cut += words
	return start
}

// further makes the open chunk longer, or opens another; what is left of the one before becomes free blocks.
func (a *arena) further() {
	last := &a.chunks[a.open-1]
	if has := len(*last); has < chunk {
		*last = longer(*last, min(chunk, 2*has))
		a.words += len(*last) - has
		return
	}
	for class := blockClass(alone); chunk-a.cut >= blockSize(0); {
		if class--; blockSize(class) <= chunk-a.cut {
			a.free[class] = append(a.free[class], a.cutOff(blockSize(class)))
			a.freed += int(blockSize(class))
			class++
		}
	}
	a.open, a.cut = a.add(chunk)+1, 0
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
	a.late += int(size)
}

// join makes one block of two that are free and lie side by side, which have twice the size of their class: where all
// blocks grow together, what they leave is needed again.
func (a *arena) join() {
	a.late = 0
	for class := uint8(0); 2*blockSize(class) < alone; class++ {
		size := blockSize(class)
		blocks := a.free[class]
		slices.Sort(blocks)
		kept := blocks[:0]
		for len(blocks) > 0 {
			start := blocks[0]
			blocks = blocks[1:]
			if len(blocks) > 0 && blocks[0] == start+size && blocks[0]%chunk > 0 {
				a.free[class+2] = append(a.free[class+2], start)
				blocks = blocks[1:]
			} else {
				kept = append(kept, start)
			}
		}
		a.free[class] = kept
	}
}

// trim gives back the part of the open chunk from which nothing has been cut. The next block opens another.
func (a *arena) trim() {
	if a.open == 0 || a.cut == 0 {
		return
	}
	last := &a.chunks[a.open-1]
	a.words -= len(*last) - int(a.cut)
	*last = slices.Clone((*last)[:a.cut])
	a.open, a.cut = 0, 0
}

// muchFreed reports whether a large part of the arena is free.
func (a *arena) muchFreed() bool { return a.freed >= fewestFreed && repackFrom*a.freed > a.words }

const (
	fewestFreed = 1 << 12 // words from which on repacking is worth the while
	repackFrom  = 4       // and how large a part of the arena they are
	joinFrom    = 8       // how large a part must have been freed since free blocks were joined
)

func (a *arena) bytes() int {
	n := 4 * a.words
	for _, f := range a.free {
		n += 4 * cap(f)
	}
	return n
}
