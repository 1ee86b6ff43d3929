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

// Line returns line n, counted from 1, and "" when there is no such line.
func (d *Document) Line(n int) string {
	if n < 1 || n > len(d.Lines) {
		return ""
	}
	return d.Lines[n-1]
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
	doc    *Document
}

// NodeKind says what a Node is.
type NodeKind uint8

// The kinds of Node.
const (
	Scalar NodeKind = iota
	List
	Map
)

// String returns what a person calls a node of that kind.
func (k NodeKind) String() string {
	switch k {
	case List:
		return "a list"
	case Map:
		return "a map"
	default:
		return "a text"
	}
}

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

// IsEmpty reports whether nothing is written where the node stands: no text at all, null or ~.
func (n *Node) IsEmpty() bool { return n.Kind == Scalar && n.Text == "" && !n.Quoted }
