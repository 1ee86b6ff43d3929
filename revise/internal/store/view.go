package store

// State is the byte of flags of a row.
type State uint8

// The flags of a row. Old and New say in which states of the materialization it is; a row with neither is invisible.
const (
	Old     State = 1 << iota // held before the transaction
	New                       // holds now
	Wave                      // entered or left with the wave that is being propagated
	Base                      // a base belief
	Touched                   // its numbers are in the undo list
	Queued                    // waits for the next wave
)

// View selects rows by their state: a truth table over the flags Old, New and Wave.
// A negated literal is seen through a view that holds of the absent row, whose state is 0.
type View uint8

// The views of algorithms.md, 1.2 and 2.3. A View has bit s set when it shows rows whose three low flags are s.
const (
	InOld         View = 0b10101010
	InNew         View = 0b11001100
	Stable        View = InOld & InNew
	NewNotWave    View = InNew & 0b00001111
	NewOrWave     View = InNew | 0b11110000
	AbsentOld     View = ^InOld
	AbsentNew     View = ^InNew
	AbsentThrough View = AbsentOld & AbsentNew
	Anything      View = InOld | InNew
	Everything    View = 0b11111111
)

// Shows reports whether a row in state s is in the view.
func (v View) Shows(s State) bool { return v>>(s&(Old|New|Wave))&1 != 0 }
