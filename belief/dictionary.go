package belief

import (
	"bytes"
	"cmp"
	"hash/maphash"
)

// ID stands for a value inside the toolkit: equal values have equal IDs and different values different ones.
// Small ints are their own ID; everything else is numbered by a Dictionary. IDs are never printed and their
// order means nothing.
type ID uint32

const (
	inlineBit = 1 << 31
	inlineMin = -1 << 30
	inlineMax = 1<<30 - 1
)

// inline returns the ID of a small int.
func inline(i int64) (ID, bool) {
	if i < inlineMin || i > inlineMax {
		return 0, false
	}
	return ID(inlineBit | uint32(i)&(inlineBit-1)), true
}

func inlined(id ID) (int64, bool) {
	if id&inlineBit == 0 {
		return 0, false
	}
	return int64(int32(id<<1) >> 1), true // drop the mark, extend the sign
}

// entry is one numbered value. Strings lie in the dictionary's text; the other types in bits.
type entry struct {
	bits   uint64 // string: offset in text; else the content as in Value
	length uint32 // of a string, in bytes
	typ    Type
}

// Dictionary numbers values. It only grows, holds no pointer per value, and is not safe for use while it grows.
type Dictionary struct {
	seed    maphash.Seed
	entries []entry
	text    []byte
	slots   []uint64 // hash<<32 | number+1; zero is free; a power of two long
}

// NewDictionary returns an empty dictionary. Its hash seed is new for each one; nothing that leaves the toolkit depends on it.
func NewDictionary() *Dictionary {
	return &Dictionary{seed: maphash.MakeSeed(), slots: make([]uint64, 16)}
}

// Len returns how many values are numbered, small ints not counted.
func (d *Dictionary) Len() int { return len(d.entries) }

// Bytes returns the memory that the dictionary holds.
func (d *Dictionary) Bytes() int {
	return 16*cap(d.entries) + cap(d.text) + 8*cap(d.slots)
}

// TextBytes returns how long the numbered strings are in all.
func (d *Dictionary) TextBytes() int { return len(d.text) }

// ID returns the ID of v, numbering it if it is new.
func (d *Dictionary) ID(v Value) ID {
	if v.typ == StringType {
		return intern(d, v.text)
	}
	if v.typ == IntType {
		if id, ok := inline(v.Int()); ok {
			return id
		}
	}
	hash := d.hashBits(v.typ, v.bits)
	slot, found := d.findBits(hash, v.typ, v.bits)
	if !found {
		slot = d.insert(slot, hash, entry{bits: v.bits, typ: v.typ})
	}
	return ID(uint32(d.slots[slot]) - 1)
}

// TextID returns the ID of the string with the given bytes, which it copies if they are new.
func (d *Dictionary) TextID(text []byte) ID { return intern(d, text) }

func intern[T string | []byte](d *Dictionary, text T) ID {
	hash := hashText(d.seed, text)
	slot, found := findText(d, hash, text)
	if !found {
		offset := len(d.text)
		d.text = append(d.text, text...)
		slot = d.insert(slot, hash, entry{bits: uint64(offset), length: uint32(len(text)), typ: StringType})
	}
	return ID(uint32(d.slots[slot]) - 1)
}

// Lookup returns the ID of v if v has one.
func (d *Dictionary) Lookup(v Value) (ID, bool) {
	if v.typ == IntType {
		if id, ok := inline(v.Int()); ok {
			return id, true
		}
	}
	var slot int
	var found bool
	if v.typ == StringType {
		slot, found = findText(d, hashText(d.seed, v.text), v.text)
	} else {
		slot, found = d.findBits(d.hashBits(v.typ, v.bits), v.typ, v.bits)
	}
	if !found {
		return 0, false
	}
	return ID(uint32(d.slots[slot]) - 1), true
}

// Value returns the value that id stands for.
func (d *Dictionary) Value(id ID) Value {
	if i, ok := inlined(id); ok {
		return Int(i)
	}
	e := &d.entries[id]
	if e.typ == StringType {
		return String(string(d.textOf(e)))
	}
	return Value{typ: e.typ, bits: e.bits}
}

func (d *Dictionary) textOf(e *entry) []byte { return d.text[e.bits : e.bits+uint64(e.length)] }

// Compare orders two IDs of one type by the values they stand for, without making the values.
func (d *Dictionary) Compare(a, b ID) int {
	if a == b {
		return 0
	}
	if a&b&inlineBit != 0 {
		return cmp.Compare(a<<1^inlineBit, b<<1^inlineBit) // both inline: flip the sign bit and compare
	}
	if (a|b)&inlineBit == 0 {
		x, y := &d.entries[a], &d.entries[b]
		if x.typ == StringType && y.typ == StringType {
			return bytes.Compare(d.textOf(x), d.textOf(y))
		}
	}
	return d.Value(a).Compare(d.Value(b))
}

// CompareRows orders rows of IDs of the same types by the values they stand for, from left to right.
func (d *Dictionary) CompareRows(a, b []ID) int {
	for c := range a {
		if r := d.Compare(a[c], b[c]); r != 0 {
			return r
		}
	}
	return 0
}

func hashText[T string | []byte](seed maphash.Seed, text T) uint32 {
	var h uint64
	switch t := any(text).(type) {
	case string:
		h = maphash.String(seed, t)
	case []byte:
		h = maphash.Bytes(seed, t)
	}
	return uint32(h ^ h>>32)
}

func (d *Dictionary) hashBits(t Type, b uint64) uint32 {
	h := maphash.Comparable(d.seed, entry{bits: b, typ: t})
	return uint32(h ^ h>>32)
}

// findText returns the slot that holds the text, or the free slot where it belongs.
func findText[T string | []byte](d *Dictionary, hash uint32, text T) (int, bool) {
	mask := len(d.slots) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		s := d.slots[i]
		if s == 0 {
			return i, false
		}
		if uint32(s>>32) == hash {
			if e := &d.entries[uint32(s)-1]; e.typ == StringType && string(d.textOf(e)) == string(text) {
				return i, true
			}
		}
	}
}

func (d *Dictionary) findBits(hash uint32, t Type, b uint64) (int, bool) {
	mask := len(d.slots) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		s := d.slots[i]
		if s == 0 {
			return i, false
		}
		if uint32(s>>32) == hash {
			if e := &d.entries[uint32(s)-1]; e.typ == t && e.bits == b {
				return i, true
			}
		}
	}
}

// insert numbers e, puts it into the free slot, and returns the slot it ends up in, which differs when the table grew.
func (d *Dictionary) insert(slot int, hash uint32, e entry) int {
	d.entries = append(d.entries, e)
	word := uint64(hash)<<32 | uint64(len(d.entries))
	d.slots[slot] = word
	if 4*len(d.entries) <= 3*len(d.slots) {
		return slot
	}
	old := d.slots
	d.slots = make([]uint64, 2*len(old))
	mask := len(d.slots) - 1
	for _, s := range old {
		if s == 0 {
			continue
		}
		i := int(s>>32) & mask
		for d.slots[i] != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = s
		if s == word {
			slot = i
		}
	}
	return slot
}
