package atms

import "slices"

// Environment is a set of assumptions by their numbers, sorted.
type Environment []int32

// Union returns the assumptions of both.
func (e Environment) Union(other Environment) Environment {
	made := make(Environment, 0, len(e)+len(other))
	i, k := 0, 0
	for i < len(e) && k < len(other) {
		switch {
		case e[i] < other[k]:
			made, i = append(made, e[i]), i+1
		case e[i] > other[k]:
			made, k = append(made, other[k]), k+1
		default:
			made, i, k = append(made, e[i]), i+1, k+1
		}
	}
	made = append(made, e[i:]...)
	return append(made, other[k:]...)
}

// Within reports whether every assumption of e is one of other's.
func (e Environment) Within(other Environment) bool {
	for _, a := range e {
		k, found := slices.BinarySearch(other, a)
		if !found {
			return false
		}
		other = other[k+1:]
	}
	return true
}

// Has reports whether the assumption is in the environment.
func (e Environment) Has(assumption int32) bool {
	_, found := slices.BinarySearch(e, assumption)
	return found
}

// believed and absent are the two signs of an assumption.
func believed(assumption int) int32 { return int32(assumption) << 1 }

func opposite(signed int32) int32 { return signed ^ 1 }

// consistent reports whether no assumption is in the environment with both signs.
func (e Environment) consistent() bool {
	for i := 1; i < len(e); i++ {
		if e[i] == opposite(e[i-1]) {
			return false
		}
	}
	return true
}

// Label is a set of environments none of which is part of another. A fact holds where one of them does.
type Label []Environment

// covers reports whether some environment of the label is part of e.
func (l Label) covers(e Environment) bool {
	return slices.ContainsFunc(l, func(f Environment) bool { return f.Within(e) })
}

// with returns the label with one more environment, in place of those that contain it.
func (l Label) with(e Environment) Label {
	kept := make(Label, 0, len(l)+1)
	for _, f := range l {
		if !e.Within(f) {
			kept = append(kept, f)
		}
	}
	return append(kept, e)
}

// Merged returns the label of what holds where one of two labels does.
func (l Label) Merged(m Label) Label {
	for _, e := range m {
		if !l.covers(e) {
			l = l.with(e)
		}
	}
	return l
}

// mixed reports whether some assumption is in the label with both signs.
func (l Label) mixed() bool {
	signs := map[int32]bool{}
	for _, e := range l {
		for _, a := range e {
			if signs[opposite(a)] {
				return true
			}
			signs[a] = true
		}
	}
	return false
}

// coversAll reports whether the label holds wherever the other does.
func (l Label) coversAll(other Label) bool {
	return !slices.ContainsFunc(other, func(e Environment) bool { return !l.covers(e) })
}
