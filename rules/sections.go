package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// declaration is an entry of the relations section.
type declaration struct {
	name      string
	key       *Node
	columns   []declaredColumn
	shaped    bool // columns are declared
	bag       *Node
	mayAssert bool
	about     string
}

// declaredColumn is a column with its type, NoType where none is declared.
type declaredColumn struct {
	Column
	at *Node
}

// sections are what a set of documents says about relations, rules and constraints.
type sections struct {
	*reporter
	declarations []*declaration
	rules        []*clause
	constraints  []*clause
	broken       []*clause // rules that cannot be read
	unreadable   []*clause // constraints that cannot be read
	tokens       int       // read so far
}

// maxTokens bounds the words and signs of all rules and constraints, and with them the memory that rules take.
const maxTokens = 1_000_000

// parser returns a parser for the text of a node. Without ok the text is already known to be wrong.
func (s *sections) parser(n *Node) (p *ruleParser, ok bool) {
	if s.tokens > maxTokens {
		return nil, false
	}
	if p, ok = s.parse(newText(n)); p != nil {
		s.tokens += len(p.tokens)
	}
	if s.tokens > maxTokens {
		s.errorAt(CodeRuleTooBig, n, "the rules have more than %d words and signs up to here", maxTokens).
			hint("put facts into beliefs or fact files; no one can follow so many rules")
		return nil, false
	}
	return p, ok
}

// read takes the sections of one document that belong to this package.
func (s *sections) read(doc *Document) {
	s.readRelations(doc.Root.Field("relations"))
	for _, n := range s.list(doc.Root.Field("rules"), "rules") {
		if c := s.rule(n); c != nil {
			s.rules = append(s.rules, c)
		}
	}
	violation := s.onViolation(doc.Root, Report)
	for _, n := range s.list(doc.Root.Field("constraints"), "constraints") {
		if c := s.constraint(n, violation); c != nil {
			s.constraints = append(s.constraints, c)
		}
	}
}

// list returns the entries of a section; a section that is left out or empty has none.
func (s *sections) list(n *Node, section string) []*Node {
	if n == nil || n.IsEmpty() {
		return nil
	}
	if n.Kind != List {
		s.errorAt(CodeWrongKind, n, "%s is %s, and a list belongs here", section, n.Kind).hint("start each entry with a dash: - …")
		return nil
	}
	return n.Items
}

// known reports whether n is a map, and reports the keys of it that are not known.
func (s *sections) known(n *Node, what string, keys ...string) bool {
	if n.Kind != Map {
		s.errorAt(CodeWrongKind, n, "%s is %s, and a map belongs here", what, n.Kind).hint("its keys are %s", strings.Join(keys, ", "))
		return false
	}
	for _, f := range n.Fields {
		if slices.Contains(keys, f.Key.Text) {
			continue
		}
		d := s.errorAt(CodeUnknownKey, f.Key, "%s has no key %s", what, belief.Quote(f.Key.Text)).hint("its keys are %s", strings.Join(keys, ", "))
		if near := s.suggest(f.Key.Text, keys); near != "" {
			d.caret("did you mean %s?", near)
		}
	}
	return true
}

// scalar returns the text of a key, nil when the key is left out. Something else than a text is an error.
func (s *sections) scalar(n *Node, what string) *Node {
	switch {
	case n == nil:
		return nil
	case n.Kind != Scalar:
		s.errorAt(CodeWrongKind, n, "%s is %s, and a text belongs here", what, n.Kind)
		return nil
	case n.Text == "":
		s.errorAt(CodeMissingKey, n, "%s is empty", what).hint("write it behind the key, or leave the key out")
		return nil
	}
	return n
}

// choice returns which of the texts the key holds, 0 when it is left out.
func (s *sections) choice(n *Node, what string, options ...string) int {
	if n = s.scalar(n, what); n == nil {
		return 0
	}
	chosen := slices.Index(options, n.Text)
	if chosen < 0 {
		s.errorAt(CodeUnknownValue, n, "%s is %s, and not %s", what, strings.Join(options, " or "), belief.Quote(n.Text))
	}
	return max(chosen, 0)
}

func (s *sections) onViolation(n *Node, otherwise OnViolation) OnViolation {
	key := n.Field("on_violation")
	if key == nil {
		return otherwise
	}
	return OnViolation(s.choice(key, "on_violation", "report", "refuse"))
}

// readRelations takes the relations section, a map by name.
func (s *sections) readRelations(n *Node) {
	if n == nil || n.IsEmpty() {
		return
	}
	if n.Kind != Map {
		s.errorAt(CodeWrongKind, n, "relations is %s, and a map belongs here", n.Kind).
			hint("write each relation as a key: member: {columns: [user, group]}")
		return
	}
	for _, f := range n.Fields {
		s.declare(f.Key, f.Value)
	}
}

func (s *sections) declare(key, n *Node) {
	if !s.mayName(key) {
		return
	}
	d := &declaration{name: key.Text, key: key}
	s.declarations = append(s.declarations, d)
	if n.IsEmpty() || !s.known(n, "relation "+key.Text, "columns", "semantics", "may_assert", "about") {
		return
	}
	if columns := n.Field("columns"); columns != nil {
		d.shaped = true
		s.columns(d, columns)
	}
	if s.choice(n.Field("semantics"), "semantics", "set", "bag") == 1 {
		d.bag = n.Field("semantics")
	}
	d.mayAssert = s.choice(n.Field("may_assert"), "may_assert", "false", "true") == 1
	if about := s.scalar(n.Field("about"), "about"); about != nil {
		d.about = about.Text
	}
}

// CheckRelationName returns what is wrong with the text of a node as the name of a relation.
func CheckRelationName(n *Node) Diagnostics {
	s := sections{reporter: &reporter{}}
	s.mayName(n)
	return s.diagnostics()
}

// mayName reports whether the key can name a relation.
func (s *sections) mayName(key *Node) bool {
	if !belief.IsRelationName(key.Text) {
		s.errorAt(CodeRelationName, key, "%s cannot be the name of a relation", belief.Quote(key.Text)).
			hint("a name is a letter, then letters, digits and _; not, true, false and mod are reserved")
		return false
	}
	if _, builtin := conditions[key.Text]; builtin {
		s.errorAt(CodeBuiltinName, key, "%s is a built-in condition and cannot name a relation", key.Text)
		return false
	}
	return true
}

// columns takes a list of names, each alone or as `name: type`.
func (s *sections) columns(d *declaration, n *Node) {
	first := map[string]*Node{}
	for _, item := range s.list(n, "columns") {
		name, typ := item, (*Node)(nil)
		if item.Kind == Map && len(item.Fields) == 1 {
			name, typ = item.Fields[0].Key, item.Fields[0].Value
		}
		if name.Kind != Scalar || name.Text == "" {
			s.errorAt(CodeWrongKind, item, "a column of %s is %s, and a name belongs here", d.name, item.Kind).
				hint("write name or name: type, as in [user: string, group]")
			continue
		}
		c := declaredColumn{Column: Column{Name: name.Text}, at: name}
		if typ != nil {
			c.Type = s.columnType(typ)
		}
		if other := first[c.Name]; other != nil {
			s.errorAt(CodeDuplicateName, name, "%s has two columns called %s", d.name, belief.Quote(c.Name)).related(other.Place, "the first is here")
		}
		first[c.Name] = name
		d.columns = append(d.columns, c)
	}
}

func (s *sections) columnType(n *Node) belief.Type {
	n = s.scalar(n, "the type of a column")
	if n == nil {
		return belief.NoType
	}
	t, ok := belief.TypeNamed(n.Text)
	if !ok {
		types := []string{"string", "int", "float", "bool", "date"}
		d := s.errorAt(CodeUnknownValue, n, "there is no type %s", belief.Quote(n.Text)).hint("the types are %s", strings.Join(types, ", "))
		if near := s.suggest(n.Text, types); near != "" {
			d.caret("did you mean %s?", near)
		}
	}
	return t
}

// rule takes an entry of the rules section, nil when it cannot be read.
func (s *sections) rule(n *Node) *clause {
	c := &clause{node: n, place: n.Place}
	if n.Kind == Scalar && !n.IsEmpty() {
		p, ok := s.parser(n)
		if !ok {
			return s.whole(c, false)
		}
		c.head, c.body, ok = p.rule()
		return s.whole(c, ok)
	}
	before := len(s.found)
	if !s.known(n, "a rule", "name", "conclude", "when") {
		return s.whole(c, false)
	}
	c.nameAt = s.scalar(n.Field("name"), "name")
	if c.nameAt != nil {
		c.name = c.nameAt.Text
	}
	if n.Field("conclude") == nil {
		if len(s.found) == before { // else it is misspelled
			s.errorAt(CodeMissingKey, n, "the rule has no conclude").hint("write conclude: relation(term, …), and the conditions under when:")
		}
		s.body(n.Field("when"), "when")
		return s.whole(c, false)
	}
	c.head = s.conclude(s.scalar(n.Field("conclude"), "conclude"))
	body, ok := s.body(n.Field("when"), "when")
	c.body = body
	return s.whole(c, ok && c.head != nil)
}

// whole returns the clause if all of it could be read. Otherwise it remembers the rule, so that the relation that it
// would have concluded is not called unknown.
func (s *sections) whole(c *clause, ok bool) *clause {
	if ok {
		return c
	}
	s.broken = append(s.broken, c)
	return nil
}

// wouldConclude returns the relation that a rule that cannot be read would conclude, or "" when that is unknown too.
func (c *clause) wouldConclude() string {
	head := c.node
	if head.Kind == Map {
		head = head.Field("conclude")
	}
	if head == nil {
		return ""
	}
	name, _, found := strings.Cut(strings.TrimPrefix(head.Text, "not "), "(")
	if name = strings.TrimSpace(name); !found || !belief.IsRelationName(name) {
		return ""
	}
	return name
}

// conclude takes the head of a rule that is written as a map.
func (s *sections) conclude(n *Node) *call {
	if n == nil {
		return nil
	}
	p, ok := s.parser(n)
	if !ok {
		return nil
	}
	head, ok := p.head()
	if !ok {
		return nil
	}
	if t := p.peek(); t.is(":-") {
		p.error(CodeRuleSyntax, t.at, "conclude holds the head alone").hint("write the whole rule as one text, or put its conditions under when:")
		return nil
	}
	if !p.end("the head") {
		return nil
	}
	return head
}

// body takes a list of conditions.
func (s *sections) body(n *Node, key string) ([]*literal, bool) {
	if n == nil {
		return nil, true
	}
	if n.IsEmpty() {
		s.errorAt(CodeMissingKey, n, "%s is empty", key).hint("write a list of conditions, each with a dash")
		return nil, false
	}
	if n.Kind != List {
		s.errorAt(CodeWrongKind, n, "%s is %s, and a list of conditions belongs here", key, n.Kind).hint("write each condition on a line of its own, with a dash")
		return nil, false
	}
	var all []*literal
	ok := true
	for _, item := range n.Items {
		l, good := s.condition(item)
		all, ok = append(all, l), ok && good
	}
	return all, ok
}

// condition takes one entry of a body.
func (s *sections) condition(n *Node) (*literal, bool) {
	if n.Kind != Scalar {
		s.errorAt(CodeWrongKind, n, "a condition is a text, and this is %s", n.Kind).hint("quote the whole condition: '…'")
		return nil, false
	}
	p, ok := s.parser(n)
	if !ok {
		return nil, false
	}
	l, ok := p.literal()
	return l, ok && p.end("the condition")
}

// constraint takes an entry of the constraints section, nil when it cannot be read.
func (s *sections) constraint(n *Node, violation OnViolation) *clause {
	c := &clause{node: n, place: n.Place}
	if s.readConstraint(c, violation) {
		return c
	}
	s.unreadable = append(s.unreadable, c)
	return nil
}

// readConstraint fills in the clause of a constraint, and reports whether all of it could be read.
func (s *sections) readConstraint(c *clause, violation OnViolation) bool {
	n := c.node
	if !s.known(n, "a constraint", "name", "deny", "message", "on_violation") {
		return false
	}
	c.violation = s.onViolation(n, violation)
	for _, key := range []string{"name", "deny"} {
		if n.Field(key) == nil {
			s.errorAt(CodeMissingKey, n, "the constraint has no %s", key).hint("a constraint has a name:, and under deny: the conditions that must never hold together")
		}
	}
	if c.nameAt = s.scalar(n.Field("name"), "name"); c.nameAt != nil {
		c.name = c.nameAt.Text
	}
	if message := s.scalar(n.Field("message"), "message"); message != nil {
		c.message = newText(message)
	}
	body, ok := s.body(n.Field("deny"), "deny")
	if !ok || c.nameAt == nil || n.Field("deny") == nil {
		return false
	}
	if len(body) == 0 {
		s.errorAt(CodeMissingKey, n.Field("deny"), "deny is empty").hint("write the conditions that must never hold together")
		return false
	}
	c.body = body
	return true
}

// placeholder is a variable in the message of a constraint.
type placeholder struct {
	before string
	name   string
	at     span
}

// placeholders cuts a message at each {?name}, and returns the text behind the last one.
func (t *text) placeholders() (found []placeholder, rest string) {
	from := 0
	for i := 0; i < len(t.content); i++ {
		size := placeholderLength(t.content[i:])
		if size == 0 {
			continue
		}
		found = append(found, placeholder{t.content[from:i], t.content[i+2 : i+size-1], span{t, i + 1, i + size - 1}})
		i += size - 1
		from = i + 1
	}
	return found, t.content[from:]
}

// malformed returns the pieces of a message that start like a variable and are none.
func (t *text) malformed() []span {
	var all []span
	for i := range t.content {
		if strings.HasPrefix(t.content[i:], "{?") && placeholderLength(t.content[i:]) == 0 {
			all = append(all, span{t, i, i + 2})
		}
	}
	return all
}

// placeholderLength returns the length of the {?name} at the start of s, 0 when there is none.
func placeholderLength(s string) int {
	name, ok := strings.CutPrefix(s, "{?")
	if !ok {
		return 0
	}
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	first, _ := utf8.DecodeRuneInString(name)
	if end <= 0 || name[end] != '}' || !unicode.IsLetter(first) {
		return 0
	}
	return end + 3
}
