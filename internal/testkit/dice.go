package testkit

import "math/rand/v2"

// Dice makes the choices of the generator. The same seed or the same bytes make the same choices.
type Dice struct {
	random *rand.Rand
	bytes  []byte
}

// NewDice returns dice that a seed decides.
func NewDice(seed uint64) *Dice { return &Dice{random: rand.New(rand.NewPCG(seed, 1))} }

// DiceOf returns dice that the bytes decide, one byte a choice; behind the last byte every choice is the first.
func DiceOf(data []byte) *Dice { return &Dice{bytes: data} }

// below returns a number from 0 to n-1.
func (d *Dice) below(n int) int {
	if d.random != nil {
		return d.random.IntN(n)
	}
	if len(d.bytes) == 0 {
		return 0
	}
	b := int(d.bytes[0])
	d.bytes = d.bytes[1:]
	return b % n
}

// chance reports true in that many percent of all cases. When the bytes have run out it is false.
func (d *Dice) chance(percent int) bool { return d.below(100) >= 100-percent }

// from returns a number from low to high.
func (d *Dice) from(low, high int) int { return low + d.below(high-low+1) }

func pick[T any](d *Dice, list []T) T { return list[d.below(len(list))] }

func shuffle[T any](d *Dice, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
