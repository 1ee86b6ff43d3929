package main

import "github.com/spf13/pflag"

// single is a flag that has one value: it cannot be given twice, of which the first would be lost, nor be an empty text, as an
// unset variable of a script is.
type single struct {
	pflag.Value
	given bool
}

// givenError is how a flag was given wrongly, whatever its value.
type givenError struct{ how string }

func (e *givenError) Error() string { return e.how }

// Set takes the value.
func (o *single) Set(text string) error {
	switch {
	case o.given:
		return &givenError{"it is given twice, and has one value"}
	case text == "":
		return &givenError{"it is empty; leave it out, or give it a value"}
	}
	o.given = true
	return o.Value.Set(text)
}

// onlyOnce makes a flag that has one value refuse two. What is true or false may be said twice.
func onlyOnce(f *pflag.Flag) {
	if _, several := f.Value.(pflag.SliceValue); !several && f.Value.Type() != "bool" {
		f.Value = &single{Value: f.Value}
	}
}

// bare makes the flag what it was: help shows by its type which default goes without saying.
func bare(f *pflag.Flag) {
	if s, is := f.Value.(*single); is {
		f.Value = s.Value
	}
}
