package belief_test

import (
	"testing"
	"time"

	"github.com/beliefbase/revise/belief"
)

func TestParseMoment(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // as RFC 3339; "" where it is no moment, ! where it is refused
		why  string
	}{
		{"2026-02-28", "2026-02-28T00:00:00Z", "a date"},
		{"2028-02-29", "2028-02-29T00:00:00Z", "a leap day"},
		{"2026-06-30T12:00:00Z", "2026-06-30T12:00:00Z", "a time"},
		{"2026-06-30T12:00:00+02:00", "2026-06-30T12:00:00+02:00", "a time of another zone"},
		{"", "", "nothing"},
		{"last Tuesday", "", "words"},
		{"2026", "", "a year"},
		{"2026-06", "", "a month"},
		{"4711-2", "", "the number of a ticket"},
		{"2026-06-30, at noon", "", "a date and words"},
		{"2026-06-30 at noon", "", "a date and words without a comma"},
		{"2026-06-30Tea", "", "a date and a word with T"},
		{"2026-02-30", "!", "no such day"},
		{"2026-02-29", "!", "no leap year"},
		{"2026-13-01", "!", "no such month"},
		{"2026-00-00", "!", "zeros"},
		{"2026-2-3", "!", "without its zeros it would be no date, without a word"},
		{"2026-02-30, at noon", "!", "no such day, and words"},
		{"2026-02-30T12:00:00Z", "!", "no such day, and a time"},
		{"2026-06-30T25:00:00Z", "!", "no such hour"},
		{"2026-06-30T12:61:00Z", "!", "no such minute"},
		{"2026-06-30T12:00:00", "!", "no zone"},
		{"2026-06-30 12:00", "!", "a time that is written in another way"},
		{"2026-06-30T", "!", "a time that was cut off"},
		{"2026-06-30 ", "!", "a date with a space behind it"},
	} {
		moment, found, err := belief.ParseMoment(test.text)
		got := ""
		switch {
		case err != nil:
			got = "!"
		case found:
			got = moment.Format(time.RFC3339)
		}
		if got != test.want || found && err != nil {
			t.Errorf("%q (%s): got %q %v, want %q", test.text, test.why, got, err, test.want)
		}
	}
}
