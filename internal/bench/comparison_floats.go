package main

import "math/rand/v2"

// drift is what becomes of sums of floats that are kept by adding what comes and taking off what goes, as COUNT, SUM and AVG
// "from the old value and the delta" has it.
type drift struct {
	Groups    int
	Differing int // whose sum is not the one that adding up what is left gives
	Emptied   int
	Residues  int // of the emptied groups: their sum is not zero
}

// floatDrift makes random groups of amounts of money and of measurements, of which some come and go, and every third group
// goes altogether. It does not depend on the machine.
func floatDrift(groups int) drift {
	d := drift{Groups: groups}
	random := rand.New(rand.NewPCG(1993, 7))
	for g := range groups {
		var there []float64
		sum := 0.0
		for range 4 + random.IntN(12) {
			if len(there) > 0 && random.IntN(3) == 0 {
				i := random.IntN(len(there))
				sum -= there[i]
				there = append(there[:i], there[i+1:]...)
				continue
			}
			v := float64(random.IntN(1e8)) / 100
			if random.IntN(2) == 0 {
				v = float64(random.IntN(1e9)-5e8) / []float64{1, 1e3, 1e6, 1e9}[random.IntN(4)]
			}
			there, sum = append(there, v), sum+v
		}
		if g%3 == 0 {
			for _, v := range there {
				sum -= v
			}
			d.Emptied++
			if sum != 0 {
				d.Residues++
			}
			continue
		}
		anew := 0.0
		for _, v := range there {
			anew += v
		}
		if anew != sum {
			d.Differing++
		}
	}
	return d
}
