package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/beliefbase/revise/rules"
)

// Format is how a report is written.
type Format string

// The formats of a Document. Text and Markdown are for people, the others for programs.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	JSON     Format = "json"
	YAML     Format = "yaml"
	CSV      Format = "csv"
)

// The formats of a support tree beside text, JSON and YAML: a graph for Graphviz or Mermaid, or as a picture.
const (
	DOT     Format = "dot"
	Mermaid Format = "mermaid"
	SVG     Format = "svg"
)

// Formats are all formats of a Document, in the order of the documentation.
func Formats() []Format { return []Format{Text, Markdown, JSON, YAML, CSV} }

// ParseFormat returns the format with the given name. The error lists the formats, and suggests the nearest.
func ParseFormat(name string) (Format, error) { return parseFormat(name, Formats()) }

func parseFormat[F ~string](name string, formats []F) (F, error) {
	names := make([]string, len(formats))
	for i, f := range formats {
		if names[i] = string(f); names[i] == name {
			return f, nil
		}
	}
	hint := ""
	if near := rules.Suggest(name, names); near != "" {
		hint = fmt.Sprintf(": did you mean %s?", near)
	}
	return "", fmt.Errorf("there is no format %s%s (the formats are %s)", Safe(name), hint, strings.Join(names, ", "))
}

// Options say how to write. The zero value is what a pipe gets.
type Options struct {
	Width          int             // columns of text; 0 means 100
	Colour         bool            // of text
	All            bool            // text and Markdown: all relations; text: no list and no line cut, costs, inputs and the tool's version
	Timings        []time.Duration // what each outcome took; nil: no times anywhere
	ForSpreadsheet bool            // CSV: cells that a spreadsheet would run are made harmless, and no longer exact
	Withdraw       string          // the command that withdraws, such as "revise withdraw base.db", for text; empty: a file does
}

const defaultWidth = 100

// shown returns the relations whose changes people see; nil for all.
func (o Options) shown(d *Document) []string {
	if o.All {
		return nil
	}
	return d.Shown
}

// Write writes the document, in time proportional to what it says. The same document and options give the same bytes.
// The error is that of the writer, or names the formats.
func Write(w io.Writer, f Format, d *Document, o Options) error {
	switch f {
	case Markdown:
		return buffered(w, func(out *bufio.Writer) error {
			writeMarkdown(out, d, o)
			return nil
		})
	case CSV:
		return buffered(w, func(out *bufio.Writer) error { return writeCSV(out, d, o) })
	case Text, JSON, YAML:
		return writeAs(w, f, o, func(p *page) { p.document(d) }, func() any { return newReportJSON(d, o.Timings) })
	default:
		_, err := ParseFormat(string(f))
		return err
	}
}

// writeAs writes text for people or a value for programs.
func writeAs(w io.Writer, f Format, o Options, text func(*page), value func() any) error {
	return buffered(w, func(out *bufio.Writer) error {
		switch f {
		case Text:
			text(newPage(out, o))
			return nil
		case JSON:
			return writeJSON(out, value())
		case YAML:
			return writeYAML(out, value())
		default:
			_, err := parseFormat(string(f), []Format{Text, JSON, YAML})
			return err
		}
	})
}

func buffered(w io.Writer, write func(*bufio.Writer) error) error {
	out := bufio.NewWriter(w)
	if err := write(out); err != nil {
		return err
	}
	return out.Flush()
}
