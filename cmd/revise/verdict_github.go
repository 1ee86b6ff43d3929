package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// mostAnnotations is how many errors of one step GitHub shows.
const mostAnnotations = 10

// writeGitHub writes annotations for a workflow: the summary first, then as many as are shown.
func writeGitHub(_ *console, s stream, verdicts []verdict, _ bool) error {
	var lines []string
	for _, v := range verdicts {
		lines = append(lines, v.annotations()...)
	}
	return writeAnnotations(s, total(verdicts), lines)
}

// writeAnnotations writes a summary, and as many annotations as are shown.
func writeAnnotations(s stream, summary string, lines []string) error {
	text := summary + "\n"
	if more := len(lines) - mostAnnotations; more > 0 {
		text += fmt.Sprintf("%d more are not shown\n", more)
		lines = lines[:mostAnnotations]
	}
	_, err := io.WriteString(s, text+strings.Join(lines, ""))
	return err
}

func (v *verdict) annotations() []string {
	var lines []string
	for i, r := range v.results {
		for _, m := range r.Mismatches {
			lines = append(lines, annotation(m.Place, stepName(r.Step.Request, i+1), m.Message))
		}
	}
	var found rules.Diagnostics
	switch {
	case errors.As(v.err, &found):
		for _, d := range found {
			if d.Severity == rules.Error {
				lines = append(lines, annotation(d.Place, d.Code.Number()+" "+d.Code.Slug(), d.Message))
			}
		}
	case v.err != nil:
		lines = append(lines, annotation(belief.Place{File: v.path}, "runs to its end", v.err.Error()))
	}
	return lines
}

// annotation is one workflow command. Its escapes are those of GitHub's toolkit.
func annotation(p belief.Place, title, message string) string {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	return fmt.Sprintf("::error file=%s,line=%d,col=%d,title=%s::%s\n",
		property.Replace(visible(p.File)), max(1, p.Line), max(1, p.Column), property.Replace(visible(title)), data.Replace(visible(message)))
}
