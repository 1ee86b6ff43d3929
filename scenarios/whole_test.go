package scenarios

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// withoutEntries returns a file without some entries of a section, each of which begins on a line of its own.
func withoutEntries(t *testing.T, file, section string, drop func(i int) bool) string {
	t.Helper()
	doc, _ := rules.ReadDocument("rules.yaml", []byte(file))
	lines := slices.Clone(doc.Lines)
	entries := itemsOf(doc.Root, section)
	for i, n := range entries {
		end := sectionEnd(doc, section)
		if i+1 < len(entries) {
			end = entries[i+1].Place.Line - 1
		}
		for line := n.Place.Line; drop(i) && line <= end; line++ {
			lines[line-1] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// written lists rules and constraints with the lines where they stand, each by its own name or by none.
func written(p *rules.Program) []string {
	var list []string
	for _, r := range p.Rules {
		name, _, _ := strings.Cut(r.Name, "#")
		list = append(list, fmt.Sprint(name, " ", r.Place.File, ":", r.Place.Line, " ", r.Text))
	}
	for _, c := range p.Constraints {
		list = append(list, fmt.Sprint(c.Name, " ", c.Place.File, ":", c.Place.Line, " ", c.Text, c.OnViolation, c.Message))
	}
	slices.Sort(list)
	return list
}

// TestLoadRules swaps rules of the shipped scenarios, some left out, for others, and back: the base then has exactly those
// of the file, in the lines of the file.
func TestLoadRules(t *testing.T) {
	swapped := 0
	for name, file := range map[string]string{
		"access-review": "rbac.yaml", "penguins": "scenario.yaml", "network": "firewall.yaml", "eligibility": "scenario.yaml", "claims": "scenario.yaml",
	} {
		shipped, err := fs.Sub(Gallery(), name)
		if err != nil {
			t.Fatal(err)
		}
		scenario, err := Load(shipped, "scenario.yaml")
		if err != nil {
			t.Fatal(err)
		}
		data, err := fs.ReadFile(shipped, file)
		if err != nil {
			t.Fatal(err)
		}
		text, program := string(data), scenario.Program
		for step, drop := range []func(int) bool{
			func(i int) bool { return i%2 == 0 }, func(i int) bool { return i%2 == 1 }, func(i int) bool { return i == 0 }, func(int) bool { return false },
		} {
			edited := withoutEntries(t, withoutEntries(t, text, "rules", drop), "constraints", drop)
			folder := fstest.MapFS{file: {Data: []byte(edited)}}
			whole, err := LoadRules(folder, file, program, revise.Request{Because: "step"})
			if err != nil || whole.Unlike != nil {
				t.Fatalf("%s, step %d: %v, %v", name, step, err, whole)
			}
			later, err := LoadRevisions(fstest.MapFS{whole.File: {Data: []byte(whole.Text)}}, whole.File, program, History{})
			if err != nil {
				t.Fatalf("%s, step %d: %v\n%s", name, step, err, whole.Text)
			}
			if later.Steps[0].Request.Because != "step" {
				t.Errorf("the request is %+v", later.Steps[0].Request)
			}
			var diagnostics rules.Diagnostics
			if program, diagnostics = later.Program.With(later.Steps[0].Request.Rules); program == nil {
				t.Fatalf("%s, step %d: %v\n%s", name, step, diagnostics, whole.Text)
			}
			doc, _ := rules.ReadDocument(file, []byte(edited))
			want, diagnostics := rules.Parse([]*rules.Document{doc}, known(program))
			if want == nil {
				t.Fatal(diagnostics)
			}
			if got, want := written(program), written(want); !slices.Equal(got, want) {
				t.Errorf("%s, step %d: got\n%s\nwant\n%s\nby\n%s", name, step, strings.Join(got, "\n"), strings.Join(want, "\n"), whole.Text)
			}
			swapped += len(later.Steps[0].Request.Rules.AddRules) + len(later.Steps[0].Request.Rules.RemoveRules)
		}
	}
	if swapped < 50 {
		t.Errorf("only %d rules came and went", swapped)
	}
}
