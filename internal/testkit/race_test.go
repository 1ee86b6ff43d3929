//go:build race

package testkit

// Under the race detector everything takes ten times as long: fewer programs show as many races.
func init() {
	underRace = true
	programsByDefault = 200
	*smallStride = 1000
}
