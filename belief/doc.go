// Package belief holds what is believed without further reason, and how that changes: values, facts, the belief base
// and its deltas. It knows no rules, relies on the standard library alone, and does no I/O.
package belief
