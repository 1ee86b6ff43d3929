package journal

import "os"

// Compact writes the file anew without what is free in it, whole or not at all, and returns its size before and after.
// It says nothing less than before.
func (j *Journal) Compact() (before, after int64, err error) {
	if before, err = j.size(); err != nil {
		return 0, 0, err
	}
	j.rollback()
	if err := j.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return 0, 0, err
	}
	after, err = j.size()
	return before, after, err
}

func (j *Journal) size() (int64, error) {
	info, err := os.Stat(j.name)
	if err != nil {
		return 0, &Error{Kind: Failed, File: j.name, Message: err.Error(), Err: err}
	}
	return info.Size(), nil
}
