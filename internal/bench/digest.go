package main

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// digest is how many rows there are, and the SHA-256 of their tab-separated lines in the order of their bytes.
type digest struct {
	Count  int    `json:"count"`
	SHA256 string `json:"sha256"`
}

// digestOf takes the digest of lines, which it sorts.
func digestOf(lines []string) digest {
	slices.Sort(lines)
	h := sha256.New()
	for _, line := range lines {
		_, _ = h.Write([]byte(line))
	}
	return digest{len(lines), hex.EncodeToString(h.Sum(nil))}
}

// lineOf is a fact as one line, without its relation.
func lineOf(f belief.Fact) string {
	var b strings.Builder
	for i, v := range f.Values {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(v.Plain())
	}
	b.WriteByte('\n')
	return b.String()
}

// digests takes the digest of what holds now in each of the relations.
func digests(e *revise.Engine, relations []string) map[string]digest {
	all := make(map[string]digest, len(relations))
	for _, relation := range relations {
		var lines []string
		for f := range e.Facts(relation) {
			lines = append(lines, lineOf(f))
		}
		all[relation] = digestOf(lines)
	}
	return all
}
