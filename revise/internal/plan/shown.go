package plan

// Access is what a step of a join does.
type Access uint8

// The kinds of access.
const (
	Changes  Access = iota // the rows that changed
	Scan                   // every row
	Probe                  // the rows with the key
	LookUp                 // whether the one row is there, or is not
	Group                  // the value of a group
	Shortest               // one of the alternatives, whichever has the fewest rows
	Test                   // a comparison or condition
	Compute                // a computation that binds its variable
)

// Step is one step of a join, to be shown.
type Step struct {
	Access       Access
	User         int     // the index of the user's literal
	Key          []Term  // of Probe, LookUp and Group
	Rows         float64 // that are expected for one binding; of Scan, all
	Alternatives [][]Step
}

// Steps returns the join for the driver as it would run now.
func (r *Rule) Steps(driver int) []Step { return shown(r.join(driver).steps, 0) }

// shown leaves out what is no decision: the end, and whether a sum is defined.
func shown(steps []step, from int) []Step {
	var list []Step
	for k := from; k < len(steps); k++ {
		s := &steps[k]
		switch s.kind {
		case stepDriver:
			list = append(list, Step{Access: Changes, User: s.literal.User})
		case stepScan:
			list = append(list, Step{Access: Scan, User: s.literal.User, Rows: float64(s.relation.Len())})
		case stepProbe:
			list = append(list, Step{Access: Probe, User: s.literal.User, Key: s.key, Rows: s.fanOut})
		case stepFind:
			list = append(list, Step{Access: LookUp, User: s.literal.User, Key: s.key})
		case stepGroup:
			list = append(list, Step{Access: Group, User: s.literal.User, Key: s.key, Rows: 1})
		case stepGuard:
			list = append(list, Step{Access: Test, User: s.guard.user})
		case stepAssign:
			list = append(list, Step{Access: Compute, User: s.guard.user})
		case stepShortest:
			choice := Step{Access: Shortest, User: -1}
			for _, alternative := range s.alternatives {
				choice.Alternatives = append(choice.Alternatives, shown(alternative, k))
			}
			list = append(list, choice)
		}
	}
	return list
}
