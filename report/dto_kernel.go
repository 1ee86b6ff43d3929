package report

import (
	"slices"

	"github.com/beliefbase/revise/revise"
)

// kernelsJSON is the answer to a question for kernels.
type kernelsJSON struct {
	Schema   int          `json:"schema"`
	Fact     factJSON     `json:"fact"`
	Kernels  []kernelJSON `json:"kernels"`  // smaller ones first, unless there are too many to be sorted
	Complete bool         `json:"complete"` // there are no others
}

type kernelJSON struct {
	Beliefs []beliefJSON `json:"beliefs"` // without any one of them the fact does not follow from the others
}

func newKernelsJSON(k *Kernels) kernelsJSON {
	kernels := list(slices.Collect(k.Kernels), func(x revise.Kernel) kernelJSON { return kernelJSON{list(x, newBeliefJSON)} })
	return kernelsJSON{schemaVersion, newFactJSON(k.Fact), kernels, k.Complete()}
}
