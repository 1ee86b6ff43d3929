package store

import (
	"math/rand/v2"
	"testing"
)

// TestArena takes and gives back blocks of every size, those that are chunks of their own among them, and wants each to be
// all zero when it is taken and what was written after others have come and gone.
func TestArena(t *testing.T) {
	for seed := range uint64(20) {
		useArena(t, seed)
	}
}

func useArena(t *testing.T, seed uint64) {
	t.Helper()
	var a arena
	dice := rand.New(rand.NewPCG(seed, 1))
	type taken struct {
		start uint32
		class uint8
		mark  uint32
	}
	var blocks []taken
	words := 0
	for round := range uint32(2000) {
		if len(blocks) > 0 && dice.IntN(5) < 1+3*int(round/400%2) { // now more are taken, now more given back
			i := dice.IntN(len(blocks))
			b := blocks[i]
			for k, w := range a.block(b.start, blockSize(b.class)) {
				if w != b.mark || a.word(b.start, uint32(k)) != w {
					t.Fatalf("word %d of a block of %d is %d, written was %d", k, blockSize(b.class), w, b.mark)
				}
			}
			a.release(b.start, b.class)
			words -= int(blockSize(b.class))
			blocks[i] = blocks[len(blocks)-1]
			blocks = blocks[:len(blocks)-1]
			continue
		}
		class := uint8(dice.IntN(16))
		if dice.IntN(100) == 0 || seed%2 == 1 && round == 0 {
			class = uint8(24 + dice.IntN(6)) // up to three chunks
		}
		b := taken{a.take(class), class, round + 1}
		for k, w := range a.block(b.start, blockSize(class)) {
			if w != 0 {
				t.Fatalf("word %d of a new block of %d is %d", k, blockSize(class), w)
			}
		}
		for k := range a.block(b.start, blockSize(class)) {
			a.block(b.start, blockSize(class))[k] = b.mark
		}
		blocks = append(blocks, b)
		words += int(blockSize(class))
	}
	if has := words + a.freed; a.words < has || a.words > has+chunk {
		t.Errorf("%d words are in chunks, %d in blocks and %d free", a.words, words, a.freed)
	}
}

// TestJoin gives back every block of several chunks, and wants their memory to do for blocks of twice the size, none of
// which may lie in two chunks.
func TestJoin(t *testing.T) {
	var a arena
	const class = 8
	var starts []uint32
	for range 4 * chunk / blockSize(class) {
		starts = append(starts, a.take(class))
	}
	for _, start := range starts[1:] { // what is left shifts the pairs
		a.release(start, class)
	}
	before := a.words
	for range 2*chunk/blockSize(class) - 4 {
		start := a.take(class + 2)
		if start/chunk != (start+blockSize(class+2)-1)/chunk {
			t.Fatalf("a block begins at %d of a chunk", start%chunk)
		}
	}
	if a.words != before {
		t.Errorf("%d words took the place of %d", a.words, before)
	}
}
