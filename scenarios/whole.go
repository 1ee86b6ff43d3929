package scenarios

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// severalFiles is what the text of a revision is called whose rules come from more than one file.
const severalFiles = "several files.yaml"

// Whole is the revision that makes the rules and constraints of a base those of a file.
type Whole struct {
	File   string               // that the rules which come stand in
	Text   string               // of the revision, each rule in the line that it has in File
	Unlike []*rules.UnlikeError // relations that the file declares otherwise; then there is no text
}

// LoadRules reads the rules and constraints of a file, and of those that it includes, for a base with the given program.
// Of the request it takes the name and what else there is to say. A relation that is new may be declared; of the others the
// base stays as it is, and so do its beliefs. The error is a rules.Diagnostics with all that is wrong, or the error of a
// context that is done.
func LoadRules(fsys fs.FS, name string, program *rules.Program, request revise.Request, opts ...Option) (*Whole, error) {
	l := newLoader(fsys, opts)
	l.include(name, naming{}, nil)
	l.declareRelations()
	whole, diags := rules.Parse(l.order, known(program))
	l.add(diags)
	if err := l.ctx.Err(); err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	if all := l.diagnostics(); all.HasErrors() {
		return nil, all
	}
	if unlike := append(program.Unlike(whole), l.declaredOtherwise(program, whole)...); len(unlike) > 0 {
		return &Whole{Unlike: unlike}, nil
	}
	return l.revisionTo(name, program, whole, request), nil
}

// known is what a program knows of its relations.
func known(program *rules.Program) rules.Signature {
	var signature rules.Signature
	for _, r := range program.Relations {
		o := rules.Observation{Relation: r.Name, Columns: slices.Clone(r.Columns), Place: r.Place}
		for i := range o.Columns {
			if o.Columns[i].Name == nameOf(rules.Column{}, i) {
				o.Columns[i].Name = ""
			}
		}
		signature = append(signature, o)
	}
	return signature
}

// declaredOtherwise returns the relations that the files declare to be what a revision cannot make of them.
func (l *loader) declaredOtherwise(program, whole *rules.Program) []*rules.UnlikeError {
	var found []*rules.UnlikeError
	for _, doc := range l.order {
		section := doc.Root.Field("relations")
		if section == nil {
			continue
		}
		for _, f := range section.Fields {
			mine, theirs := program.Relation(f.Key.Text), whole.Relation(f.Key.Text)
			switch {
			case theirs == nil:
			case mine == nil && theirs.Bag:
				found = append(found, &rules.UnlikeError{Here: theirs, There: theirs, HasHere: "no facts yet", HasThere: "the semantics of a bag, which only a new base can give it"})
			case mine == nil && theirs.MayAssert, mine != nil && mine.MayAssert != theirs.MayAssert:
				found = append(found, &rules.UnlikeError{
					Here: cmp.Or(mine, theirs), There: theirs, HasHere: mayAssert(mine != nil && mine.MayAssert), HasThere: mayAssert(theirs.MayAssert),
				})
			}
		}
	}
	return found
}

func mayAssert(may bool) string { return fmt.Sprintf("may_assert: %t", may) }

// revisionTo writes the revision that makes the rules and constraints of one program those of another. What comes stands in
// the lines that it has in its file, if that is one file.
func (l *loader) revisionTo(name string, program, whole *rules.Program, request revise.Request) *Whole {
	change := program.Replacing(whole)
	w := lineWriter{file: name}
	for i, n := range slices.Concat(change.AddRules, change.AddConstraints) {
		if i == 0 {
			w.file = n.Place.File
		} else if w.file != n.Place.File {
			w.file, w.loose = severalFiles, true
			break
		}
	}
	w.write("{")
	if declared := l.newRelations(program, change); declared != "" {
		w.write("relations: {" + declared + "}, ")
	}
	w.write("revisions: [{")
	for _, key := range []struct{ name, value string }{{"name", request.Name}, {"because", request.Because}, {"by", request.By}, {"at", request.At}} {
		if key.value != "" {
			w.write(key.name + ": " + belief.Quote(key.value) + ", ")
		}
	}
	w.names("remove_rules", change.RemoveRules)
	w.names("remove_constraints", change.RemoveConstraints)
	come := []func(){
		func() { w.nodes("add_rules", change.AddRules, nil) },
		func() { w.nodes("add_constraints", change.AddConstraints, refusing(whole)) },
	}
	if first, second := change.AddRules, change.AddConstraints; len(first) > 0 && len(second) > 0 && second[0].Place.Line < first[0].Place.Line {
		slices.Reverse(come)
	}
	for _, write := range come {
		write()
	}
	w.write("assert: []}]}")
	return &Whole{File: w.file, Text: w.text.String()}
}

// newRelations declares the relations that the program does not know and a rule that comes needs.
func (l *loader) newRelations(program *rules.Program, change rules.RuleChange) string {
	var declared []string
	for _, o := range l.declared() {
		if program.Relation(o.Relation) != nil || !mentioned(o.Relation, change) {
			continue
		}
		var columns []string
		for _, c := range o.Columns {
			column := belief.Quote(c.Name)
			if c.Type != belief.NoType {
				column = "{" + column + ": " + c.Type.String() + "}"
			}
			columns = append(columns, column)
		}
		declared = append(declared, o.Relation+": {columns: ["+strings.Join(columns, ", ")+"]}")
	}
	return strings.Join(declared, ", ")
}

// refusing returns what is to be written of a constraint beside its node: what it does where its file says it for all.
func refusing(program *rules.Program) func(n *rules.Node) string {
	refuse := map[belief.Place]bool{}
	for _, c := range program.Constraints {
		refuse[c.Place] = c.OnViolation == rules.Refuse
	}
	return func(n *rules.Node) string {
		if refuse[n.Place] && n.Field("on_violation") == nil {
			return "on_violation: refuse, "
		}
		return ""
	}
}

// lineWriter writes nodes of a file on the lines that they have there.
type lineWriter struct {
	file  string
	loose bool // lines are of the text, and of no file
	line  int  // before the one under way
	text  strings.Builder
}

func (w *lineWriter) write(text string) { w.text.WriteString(text) }

// reach goes to a line, or to the next where lines are of the text.
func (w *lineWriter) reach(line int) {
	if w.loose {
		line = w.line + 2
	}
	for ; w.line+1 < line; w.line++ {
		w.write("\n")
	}
}

func (w *lineWriter) names(key string, names []rules.NameAt) {
	if len(names) == 0 {
		return
	}
	var list []string
	for _, n := range names {
		list = append(list, belief.Quote(n.Name))
	}
	w.write(key + ": [" + strings.Join(list, ", ") + "], ")
}

func (w *lineWriter) nodes(key string, nodes []*rules.Node, more func(*rules.Node) string) {
	if len(nodes) == 0 {
		return
	}
	w.write(key + ": [")
	for _, n := range nodes {
		w.reach(n.Place.Line)
		beside := ""
		if more != nil {
			beside = more(n)
		}
		w.node(n, beside)
		w.write(", ")
	}
	w.write("], ")
}

// node writes a node in brackets and quotes, which say everything that the language's YAML can say.
func (w *lineWriter) node(n *rules.Node, beside string) {
	switch n.Kind {
	case rules.Map:
		w.write("{" + beside)
		for i, f := range n.Fields {
			if i > 0 {
				w.write(", ")
			}
			w.write(f.Key.Text + ": ")
			w.node(f.Value, "")
		}
		w.write("}")
	case rules.List:
		w.write("[")
		for i, item := range n.Items {
			if i > 0 {
				w.write(", ")
			}
			w.node(item, "")
		}
		w.write("]")
	default:
		w.write(belief.Quote(n.Text))
	}
}
