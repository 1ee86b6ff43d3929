// Package journal keeps a belief base in one file for as long as its owner wants: what is believed and since when, what
// follows with counts and ranks, and every revision with who made it, why, and what it changed. The file is an SQLite
// database whose tables anyone may read; docs/reference/base-file.md describes them.
//
// It relies on package revise for everything that is derived, and on SQLite for writing a transaction whole or not at
// all; each page of the file has a checksum that is verified when it is read. It reads no clock: who calls says when.
// Reading files of the file language, and reports, are left to others.
package journal
