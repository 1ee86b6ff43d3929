package main

import "testing"

func TestColor(t *testing.T) {
	for _, c := range []struct {
		why      string
		flag     string
		terminal bool
		env      map[string]string
		want     bool
	}{
		{"a pipe", "auto", false, nil, false},
		{"a terminal", "auto", true, nil, true},
		{"a terminal that cannot", "auto", true, map[string]string{"TERM": "dumb"}, false},
		{"NO_COLOR on a terminal", "auto", true, map[string]string{"NO_COLOR": "1"}, false},
		{"NO_COLOR, whatever its value", "auto", true, map[string]string{"NO_COLOR": "0"}, false},
		{"an empty NO_COLOR is none", "auto", true, map[string]string{"NO_COLOR": ""}, true},
		{"forced into a pipe", "auto", false, map[string]string{"FORCE_COLOR": "1"}, true},
		{"forced by the other name", "auto", false, map[string]string{"CLICOLOR_FORCE": "1"}, true},
		{"forced, but off", "auto", false, map[string]string{"FORCE_COLOR": "0"}, false},
		{"forced on a dumb terminal", "auto", true, map[string]string{"FORCE_COLOR": "1", "TERM": "dumb"}, true},
		{"forced and refused", "auto", true, map[string]string{"FORCE_COLOR": "1", "NO_COLOR": "1"}, false},
		{"the flag before all", "always", false, map[string]string{"NO_COLOR": "1"}, true},
		{"the flag against all", "never", true, map[string]string{"FORCE_COLOR": "1"}, false},
	} {
		console := &console{color: c.flag, env: func(name string) string { return c.env[name] }}
		if got := console.colored(stream{terminal: c.terminal}); got != c.want {
			t.Errorf("%s: got %v", c.why, got)
		}
	}
}

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		why     string
		flag    int
		stream  stream
		columns string
		want    int
	}{
		{"a pipe", 0, stream{}, "", 100},
		{"a pipe does not ask for COLUMNS", 0, stream{}, "60", 100},
		{"a terminal", 0, stream{terminal: true, columns: 80}, "", 80},
		{"COLUMNS on a terminal", 0, stream{terminal: true, columns: 80}, "60", 60},
		{"COLUMNS that is none", 0, stream{terminal: true, columns: 80}, "many", 80},
		{"a terminal without a size", 0, stream{terminal: true}, "", 100},
		{"the flag", 40, stream{terminal: true, columns: 80}, "60", 40},
		{"the flag in a pipe", 40, stream{}, "", 40},
	} {
		console := &console{width: c.flag, env: func(string) string { return c.columns }}
		if got := console.columnsOf(c.stream); got != c.want {
			t.Errorf("%s: got %d, want %d", c.why, got, c.want)
		}
	}
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		text            string
		indent, columns int
		want            string
	}{
		{"", 0, 10, ""},
		{"one two three", 0, 100, "one two three"},
		{"one two three", 0, 7, "one two\nthree"},
		{"one two three", 2, 9, "one two\n  three"},
		{"one  two", 0, 100, "one  two"},
		{"a-word-that-does-not-fit in", 0, 5, "a-word-that-does-not-fit\nin"},
		{"größer als", 0, 10, "größer als"},
	} {
		if got := wrapped(c.text, c.indent, c.columns); got != c.want {
			t.Errorf("wrapped(%q, %d, %d) = %q, want %q", c.text, c.indent, c.columns, got, c.want)
		}
	}
}

func TestFolded(t *testing.T) {
	c, _, _ := quietConsole()
	terminal := stream{terminal: true, columns: 20}
	for _, line := range []struct {
		on   stream
		want string
	}{
		{terminal, "  hint: a long way\n    to go"},
		{stream{}, "  hint: a long way to go"},
	} {
		if got := c.folded(line.on, "  hint: a long way to go"); got != line.want {
			t.Errorf("got %q, want %q", got, line.want)
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"as it is, \nin lines": "as it is, \nin lines",
		"\x1b[2J":              `\u001b[2J`,
		"a\tb\rc":              `a\tb\rc`,
		"\u202egnirts":         `\u202egnirts`,
		"größer → 7":           "größer → 7",
	} {
		if got := visible(text); got != want {
			t.Errorf("visible(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestShellQuote(t *testing.T) {
	for text, want := range map[string]string{
		"scenarios/penguins": "scenarios/penguins",
		"flies(wisdom)":      "'flies(wisdom)'",
		"it's":               `'it'\''s'`,
		"$HOME":              "'$HOME'",
		"":                   "''",
	} {
		if got := shellQuote(text); got != want {
			t.Errorf("shellQuote(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "10B": 10, "2KB": 2000, "2KiB": 2048, "5MB": 5e6, "512MiB": 512 << 20, "2GB": 2e9, "1GiB": 1 << 30,
		"0": 0, "": -1, "-1": -1, "MB": -1, "1.5GB": -1, "1 GB": -1, "1TB": -1, "9999999999999GiB": -1,
	} {
		s := size(-1)
		if err := s.Set(text); int64(s) != want || (err != nil) != (want == -1) {
			t.Errorf("%q: got %d, %v, want %d", text, s, err, want)
		}
		if again := size(-1); want >= 0 && (again.Set(s.String()) != nil || again != s) {
			t.Errorf("%q: %s is read as %d", text, &s, again)
		}
	}
	if s := size(8 << 30); s.String() != "8GiB" {
		t.Errorf("8GiB is written as %s", &s)
	}
}
