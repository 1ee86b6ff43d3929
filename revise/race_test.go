//go:build race

package revise_test

func init() { slowdown = 10 }
