package testkit

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// FuzzRevise takes bytes for the choices of the generator: every input is a program with revisions.
func FuzzRevise(f *testing.F) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 2))
		data := make([]byte, 600)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := Generate(DiceOf(data))
		if _, err := Play(w, revise.Strategies()); err != nil && !errors.Is(err, ErrUnplayable) {
			t.Errorf("%v\n%s", err, w.Text(true))
		}
	})
}
