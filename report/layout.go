package report

import (
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// width returns the columns that s takes on a terminal, ambiguous characters taken as narrow whatever the locale.
// It measures as tablewriter does, which would cut what it thinks too wide.
func width(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

// piece is a part of a phrase that lines are not broken within.
type piece struct {
	text  string
	gap   int  // blanks before it, unless it starts a line
	whole bool // an atom, which is never broken; a word is when it is wider than a line
	paint paint
}

// phrase is a text that may be broken between its pieces.
type phrase []piece

// words adds a text that may be broken at its blanks.
func (p phrase) words(text string) phrase {
	gap := 1
	for word := range strings.SplitSeq(text, " ") {
		if word == "" {
			gap++
			continue
		}
		p = append(p, piece{text: word, gap: gap})
		gap = 1
	}
	return p
}

// atom adds a text that must not be broken.
func (p phrase) atom(text string) phrase { return append(p, piece{text: text, gap: 1, whole: true}) }

// glue adds a mark directly behind the last piece; an empty phrase needs none.
func (p phrase) glue(mark string) phrase {
	if len(p) > 0 {
		p[len(p)-1].text += mark
	}
	return p
}

// add adds a phrase after a gap.
func (p phrase) add(gap int, more phrase) phrase {
	for i, x := range more {
		if i == 0 {
			x.gap = gap
		}
		p = append(p, x)
	}
	return p
}

// painted returns the phrase in a colour.
func (p phrase) painted(c paint) phrase {
	painted := make(phrase, len(p))
	for i, x := range p {
		x.paint = c
		painted[i] = x
	}
	return painted
}

func (p phrase) hasAtom() bool {
	return slices.ContainsFunc(p, func(x piece) bool { return x.whole })
}

func (p phrase) width() int {
	n := 0
	for i, x := range p {
		if i > 0 {
			n += x.gap
		}
		n += width(x.text)
	}
	return n
}

func (p phrase) String() string { return p.render(false) }

// render returns the phrase as a line, pieces of one colour painted together.
func (p phrase) render(colour bool) string {
	var line, run strings.Builder
	flush := func(c paint) {
		if !colour {
			c = plain
		}
		line.WriteString(c.on(run.String()))
		run.Reset()
	}
	for i, x := range p {
		gap := ""
		if i > 0 {
			gap = strings.Repeat(" ", x.gap)
			if p[i-1].paint != x.paint {
				flush(p[i-1].paint)
				line.WriteString(gap)
				gap = ""
			}
		}
		run.WriteString(gap + x.text)
	}
	if len(p) > 0 {
		flush(p[len(p)-1].paint)
	}
	return line.String()
}

// lines breaks the phrase into lines of at most limit columns. Only an atom may make one wider.
func (p phrase) lines(limit int) []phrase {
	limit = max(limit, 1)
	var lines []phrase
	var line phrase
	used := 0
	for _, x := range p.broken(limit) {
		w := width(x.text)
		if len(line) > 0 && used+x.gap+w > limit {
			lines = append(lines, line)
			line, used = nil, 0
		}
		if len(line) > 0 {
			used += x.gap
		}
		line = append(line, x)
		used += w
	}
	if len(line) > 0 {
		lines = append(lines, line)
	}
	return lines
}

// broken returns the phrase with each word that is wider than limit in several pieces.
func (p phrase) broken(limit int) phrase {
	var out phrase
	for _, x := range p {
		for !x.whole && width(x.text) > limit {
			head := x
			head.text = prefix(x.text, limit)
			out = append(out, head)
			x.text, x.gap = x.text[len(head.text):], 0
		}
		out = append(out, x)
	}
	return out
}

// prefix returns the longest start of s, at least one character, that takes at most limit columns.
func prefix(s string, limit int) string {
	used := 0
	for i, r := range s {
		used += width(string(r))
		if used > limit && i > 0 {
			return s[:i]
		}
	}
	return s
}

const ellipsis = "…"

// cut returns as much of the phrase as fits into limit columns, with a mark if that is not all.
func (p phrase) cut(limit int) phrase {
	if p.width() <= limit {
		return p
	}
	if limit < width(ellipsis) {
		return nil
	}
	n, used := 0, 0
	for i, x := range p {
		w := width(x.text)
		if i > 0 {
			w += x.gap
		}
		if used+w+1+width(ellipsis) > limit {
			break
		}
		used += w
		n = i + 1
	}
	return append(p[:n:n], piece{text: ellipsis, gap: 1})
}
