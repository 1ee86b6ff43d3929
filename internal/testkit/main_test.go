package testkit

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow further between collections: a quarter of the time of these tests would go into them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
