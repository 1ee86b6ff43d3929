// Package store holds facts as rows of 32-bit ids in blocks of flat arrays, with a state byte, a support and, under
// recursion, a rank per row; an old and a new view of each relation are read from the state without copying anything.
//
// It relies on the caller for the order of things: rows are joined only after Publish, and one transaction is open at a
// time. What the numbers mean is left to the algorithms.
package store
