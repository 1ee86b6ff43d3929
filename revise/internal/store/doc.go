// Package store holds facts as rows, each a record of 32-bit words: ids, flags with the numbers of supports and, under
// recursion, a rank. An old and a new view of each relation are read from the flags without copying anything.
//
// It relies on the caller for the order of things: rows are joined only after Publish, and one transaction is open at a
// time. What the numbers mean is left to the algorithms.
package store
