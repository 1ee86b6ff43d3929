package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// placed returns the diagnostics with the names of files as they can be opened from here.
func (s *source) placed(diagnostics rules.Diagnostics) rules.Diagnostics {
	placed := slices.Clone(diagnostics)
	for i := range placed {
		placed[i].Place.File = s.path(placed[i].Place.File)
		placed[i].Related = slices.Clone(placed[i].Related)
		for j := range placed[i].Related {
			placed[i].Related[j].Place.File = s.path(placed[i].Related[j].Place.File)
		}
	}
	return placed
}

// diagnosed renders diagnostics as a text, and how many there are of each severity.
func (c *console) diagnosed(s stream, diagnostics rules.Diagnostics) string {
	if len(diagnostics) == 0 {
		return ""
	}
	var b strings.Builder
	for _, d := range diagnostics {
		b.WriteString(c.painted(s, d))
		b.WriteString("\n")
	}
	b.WriteString(tally(diagnostics) + "\n")
	return b.String()
}

// painted is one diagnostic with its severity and its carets in color.
func (c *console) painted(s stream, d rules.Diagnostic) string {
	color := red
	if d.Severity == rules.Warning {
		color = yellow
	}
	lines := strings.SplitAfter(strings.TrimSuffix(d.String(), "\n")+"\n", "\n")
	for i, line := range lines {
		switch {
		case i == 0:
			head, rest, _ := strings.Cut(c.folded(s, line), ":")
			lines[i] = c.paint(s, color, head) + ":" + rest
		case !strings.Contains(line, "| "):
			lines[i] = c.folded(s, line)
		case strings.Contains(line, "^"):
			from, to := strings.Index(line, "^"), strings.LastIndex(line, "^")+1
			lines[i] = line[:from] + c.paint(s, color, line[from:to]) + line[to:]
		}
	}
	return strings.Join(lines, "")
}

// tally is "2 errors, 1 warning".
func tally(diagnostics rules.Diagnostics) string {
	errors, warnings := count(diagnostics)
	var parts []string
	if errors > 0 {
		parts = append(parts, plural(errors, "error"))
	}
	if warnings > 0 {
		parts = append(parts, plural(warnings, "warning"))
	}
	return strings.Join(parts, ", ")
}

func count(diagnostics rules.Diagnostics) (errors, warnings int) {
	for _, d := range diagnostics {
		if d.Severity == rules.Error {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// diagnostics says of a file that cannot be read what is said of one that can.
func (e *inputError) diagnostics() rules.Diagnostics {
	return rules.Diagnostics{{
		Code: rules.CodeUnreadable, Severity: rules.Error, Place: belief.Place{File: e.file}, Message: e.message, Hint: e.hint,
	}}
}

// listed writes what is wrong with files to standard output as well, where a command was asked for JSON and gives none.
func (c *console) listed(cmd *cobra.Command, err error) error {
	format, output := cmd.Flags().Lookup("format"), cmd.Flags().Lookup("output")
	if format == nil || format.Value.String() != "json" || output.Value.String() != "" && output.Value.String() != "-" {
		return nil
	}
	var (
		diagnostics rules.Diagnostics
		input       *inputError
	)
	switch {
	case errors.As(err, &diagnostics):
	case errors.As(err, &input) && input.file != "":
		diagnostics = input.diagnostics()
	default:
		return nil
	}
	if err := writeDiagnosticsJSON(c.out, diagnostics); err != nil {
		return fmt.Errorf("writing to standard output: %w", cause(err))
	}
	return nil
}

// placeJSON is a place as diagnostics in JSON carry it.
type placeJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func toPlaceJSON(p belief.Place) placeJSON { return placeJSON{p.File, p.Line, p.Column} }

type relatedJSON struct {
	placeJSON
	Message string `json:"message"`
}

type diagnosticJSON struct {
	Code     string `json:"code"`
	Slug     string `json:"slug"`
	Severity string `json:"severity"`
	placeJSON
	Length  int           `json:"length"`
	Source  string        `json:"source"`
	Message string        `json:"message"`
	Caret   string        `json:"caret,omitempty"`
	Hint    string        `json:"hint,omitempty"`
	Related []relatedJSON `json:"related,omitempty"`
}

type diagnosticsJSON struct {
	Schema      int              `json:"schema"`
	Errors      int              `json:"errors"`
	Warnings    int              `json:"warnings"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
}

// writeDiagnosticsJSON writes diagnostics for programs.
func writeDiagnosticsJSON(w io.Writer, diagnostics rules.Diagnostics) error {
	document := diagnosticsJSON{Schema: 1, Diagnostics: []diagnosticJSON{}}
	document.Errors, document.Warnings = count(diagnostics)
	document.Diagnostics = append(document.Diagnostics, toDiagnosticsJSON(diagnostics)...)
	return writeJSON(w, document)
}

func toDiagnosticsJSON(diagnostics rules.Diagnostics) []diagnosticJSON {
	var list []diagnosticJSON
	for _, d := range diagnostics {
		entry := diagnosticJSON{
			Code: d.Code.Number(), Slug: d.Code.Slug(), Severity: d.Severity.String(), placeJSON: toPlaceJSON(d.Place),
			Length: max(1, d.Length), Source: d.Source, Message: d.Message, Caret: d.Caret, Hint: d.Hint,
		}
		for _, r := range d.Related {
			entry.Related = append(entry.Related, relatedJSON{toPlaceJSON(r.Place), r.Message})
		}
		list = append(list, entry)
	}
	return list
}

// writeJSON writes a document as this project writes JSON: indented by two, nothing escaped for HTML, and no character
// that could act on a terminal.
func writeJSON(w io.Writer, document any) error {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, visible(b.String())) // outside of strings all of it is visible
	return err
}
