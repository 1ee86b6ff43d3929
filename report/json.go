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
	writeVisible(out, text, jsonEscape)
	return out.WriteByte('\n')
}

// writeVisible writes JSON or YAML with every character that is not visible as an escape. Outside of quoted strings they
// have none but the newline; inside, the ASCII ones are escapes already.
func writeVisible(out *bufio.Writer, text []byte, escape func(rune) string) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r < utf8.RuneSelf && r != 0x7f || belief.Visible(r) {
			out.Write(text[:size])
		} else {
			out.WriteString(escape(r))
		}
		text = text[size:]
	}
}

func jsonEscape(r rune) string {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
