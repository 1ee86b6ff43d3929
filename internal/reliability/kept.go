//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// record is a result in a file of its own, so that what takes hours need not be measured in one go.
type record struct {
	Figure   string        `json:"figure"`
	Met      bool          `json:"met"`
	Partly   bool          `json:"partly"`
	Took     time.Duration `json:"took"`
	Measured string        `json:"measured"`
}

func recordName(folder, id string) string {
	return filepath.Join(folder, strings.ReplaceAll(id, ", ", "-")+".json")
}

// keep writes a result to the folder, unless there is none.
func keep(folder, id string, r result) error {
	if folder == "" {
		return nil
	}
	data, err := json.MarshalIndent(record{r.figure, r.met, r.partly, r.took, r.measured}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(recordName(folder, id), append(data, '\n'), 0o666)
}

// kept returns what the folder has of a figure, or the result that it is given.
func kept(folder, id string, otherwise result) (result, error) {
	if folder == "" {
		return otherwise, nil
	}
	data, err := os.ReadFile(recordName(folder, id))
	if errors.Is(err, fs.ErrNotExist) {
		return otherwise, nil
	}
	var r record
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	return result{figure: r.Figure, met: r.Met, partly: r.Partly, took: r.Took, measured: r.Measured}, err
}
