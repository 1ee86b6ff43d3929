package main

import (
	"fmt"
	"io"
	"strings"
)

// writeTAP writes the Test Anything Protocol, version 14: a test for each revision, and one for each scenario that
// came to no end or has no revision.
func writeTAP(_ *console, s stream, verdicts []verdict, _ bool) error {
	var b strings.Builder
	n := 0
	point := func(v verdict, name, trouble string) {
		n++
		if trouble == "" {
			fmt.Fprintf(&b, "ok %d - %s\n", n, tapText(v.path+": "+name))
			return
		}
		fmt.Fprintf(&b, "not ok %d - %s\n  ---\n  message: |\n", n, tapText(v.path+": "+name))
		for line := range strings.Lines(trouble) {
			fmt.Fprintf(&b, "    %s\n", strings.TrimRight(line, "\n"))
		}
		b.WriteString("  ...\n")
	}
	for _, v := range verdicts {
		for i, r := range v.results {
			point(v, stepName(r.Step.Request, i+1), mismatches(r))
		}
		switch {
		case v.err != nil:
			point(v, "runs to its end", v.details())
		case len(v.results) == 0:
			point(v, "runs to its end", "")
		}
	}
	_, err := fmt.Fprintf(s, "TAP version 14\n1..%d\n", n)
	if err == nil {
		_, err = io.WriteString(s, b.String())
	}
	return err
}

// tapText escapes what means something in the description of a test.
func tapText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "#", `\#`).Replace(onLine(text))
}
