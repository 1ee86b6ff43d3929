package aggregate

import (
	"container/heap"

	"github.com/beliefbase/revise/belief"
)

// distinct counts the different values of a group.
type distinct struct {
	dictionary *belief.Dictionary
	times      map[ID]int64
}

func (d *distinct) add(v ID, n int64) { addTimes(d.times, v, n) }

func (d *distinct) value(int64) ID { return d.dictionary.ID(belief.Int(int64(len(d.times)))) }

func addTimes(times map[ID]int64, v ID, n int64) {
	if n += times[v]; n == 0 {
		delete(times, v)
	} else {
		times[v] = n
	}
}

// extreme keeps the least (sign 1) or greatest (sign -1) value of a group: a heap that may hold values which have
// gone, and how often each value is there. Adding and removing cost the logarithm of the group's size, amortized.
type extreme struct {
	dictionary *belief.Dictionary
	times      map[ID]int64
	sign       int
	heap       []ID
	inHeap     map[ID]bool
}

func (e *extreme) add(v ID, n int64) {
	addTimes(e.times, v, n)
	if e.times[v] > 0 && !e.inHeap[v] {
		if e.inHeap == nil {
			e.inHeap = map[ID]bool{}
		}
		e.inHeap[v] = true
		heap.Push(e, v)
	}
}

func (e *extreme) value(int64) ID {
	for len(e.heap) > 0 {
		v := e.heap[0]
		if e.times[v] > 0 {
			return v
		}
		heap.Pop(e)
		delete(e.inHeap, v)
	}
	return None
}

// Len, Less, Swap, Push and Pop are the heap.

func (e *extreme) Len() int { return len(e.heap) }

func (e *extreme) Less(i, j int) bool {
	return e.sign*e.dictionary.Compare(e.heap[i], e.heap[j]) < 0
}

func (e *extreme) Swap(i, j int) { e.heap[i], e.heap[j] = e.heap[j], e.heap[i] }

func (e *extreme) Push(v any) { e.heap = append(e.heap, v.(ID)) }

func (e *extreme) Pop() any {
	last := len(e.heap) - 1
	v := e.heap[last]
	e.heap = e.heap[:last]
	return v
}
