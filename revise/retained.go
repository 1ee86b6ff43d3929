package revise

import (
	"github.com/beliefbase/revise/revise/internal/atms"
	"github.com/beliefbase/revise/revise/internal/jtms"
)

// Retained is what an engine keeps of its conclusions from one revision to the next.
type Retained struct {
	Bytes          int64 // rows with their supports, ranks and indexes, base beliefs included, and what the strategy keeps beside them
	Counts         int64 // of these: numbers of supports and strict supports, ranks, multiplicities
	Network        int64 // of these: justifications and labels, of JTMS and ATMS; else 0
	Justifications int   // of JTMS and ATMS, valid or not, those of what lowering made included; else 0
	Environments   int   // in the labels of ATMS; else 0
}

// Retained returns what the engine keeps now. It looks at every relation once.
func (e *Engine) Retained() Retained {
	e.mu.RLock()
	defer e.mu.RUnlock()
	kept := Retained{Bytes: e.bytes() - int64(e.base.Bytes())}
	for _, r := range e.program.Relations {
		kept.Counts += int64(r.CountBytes())
	}
	if e.keeper != nil {
		kept.Network = int64(e.keeper.Bytes())
	}
	switch system := e.keeper.(type) {
	case *jtms.System:
		kept.Justifications = system.Len()
	case *atms.System:
		kept.Justifications, kept.Environments = system.Len(), system.Environments()
	}
	return kept
}
