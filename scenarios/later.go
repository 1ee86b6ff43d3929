package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// History is what a base has been through before a file of revisions comes to it. The zero History is none.
type History struct {
	Names []string // of its revisions
	// Programs returns the rules before and after the revision that a request to undo names.
	Programs func(undo string) (before, after *rules.Program, found bool)
}

func (h *History) find(undo string) (before, after *rules.Program, found bool) {
	if h.Programs == nil || undo == "" {
		return nil, nil, false
	}
	return h.Programs(undo)
}

// Later is a file of revisions that is read for a base that is there already.
type Later struct {
	Steps    []Step
	Program  *rules.Program // the rules of the base, with what the file shows about relations that had no facts yet
	Warnings rules.Diagnostics
}

// LoadRevisions reads the revisions of a file, and of those that it includes, for a base with the given rules. Whatever
// else the files have is not looked at. The error is a rules.Diagnostics with all that is wrong, or the error of a
// context that is done.
func LoadRevisions(fsys fs.FS, name string, program *rules.Program, history History, opts ...Option) (*Later, error) {
	l := newLoader(fsys, opts)
	l.history = history
	l.include(name, naming{}, nil)
	l.declareRelations()
	l.checkDeclared(program)
	l.readRevisions()
	if err := l.ctx.Err(); err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	missing := false // relations that the file shows, for a fault in that
	if known := l.shown(program); len(known) > 0 {
		wider, diags := program.Observe(known)
		l.add(diags)
		if missing = wider == nil; !missing {
			program = wider
		}
	}
	for i, during := range l.checkSteps(program) {
		if !missing {
			l.checkAsserted(&l.steps[i], during)
		}
	}
	all := l.diagnostics()
	if all.HasErrors() {
		return nil, all
	}
	for i := range l.steps {
		l.steps[i].Text = l.excerpt(&l.steps[i])
	}
	return &Later{Steps: l.steps, Program: program, Warnings: all}, nil
}

// checkDeclared checks what the files declare of relations, and compares it with the program. A new relation is a set, and
// suggestions do not add to it: what a revision brings has no place for more.
func (l *loader) checkDeclared(program *rules.Program) {
	var declarations []*rules.Document
	fields := map[string]rules.Field{}
	for _, doc := range l.order {
		if doc.Root == nil || doc.Root.Field("relations") == nil {
			continue
		}
		only, root := *doc, *doc.Root
		root.Fields = slices.DeleteFunc(slices.Clone(root.Fields), func(f rules.Field) bool { return f.Key.Text != "relations" })
		only.Root = &root
		declarations = append(declarations, &only)
		for _, f := range doc.Root.Field("relations").Fields {
			fields[f.Key.Text] = f
		}
	}
	declared, diags := rules.Parse(declarations, nil)
	l.add(slices.DeleteFunc(diags, func(d rules.Diagnostic) bool { return d.Severity != rules.Error }))
	if declared == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		r, known := declared.Relation(name), program.Relation(name)
		switch {
		case r == nil:
		case known == nil:
			l.checkBegun(name, fields[name].Value)
		case fields[name].Value.Field("semantics") == nil:
			r.Bag = known.Bag // nothing is said of it
		}
	}
	for _, u := range program.Unlike(declared) {
		d := l.report(rules.CodeRevisionEntry, fields[u.Here.Name].Key, fmt.Sprintf("%s has %s in the base, and %s here", u.Here.Name, u.HasHere, u.HasThere))
		d.Hint = "what a relation is stays: give the new one another name"
	}
}

// checkBegun reports what a relation cannot have that a revision begins.
func (l *loader) checkBegun(name string, declaration *rules.Node) {
	for _, key := range []string{"semantics", "may_assert"} {
		if n := declaration.Field(key); n != nil && n.Text != "set" && n.Text != "false" {
			d := l.report(rules.CodeRevisionEntry, n, fmt.Sprintf("%s is new to the base, and cannot have %s: %s", name, key, n.Text))
			d.Hint = "only a new base can give it that: 'revise export' writes this one as a file for 'revise init'"
		}
	}
}

// shown returns what declarations and asserted facts show of relations that the program does not know, and of columns whose
// type it does not know. A new relation is declared and asserted, or a rule of the file needs it; the name of another may
// be a slip, and stays unknown.
func (l *loader) shown(program *rules.Program) rules.Signature {
	var known rules.Signature
	for _, o := range slices.Concat(l.declared(), l.signature) {
		r := program.Relation(o.Relation)
		if r == nil && (l.needed(o.Relation) || l.declares(o.Relation) && l.asserted(o.Relation)) || r != nil && len(r.Columns) == len(o.Columns) && slices.ContainsFunc(r.Columns, untyped) {
			known = append(known, o)
		}
	}
	return known
}

// declared returns the relations that the files declare with their columns.
func (l *loader) declared() rules.Signature {
	var known rules.Signature
	for _, name := range slices.Sorted(maps.Keys(l.relations)) {
		if r := l.relations[name]; r.shaped {
			known = append(known, rules.Observation{Relation: name, Columns: r.columns, Place: r.place})
		}
	}
	return known
}

// declares reports whether a relations section of the files has the relation.
func (l *loader) declares(relation string) bool {
	return slices.ContainsFunc(l.order, func(doc *rules.Document) bool {
		return doc.Root != nil && doc.Root.Field("relations") != nil && doc.Root.Field("relations").Field(relation) != nil
	})
}

func untyped(c rules.Column) bool { return c.Type == belief.NoType }

// needed reports whether a rule that some revision adds mentions the relation.
func (l *loader) needed(relation string) bool {
	return slices.ContainsFunc(l.steps, func(s Step) bool { return mentioned(relation, s.Request.Rules) })
}

// asserted reports whether some revision asserts a fact of the relation.
func (l *loader) asserted(relation string) bool {
	return slices.ContainsFunc(l.steps, func(s Step) bool {
		return slices.ContainsFunc(s.Request.Assert, func(a revise.Assertion) bool { return a.Fact.Relation == relation })
	})
}

// checkAsserted checks what a revision asserts against the relations of its program, unless it expects to be refused for
// them.
func (l *loader) checkAsserted(step *Step, program *rules.Program) {
	if step.Expect != nil && step.Expect.Refused == revise.RefusedRelation {
		return
	}
	for _, a := range step.Request.Assert {
		q := rules.Query{Relation: a.Fact.Relation, Place: a.Attribution.Place, Terms: make([]rules.Term, len(a.Fact.Values))}
		for i, v := range a.Fact.Values {
			q.Terms[i] = rules.Term{Kind: rules.ConstantTerm, Value: v}
		}
		if program.Check(q) == nil {
			continue
		}
		written, _ := rules.ReadAtom(l.nodeAsserted(step, q.Place)) // so that it is shown as it stands there
		l.addAsserted(program.Check(written))
	}
}

// nodeAsserted returns the atom of a revision that stands at a place.
func (l *loader) nodeAsserted(step *Step, at belief.Place) *rules.Node {
	for _, n := range itemsOf(l.documents[step.Place.File].Root, "revisions") {
		if n.Place != step.Place {
			continue
		}
		for _, entry := range itemsOf(n, "assert") {
			if atom := atomOf(entry); atom != nil && atom.Place == at {
				return atom
			}
		}
	}
	return nil
}

// addAsserted takes the diagnostics of a fact that is asserted, with hints for one: it has no place for _, and may be the
// first of a new relation.
func (l *loader) addAsserted(err error) {
	var found rules.Diagnostics
	if errors.As(err, &found) {
		for i := range found {
			switch d := &found[i]; {
			case d.Code == rules.CodeArity:
				d.Hint = ""
			case d.Code == rules.CodeUnknownRelation && d.Caret == "":
				d.Hint = "to begin a new relation, put its declaration under relations: in the file of revisions that asserts its first fact"
			}
		}
	}
	l.addError(err)
}

// mentioned reports whether a rule or constraint that a change adds mentions the relation.
func mentioned(relation string, change rules.RuleChange) bool {
	var mentions func(*rules.Node) bool
	mentions = func(n *rules.Node) bool {
		return strings.Contains(n.Text, relation+"(") || slices.ContainsFunc(n.Items, mentions) ||
			slices.ContainsFunc(n.Fields, func(f rules.Field) bool { return mentions(f.Value) })
	}
	return slices.ContainsFunc(change.AddRules, mentions) || slices.ContainsFunc(change.AddConstraints, mentions)
}

// excerpt is the text of the file of a step without its other revisions, and without the sections that mean nothing to
// it. What stays keeps its line.
func (l *loader) excerpt(step *Step) string {
	doc := l.documents[step.Place.File]
	spans := sectionsBut(doc, "revisions", "relations", "on_violation")
	entries := itemsOf(doc.Root, "revisions")
	for i, n := range entries {
		if n.Place == step.Place {
			continue
		}
		end := sectionEnd(doc, "revisions")
		if i+1 < len(entries) {
			end = entries[i+1].Place.Line - 1
		}
		spans = append(spans, span{n.Place.Line, end})
	}
	return strings.Join(blanked(doc, spans, step.Place.Line), "\n")
}

// span is from one line to another, both included.
type span struct{ from, to int }

// sectionEnd returns the last line of a section of a file.
func sectionEnd(doc *rules.Document, key string) int {
	end := len(doc.Lines)
	for i, f := range doc.Root.Fields {
		if f.Key.Text == key && i+1 < len(doc.Root.Fields) {
			end = doc.Root.Fields[i+1].Key.Place.Line - 1
		}
	}
	return end
}

// sectionsBut returns where the sections of a file are, but for some.
func sectionsBut(doc *rules.Document, keys ...string) []span {
	var spans []span
	for _, f := range doc.Root.Fields {
		if !slices.Contains(keys, f.Key.Text) {
			spans = append(spans, span{f.Key.Place.Line, sectionEnd(doc, f.Key.Text)})
		}
	}
	return spans
}

// blanked returns the lines of a file with some left blank, and nothing blank at the end. A file that does not start
// each entry and section on a line of its own is left as it is, and so is one where a line that is to stay would go.
func blanked(doc *rules.Document, spans []span, stays ...int) []string {
	lines := slices.Clone(doc.Lines)
	for _, s := range spans {
		if s.to < s.from || slices.ContainsFunc(stays, func(line int) bool { return s.from <= line && line <= s.to }) {
			return doc.Lines
		}
		for i := s.from; i <= s.to; i++ {
			lines[i-1] = ""
		}
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// WithoutBeliefs returns the lines of a file, those of its beliefs and revisions left blank: what rules need of it.
func WithoutBeliefs(doc *rules.Document) []string {
	var spans []span
	var stay []int
	for _, f := range doc.Root.Fields {
		if f.Key.Text == "beliefs" || f.Key.Text == "revisions" {
			spans = append(spans, span{f.Key.Place.Line, sectionEnd(doc, f.Key.Text)})
		} else {
			stay = append(stay, f.Key.Place.Line)
		}
	}
	return blanked(doc, spans, stay...)
}
