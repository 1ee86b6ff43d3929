package arch

import (
	"slices"
	"strings"
)

const module = "github.com/beliefbase/revise"

const (
	yaml        = "github.com/goccy/go-yaml"
	graph       = "github.com/dominikbraun/graph"
	levenshtein = "github.com/agnivade/levenshtein"
	tables      = "github.com/olekukonko/tablewriter"
	cobra       = "github.com/spf13/cobra"
	pflag       = "github.com/spf13/pflag"
	mpb         = "github.com/vbauerster/mpb/v8"
	terminal    = "golang.org/x/term"
	schema      = "github.com/invopop/jsonschema"
	validator   = "github.com/santhosh-tekuri/jsonschema/v6"
	sqlite      = "github.com/ncruces/go-sqlite3"
)

// room is one row of the table in docs/architecture.md.
type room struct {
	dir     string
	ours    []string // rooms it may import
	outside []string // modules it may import
	core    bool     // no I/O, clock, environment, randomness or log
}

var engine = []string{
	"belief", "rules", "revise/internal/store", "revise/internal/aggregate", "revise/internal/plan", "revise/internal/maintain",
}

// tms is what truth maintenance systems may import: networks of justifications too.
var tms = append(slices.Clone(engine), "revise/internal/network")

// An algorithm never imports another: none is in the list of any.
var rooms = []room{
	{dir: "belief", core: true},
	{dir: "rules", ours: []string{"belief"}, outside: []string{yaml, graph, levenshtein}, core: true},
	{dir: "revise", ours: slices.Concat(engine, algorithms, []string{"internal/naive", "revise/internal/audit"}), outside: []string{graph}, core: true},
	{dir: "revise/internal/store", ours: engine, core: true},
	{dir: "revise/internal/aggregate", ours: engine, core: true},
	{dir: "revise/internal/plan", ours: engine, core: true},
	{dir: "revise/internal/maintain", ours: engine, core: true},
	{dir: "revise/internal/counting", ours: engine, core: true},
	{dir: "revise/internal/ranked", ours: engine, core: true},
	{dir: "revise/internal/dred", ours: engine, core: true},
	{dir: "revise/internal/dredcounts", ours: engine, core: true},
	{dir: "revise/internal/bf", ours: engine, core: true},
	{dir: "revise/internal/pf", ours: engine, core: true},
	{dir: "revise/internal/recompute", ours: engine, core: true},
	{dir: "revise/internal/network", ours: engine, core: true},
	{dir: "revise/internal/jtms", ours: tms, core: true},
	{dir: "revise/internal/atms", ours: tms, core: true},
	{dir: "revise/internal/audit", ours: []string{"belief", "rules", "internal/naive"}, core: true},
	{dir: "report", ours: []string{"belief", "rules", "revise"}, outside: []string{tables, graph, yaml}, core: true},
	{dir: "scenarios", ours: []string{"belief", "rules", "revise", "internal/shape"}, outside: []string{yaml, schema}},
	{dir: "scenarios/draft", ours: []string{"belief", "rules", "revise"}, core: true},
	{dir: "scenarios/fuzz", ours: []string{"belief", "rules", "revise", "scenarios/draft"}},
	{dir: "revise/gate", ours: []string{"belief", "rules", "revise", "internal/shape"}, core: true},
	{dir: "revise/journal", ours: []string{"belief", "rules", "revise"}, outside: []string{sqlite}},
	{
		dir:     "cmd/revise",
		ours:    []string{"belief", "rules", "revise", "revise/gate", "revise/journal", "report", "scenarios", "scenarios/draft", "scenarios/fuzz"},
		outside: []string{cobra, pflag, mpb, terminal, levenshtein},
	},
	{dir: "internal/arch"},
	{dir: "internal/bench", ours: []string{"belief", "rules", "revise", "scenarios"}},
	{dir: "internal/doctest"},
	{dir: "internal/naive", ours: []string{"belief", "rules"}, core: true},
	{dir: "internal/testkit", ours: []string{"belief", "rules", "internal/naive", "revise", "revise/gate", "revise/journal", "scenarios", "scenarios/draft", "scenarios/fuzz"}},
	{dir: "internal/reliability", ours: []string{"belief", "rules", "revise", "revise/journal", "scenarios"}, outside: []string{sqlite}},
	{dir: "internal/shape", ours: []string{"belief", "rules"}, core: true},
	{dir: "internal/shapetest", outside: []string{yaml, schema, validator}},
}

var algorithms = []string{
	"revise/internal/counting", "revise/internal/ranked", "revise/internal/dred", "revise/internal/dredcounts", "revise/internal/bf",
	"revise/internal/pf", "revise/internal/recompute", "revise/internal/network", "revise/internal/jtms",
	"revise/internal/atms",
}

// testOnly is what test files may import beside what their room may.
var testOnly = []string{
	"github.com/google/go-cmp",
	schema,
	"github.com/rogpeppe/go-internal",
	validator,
	"pgregory.net/rapid",
}

func roomOf(dir string) (room, bool) {
	i := slices.IndexFunc(rooms, func(r room) bool { return r.dir == dir })
	if i < 0 {
		return room{}, false
	}
	return rooms[i], true
}

// within says whether path is root or a package below it.
func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

func withinAny(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return within(path, root) })
}

// standard says whether path belongs to the standard library, which alone has
// no dot in its first element.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
