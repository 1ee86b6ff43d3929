package report

import "strings"

var escaper = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;",
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`,
	"#", `\#`, "~", `\~`, "!", `\!`, "$", `\$`,
)

// escaped returns a text that Markdown shows as it is, inside a table or out of it. It must not stand at the start of a
// line, where a digit or a dash makes a list.
func escaped(s string) string { return escaper.Replace(s) }

// escapedLine returns a text that Markdown shows as it is, at the start of a line too.
func escapedLine(s string) string {
	text := escaped(s)
	if digits := strings.TrimLeft(text, "0123456789"); digits != text && strings.IndexAny(digits, ".)") == 0 {
		return text[:len(text)-len(digits)] + `\` + digits
	}
	if strings.IndexAny(text, "-+=") == 0 {
		return `\` + text
	}
	return text
}

// code returns a text set as code. What a table or a code span would change is escaped instead.
func code(s string) string {
	if s == "" {
		return ""
	}
	if strings.ContainsAny(s, "`|\\") {
		return "<code>" + escaped(s) + "</code>"
	}
	return "`" + s + "`"
}
