package report

import (
	"encoding/json"
	"strconv"

	"github.com/beliefbase/revise/belief"
)

// maxExact is the largest int that every reader of JSON keeps exactly.
const maxExact = 1<<53 - 1

// number is a count; one that some readers would round is written as a string.
type number uint64

// MarshalJSON writes the count.
func (n number) MarshalJSON() ([]byte, error) {
	digits := strconv.FormatUint(uint64(n), 10)
	if n > maxExact {
		return []byte(`"` + digits + `"`), nil
	}
	return []byte(digits), nil
}

// datum is a value: strings and dates as strings, bools as bools, floats and ints as numbers, but an int that some
// readers would round as a string; null where a column is left open.
type datum struct{ value belief.Value }

// MarshalJSON writes the value.
func (d datum) MarshalJSON() ([]byte, error) {
	v := d.value
	switch v.Type() {
	case belief.NoType:
		return []byte("null"), nil
	case belief.StringType:
		return json.Marshal(v.Text())
	case belief.DateType:
		return []byte(`"` + v.String() + `"`), nil
	case belief.IntType:
		if i := v.Int(); i > maxExact || i < -maxExact {
			return []byte(`"` + v.String() + `"`), nil
		}
	}
	return []byte(v.String()), nil
}
