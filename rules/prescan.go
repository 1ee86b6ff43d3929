package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// What a YAML file may hold. The parser behind takes time that grows with the square of nesting and of the keys of a
// map, and about a kilobyte per node, so that these are refused before it sees them.
const (
	maxDocumentBytes = 8 << 20
	maxLineBytes     = 64 << 10
	maxDepth         = 64
	maxKeys          = 5_000
	maxNodes         = 100_000 // bulk facts belong into a fact file
	maxLines         = 500_000
	maxTraps         = 100 // that are undone so that the rest can be read; a file with more is given up
)

// prescan reads a file once, line by line, before the YAML parser does. It knows just enough of YAML to say where a
// node begins and to skip quoted text, block text and comments. It enforces the limits, and it finds what YAML would
// silently read as something else than an atom: each such piece is diagnosed and replaced by harmless text of the same
// width, so that the rest of the file can still be read.
type prescan struct {
	doc    *Document
	lines  []string // what the parser is to read
	diags  Diagnostics
	meant  map[position]string // by place: what a replaced piece was meant to say
	fatal  bool                // the parser must not see the file
	n      int                 // index of the current line
	cursor columnCursor
	traps  int
	nodes  int
	blocks []block
	flows  []flow

	text       textKind // what the end of the line before left open
	textParent int      // plain and block text goes on in lines that are indented deeper than this
	quoteStart position
	content    bool // something but comments was seen
	begun      bool // "---" was seen
	ended      bool // "..." was seen
}

// position is a place within the file.
type position struct{ line, column int }

// block is a block list or block map that is open, by the column of its entries.
type block struct {
	indent int
	kind   NodeKind
	keys   int
}

// flow is an open bracket.
type flow struct {
	bracket  byte
	start    position
	keys     int
	reported bool // an unquoted atom in it was diagnosed
}

// textKind is a scalar that may go on in the next line.
type textKind uint8

const (
	noText textKind = iota
	plainText
	blockText
	singleQuoted
	doubleQuoted
)

func newPrescan(doc *Document) *prescan {
	return &prescan{doc: doc, lines: append([]string(nil), doc.Lines...), meant: map[position]string{}}
}

// run scans the whole file, or as far as a limit lets it.
func (p *prescan) run() {
	for p.n = range p.lines {
		if len(p.line()) > maxLineBytes {
			p.stop(CodeLineTooLong, 0, fmt.Sprintf("the line is longer than %d bytes", maxLineBytes), "break the text into several lines")
		}
		before := p.text
		p.scanLine()
		if p.fatal {
			return
		}
		p.tidy(before)
	}
	p.finish()
}

// tidy takes out of the line what the parser stumbles over and what means nothing: blanks at its end, behind which the
// parser's columns are off, and tabs inside quotes, behind which it loses the end of the line. A blank that is escaped
// there stays. Before is what the line above left open.
func (p *prescan) tidy(before textKind) {
	if p.text == blockText {
		return
	}
	line := strings.TrimRight(p.line(), " \t")
	if blanks := p.line()[len(line):]; p.text == doubleQuoted && blanks != "" && endsInEscape(line) {
		line = line[:len(line)-1] + map[byte]string{' ': blankStandIn, '\t': tabStandIn}[blanks[0]]
	}
	if strings.IndexByte(line, '\t') >= 0 && (before == singleQuoted || before == doubleQuoted) {
		text := strings.TrimLeft(line, " \t")
		line = strings.Repeat(" ", len(line)-len(text)) + text
	}
	p.lines[p.n] = strings.ReplaceAll(line, "\t", tabStandIn)
}

// endsInEscape reports whether a backslash at the end of the text escapes what follows it.
func endsInEscape(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// These stand for a tab and a blank inside quotes until the parser is done. They are no characters, and no file may
// have them.
const (
	tabStandIn   = "\ufdd0"
	blankStandIn = "\ufdd1"
)

// finish diagnoses what the end of the file leaves open.
func (p *prescan) finish() {
	switch {
	case len(p.flows) > 0:
		f := p.flows[0]
		p.openAtEnd(f.start, string(f.bracket), map[byte]string{'[': "]", '{': "}"}[f.bracket])
	case p.text == singleQuoted:
		p.openAtEnd(p.quoteStart, "'", "'")
	case p.text == doubleQuoted:
		p.openAtEnd(p.quoteStart, `"`, `"`)
	case !p.content:
		p.fatal = true
		p.add(Diagnostic{Code: CodeEmptyFile, Place: belief.Place{File: p.doc.Name, Line: 1, Column: 1}, Message: "the file is empty", Hint: "a file holds sections such as rules: and beliefs:"})
	}
}

func (p *prescan) openAtEnd(at position, opening, closing string) {
	p.fatal = true
	p.add(Diagnostic{Code: CodeSyntax, Place: p.place(at), Length: 1, Message: fmt.Sprintf("this %s is never closed", opening), Hint: fmt.Sprintf("write the closing %s where the text ends", closing)})
}

func (p *prescan) line() string { return p.lines[p.n] }

func (p *prescan) scanLine() {
	line := p.line()
	indent := len(line) - len(strings.TrimLeft(line, " "))
	switch {
	case p.text == singleQuoted || p.text == doubleQuoted:
		p.quotedRest(0)
		return
	case p.text == blockText && (indent == len(line) || indent > p.textParent):
		return
	case strings.Trim(line, " \t") == "":
		return
	case len(p.flows) > 0:
		p.flow(0)
		return
	case p.documentMarker(line):
		return
	}
	if p.ended {
		p.stop(CodeSecondDocument, 0, "a second document starts behind ...", "put it into a file of its own, and include: that")
		return
	}
	line = p.withoutTabs(indent)
	indent = len(line) - len(strings.TrimLeft(line, " "))
	if line[indent] == '#' {
		p.text = noText
		return
	}
	p.content = true
	if p.text == plainText && indent > p.textParent {
		p.plain(indent, true)
		return
	}
	p.text = noText
	p.closeBlocks(indent)
	p.node(indent)
}

// documentMarker handles the lines that separate documents.
func (p *prescan) documentMarker(line string) bool {
	marker, rest := line[:min(3, len(line))], strings.TrimRight(line[min(3, len(line)):], " ")
	switch {
	case line[0] == '%':
		defer p.blank(0, len(line))
		p.report(Diagnostic{Code: CodeSyntax, Message: "a line that starts with % is a YAML directive, and the file language has none", Hint: "remove the line"}, 0, len(line))
	case marker == "---" && (rest == "" || rest[0] == ' '):
		if p.content || p.begun {
			p.stop(CodeSecondDocument, 0, "a second document starts here, and only one is read", "put it into a file of its own, and include: that")
			return true
		}
		p.begun = true
		if rest != "" && !strings.HasPrefix(strings.TrimLeft(rest, " "), "#") {
			p.stop(CodeSyntax, 0, "something stands on the line of the --- that begins the document", "remove the ---")
		}
	case marker == "..." && (rest == "" || rest[0] == ' '):
		p.ended = p.content
	default:
		return false
	}
	p.text = noText
	return true
}

// withoutTabs diagnoses tabs in the indentation and returns the line with a space for each.
func (p *prescan) withoutTabs(indent int) string {
	line := p.line()
	if line[indent] != '\t' {
		return line
	}
	end := len(line) - len(strings.TrimLeft(line, " \t"))
	p.report(Diagnostic{Code: CodeTab, Message: "a tab indents this line, and YAML indents with spaces", Caret: "write spaces"}, indent, end)
	p.setLine(strings.ReplaceAll(line[:end], "\t", " ") + line[end:])
	return p.line()
}

// closeBlocks ends the lists and maps whose entries stand deeper than indent.
func (p *prescan) closeBlocks(indent int) {
	for len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].indent > indent {
		p.blocks = p.blocks[:len(p.blocks)-1]
	}
}

// enter counts an entry of a block list or map whose entries stand in column indent.
func (p *prescan) enter(kind NodeKind, indent int) {
	p.closeBlocks(indent)
	if top := len(p.blocks) - 1; top >= 0 && p.blocks[top].indent == indent && kind == Map && p.blocks[top].kind == List {
		p.blocks = p.blocks[:top]
	}
	if top := len(p.blocks) - 1; top < 0 || p.blocks[top].indent < indent || p.blocks[top].kind != kind {
		p.blocks = append(p.blocks, block{indent: indent, kind: kind})
		p.checkDepth(indent)
	}
	if kind == Map {
		p.countKey(&p.blocks[len(p.blocks)-1].keys, indent)
	}
	p.countNode(indent)
}

func (p *prescan) checkDepth(at int) {
	if len(p.blocks)+len(p.flows) > maxDepth {
		p.stop(CodeTooDeep, at, fmt.Sprintf("lists and maps are nested more than %d deep here", maxDepth), "no file of the language needs more than ten levels")
	}
}

func (p *prescan) countKey(keys *int, at int) {
	if *keys++; *keys > maxKeys {
		p.stop(CodeTooManyKeys, at, fmt.Sprintf("the map has more than %d keys", maxKeys), "a map this big is data: put it into a fact file, and name that with file:")
	}
}

func (p *prescan) countNode(at int) {
	if p.nodes++; p.nodes > maxNodes {
		p.stop(CodeTooManyNodes, at, fmt.Sprintf("the file has more than %d entries", maxNodes), "put bulk facts into a .csv file, and name that with relation: and file:")
	}
}

// parent is the column of the entries of the innermost block, -1 outside all.
func (p *prescan) parent() int {
	if len(p.blocks) == 0 {
		return -1
	}
	return p.blocks[len(p.blocks)-1].indent
}

// node scans the node that begins at byte i of the line, or behind the marks of list entries there.
func (p *prescan) node(i int) {
	for !p.fatal {
		i = p.skip(i)
		line := p.line()
		switch {
		case i == len(line):
			return
		case isMark(line, i, '-'):
			p.enter(List, i)
			i++
			continue
		case isMark(line, i, '?'):
			p.questionMark(i)
			i++
			continue
		}
		p.scalarOrFlow(i)
		return
	}
}

func (p *prescan) scalarOrFlow(i int) {
	line := p.line()
	switch c := line[i]; {
	case c == '!' || c == '&' || c == '*':
		p.property(i)
	case c == '"' || c == '\'':
		p.openQuote(i)
		p.quotedRest(i + 1)
	case c == '[' || c == '{':
		p.flow(i)
	case (c == '|' || c == '>') && isBlockHeader(line[i+1:]):
		p.text, p.textParent = blockText, p.parent()
	default:
		p.plain(i, false)
	}
}

// plain scans an unquoted scalar from byte i on, or a key and then its value.
func (p *prescan) plain(i int, continued bool) {
	s := scanPlain(p.line(), i)
	p.noTabs(i, s.stop)
	line := p.line()
	if s.inside && s.closes {
		p.trapInPlain(i, s, continued)
		p.text, p.textParent = noText, p.parent()
		return
	}
	switch {
	case s.stop < len(line) && line[s.stop] == ':':
		if !continued {
			p.enter(Map, i)
			p.text = noText
			p.node(s.stop + 1)
		}
	case s.stop < len(line): // a comment ends the text
		p.text = noText
	default:
		p.text = plainText
		if !continued {
			p.textParent = p.parent()
		}
	}
}

// openQuote begins a quoted scalar at byte i.
func (p *prescan) openQuote(i int) {
	p.quoteStart = p.at(i)
	p.text = singleQuoted
	if p.line()[i] == '"' {
		p.text = doubleQuoted
	}
}

// closeQuote looks for the end of the open quote from byte i on, and returns where the text behind it begins.
func (p *prescan) closeQuote(i int) (int, bool) {
	end, closed := closingQuote(p.line(), i, p.text)
	if closed {
		p.text = noText
	}
	return end, closed
}

// quotedRest looks for the end of the open quote from byte i on, and goes on behind it.
func (p *prescan) quotedRest(i int) {
	end, closed := p.closeQuote(i)
	if !closed {
		return
	}
	if len(p.flows) > 0 {
		p.flow(end)
		return
	}
	line := p.line()
	rest := p.skip(end)
	switch {
	case rest == len(line):
	case line[rest] == ':' && (rest+1 == len(line) || line[rest+1] == ' ') && p.quoteStart.line == p.n+1:
		start := byteColumn(line, p.quoteStart.column)
		p.enter(Map, start)
		p.node(rest + 1)
	default:
		p.trapAfterQuote(rest)
	}
}

// flow scans flow lists and maps from byte i on, until they are closed or the line ends.
func (p *prescan) flow(i int) {
	for !p.fatal && p.text == noText {
		i = p.skip(i)
		if i == len(p.line()) {
			return
		}
		i = p.flowToken(i)
		if len(p.flows) == 0 {
			p.afterFlow(i)
			return
		}
	}
}

// flowToken scans one token at byte i and returns where the next begins.
func (p *prescan) flowToken(i int) int {
	line := p.line()
	switch c := line[i]; {
	case c == '[' || c == '{':
		p.flows = append(p.flows, flow{bracket: c, start: p.at(i)})
		p.countNode(i)
		p.checkDepth(i)
	case c == ']' || c == '}':
		p.flows = p.flows[:len(p.flows)-1]
	case c == ',':
		if f := &p.flows[len(p.flows)-1]; f.bracket == '{' {
			p.countKey(&f.keys, i)
		}
	case c == ':' && (i+1 == len(line) || strings.IndexByte(" \t,[]{}", line[i+1]) >= 0):
	case c == '"' || c == '\'':
		p.countNode(i)
		p.openQuote(i)
		return p.flowQuote(i)
	case c == '!' || c == '&' || c == '*':
		return p.flowProperty(i)
	case isMark(line, i, '?'):
		p.questionMark(i)
	default:
		return p.flowPlain(i)
	}
	return i + 1
}

// afterFlow looks at what stands behind the outermost closing bracket.
func (p *prescan) afterFlow(i int) {
	line := p.line()
	if i = p.skip(i); i < len(line) && line[i] == ':' {
		p.fatal = true
		p.report(Diagnostic{Code: CodeSyntax, Message: "a list or map in brackets cannot be a key", Hint: "quote it to mean a text"}, i, i+1)
	}
}

// skip returns the first byte from i on that is not a space, or the end of the line where a comment starts.
func (p *prescan) skip(i int) int {
	line := p.line()
	start := i
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if tab := strings.IndexByte(line[start:i], '\t'); tab >= 0 && i < len(line) && line[i] != '#' {
		p.noTabs(start, i)
	}
	if i < len(line) && line[i] == '#' && (i == 0 || i > start || line[i-1] == ' ') {
		return len(line)
	}
	return i
}

// noTabs diagnoses the tabs of the unquoted text in bytes i to j. YAML drops them without a word; a space takes the
// place of each.
func (p *prescan) noTabs(i, j int) {
	line := p.line()
	if strings.IndexByte(line[i:j], '\t') < 0 {
		return
	}
	if tab := strings.IndexByte(strings.TrimRight(line[i:j], " \t"), '\t'); tab >= 0 {
		p.report(Diagnostic{Code: CodeTab, Message: "a tab stands outside quotes, and YAML drops it", Caret: "write a space, or quote the text"}, i+tab, i+tab+1)
	}
	p.setLine(line[:i] + strings.ReplaceAll(line[i:j], "\t", " ") + line[j:])
}

// setLine changes the current line, keeping its width. It gives a file up that needs too many changes.
func (p *prescan) setLine(line string) {
	p.lines[p.n] = line
	if p.traps++; p.traps > maxTraps {
		p.fatal = true
	}
}

// at returns the place of byte i of the current line.
func (p *prescan) at(i int) position { return position{p.n + 1, p.cursor.column(p.n, p.line(), i)} }

func (p *prescan) place(at position) belief.Place {
	return belief.Place{File: p.doc.Name, Line: at.line, Column: at.column}
}

// replace puts a word of the same width in place of bytes i to j, which stands for what was meant there.
func (p *prescan) replace(i, j int, meant string) {
	p.meant[p.at(i)] = meant
	p.fill(i, j, 'x')
}

// blank puts spaces in place of bytes i to j.
func (p *prescan) blank(i, j int) { p.fill(i, j, ' ') }

// fill overwrites the ASCII characters of bytes i to j, which are all that YAML gives a meaning to.
func (p *prescan) fill(i, j int, filler byte) {
	line := []byte(p.line())
	for k := i; k < j; k++ {
		if line[k] < utf8.RuneSelf {
			line[k] = filler
		}
	}
	p.setLine(string(line))
}

// report adds a diagnostic that underlines bytes i to j of the current line.
func (p *prescan) report(d Diagnostic, i, j int) {
	d.Place = p.place(p.at(i))
	d.Length = utf8.RuneCountInString(p.line()[i:j])
	p.add(d)
}

// stop adds a diagnostic about byte i after which nothing more can be said of the file.
func (p *prescan) stop(code Code, i int, message, hint string) {
	if p.fatal {
		return
	}
	p.fatal = true
	p.report(Diagnostic{Code: code, Message: message, Hint: hint}, i, min(i+1, len(p.line())))
}

func (p *prescan) add(d Diagnostic) {
	d.Source = p.doc.Line(d.Place.Line)
	p.diags = append(p.diags, d)
}
