// Package fuzz tries a program on random beliefs and revisions, made of its own relations and values: all strategies must
// agree, every state must be sound, and what must not matter must not: the order of lines, one request or several, undo,
// what-if, names, a rule written twice, and the like. What fails is shrunk and becomes a scenario.
//
// It relies on package revise to compare and to check, and on package draft to change and to shrink. Who wants other
// programs than a user's has them made elsewhere.
package fuzz
