package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Code names one kind of diagnostic. Codes are compared with ==, and none is ever renumbered or used again.
//
// R10xx is about files and YAML as such, R11xx about how atoms and rules are written, R12xx about what they mean.
type Code uint16

// entry is what is known about a code.
type entry struct {
	code        Code
	slug        string
	explanation string
	example     string
}

// registry holds every code, each entered by the file that declares it.
var registry = map[Code]entry{}

// register enters a code with its name in words, a paragraph that explains it, and a file that has just this defect.
func register(code Code, slug, explanation, example string) Code {
	if old, taken := registry[code]; taken {
		panic(fmt.Sprintf("%s is both %s and %s", code.Number(), old.slug, slug))
	}
	registry[code] = entry{code: code, slug: slug, explanation: explanation, example: example}
	return code
}

// Codes returns every code, sorted by number.
func Codes() []Code {
	codes := make([]Code, 0, len(registry))
	for code := range registry {
		codes = append(codes, code)
	}
	slices.SortFunc(codes, cmp.Compare)
	return codes
}

// Number returns the code as diagnostics show it, such as R1203.
func (c Code) Number() string { return fmt.Sprintf("R%04d", uint16(c)) }

// Slug returns the code in words, such as unstratified.
func (c Code) Slug() string { return registry[c].slug }

// Explanation returns a paragraph that says what the code means and what to do.
func (c Code) Explanation() string { return registry[c].explanation }

// Example returns a small file that gives exactly this code, "" when it takes more than one small file.
func (c Code) Example() string { return registry[c].example }

// ParseCode reads a code from its number or its slug, in any case. For another text the error names the nearest slug.
func ParseCode(text string) (Code, error) {
	slugs := make([]string, 0, len(registry))
	for _, code := range Codes() {
		if strings.EqualFold(text, code.Number()) || strings.EqualFold(text, code.Slug()) {
			return code, nil
		}
		slugs = append(slugs, code.Slug())
	}
	if near := Suggest(text, slugs); near != "" {
		return 0, fmt.Errorf("there is no code %s: did you mean %s?", text, near)
	}
	return 0, fmt.Errorf("there is no code %s: codes run from %s to %s", text, Codes()[0].Number(), Codes()[len(slugs)-1].Number())
}
