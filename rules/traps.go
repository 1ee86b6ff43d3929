package rules

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainScan is how far YAML reads an unquoted scalar.
type plainScan struct {
	stop   int  // at ": " or " #", or the end of the line
	inside bool // the stop lies inside parentheses or double quotes of an atom
	closes bool // and they are closed behind it
}

// atomScan follows the parentheses and double quotes of an atom.
type atomScan struct {
	depth  int
	quoted bool
}

func (s *atomScan) open() bool { return s.depth > 0 || s.quoted }

// next takes the byte at i and returns the index of the one behind it.
func (s *atomScan) next(line string, i int) int {
	switch c := line[i]; {
	case s.quoted && c == '\\' && i+1 < len(line):
		return i + 2
	case s.quoted:
		s.quoted = c != '"'
	case c == '"' && (i == 0 || strings.IndexByte(" \t(,={[<>+", line[i-1]) >= 0):
		s.quoted = true
	case c == '(':
		s.depth++
	case c == ')' && s.depth > 0:
		s.depth--
	}
	return i + 1
}

// scanPlain reads an unquoted scalar as YAML does, from byte i to its stop, and looks whether that cuts an atom.
func scanPlain(line string, i int) plainScan {
	var atom atomScan
	for i < len(line) && !endsPlain(line, i) {
		i = atom.next(line, i)
	}
	s := plainScan{stop: min(i, len(line)), inside: atom.open()}
	for i < len(line) && atom.open() {
		i = atom.next(line, i)
	}
	s.closes = !atom.open()
	return s
}

// scanMeant returns where the scalar from byte i on ends if nothing inside parentheses and quotes ends it.
func scanMeant(line string, i int) int {
	var atom atomScan
	for i < len(line) && (atom.open() || !endsPlain(line, i)) {
		i = atom.next(line, i)
	}
	return len(strings.TrimRight(line[:min(i, len(line))], " \t"))
}

// endsPlain reports whether YAML ends an unquoted scalar before byte i.
func endsPlain(line string, i int) bool {
	switch line[i] {
	case ':':
		return i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'
	case '#':
		return i > 0 && (line[i-1] == ' ' || line[i-1] == '\t')
	}
	return false
}

// isMark reports whether the byte at i is the mark of an entry: it, then a space or the end of the line.
func isMark(line string, i int, mark byte) bool {
	return line[i] == mark && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t')
}

// isBlockHeader reports whether what follows | or > makes it the header of a block text.
func isBlockHeader(rest string) bool {
	rest = strings.TrimLeft(rest, "+-0123456789")
	trimmed := strings.TrimLeft(rest, " \t")
	return trimmed == "" || trimmed[0] == '#' && trimmed != rest
}

// closingQuote returns where the text behind the closing quote begins.
func closingQuote(line string, i int, kind textKind) (int, bool) {
	for ; i < len(line); i++ {
		switch {
		case kind == doubleQuoted && line[i] == '\\':
			i++
		case kind == doubleQuoted && line[i] == '"':
			return i + 1, true
		case kind == singleQuoted && line[i] == '\'':
			if i+1 == len(line) || line[i+1] != '\'' {
				return i + 1, true
			}
			i++
		}
	}
	return len(line), false
}

// trapInPlain diagnoses an unquoted atom that YAML cuts at a colon or a comment.
func (p *prescan) trapInPlain(i int, s plainScan, continued bool) {
	line := p.line()
	end := scanMeant(line, i)
	d := Diagnostic{Code: CodeColonInAtom, Message: "YAML takes the colon inside this text for the end of a key", Caret: "write " + yamlQuote(line[i:end])}
	if line[s.stop] == '#' {
		d.Code, d.Message = CodeCommentInAtom, "YAML takes the rest of the line, from the # on, for a comment"
	}
	if continued {
		d.Caret = "quote the whole text"
		p.report(d, i, end)
		for ; s.inside && s.closes; s = scanPlain(p.line(), i) {
			p.fill(s.stop, s.stop+1, 'x')
		}
		return
	}
	p.report(d, i, end)
	p.replace(i, end, line[i:end])
}

// trapAfterQuote diagnoses text behind the closing quote of a scalar that began on this line.
func (p *prescan) trapAfterQuote(rest int) {
	if p.quoteStart.line != p.n+1 {
		return // YAML's own error is clear enough
	}
	line := p.line()
	start := byteColumn(line, p.quoteStart.column)
	p.reportAfterQuote(start, max(scanMeant(line, start), rest+1))
}

func (p *prescan) reportAfterQuote(i, j int) {
	meant := p.line()[i:j]
	p.report(Diagnostic{
		Code: CodeTextAfterQuote, Message: "YAML ends the text at its closing quote and cannot read what follows",
		Caret: "put the variable first, or write " + yamlQuote(meant),
	}, i, j)
	p.replace(i, j, meant)
}

// questionMark diagnoses "? " at byte i, which makes what follows a key.
func (p *prescan) questionMark(i int) {
	p.report(Diagnostic{Code: CodeQuestionMark, Message: "YAML takes a question mark and a space for the start of a key", Caret: "remove the space, or the question mark"}, i, i+1)
	p.blank(i, i+1)
}

// property diagnoses a tag, an anchor or an alias at byte i in block context.
func (p *prescan) property(i int) {
	line := p.line()
	end := scanMeant(line, i)
	word := i + strings.IndexAny(line[i:end]+" ", " \t")
	if meant, ok := meantNot(line[i:end]); ok {
		p.reportTag(line[i:end], meant, i, end)
		p.replace(i, end, meant)
		return
	}
	p.reportProperty(i, word)
	if line[i] != '*' {
		p.blank(i, word)
		p.node(word)
		return
	}
	p.replace(i, end, line[i:end])
}

// flowProperty is property inside brackets; it returns where the next token begins.
func (p *prescan) flowProperty(i int) int {
	line := p.line()
	end := scanFlowAtom(line, i)
	if meant, ok := meantNot(line[i:end]); ok {
		p.reportTag(line[i:end], meant, i, end)
		p.replace(i, end, meant)
		return end
	}
	word := i + strings.IndexAny(line[i:]+" ", " \t,]}")
	p.reportProperty(i, word)
	if line[i] == '*' {
		p.replace(i, word, line[i:word])
	} else {
		p.blank(i, word)
	}
	return word
}

// meantNot returns the negated atom that someone meant who wrote !atom(…).
func meantNot(text string) (string, bool) {
	atom := strings.TrimLeft(strings.TrimPrefix(text, "!"), " ")
	if text[0] != '!' || !strings.Contains(atom, "(") || strings.HasPrefix(atom, "!") {
		return "", false
	}
	return "not " + atom, true
}

func (p *prescan) reportTag(written, meant string, i, j int) {
	p.report(Diagnostic{
		Code: CodeTag, Message: fmt.Sprintf("'%s' starts a YAML tag, so YAML swallows the text and maybe the lines after it", written),
		Caret: fmt.Sprintf("write '%s'", meant),
	}, i, j)
}

func (p *prescan) reportProperty(i, j int) {
	d := Diagnostic{Code: CodeTag, Message: "the file language has no YAML tags", Caret: "remove it, or quote the text"}
	if p.line()[i] != '!' {
		d = Diagnostic{Code: CodeAnchor, Message: "the file language has no YAML anchors (&) and aliases (*)", Caret: "write the text out, or quote it"}
	}
	p.report(d, i, j)
}

// flowPlain scans an unquoted scalar inside brackets and returns where the next token begins.
func (p *prescan) flowPlain(i int) int {
	line := p.line()
	end := i
	for end < len(line) && strings.IndexByte(",[]{}", line[end]) < 0 && !endsPlain(line, end) {
		end++
	}
	p.countNode(i)
	p.noTabs(i, end)
	if !looksLikeAtom(line[i:end]) {
		return max(end, i+1)
	}
	line = p.line()
	end = scanFlowAtom(line, i)
	if f := &p.flows[len(p.flows)-1]; !f.reported {
		f.reported = true
		d := Diagnostic{
			Code: CodeFlowAtoms, Message: "an unquoted atom stands inside brackets, where YAML would split it at any comma",
			Caret: "put each atom on a line of its own, or quote it: " + yamlQuote(line[i:end]),
		}
		if !strings.Contains(line[i:end], ",") {
			d.Message = "an unquoted atom stands inside brackets, where atoms are quoted: YAML splits those that have a comma"
			d.Caret = "quote it: " + yamlQuote(line[i:end])
		}
		p.report(d, i, end)
	}
	p.replace(i, end, line[i:end])
	return max(end, i+1)
}

// looksLikeAtom reports whether an opening parenthesis follows a name without a space, unlike in prose.
func looksLikeAtom(text string) bool {
	before, _, found := strings.Cut(text, "(")
	last, _ := utf8.DecodeLastRuneInString(before)
	return found && (last == '_' || unicode.IsLetter(last) || unicode.IsDigit(last))
}

// flowQuote scans the quoted scalar that was opened at byte i inside brackets and returns where the next token begins.
func (p *prescan) flowQuote(i int) int {
	end, closed := p.closeQuote(i + 1)
	line := p.line()
	if next := p.skip(end); !closed || next == len(line) || strings.IndexByte(",]}:", line[next]) >= 0 {
		return end
	}
	end = max(scanFlowAtom(line, i), end)
	p.reportAfterQuote(i, end)
	return end
}

// scanFlowAtom returns where an atom inside brackets ends: at a comma or closing bracket outside its parentheses.
func scanFlowAtom(line string, i int) int {
	var atom atomScan
	start := i
	for i < len(line) && (atom.open() || strings.IndexByte(",]}", line[i]) < 0 && !endsPlain(line, i)) {
		i = atom.next(line, i)
	}
	i = min(i, len(line))
	if atom.open() { // never closed on this line: leave the rest to the parser
		i = start + strings.IndexAny(line[start:]+",", ",]}")
	}
	return start + len(strings.TrimRight(line[start:i], " \t"))
}

// yamlQuote returns the text as a single-quoted YAML scalar.
func yamlQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
