package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// TestSameInputSameBytes runs scenarios again and again, with one, two and eight processors. Every process draws new
// seeds for its hash tables, so an order that depends on one shows.
func TestSameInputSameBytes(t *testing.T) {
	for _, scenario := range []string{"access-review", "claims", "eligibility", "network", "penguins", "sbom"} {
		for _, format := range []string{"text", "json"} {
			t.Run(scenario+" "+format, func(t *testing.T) {
				t.Parallel()
				var first []byte
				for _, processors := range []int{1, 2, 8, 1} {
					c := exec.Command("revise", "run", "../../scenarios/"+scenario, "--format", format, "-v")
					c.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", processors))
					out, err := c.Output()
					var exit *exec.ExitError
					if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > exitFault) {
						t.Fatal(err)
					}
					if first == nil {
						first = out
					} else if !bytes.Equal(first, out) {
						t.Fatalf("with %d processors the report is another one", processors)
					}
				}
				if len(first) == 0 {
					t.Error("the report is empty")
				}
			})
		}
	}
}
