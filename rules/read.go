package rules

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	yamltoken "github.com/goccy/go-yaml/token"

	"github.com/beliefbase/revise/belief"
)

// ReadDocument reads one YAML file into a tree of nodes. Scalars keep their text as it is written: nothing is a number,
// a date or a null before someone who knows the column says so. Name is what diagnostics call the file.
//
// The document is never nil. Its Root is nil when the file could not be read as a map; with errors beside it, a Root
// holds what was meant where that is known, so that what else is wrong can be found. The time is linear in len(data).
func ReadDocument(name string, data []byte) (*Document, Diagnostics) {
	doc := &Document{Name: name, Digest: sha256.Sum256(data), Bytes: len(data)}
	if d, ok := checkBytes(doc, data); !ok {
		return doc, Diagnostics{d}
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if lines := strings.Count(text, "\n"); lines >= maxLines {
		return doc, Diagnostics{{
			Code: CodeTooManyNodes, Place: belief.Place{File: doc.Name}, Message: fmt.Sprintf("the file has more than %d lines", maxLines),
			Hint: "put bulk facts into a .csv file, and name that with relation: and file:",
		}}
	}
	doc.Lines = strings.Split(text, "\n")
	if diags := checkCharacters(doc); diags.HasErrors() {
		return doc, diags
	}
	p := newPrescan(doc)
	p.run()
	if p.fatal {
		return doc, p.diags.Sort()
	}
	r := reader{doc: doc, meant: p.meant, diags: p.diags}
	r.read(strings.Join(p.lines, "\n") + "\n")
	return doc, r.diags.Sort()
}

// checkBytes refuses what is too big or not UTF-8.
func checkBytes(doc *Document, data []byte) (Diagnostic, bool) {
	d := Diagnostic{Place: belief.Place{File: doc.Name}}
	if len(data) > maxDocumentBytes {
		d.Code = CodeFileTooBig
		d.Message = fmt.Sprintf("the file has %d bytes, and a YAML file may have %d", len(data), maxDocumentBytes)
		d.Hint = "put bulk facts into a .csv file, and name that with relation: and file:"
		return d, false
	}
	if utf8.Valid(data) {
		return d, true
	}
	line, column := 1, 1
	for rest := data; ; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 {
			d.Code, d.Length = CodeNotUTF8, 1
			d.Place.Line, d.Place.Column = line, column
			d.Message = fmt.Sprintf("the byte %#02x is not UTF-8", rest[0])
			d.Hint = "save the file as UTF-8"
			if bytes.HasPrefix(data, []byte("SQLite format 3\x00")) {
				d.Message = "the file is an SQLite database, such as a lasting belief base, and no text"
				d.Hint = "'revise export BASE' writes the rules and beliefs of a belief base as such a file"
			}
			if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
				d.Message = "the file is UTF-16, not UTF-8"
			}
			return d, false
		}
		if column++; r == '\n' {
			line, column = line+1, 1
		}
		rest = rest[size:]
	}
}

// checkCharacters refuses control characters, at most one in each of the first lines.
func checkCharacters(doc *Document) Diagnostics {
	const most = 10
	var diags Diagnostics
	for n, line := range doc.Lines {
		at := strings.IndexFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f || isNoCharacter(r) })
		if at < 0 {
			continue
		}
		r, _ := utf8.DecodeRuneInString(line[at:])
		diags = append(diags, Diagnostic{
			Code: CodeControlCharacter, Place: belief.Place{File: doc.Name, Line: n + 1, Column: runeColumn(line, at)}, Length: 1,
			Source: line, Message: fmt.Sprintf("the control character U+%04X stands here", r), Hint: "remove it, or write it as an escape inside double quotes",
		})
		if len(diags) == most {
			break
		}
	}
	return diags
}

// isNoCharacter reports whether r is one of the code points that never stand for a character.
func isNoCharacter(r rune) bool { return r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe }

// reader turns the parser's tree into nodes.
type reader struct {
	doc    *Document
	meant  map[position]string
	cursor columnCursor
	diags  Diagnostics
}

func (r *reader) read(text string) {
	file, err := parse(text)
	if err != nil {
		r.syntaxError(err)
		return
	}
	var body ast.Node
	for _, d := range file.Docs {
		switch {
		case d.Body == nil || d.Body.Type() == ast.CommentType:
		case body == nil:
			body = d.Body
		default:
			r.report(CodeSecondDocument, r.node(d.Body), "a second document starts here, and only one is read", "")
		}
	}
	if body == nil {
		r.syntaxError(errors.New("the file holds nothing"))
		return
	}
	root := r.node(body)
	if root.Kind != Map {
		r.report(CodeNotSections, root, fmt.Sprintf("the file is %s, and a file of the language is a map of sections", root.Kind), "put the facts under beliefs: and the rules under rules:")
		return
	}
	r.doc.Root = root
}

// parse calls the YAML parser, whose panics, should one be left, are errors like any other.
func parse(text string) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the YAML parser gives up on this file (%v)", p)
		}
	}()
	return parser.ParseBytes([]byte(text), 0, parser.AllowDuplicateMapKey())
}

// syntaxError reports what the parser refuses.
func (r *reader) syntaxError(err error) {
	d := Diagnostic{Code: CodeSyntax, Place: belief.Place{File: r.doc.Name, Line: 1, Column: 1}, Length: 1, Message: err.Error()}
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		d.Message = at.GetMessage()
		d.Place.Line, d.Place.Column = at.GetToken().Position.Line, at.GetToken().Position.Column
	}
	if slices.ContainsFunc(r.diags, func(known Diagnostic) bool { return known.Place.Line == d.Place.Line }) {
		return // the trap that was found there has done it
	}
	d.Message = "YAML cannot read this: " + d.Message
	d.Hint = "look at the indentation and at what this line belongs to; a text that holds : or # or starts with a sign is quoted"
	d.Source = r.doc.Line(d.Place.Line)
	r.diags = append(r.diags, d)
}

func (r *reader) report(code Code, n *Node, message, caret string) {
	r.diags = append(r.diags, Diagnostic{
		Code: code, Place: n.Place, Length: n.Length, Source: r.doc.Line(n.Place.Line), Message: message, Caret: caret,
	})
}

// node converts a node of the parser's tree.
func (r *reader) node(n ast.Node) *Node {
	switch n := n.(type) {
	case *ast.MappingNode:
		return r.mapping(n.Start, n.IsFlowStyle, n.Values)
	case *ast.MappingValueNode:
		return r.mapping(n.Start, n.IsFlowStyle, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		list := r.at(List, n.Start.Position)
		for _, item := range n.Values {
			list.Items = append(list.Items, r.node(item))
		}
		return list
	case *ast.LiteralNode:
		text := r.at(Scalar, n.Start.Position)
		text.Text, text.Quoted = n.Value.Value, true
		return text
	case *ast.AnchorNode:
		return r.refused(CodeAnchor, n, n.Value, "the file language has no YAML anchors (&) and aliases (*)", "write the text out, or quote it")
	case *ast.AliasNode:
		return r.refused(CodeAnchor, n, n.Value, "the file language has no YAML anchors (&) and aliases (*)", "write the text out, or quote it")
	case *ast.TagNode:
		return r.refused(CodeTag, n, n.Value, "the file language has no YAML tags", "remove it, or quote the text")
	case *ast.MappingKeyNode:
		return r.refused(CodeQuestionMark, n, n.Value, "YAML takes a question mark and a space for the start of a key", "remove the space, or the question mark")
	default:
		return r.scalar(n.GetToken())
	}
}

// refused reports a node that YAML has and the file language has not, and returns what it holds.
func (r *reader) refused(code Code, n, inner ast.Node, message, caret string) *Node {
	r.report(code, r.at(Scalar, n.GetToken().Position), message, caret)
	if inner == nil {
		return r.at(Scalar, n.GetToken().Position)
	}
	return r.node(inner)
}

// scalar takes the text of a token, never the value that YAML makes of it.
func (r *reader) scalar(t *yamltoken.Token) *Node {
	n := r.at(Scalar, t.Position)
	if meant, ok := r.meant[position{t.Position.Line, t.Position.Column}]; ok {
		n.Text, n.Length = meant, utf8.RuneCountInString(meant)
		return n
	}
	switch t.Type {
	case yamltoken.NullType:
		n.Length = utf8.RuneCountInString(t.Value)
		return n
	case yamltoken.ImplicitNullType:
		return n
	case yamltoken.SingleQuoteType, yamltoken.DoubleQuoteType:
		n.Quoted, n.Length, n.Text = true, r.quotedLength(n.Place), undoStandIns.Replace(t.Value)
		if countStandIns(t.Value) > countStandIns(t.Origin) {
			r.report(CodeControlCharacter, n, "an escape in this text stands for no character", "remove it")
		}
		return n
	}
	n.Text, n.Length = t.Value, utf8.RuneCountInString(t.Value)
	if countStandIns(t.Value) > 0 { // in a line that goes on in a way the scan does not know
		n.Text = undoStandIns.Replace(t.Value)
		r.report(CodeTab, n, "a tab stands outside quotes, and YAML drops it", "write a space, or quote the text")
	}
	line := r.doc.Line(n.Place.Line)
	if rest := line[r.byteOf(n.Place, line):]; len(rest) < len(t.Value) { // the text goes on in the next line
		n.Length = max(1, utf8.RuneCountInString(rest))
	}
	return n
}

var undoStandIns = strings.NewReplacer(tabStandIn, "\t", blankStandIn, " ")

func countStandIns(text string) int {
	return strings.Count(text, tabStandIn) + strings.Count(text, blankStandIn)
}

// quotedLength is the width of the quoted scalar at a place, up to the end of the line.
func (r *reader) quotedLength(at belief.Place) int {
	line := r.doc.Line(at.Line)
	start := r.byteOf(at, line)
	if start >= len(line) {
		return 1
	}
	kind := singleQuoted
	if line[start] == '"' {
		kind = doubleQuoted
	}
	end, _ := closingQuote(line, start+1, kind)
	return utf8.RuneCountInString(line[start:end])
}

func (r *reader) byteOf(at belief.Place, line string) int {
	return r.cursor.byteOf(at.Line-1, line, at.Column)
}

// at makes a node at a position of the parser's, whose lines and columns are right while its offsets are not.
func (r *reader) at(kind NodeKind, at *yamltoken.Position) *Node {
	return &Node{Kind: kind, Place: belief.Place{File: r.doc.Name, Line: at.Line, Column: max(at.Column, 1)}, Length: 1, doc: r.doc}
}

func (r *reader) mapping(start *yamltoken.Token, isFlow bool, values []*ast.MappingValueNode) *Node {
	m := r.at(Map, start.Position)
	seen := make(map[string]*Node, len(values))
	for _, v := range values {
		if _, merge := v.Key.(*ast.MergeKeyNode); merge {
			r.report(CodeAnchor, r.at(Scalar, v.Key.GetToken().Position), "the file language has no merge keys (<<)", "write the keys out")
			continue
		}
		f := Field{Key: r.node(v.Key), Value: r.node(v.Value)}
		if f.Value.IsEmpty() && f.Value.Length == 1 {
			f.Value.Place, f.Value.Length = f.Key.Place, f.Key.Length
		}
		if first, again := seen[f.Key.Text]; again {
			r.duplicate(f.Key, first)
			continue
		}
		seen[f.Key.Text] = f.Key
		m.Fields = append(m.Fields, f)
	}
	if !isFlow && len(m.Fields) > 0 {
		m.Place, m.Length = m.Fields[0].Key.Place, m.Fields[0].Key.Length
	}
	return m
}

func (r *reader) duplicate(key, first *Node) {
	r.diags = append(r.diags, Diagnostic{
		Code: CodeDuplicateKey, Place: key.Place, Length: key.Length, Source: r.doc.Line(key.Place.Line),
		Message: fmt.Sprintf("the key %s stands twice in this map", key.Text),
		Related: []Related{{Place: first.Place, Message: "it stands here first"}},
		Hint:    "put everything under one key",
	})
}
