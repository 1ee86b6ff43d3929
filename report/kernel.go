package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Kernels are the kernels of a fact that were found.
type Kernels struct {
	Fact     belief.Fact
	Kernels  []revise.Kernel
	Complete bool // there are no others
}

// WriteKernels writes which base beliefs a fact rests on, as text, JSON or YAML. The error is that of the writer, or
// names the formats.
func WriteKernels(w io.Writer, f Format, k *Kernels, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.kernels(k) }, func() any { return newKernelsJSON(k) })
}

func (p *page) kernels(k *Kernels) {
	p.say(0, 2, phrase{}.atom(atom(k.Fact)).words(kernelsLead(k)))
	t := tree{page: p}
	for i, kernel := range k.Kernels {
		lead := fmt.Sprintf("%4s. ", grouped(i+1))
		for _, b := range kernel {
			text := lead + atom(b.Fact)
			if names := sourceNames(b.Attributions); names != "" {
				text += "   " + names
			}
			t.add(text, firstPlace(b.Attributions))
			lead = strings.Repeat(" ", len(lead))
		}
	}
	t.flush()
	if !k.Complete {
		p.line("not complete: there may be others")
	}
}

// kernelsLead goes on with a sentence that begins with the fact.
func kernelsLead(k *Kernels) string {
	switch n := len(k.Kernels); {
	case n == 0:
		return "holds, but no base beliefs that it follows from were found within the bounds"
	case n == 1 && len(k.Kernels[0]) == 0:
		return "holds by rules alone: it needs no base belief"
	case n == 1:
		return "follows from these base beliefs:"
	default:
		return "follows from each of " + grouped(n) + " sets of base beliefs:"
	}
}
