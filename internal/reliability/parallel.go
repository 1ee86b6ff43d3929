//go:build unix

package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel tries cases from 0 to n, several at a time, for most of them wait for something. It ends after the first that
// fails, and returns the number of that, what it was and its error.
func inParallel(n int, try func(int) (what string, err error)) (failed int, what string, err error) {
	var next atomic.Int64
	var lock sync.Mutex
	var group sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				did, wrong := try(i)
				if wrong == nil {
					continue
				}
				next.Store(int64(n))
				lock.Lock()
				if err == nil {
					failed, what, err = i, did, wrong
				}
				lock.Unlock()
			}
		})
	}
	group.Wait()
	return failed, what, err
}
