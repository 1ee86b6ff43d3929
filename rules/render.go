package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

const (
	tabWidth      = 4
	widestSource  = 100 // a longer source line is cut around the caret
	beforeCaret   = 40  // what stays of it before the caret
	longestSaying = 400 // characters of a message; a name in it can be as long as a line may be
	relatedWidth  = 32  // related places begin at least that far behind their messages
)

// String renders the diagnostic over several lines: what is wrong, where, the source line with a caret below it,
// related places, and the way out. Nothing in it can act on a terminal. A cycle is its related places; it has no
// source line.
func (d Diagnostic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s[%s]: %s\n", d.Severity, d.Code.Number(), clip(visible(d.Message)))
	gutter := max(2, len(strconv.Itoa(d.Place.Line)))
	fmt.Fprintf(&b, "%*s--> %s\n", gutter, "", visible(d.Place.String()))
	if d.Source != "" {
		d.writeSource(&b, gutter)
	}
	d.writeRelated(&b)
	if d.Hint != "" {
		fmt.Fprintf(&b, "  hint: %s\n", clip(visible(d.Hint)))
	}
	if d.Source != "" {
		fmt.Fprintf(&b, "%*s = more: revise explain %s\n", gutter, "", d.Code.Number())
	}
	return b.String()
}

func (d Diagnostic) writeSource(b *strings.Builder, gutter int) {
	line, before, under := excerpt(d.Source, d.Place.Column, d.Length)
	fmt.Fprintf(b, "%*s |\n", gutter, "")
	fmt.Fprintf(b, "%*d | %s\n", gutter, d.Place.Line, line)
	caret := strings.Repeat(" ", before) + strings.Repeat("^", under) + " " + clip(visible(d.Caret))
	fmt.Fprintf(b, "%*s | %s\n", gutter, "", strings.TrimRight(caret, " "))
}

// writeRelated writes the related places in one column behind their messages.
func (d Diagnostic) writeRelated(b *strings.Builder) {
	longest := 0
	for _, r := range d.Related {
		longest = max(longest, textWidth(visible(r.Message)))
	}
	for _, r := range d.Related {
		message := visible(r.Message)
		padding := max(relatedWidth, longest+2) - textWidth(message)
		fmt.Fprintf(b, "     %s%*s%s\n", message, padding, "", visible(r.Place.String()))
	}
}

// excerpt returns the source line as it is shown, how many cells of it stand before the caret, and how many are
// underlined.
func excerpt(source string, column, length int) (line string, before, under int) {
	source, column, cut := near(source, column)
	shown := showCells(source)
	from := min(max(column-1, 0), len(shown))
	to := min(from+max(length, 1), len(shown))
	start, end := window(shown, from)
	to = min(to, end)
	line = shown[start:end].String()
	before, under = shown[start:from].width(), max(shown[from:max(to, from)].width(), 1)
	if start > 0 || cut.left {
		line, before = "…"+line, before+1
	}
	if end < len(shown) || cut.right {
		line += "…"
	}
	return line, before, under
}

// cuts says on which sides a line was cut.
type cuts struct{ left, right bool }

// near cuts a very long line to the characters around a column, so that no more of it is looked at.
func near(source string, column int) (string, int, cuts) {
	const around = 4 * widestSource
	if len(source) <= around {
		return source, column, cuts{}
	}
	from := byteColumn(source, max(column-around, 1))
	rest := source[from:]
	to := byteColumn(rest, 2*around)
	return rest[:to], column - max(column-around, 1) + 1, cuts{from > 0, to < len(rest)}
}

// window returns which part of a line is shown when it is too long.
func window(shown cells, caret int) (int, int) {
	if shown.width() <= widestSource {
		return 0, len(shown)
	}
	start, room := caret, beforeCaret
	for start > 0 && shown[start-1].width <= room {
		start--
		room -= shown[start].width
	}
	end := start
	room = widestSource
	for end < len(shown) && shown[end].width <= room {
		room -= shown[end].width
		end++
	}
	return start, end
}

// shownCell is one character of a source line as it is shown.
type shownCell struct {
	text  string
	width int
}

type cells []shownCell

func (c cells) String() string {
	var b strings.Builder
	for _, cell := range c {
		b.WriteString(cell.text)
	}
	return b.String()
}

func (c cells) width() int {
	n := 0
	for _, cell := range c {
		n += cell.width
	}
	return n
}

// showCells makes every character of the line visible; a tab is shown as spaces.
func showCells(line string) cells {
	shown := make(cells, 0, len(line))
	for i, r := range line {
		text := string(r)
		switch {
		case r == '\t':
			text = strings.Repeat(" ", tabWidth)
		case r == utf8.RuneError || !belief.Visible(r):
			text = escape(line[i:])
		}
		shown = append(shown, shownCell{text, textWidth(text)})
	}
	return shown
}

// visible replaces every character that cannot be seen, or that acts on a terminal, by an escape.
func visible(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError || !belief.Visible(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if r == utf8.RuneError || !belief.Visible(r) {
			b.WriteString(escape(s[i:]))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// clip cuts a text that is too long to be read.
func clip(s string) string {
	n := 0
	for i := range s {
		if n++; n > longestSaying {
			return s[:i] + "…"
		}
	}
	return s
}

// escape writes the first character of s, or its first byte when that is no character, as an escape.
func escape(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf(`\x%02x`, s[0])
	}
	quoted := belief.Quote(s[:size])
	return quoted[1 : len(quoted)-1]
}

// textWidth returns how many cells of a terminal the text takes.
func textWidth(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide are the characters that take two cells: those of East Asian scripts and most pictures.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1},
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1},
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xa960, Hi: 0xa97f, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1},
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}
