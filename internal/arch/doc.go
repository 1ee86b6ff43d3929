// Package arch holds the rules of the house as tests: who may import whom, what
// the core may not reach, which words and folders there are, and what the
// decision records and the glossary must keep true.
//
// It relies on nothing but the files of this repository, which it reads itself:
// `go test` sees those reads and runs the tests again when a file changes, while
// the answer of a child process such as `go list` would come stale from its cache.
//
// It leaves to the compiler what the compiler checks: that nothing outside revise
// imports a package below revise/internal, and that there are no import cycles.
package arch
