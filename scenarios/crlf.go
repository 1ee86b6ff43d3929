package scenarios

import (
	"bytes"
	"io"
)

// crlfKeeper hands comma-separated values to encoding/csv, which takes the CR from every CRLF, inside of quotes too,
// where it belongs to the value: there it gets a CR more, to take.
type crlfKeeper struct {
	source io.Reader
	quoted bool // what comes next is inside of quotes
	cr     bool // what came last is a CR inside of quotes
	rest   []byte
}

func (k *crlfKeeper) Read(p []byte) (int, error) {
	if len(k.rest) > 0 {
		n := copy(p, k.rest)
		k.rest = k.rest[n:]
		return n, nil
	}
	n, err := k.source.Read(p)
	if got := p[:n]; k.cr || bytes.IndexByte(got, '\r') >= 0 {
		kept := k.keep(got)
		n = copy(p, kept)
		k.rest = kept[n:]
		if len(k.rest) > 0 && err != nil {
			return n, nil // the source says it again
		}
	} else if bytes.Count(got, []byte{'"'})%2 == 1 {
		k.quoted = !k.quoted
	}
	return n, err
}

// keep doubles the CR of each CRLF inside of quotes.
func (k *crlfKeeper) keep(text []byte) []byte {
	kept := make([]byte, 0, len(text)+len(text)/8)
	for _, c := range text {
		if c == '\n' && k.cr {
			kept = append(kept, '\r')
		}
		kept = append(kept, c)
		k.quoted = k.quoted != (c == '"')
		k.cr = k.quoted && c == '\r'
	}
	return kept
}
