package belief

import (
	"fmt"
	"strings"
	"time"
)

// ParseMoment reads when something is said to have happened: a date, or a time such as 2026-06-30T12:00:00Z. What does
// not begin like a date says it in words, and is no moment. The error is that of a text which begins like a date and is
// none of the calendar, or goes on like a time and is none: it says what to write.
func ParseMoment(text string) (moment time.Time, found bool, err error) {
	day, rest := text, ""
	if end := strings.IndexFunc(text, func(r rune) bool { return r != '-' && (r < '0' || r > '9') }); end >= 0 {
		day, rest = text[:end], text[end:]
	}
	if !dayShape(day) {
		return time.Time{}, false, nil
	}
	if moment, err = time.Parse(time.DateOnly, day); err != nil {
		return time.Time{}, false, fmt.Errorf("%s is not a date of the calendar: a date is written 2026-11-29", Quote(day))
	}
	switch {
	case rest == "":
		return moment, true, nil
	case !timeShape(rest):
		return time.Time{}, false, nil
	}
	if moment, err = time.Parse(time.RFC3339, text); err != nil {
		return time.Time{}, false, fmt.Errorf("%s is no time: a time is written 2026-11-29T12:00:00Z, with its zone", Quote(text))
	}
	return moment, true, nil
}

// dayShape reports whether a text is a year, a month and a day, perhaps without leading zeros.
func dayShape(text string) bool {
	parts := strings.Split(text, "-")
	return len(parts) == 3 && len(parts[0]) == 4 && shortNumber(parts[1]) && shortNumber(parts[2])
}

func shortNumber(digits string) bool { return len(digits) == 1 || len(digits) == 2 }

// timeShape reports whether what follows a date is meant to be a time of that day.
func timeShape(rest string) bool {
	hour := strings.TrimLeft(rest, "Tt ")
	return hour != rest && (hour == "" || '0' <= hour[0] && hour[0] <= '9')
}
