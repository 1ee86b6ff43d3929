package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// writeJSON writes v as indented JSON. Whatever would be invisible or dangerous on a terminal or inside HTML is escaped.
func writeJSON(out *bufio.Writer, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	writeVisible(out, text)
	return out.WriteByte('\n')
}

// writeVisible writes JSON with every character that is not visible as an escape. Outside of strings JSON has none but
// the newline; inside, encoding/json has escaped the ASCII ones.
func writeVisible(out *bufio.Writer, text []byte) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf && r != 0x7f || belief.Visible(r):
			out.Write(text[:size])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
}
