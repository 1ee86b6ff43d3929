//go:build unix

package main

import (
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// row is a figure with its result.
type row struct {
	figure
	result
}

// writePage writes docs/reliability.md.
func writePage(w io.Writer, rows []row, command string, now time.Time) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# Reliability

What we promise, and what was measured of it. `+"`make reliability`"+` writes this page; the ordinary tests run the same in short.

| | |
| --- | --- |
| written | %s |
| command | `+"`%s`"+` |

*So far*: met, and less was done than the target says. *Measured*: the day, the commit and the seed; rows that the
command did not measure again stand as they were measured then.

`, now.UTC().Format(time.DateOnly), command)
	for _, part := range parts {
		fmt.Fprintf(&b, "## %s\n\n| # | what | target | figure | met | took | measured |\n| --- | --- | --- | --- | --- | --- | --- |\n", part.title)
		for _, r := range rows {
			if !strings.HasPrefix(r.id, part.letter) || r.skipped != "" {
				continue
			}
			met := "yes"
			switch {
			case !r.met:
				met = "**no**"
			case r.partly:
				met = "so far"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n",
				r.id, r.what, r.target, cell(r.result.figure), met, r.took.Round(100*time.Millisecond), r.measured)
		}
		b.WriteString("\n")
	}
	b.WriteString("## Not run\n\n| # | what | why |\n| --- | --- | --- |\n")
	for _, r := range rows {
		if r.skipped != "" {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", r.id, r.what, cell(r.skipped))
		}
	}
	b.WriteString("\n" + how)
	_, err := io.WriteString(w, b.String())
	return err
}

// parts are the headings, by the letter that their figures begin with.
var parts = []struct{ letter, title string }{
	{"A", "Right answers"}, {"C", "Crash, disk, memory"}, {"D", "Limits and hostile input"}, {"E", "Running together"},
}

// how is the end of the page.
const how = `## How

- **C1** A process applies one revision after the other to a base with recursive rules, a negation and an aggregate, and
  says of each that it is done. It is killed at any moment, also while it opens the file. Then the base is opened: every
  revision that was acknowledged is there with its hash, what is believed is what the revisions make it, and all
  conclusions are compared with a recomputation.
- **C2** The same on an ext4 file system in a file, mounted through a loop device. The process is stopped, the file copied,
  and the copy mounted: it holds what had reached the disk. The control run has syncing switched off and must lose
  something, or the test would prove nothing.
- **C3** Accesses go through a file system of ours that lets the Nth fail.
- **C4** The changes that a writer makes to its files are recorded, and played back up to every point: what was synced,
  and all, none or a random part of the rest, the last write cut at a sector.
- **C5** The file is read whole, history included, and compared with what was written. Then fsck may mend it, and what it says
  to be right is compared again.
- **D1** Each fuzz target of the repository runs for the time that is given; what it finds stays in testdata.
- **E3** A reader reads again a tenth of a millisecond after its last read, the writer revises without a pause, several links
  with what follows from them each time. All share the processors with whatever else runs, so the figures alone are beside
  the others.
- The other rows of A, D and E are tests of the other rooms, or small programs of this one; ` + "`internal/reliability`" + ` says which.
`

// cell is a text inside of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(text)
}

func commit() string {
	said, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	text := strings.TrimSpace(string(said))
	if changed, _ := exec.Command("git", "status", "--porcelain", "--untracked-files=no", ".", ":!docs/reliability.md").Output(); len(changed) > 0 {
		text += " with changes"
	}
	return text
}

// grouped writes a number with a comma at every thousand.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
