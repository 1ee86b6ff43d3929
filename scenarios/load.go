package scenarios

import (
	"context"
	"encoding/hex"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// loader carries what Load has found so far from one of its stages to the next.
type loader struct {
	reporter
	ctx      context.Context
	fsys     fs.FS
	progress func(Progress)

	order     []*rules.Document // included ones before those that include them; without a Root where one cannot be read
	inputs    []Input
	relations map[string]*relation
	signature rules.Signature
	observed  map[string]bool // what the signature says already
	base      *belief.Base
	tables    []*table
	steps     []Step
	history   History
}

// Load reads a scenario file and everything it names. Name, and every file that the scenario reads, is a path below
// the root of fsys. The error is a rules.Diagnostics with all that is wrong, or the error of a context that is done.
//
// The time is linear in the bytes read; columns without a declared type cost a second look at their file.
func Load(fsys fs.FS, name string, opts ...Option) (*Scenario, error) {
	l := newLoader(fsys, opts)
	l.include(name, naming{}, nil)
	l.declareRelations()
	l.readBeliefs()
	l.readRevisions()
	l.readTables()
	if err := l.ctx.Err(); err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	program, diags := rules.Parse(l.order, l.signature)
	l.add(diags)
	known := program
	if known == nil {
		known = rules.Salvage(l.order, l.signature)
	}
	if known != nil {
		l.checkSteps(known)
	}
	all := l.diagnostics()
	if all.HasErrors() {
		return nil, all
	}
	return l.scenario(name, program, all), nil
}

func newLoader(fsys fs.FS, opts []Option) *loader {
	l := &loader{
		ctx: context.Background(), fsys: fsys, base: belief.NewBase(), relations: map[string]*relation{}, observed: map[string]bool{},
		reporter: reporter{documents: map[string]*rules.Document{}},
	}
	for _, o := range opts {
		o(l)
	}
	return l
}

func (l *loader) scenario(name string, program *rules.Program, warnings rules.Diagnostics) *Scenario {
	root := l.documents[name].Root
	report := l.reported()
	for i := range l.steps {
		if e := l.steps[i].Expect; e != nil {
			e.Report = report
		}
	}
	return &Scenario{
		Title: textOf(root, "title"), About: textOf(root, "about"), Strict: textOf(root, "strict") == "true",
		Program: program, Base: l.base, Steps: l.steps, Report: report, Inputs: l.inputs, Warnings: warnings, Documents: l.order,
	}
}

// include reads a document and, before it, those that it includes. Trail holds the documents that led here.
func (l *loader) include(name string, at naming, trail []string) {
	if slices.Contains(trail, name) {
		l.reportCycle(at.node, append(trail[slices.Index(trail, name):], name))
		return
	}
	if _, read := l.documents[name]; read {
		return
	}
	data, ok := l.readAll(name, at, maxYAMLBytes)
	if !ok {
		l.order = append(l.order, &rules.Document{Name: name})
		return
	}
	doc, diags := rules.ReadDocument(name, data)
	l.documents[name] = doc
	l.add(diags)
	l.addInput(Input{Name: name, SHA256: hex.EncodeToString(doc.Digest[:]), Bytes: int64(doc.Bytes)})
	if doc.Root != nil {
		l.shape().Check(doc.Root, reflect.TypeFor[file](), "the file")
		for _, n := range itemsOf(doc.Root, "include") {
			path, ok := l.resolve(name, n)
			if !ok {
				l.order = append(l.order, &rules.Document{Name: n.Text})
				continue
			}
			l.include(path, naming{n}, append(trail[:len(trail):len(trail)], name))
		}
	}
	l.order = append(l.order, doc)
}

// addInput remembers a file that was read; two entries may name one.
func (l *loader) addInput(in Input) {
	if !slices.Contains(l.inputs, in) {
		l.inputs = append(l.inputs, in)
	}
}

func (l *loader) reportCycle(n *rules.Node, cycle []string) {
	l.report(rules.CodeIncludeCycle, n, "files include each other in a circle: "+strings.Join(cycle, " includes ")).Hint = "put what they share into a file that both include"
}

// reported returns the relations that the files name under report:, nil when no file has that key.
func (l *loader) reported() []string {
	var names []string
	for _, doc := range l.order {
		if doc.Root == nil || doc.Root.Field("report") == nil {
			continue
		}
		if names == nil {
			names = []string{}
		}
		for _, n := range itemsOf(doc.Root, "report") {
			names = append(names, n.Text)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// textOf returns the text of a key, "" when there is none.
func textOf(n *rules.Node, key string) string {
	if v := n.Field(key); v != nil && v.Kind == rules.Scalar {
		return v.Text
	}
	return ""
}

// itemsOf returns the entries of a list under a key.
func itemsOf(n *rules.Node, key string) []*rules.Node {
	if v := n.Field(key); v != nil {
		return v.Items
	}
	return nil
}
