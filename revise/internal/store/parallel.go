package store

import (
	"runtime"
	"sync"
)

// Parallel reports whether there is more than one processor to use.
func Parallel() bool { return runtime.GOMAXPROCS(0) > 1 }

// InParallel calls f with every number below n, each on a goroutine of its own, and returns when all have. A panic of one
// is that of the caller.
func InParallel(n int, f func(i int)) {
	if n == 1 {
		f(0)
		return
	}
	var wait sync.WaitGroup
	var once sync.Once
	var failure any
	for i := range n {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					once.Do(func() { failure = p })
				}
			}()
			f(i)
		})
	}
	wait.Wait()
	if failure != nil {
		panic(failure)
	}
}
