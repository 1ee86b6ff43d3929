package report

// paint is how a terminal shows a text. It only repeats what signs and words say.
type paint string

const (
	plain  paint = ""
	bold   paint = "\x1b[1m"
	faint  paint = "\x1b[2m"
	red    paint = "\x1b[31m"
	green  paint = "\x1b[32m"
	yellow paint = "\x1b[33m"
)

func (c paint) on(text string) string {
	if c == plain || text == "" {
		return text
	}
	return string(c) + text + "\x1b[0m"
}

// The signs: what left, what came, what still stands, what has another value.
const (
	goneSign    = "-"
	cameSign    = "+"
	standsSign  = "="
	changedSign = "~"
)

func paintOf(sign string) paint {
	switch sign {
	case goneSign:
		return red
	case cameSign:
		return green
	case changedSign:
		return yellow
	default:
		return plain
	}
}
