package rules

import (
	"crypto/sha256"

	"github.com/beliefbase/revise/belief"
)

// Document is one file of the file language, read but not yet understood: a tree of nodes with their places.
type Document struct {
	Name   string // as diagnostics print it: slash-separated, relative to the root of the scenario
	Lines  []string
	Root   *Node // a Map; nil when the file could not be read as one
	Digest [sha256.Size]byte
	Bytes  int
}

// Node is a scalar, a list or a map of a Document.
type Node struct {
	Kind   NodeKind
	Place  belief.Place
	Text   string // of a Scalar: the text as written, or the content if it was quoted
	Quoted bool   // the scalar was quoted, or a block text
	Length int    // how many characters the node takes on its line
	Items  []*Node
	Fields []Field
}

// NodeKind says what a Node is.
type NodeKind uint8

// The kinds of Node.
const (
	Scalar NodeKind = iota
	List
	Map
)

// Field is one key of a Map with its value, in the order of the file. Value is a Scalar with empty Text when nothing is written.
type Field struct {
	Key   *Node
	Value *Node
}

// Field returns the value of the key, or nil.
func (n *Node) Field(key string) *Node {
	for _, f := range n.Fields {
		if f.Key.Text == key {
			return f.Value
		}
	}
	return nil
}
