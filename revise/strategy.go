package revise

import (
	"fmt"
	"strings"
)

// Strategy is how a stratum is kept in step with the base.
type Strategy string

// The strategies. Auto chooses per stratum; the others govern the strata they are defined for.
const (
	Auto       Strategy = "auto"
	Counting   Strategy = "counting"    // support counts; strata without recursion
	Ranked     Strategy = "ranked"      // counts and ranks; every stratum (without recursion it is counting)
	DRed       Strategy = "dred"        // delete and rederive; every stratum
	DRedCounts Strategy = "dred-counts" // the same, spared by counts
	BF         Strategy = "bf"          // backward and forward: prove before deleting; every stratum
	BFCounts   Strategy = "bf-counts"   // the same, decided by counts where they suffice
	PF         Strategy = "pf"          // propagate and filter: prove at each step; every stratum
	Recompute  Strategy = "recompute"   // evaluate each touched stratum from scratch
	JTMS       Strategy = "jtms"        // label a network of justifications; every stratum
	ATMS       Strategy = "atms"        // look up the sets of beliefs that a fact holds under; no aggregates, and bounded
)

// Strategies are all strategies, in the order of the documentation.
func Strategies() []Strategy {
	return []Strategy{Auto, Counting, Ranked, DRed, DRedCounts, BF, BFCounts, PF, Recompute, JTMS, ATMS}
}

// Answers says what a strategy can say of the supports of a fact from what it keeps, in a few words. The engine answers
// why under every strategy: what is not kept is searched for when it is asked.
func (s Strategy) Answers() string {
	switch s {
	case Counting:
		return "how many"
	case Auto, Ranked:
		return "how many, one well-founded"
	case DRedCounts, BFCounts:
		return "how many, how many from below"
	case JTMS:
		return "which, one well-founded"
	case ATMS:
		return "which, every set of beliefs"
	default:
		return "nothing"
	}
}

// ParseStrategy returns the strategy with the given name.
func ParseStrategy(name string) (Strategy, error) {
	names := make([]string, 0, len(Strategies()))
	for _, s := range Strategies() {
		if string(s) == name {
			return s, nil
		}
		names = append(names, string(s))
	}
	return "", fmt.Errorf("there is no strategy %q: the strategies are %s", name, strings.Join(names, ", "))
}

// NotCoveredError says that a strategy was asked for by name and does not cover a stratum of the program.
type NotCoveredError struct {
	Strategy  Strategy
	Relations []string // of the stratum
	Reason    string
}

// Error says which strategy does not cover what, and which one does.
func (e *NotCoveredError) Error() string {
	return fmt.Sprintf("strategy %s does not cover %s: %s", e.Strategy, strings.Join(e.Relations, ", "), e.Reason)
}
