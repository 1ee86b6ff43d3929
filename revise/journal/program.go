package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// edition is the program from a revision on.
type edition struct {
	since   int
	program *rules.Program
}

// Document is a file that rules or beliefs came from.
type Document struct {
	Name   string
	SHA256 string // of the bytes on disk
	Bytes  int64
	Lines  []string // of a file with rules; nil for one with facts
}

// writeDocuments keeps the files that a base is made from.
func (j *Journal) writeDocuments(documents []Document, c *chain) error {
	for i, d := range documents {
		var text any
		if d.Lines != nil {
			text = strings.Join(d.Lines, "\n")
		}
		salt := j.salt()
		if err := j.do("INSERT INTO _documents VALUES (0, ?, ?, ?, ?, ?, ?)", i+1, d.Name, d.SHA256, d.Bytes, text, salt); err != nil {
			return err
		}
		c.add(sealed(salt, "document", documentContent(d)))
	}
	return nil
}

func documentContent(d Document) []byte {
	return texts(d.Name, d.SHA256, fmt.Sprint(d.Bytes), strings.Join(d.Lines, "\n"))
}

// documents returns the files that the base was made from, and tells the chain of them.
func (j *Journal) documents(c *chain) ([]Document, error) {
	var all []Document
	err := j.query("SELECT name, sha256, bytes, text, _seal FROM _documents WHERE revision = 0 ORDER BY number", nil, func(s *sqlite3.Stmt) error {
		d := Document{Name: s.ColumnText(0), SHA256: s.ColumnText(1), Bytes: s.ColumnInt64(2)}
		if s.ColumnType(3) != sqlite3.NULL {
			d.Lines = strings.Split(s.ColumnText(3), "\n")
		}
		if c != nil {
			c.addSealed(s.ColumnRawBlob(4), "document", documentContent(d))
		}
		all = append(all, d)
		return nil
	})
	return all, err
}

// writeRelations keeps what the program knows of its relations, which beliefs may have told it.
func (j *Journal) writeRelations(p *rules.Program) error {
	if err := j.exec("DELETE FROM _relations"); err != nil {
		return err
	}
	for _, r := range p.Relations {
		if strings.HasPrefix(strings.ToLower(r.Name), "sqlite_") {
			return &Error{Kind: Reserved, File: j.name, Message: fmt.Sprintf("a relation of a lasting base cannot be called %s: SQLite keeps names with sqlite_ to itself", r.Name), Hint: "give it another name"}
		}
		columns := list(len(r.Columns), ", ", func(i int) string { return r.Columns[i].Name + ": " + r.Columns[i].Type.String() })
		err := j.do("INSERT INTO _relations VALUES (?, ?, ?, ?, ?, ?, ?)", r.Name, columns, len(r.Rules) > 0, r.Bag,
			r.Place.File, r.Place.Line, r.Place.Column)
		if err != nil {
			return err
		}
	}
	return nil
}

// signature returns what writeRelations kept, as package rules takes it.
func (j *Journal) signature() (rules.Signature, error) {
	var known rules.Signature
	err := j.query("SELECT name, columns, file, line, \"column\" FROM _relations ORDER BY name", nil, func(s *sqlite3.Stmt) error {
		o := rules.Observation{
			Relation: s.ColumnText(0), Columns: []rules.Column{},
			Place: belief.Place{File: s.ColumnText(2), Line: s.ColumnInt(3), Column: s.ColumnInt(4)},
		}
		for i, text := range strings.Split(s.ColumnText(1), ", ") {
			name, typ, found := strings.Cut(text, ": ")
			if !found {
				break // without columns
			}
			column := rules.Column{Name: name}
			if name == fmt.Sprintf("c%d", i+1) {
				column.Name = "" // what a column without a name is called
			}
			column.Type, _ = belief.TypeNamed(typ)
			o.Columns = append(o.Columns, column)
		}
		if q, err := rules.ParseAtom(o.Relation + "()"); err != nil || q.Relation != o.Relation {
			return damaged(j.name, fmt.Sprintf("table _relations: %s is no name of a relation", belief.Quote(o.Relation)))
		}
		known = append(known, o)
		return nil
	})
	return known, err
}

// writeRules keeps the rules and constraints that a revision adds, and ends those that it removes.
func (j *Journal) writeRules(was, is *rules.Program, number int) error {
	before, after := named(was), named(is)
	for _, key := range sortedKeys(before) {
		if r := before[key]; after[key] != r {
			if err := j.do("UPDATE _rules SET until = ? WHERE kind = ? AND name = ? AND until IS NULL", number, r.kind, r.name); err != nil {
				return err
			}
		}
	}
	for _, key := range sortedKeys(after) {
		r := after[key]
		if before[key] == r {
			continue
		}
		digest := sha256.Sum256([]byte(r.text))
		err := j.do("INSERT OR REPLACE INTO _rules VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", r.kind, r.name, r.text, r.file, r.line, hex.EncodeToString(digest[:]), number)
		if err != nil {
			return err
		}
	}
	return nil
}

type namedRule struct {
	kind, name, text, file string
	line                   int
}

// named returns the rules and constraints of a program, by kind and name.
func named(p *rules.Program) map[string]namedRule {
	all := map[string]namedRule{}
	if p == nil {
		return all
	}
	for _, r := range p.Rules {
		all["rule "+r.Name] = namedRule{"rule", r.Name, r.Text, r.Place.File, r.Place.Line}
	}
	for _, c := range p.Constraints {
		all["constraint "+c.Name] = namedRule{"constraint", c.Name, c.Text, c.Place.File, c.Place.Line}
	}
	return all
}

func sortedKeys(all map[string]namedRule) []string {
	keys := make([]string, 0, len(all))
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// readProgram parses the rules again that the base was made from, and applies every change of them since.
func (j *Journal) readProgram() error {
	known, err := j.signature()
	if err != nil {
		return err
	}
	files, err := j.documents(nil)
	if err != nil {
		return err
	}
	var docs []*rules.Document
	for _, file := range files {
		text := strings.Join(file.Lines, "\n")
		if strings.TrimSpace(text) != "" { // else it is one of facts, or of beliefs alone
			doc, _ := rules.ReadDocument(file.Name, []byte(text)) // Parse says what is wrong
			docs = append(docs, doc)
		}
	}
	program, diagnostics := rules.Parse(docs, known)
	if program == nil {
		return damaged(j.name, "its rules cannot be read: "+diagnostics.Error())
	}
	j.editions = []edition{{0, program}}
	var changed []int
	err = j.query("SELECT since FROM _rules WHERE since > 0 UNION SELECT until FROM _rules WHERE until IS NOT NULL ORDER BY 1", nil, func(s *sqlite3.Stmt) error {
		changed = append(changed, s.ColumnInt(0))
		return nil
	})
	for _, number := range changed {
		if err == nil && (number < 1 || number > j.head.Number) {
			err = damaged(j.name, fmt.Sprintf("table _rules has rules of revision %d, and the last is %d", number, j.head.Number))
		}
		if err == nil {
			err = j.replayRules(number)
		}
	}
	return err
}

// Program returns the rules as they are now.
func (j *Journal) Program() *rules.Program { return j.editions[len(j.editions)-1].program }

// programAfter returns the rules as they were after a revision.
func (j *Journal) programAfter(number int) *rules.Program {
	i, found := slices.BinarySearchFunc(j.editions, number, func(e edition, n int) int { return e.since - n })
	if !found {
		i--
	}
	return j.editions[i].program
}

// replayRules changes the program as a revision did: as its request says or, where it undid another, by the names of
// what came and went.
func (j *Journal) replayRules(number int) error {
	r, err := j.Revision(number)
	if err != nil {
		return err
	}
	var change rules.RuleChange
	if r.Undoes > 0 {
		outcome := r.Outcome.Rules
		change = j.restoring(outcome.AddedRules, outcome.AddedConstraints)
		for _, ref := range outcome.RemovedRules {
			change.RemoveRules = append(change.RemoveRules, rules.NameAt{Name: ref.Name, Place: ref.Place})
		}
		for _, ref := range outcome.RemovedConstraints {
			change.RemoveConstraints = append(change.RemoveConstraints, rules.NameAt{Name: ref.Name, Place: ref.Place})
		}
	} else if change, err = changeIn(r.File, r.Line, r.Request); err != nil {
		return damaged(j.name, fmt.Sprintf("the request of revision %d: %v", number, err))
	}
	program, diagnostics := j.Program().With(change)
	if program == nil {
		return damaged(j.name, fmt.Sprintf("the rules of revision %d cannot be read: %v", number, diagnostics.Error()))
	}
	j.editions = append(j.editions, edition{number, program})
	return nil
}

// changeIn reads the change of rules of a request, which stands at a line of its text.
func changeIn(file string, line int, text string) (rules.RuleChange, error) {
	doc, diagnostics := rules.ReadDocument(file, []byte(text))
	if doc.Root == nil {
		return rules.RuleChange{}, diagnostics
	}
	if list := doc.Root.Field("revisions"); list != nil {
		for _, n := range list.Items {
			if n.Place.Line == line {
				return rules.ReadRuleChange(n), nil
			}
		}
	}
	return rules.RuleChange{}, fmt.Errorf("there is no revision at line %d", line)
}

// restoring is the change that puts back rules and constraints of earlier programs.
func (j *Journal) restoring(added, constraints []revise.RuleRef) rules.RuleChange {
	var change rules.RuleChange
	for _, ref := range added {
		if r := earlier(j.editions, func(p *rules.Program) []*rules.Rule { return p.Rules }, func(r *rules.Rule) bool { return ref == revise.RuleRef{Name: r.Name, Text: r.Text, Place: r.Place} }); r != nil {
			change.RestoreRules = append(change.RestoreRules, r)
		}
	}
	for _, ref := range constraints {
		if c := earlier(j.editions, func(p *rules.Program) []*rules.Constraint { return p.Constraints }, func(c *rules.Constraint) bool {
			return ref == revise.RuleRef{Name: c.Name, Text: c.Text, Place: c.Place}
		}); c != nil {
			change.RestoreConstraints = append(change.RestoreConstraints, c)
		}
	}
	return change
}

// earlier returns what the latest program that has it calls so, or nil.
func earlier[T any](editions []edition, of func(*rules.Program) []*T, is func(*T) bool) *T {
	for _, e := range slices.Backward(editions) {
		list := of(e.program)
		if i := slices.IndexFunc(list, is); i >= 0 {
			return list[i]
		}
	}
	return nil
}
