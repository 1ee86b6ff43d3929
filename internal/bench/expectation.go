package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// expectation holds the right answers for one workload in one size.
type expectation struct {
	Facts  int                          `json:"facts"`
	Base   map[string]digest            `json:"base"`           // by relation
	States map[string]map[string]change `json:"states_vs_base"` // by state and relation, those that differ from the base
	Steps  map[string]map[string][2]int `json:"steps_counts"`   // by step and relation: retracted and gained
}

// change is what a relation has lost and gained.
type change struct {
	Retracted digest `json:"retracted"`
	Gained    digest `json:"gained"`
}

// expectation reads the right answers for a workload, nil when there are none in this size.
func (d data) expectation(w workload) (*expectation, error) {
	text, err := fs.ReadFile(d.files, fmt.Sprintf("expect/%s.%s.json", w.name, d.size))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	x := &expectation{}
	return x, json.Unmarshal(text, x)
}

// difference says which of the entries are not as wanted, "" when all are.
func difference[T comparable](got, want map[string]T) string {
	keys := maps.Clone(got)
	maps.Copy(keys, want)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if got[key] != want[key] {
			return fmt.Sprintf("%s is %v instead of %v", key, got[key], want[key])
		}
	}
	return ""
}
