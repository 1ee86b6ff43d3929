// Package bench is a command that measures the engine on fixed workloads and checks every answer before its time counts.
//
// It relies on the public rooms alone, as a user of the library would: facts come in through package scenarios, changes
// go through Engine.Apply and Engine.Revise. The right answers were computed by another engine and lie beside the data as digests.
//
// It leaves to benchstat to say whether two measurements differ.
package main
