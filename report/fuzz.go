package report

import (
	"fmt"
	"io"
)

// Fuzzing is what random bases and revisions came to.
type Fuzzing struct {
	Title     string
	Seed      uint64
	Tried     int // random cases
	Dropped   int // others that could not be tried: the start is refused, or goes beyond a limit
	Revisions int
	Refused   int
	Retracted uint64 // conclusions
	Gained    uint64

	Wrong    string // empty when nothing was wrong
	Law      string // that is broken; empty where strategies disagree or a state is not sound
	Strategy string // under which it goes wrong
	File     string // the scenario that shows it; empty where it could not be written
}

// WriteFuzzing writes what was tried and what was wrong, as text, JSON or YAML. The error is that of the writer, or names
// the formats.
func WriteFuzzing(w io.Writer, f Format, z *Fuzzing, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.fuzzing(z) }, func() any { return newFuzzingJSON(z) })
}

func (p *page) fuzzing(z *Fuzzing) {
	p.say(0, 2, phrase{}.words(Safe(fmt.Sprintf("%s: %s from seed %d, %s, %s refused; %s conclusions retracted, %s gained", z.Title,
		counted(z.Tried, "random case"), z.Seed, counted(z.Revisions, "revision"), grouped(z.Refused), grouped(z.Retracted), grouped(z.Gained)))))
	if z.Dropped > 0 {
		p.say(0, 2, phrase{}.words(counted(z.Dropped, "other case")+" could not be tried: the start was refused, or went beyond a limit"))
	}
	if z.Wrong == "" {
		p.line("nothing wrong: the strategies agree, every state is sound, and no law is broken")
		return
	}
	law := "strategies disagree, or a state is not sound"
	if z.Law != "" {
		law = "a law is broken: " + z.Law
	}
	p.say(0, 2, phrase{}.words(Safe("wrong under "+z.Strategy+": "+law)))
	p.say(2, 4, phrase{}.words(Safe(z.Wrong)))
	if z.File != "" {
		p.say(2, 4, phrase{}.words(Safe("shown by "+z.File)))
	}
}
