package report

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Kernels are the kernels of a fact, enumerated while they are written.
type Kernels struct {
	Fact     belief.Fact
	Kernels  iter.Seq[revise.Kernel]
	Complete func() bool // after the enumeration: there are no others
}

// WriteKernels writes which base beliefs a fact rests on, as text, JSON or YAML; text as it is found. The error is that
// of the writer, or names the formats.
func WriteKernels(w io.Writer, f Format, k *Kernels, o Options) error {
	return writeAs(w, f, o, func(p *page) { p.kernels(k) }, func() any { return newKernelsJSON(k) })
}

func (p *page) kernels(k *Kernels) {
	next, stop := iter.Pull(k.Kernels)
	defer stop()
	kernel, ok := next()
	second, more := next()
	p.say(0, 2, phrase{}.atom(atom(k.Fact)).words(kernelsLead(kernel, ok, more)))
	for i := 0; ok && len(kernel) > 0; i++ {
		p.kernel(i, kernel)
		if more {
			p.out.Flush() // its writer keeps the error
		}
		kernel, ok = second, more
		second, more = next()
	}
	if !k.Complete() {
		p.line("not complete: there may be others")
	}
}

func (p *page) kernel(i int, kernel revise.Kernel) {
	t := tree{page: p}
	lead := fmt.Sprintf("%4s. ", grouped(i+1))
	for _, b := range kernel {
		text := lead + atom(b.Fact)
		if names := sourceNames(b.Attributions); names != "" {
			text += "   " + names
		}
		t.add(text, firstPlace(b.Attributions))
		lead = strings.Repeat(" ", len(lead))
	}
	t.flush()
}

// kernelsLead goes on with a sentence that begins with the fact.
func kernelsLead(first revise.Kernel, found, more bool) string {
	switch {
	case !found:
		return "holds, but no base beliefs that it follows from were found within the bounds"
	case len(first) == 0:
		return "holds by rules alone: it needs no base belief"
	case !more:
		return "follows from these base beliefs:"
	default:
		return "follows from each of these sets of base beliefs:"
	}
}
