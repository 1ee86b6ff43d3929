package journal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// chain is the hash of one revision: of the hash before it, and of the digest of everything that the file says of it,
// in a fixed order. A digest is of a salt and a content, so that the content can be erased and the chain still be
// followed: the digest then stands in place of the salt.
type chain struct {
	hash.Hash
	erased int // digests that stand in place of a salt
}

func newChain(before []byte) *chain {
	c := &chain{Hash: sha256.New()}
	c.Write([]byte("revise journal 1\x00"))
	c.add(before)
	return c
}

// add tells the chain of one digest.
func (c *chain) add(digest []byte) { c.Write(prefixed(nil, digest)) }

// addSealed tells the chain of a content under its seal.
func (c *chain) addSealed(seal []byte, kind string, content []byte) {
	if len(seal) != saltBytes {
		c.erased++
	}
	c.add(digestOf(seal, kind, content))
}

// link returns the link that all of it makes.
func (c *chain) link() []byte { return c.Sum(nil) }

const saltBytes = 16

// salt returns a new one: nobody who lacks it can find out by trying what a digest is of.
func (j *Journal) salt() []byte {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	return salt
}

// sealed is the digest of a salt and a content in parts.
func sealed(salt []byte, kind string, content []byte) []byte {
	h := sha256.New()
	h.Write(prefixed(prefixed(prefixed(nil, salt), []byte(kind)), content))
	return h.Sum(nil)
}

// digestOf is the digest of what has a seal: a salt, or the digest itself where the content was erased.
func digestOf(seal []byte, kind string, content []byte) []byte {
	if len(seal) != saltBytes {
		return seal
	}
	return sealed(seal, kind, content)
}

// prefixed appends a part with its length before it, so that different parts never make the same whole.
func prefixed(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}

// texts makes one content of several.
func texts(parts ...string) []byte {
	var b []byte
	for _, part := range parts {
		b = prefixed(b, []byte(part))
	}
	return b
}
