package fuzz

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

// Below returns a number from 0 to n-1.
func (d *Dice) Below(n int) int {
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

// Chance reports true in that many percent of all cases. When the bytes have run out it is false.
func (d *Dice) Chance(percent int) bool { return d.Below(100) >= 100-percent }

// From returns a number from low to high.
func (d *Dice) From(low, high int) int { return low + d.Below(high-low+1) }

// Pick returns one of the list.
func Pick[T any](d *Dice, list []T) T { return list[d.Below(len(list))] }

// Shuffle puts the list in another order.
func Shuffle[T any](d *Dice, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
