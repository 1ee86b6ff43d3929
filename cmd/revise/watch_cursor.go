package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// cursor is a point of a history: after so many revisions, in a state.
type cursor struct {
	number int
	digest string // of what is believed then, and of the rules
}

// String writes the cursor as --since reads it.
func (c *cursor) String() string { return fmt.Sprintf("%d-%s", c.number, c.digest) }

// digestLength is enough to tell the states of one history apart.
const digestLength = 12

// parseCursor reads a cursor; an empty text is none.
func parseCursor(text string) (*cursor, error) {
	if text == "" {
		return nil, nil
	}
	number, digest, _ := strings.Cut(text, "-")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || len(digest) != digestLength || strings.Trim(digest, "0123456789abcdef") != "" {
		return nil, refuse("write one that revise watch said, such as 4-0123456789ab", "--since %s is no cursor", text)
	}
	return &cursor{n, digest}, nil
}

// digestOf tells states apart by their beliefs, with sources, and by their rules.
func digestOf(e *revise.Engine) string {
	h := sha256.New()
	program := e.Program()
	for _, r := range program.Relations {
		for f, support := range e.Facts(r.Name) {
			if !support.Base {
				continue
			}
			b, _ := e.Believed(f)
			fmt.Fprintln(h, f)
			for _, a := range b.Attributions {
				fmt.Fprintf(h, " %q %d\n", a.Source, a.Entrenchment)
			}
		}
	}
	for _, r := range program.Rules {
		fmt.Fprintf(h, "rule %q %s\n", r.Name, r.Text)
	}
	for _, c := range program.Constraints {
		fmt.Fprintf(h, "constraint %q %s %d\n", c.Name, c.Text, c.OnViolation)
	}
	return hex.EncodeToString(h.Sum(nil))[:digestLength]
}
