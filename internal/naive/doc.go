// Package naive solves the bodies of rules by nested loops over plain values: short, obvious, and slow.
//
// It relies on rules.Program being safe and typed, and shares no code with the engine, which is checked by it: the
// oracle of the tests evaluates whole programs with it, the engine's own check the rules one by one. Where the facts
// come from, and how they are found, is left to the caller.
package naive
