// Package draft holds scenarios as text that can be taken apart: to change them, to shrink one that shows a fault to the
// least that still shows it, and to write what is left as a scenario file.
//
// It relies on package rules to read back what it writes. It does not cover comments, includes, fact files, messages of
// constraints and other parts that change nothing in what follows.
package draft
