// Package doctest keeps the examples of the documentation true: commands are run and their output compared, YAML is
// checked. It relies on a revise command on the PATH and a POSIX shell; which pages there are is left to the test that
// calls [Run].
//
// A console block is a transcript: a line that begins with "$ " is typed into a shell, the lines after it are what
// must come back on both streams together; a line that is only "…" stands for any lines. All blocks of a page share a
// folder, in which scenarios/ is the gallery. A yaml block is a file that `revise check` must accept.
//
// An HTML comment on the line above a block says what is special about it:
//
//	<!-- file: NAME -->     the block is written to NAME, for the commands after it
//	<!-- fails: R1203 -->   the block is a file that gives this diagnostic
//	<!-- not run: WHY -->   the block is shown and nothing else
package doctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// block is a fenced block of a page.
type block struct {
	line     int    // of its opening fence
	indent   string // of its lines
	language string
	text     string
	file     string // to be written to
	fails    string // the code of a diagnostic
	notRun   string // why not
}

var (
	fence   = regexp.MustCompile("^(\\s*)(`{3,})\\s*([a-z]*)\\s*$")
	comment = regexp.MustCompile(`^\s*<!-- (file|fails|not run): (.+) -->\s*$`)
)

// blocks returns the fenced blocks of a page, in order.
func blocks(page string) ([]block, error) {
	var found []block
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		opening := fence.FindStringSubmatch(lines[i])
		if opening == nil {
			continue
		}
		b := block{line: i + 1, indent: opening[1], language: opening[3]}
		if i > 0 {
			b.heed(lines[i-1])
		}
		var text strings.Builder
		for i++; i < len(lines) && strings.TrimSpace(lines[i]) != opening[2]; i++ {
			text.WriteString(strings.TrimPrefix(lines[i], opening[1]) + "\n")
		}
		if i == len(lines) {
			return nil, fmt.Errorf("line %d: the block has no end", b.line)
		}
		b.text = text.String()
		found = append(found, b)
	}
	return found, nil
}

// heed takes in what the line above the block says about it.
func (b *block) heed(above string) {
	said := comment.FindStringSubmatch(above)
	if said == nil {
		return
	}
	switch said[1] {
	case "file":
		b.file = said[2]
	case "fails":
		b.fails = said[2]
	case "not run":
		b.notRun = said[2]
	}
}

// command is one command of a console block with the output it must have.
type command struct {
	typed string
	want  string
}

// commands splits a console block. A command goes on in the next line after a backslash.
func commands(text string) ([]command, error) {
	var found []command
	for line := range strings.Lines(text) {
		typed, isCommand := strings.CutPrefix(line, "$ ")
		last := len(found) - 1
		switch {
		case isCommand:
			found = append(found, command{typed: typed})
		case last < 0:
			return nil, fmt.Errorf("a console block begins with %q, not with %q", "$ ", strings.TrimSpace(line))
		case found[last].want == "" && strings.HasSuffix(found[last].typed, "\\\n"):
			found[last].typed += line
		default:
			found[last].want += line
		}
	}
	return found, nil
}

// matches reports whether got is what a page promises: the same text, but that a line "…" of want stands for any
// number of lines.
func matches(got, want string) bool {
	var pattern strings.Builder
	for line := range strings.Lines(want) {
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString(`(?:.*\n)*`)
			continue
		}
		pattern.WriteString(regexp.QuoteMeta(line))
	}
	return regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(got)
}

// replaced returns the page with the texts of its blocks, each between its old fences.
func replaced(page string, found []block) string {
	lines := strings.Split(page, "\n")
	for _, b := range slices.Backward(found) {
		end := b.line
		for strings.TrimSpace(lines[end]) == "" || !fence.MatchString(lines[end]) {
			end++
		}
		var renewed []string
		for line := range strings.Lines(b.text) {
			renewed = append(renewed, strings.TrimRight(b.indent+strings.TrimSuffix(line, "\n"), " "))
		}
		lines = slices.Replace(lines, b.line, end, renewed...)
	}
	return strings.Join(lines, "\n")
}
