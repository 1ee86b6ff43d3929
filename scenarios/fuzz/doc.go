// Package fuzz tries a program on random beliefs and revisions, made of its own relations and values: all strategies
// must agree, every state must be sound, and what must not matter must not.
package fuzz
