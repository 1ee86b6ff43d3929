package rules

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
)

// relation is a Relation while it is being checked.
type relation struct {
	*Relation
	shaped   bool // its number of columns is known
	shapedAt belief.Place
	declared *declaration
	observed bool // it has facts, or may get some by a revision
	cells    []*cell
}

// shape gives the relation its columns.
func (r *relation) shape(columns []Column, at belief.Place) {
	r.shaped, r.shapedAt = true, at
	r.Columns = columns
	for range columns {
		r.cells = append(r.cells, newCell(anyType))
	}
}

// unnamed returns n columns whose names are still open.
func unnamed(n int) []Column { return make([]Column, n) }

// collect finds every relation that there is: declared, observed, or concluded by a rule.
func (c *checker) collect() {
	for _, d := range c.declarations {
		c.declare(d)
	}
	for _, o := range c.signature {
		c.observe(o)
	}
	for _, r := range c.rules {
		if rel := c.relation(r.head.name, r.head.at.place()); !rel.shaped {
			rel.shape(unnamed(len(r.head.args)), r.head.at.place())
		}
	}
	for _, r := range c.broken {
		if name := r.wouldConclude(); name != "" {
			c.relation(name, r.place)
		} else {
			c.lost = true
		}
	}
	c.compareCase()
}

// relation returns the relation with the name, making it if there is none.
func (c *checker) relation(name string, at belief.Place) *relation {
	r := c.relations[name]
	if r == nil {
		r = &relation{Relation: &Relation{Name: name, Place: at}}
		c.relations[name] = r
	}
	return r
}

// names returns the names of all relations, sorted.
func (c *checker) names() []string {
	if len(c.sorted) != len(c.relations) {
		c.sorted = slices.Sorted(maps.Keys(c.relations))
	}
	return c.sorted
}

func (c *checker) declare(d *declaration) {
	if first := c.relations[d.name]; first != nil {
		c.errorAt(CodeDuplicateName, d.key, "relation %s is declared twice", d.name).
			related(first.Place, "the first declaration is here").hint("keep one of the two")
		return
	}
	r := c.relation(d.name, d.key.Place)
	r.declared, r.Bag, r.MayAssert, r.About = d, d.bag != nil, d.mayAssert, d.about
	if !d.shaped {
		return
	}
	columns := unnamed(len(d.columns))
	for i, column := range d.columns {
		columns[i].Name = column.Name
	}
	r.shape(columns, d.key.Place)
	for i, column := range d.columns {
		if column.Type != belief.NoType {
			because := fmt.Sprintf("column %s of %s is declared %s", column.Name, d.name, column.Type)
			r.cells[i].narrow(setOf(column.Type), column.at.Place, because)
		}
	}
}

// compareCase reports relations whose names differ only in case.
func (c *checker) compareCase() {
	folded := map[string]*relation{}
	for _, name := range c.names() {
		r := c.relations[name]
		key := strings.ToLower(name)
		first := folded[key]
		if first == nil {
			folded[key] = r
			continue
		}
		if r.Place.Compare(first.Place) < 0 {
			first, r = r, first
		}
		c.errorPlace(CodeCaseOnly, r.Place, len([]rune(r.Name)), "%s and %s differ only in case", r.Name, first.Name).
			related(first.Place, "%s is here", first.Name).hint("give them one spelling if they are one relation, two names if they are not")
	}
}

// resolve gives every name of a clause its meaning.
func (c *checker) resolve(r *clause) {
	s := &scope{checker: c, clause: r, outside: map[string]bool{}, numbers: map[string]int{}}
	s.markOutside()
	if r.head != nil {
		s.headAtom(r.head)
	}
	for _, l := range r.body {
		s.literal(l)
	}
	r.collectVariables()
	c.prologVariables(r)
}

// scope resolves the variables of one clause.
type scope struct {
	*checker
	clause  *clause
	outside map[string]bool // names in the head or in a literal outside every pair of braces
	numbers map[string]int  // of names outside, and of those of the current braces
}

func (s *scope) markOutside() {
	mark := func(t *term) {
		if t.kind == variableTerm {
			s.outside[t.name] = true
		}
	}
	for t := range s.clause.headTerms() {
		t.walk(mark)
	}
	for _, l := range s.clause.body {
		l.walk(mark)
	}
}

func (s *scope) headAtom(head *call) {
	s.atom(head)
	for _, t := range head.args {
		if t.kind == wildcardTerm {
			s.error(CodeWildcard, t.at, "_ stands for no particular value, so the head cannot conclude it").hint("name a variable that the body binds")
		}
	}
}

func (s *scope) literal(l *literal) {
	l.binds = -1
	switch l.kind {
	case atomLiteral:
		s.atom(l.atom)
	case conditionLiteral:
		l.atom.function = conditions[l.atom.name]
		s.callable(l.atom)
		s.pattern(l.atom)
	case comparisonLiteral:
		s.value(l.left)
		s.value(l.right)
	case aggregateLiteral:
		s.value(l.left)
		s.braces(l.braces)
	}
}

// braces resolves an aggregate; its names that do not occur outside get numbers of their own.
func (s *scope) braces(b *braces) {
	for _, l := range b.body {
		s.literal(l)
	}
	if b.of != nil {
		if !slices.Contains(s.namesIn(b), b.of.name) {
			s.error(CodeAggregateVariable, b.of.at, "?%s does not occur in the braces", b.of.name).hint("%s", s.didYouMean("?", b.of.name, s.namesIn(b)))
		}
		s.value(b.of)
	}
	for name := range s.numbers {
		if !s.outside[name] {
			delete(s.numbers, name)
		}
	}
}

// namesIn returns the names of the variables in the braces, each as often as it occurs.
func (s *scope) namesIn(b *braces) []string {
	var names []string
	for _, l := range b.body {
		l.walk(func(t *term) {
			if t.kind == variableTerm {
				names = append(names, t.name)
			}
		})
	}
	return names
}

// didYouMean returns a hint that names the nearest known name, or "".
func (s *scope) didYouMean(prefix, name string, known []string) string {
	if near := s.suggest(name, known); near != "" {
		return "did you mean " + prefix + near + "?"
	}
	return ""
}

// atom resolves the relation and the terms of an atom.
func (s *scope) atom(a *call) {
	for _, t := range a.args {
		switch t.kind {
		case variableTerm:
			s.variable(t)
		case callTerm, operatorTerm:
			s.error(CodeComputedTerm, t.at, "an atom takes constants and variables, and computes nothing").
				hint("compute it before: ?value = %s, and write ?value here", t.at.content())
			s.value(t)
		}
	}
	if _, builtin := conditions[a.name]; builtin {
		s.error(CodeBuiltinName, a.at, "%s is a built-in condition and cannot name a relation", a.name)
		return
	}
	r := s.relations[a.name]
	if r == nil {
		s.unknownRelation(a)
		return
	}
	if !r.shaped {
		r.shape(unnamed(len(a.args)), a.at.place())
	}
	if len(r.Columns) != len(a.args) {
		s.error(CodeArity, a.all, "%s has %s, and here it has %s", a.name, plural(len(r.Columns), "column"), plural(len(a.args), "term")).
			related(r.shapedAt, "%s with %s", a.name, plural(len(r.Columns), "column")).hint("write _ for a value that does not matter here")
		return
	}
	a.relation = r
}

// collectVariables lists the variables of each part of the clause.
func (r *clause) collectVariables() {
	if r.head != nil {
		r.headVariables = variablesOf(r.head.args...)
	}
	for _, l := range r.body {
		l.collectVariables()
		if l.kind != aggregateLiteral {
			continue
		}
		var inBraces []int
		for _, inner := range l.braces.body {
			inner.collectVariables()
			inBraces = append(inBraces, inner.variables...)
		}
		l.braces.group = slices.DeleteFunc(unique(inBraces), func(v int) bool { return !r.variables[v].outer })
	}
}

func (l *literal) collectVariables() {
	switch {
	case l.atom != nil:
		l.variables = variablesOf(l.atom.args...)
	case l.kind == aggregateLiteral:
		l.variables = variablesOf(l.left)
	default:
		l.leftVariables, l.rightVariables = variablesOf(l.left), variablesOf(l.right)
		l.variables = variablesOf(l.left, l.right)
	}
}

// variablesOf returns the variables of the terms, in order of first appearance.
func variablesOf(terms ...*term) []int {
	var all []int
	for _, t := range terms {
		t.walk(func(t *term) {
			if t.kind == variableTerm {
				all = append(all, t.variable)
			}
		})
	}
	return unique(all)
}

// unique drops repetitions.
func unique(list []int) []int {
	seen := make(map[int]bool, len(list))
	return slices.DeleteFunc(list, func(v int) bool {
		again := seen[v]
		seen[v] = true
		return again
	})
}

func (s *scope) unknownRelation(a *call) {
	if s.lost || s.full() {
		return
	}
	d := s.error(CodeUnknownRelation, a.at, "there is no relation %s: no fact, no rule and no declaration makes it", a.name)
	if near := s.suggest(a.name, s.names()); near != "" {
		d.caret("did you mean %s?", near)
	} else if _, function := functionNamed(a.name); function {
		d.hint("%s is a function: compare its value, as in %s(…) = ?x", a.name, a.name)
	} else {
		d.hint("declare it under relations: if facts come later")
	}
}

// variable gives the variable its number.
func (s *scope) variable(t *term) {
	number, ok := s.numbers[t.name]
	if !ok {
		number = len(s.clause.variables)
		s.numbers[t.name] = number
		s.clause.variables = append(s.clause.variables, &variable{name: t.name, at: t.at, cell: newCell(anyType), outer: s.outside[t.name]})
	}
	t.variable = number
}

// value resolves an expression.
func (s *scope) value(t *term) {
	switch t.kind {
	case variableTerm:
		s.variable(t)
	case wildcardTerm:
		s.error(CodeWildcard, t.at, "_ stands for a value only as a term of an atom").hint("name a variable that an atom binds")
	case callTerm:
		s.function(t.call)
	case operatorTerm:
		for _, arg := range t.args {
			s.value(arg)
		}
	}
}

// function resolves a function that is called by name.
func (s *scope) function(f *call) {
	function, ok := functionNamed(f.name)
	if ok {
		f.function = function
		s.callable(f)
		return
	}
	f.function = noFunction
	for _, arg := range f.args {
		s.value(arg)
	}
	d := s.error(CodeUnknownFunction, f.at, "there is no function %s", f.name)
	_, condition := conditions[f.name]
	_, aggregate := aggregates[f.name]
	near := s.suggest(f.name, functionNames)
	switch {
	case condition:
		d.hint("%s is a condition and stands by itself", f.name)
	case aggregate:
		d.hint("%s", aggregateForm(f.name))
	case near != "":
		d.caret("did you mean %s?", near)
	case s.relations[f.name] != nil:
		d.hint("%s is a relation: bind a variable by it, and use that here", f.name)
	default:
		d.hint("the functions are %s", strings.Join(functionNames, ", "))
	}
}

// callable resolves the arguments of a function or a condition, and counts them.
func (s *scope) callable(f *call) {
	for _, arg := range f.args {
		s.value(arg)
	}
	want := signatures[f.function]
	if len(f.args) != len(want.args) && !(want.more && len(f.args) > len(want.args)) {
		s.error(CodeFunctionArity, f.all, "%s wants %s, and here it has %s", f.name, want.arity(), plural(len(f.args), "argument"))
	}
}

// prologVariables reports bare words that a Prolog reader would take for variables: single capital letters, and
// capitalized words that occur in both head and body.
func (c *checker) prologVariables(r *clause) {
	head, body := capitalizedTerms(r.headTerms()), capitalizedTerms(r.bodyTerms())
	sides := map[string]int{} // by word: 1 for the head, 2 for the body, 3 for both
	for i, side := range [][]*term{head, body} {
		for _, t := range side {
			sides[t.value.Text()] |= i + 1
		}
	}
	for _, t := range slices.Concat(head, body) {
		if word := t.value.Text(); utf8.RuneCountInString(word) == 1 || sides[word] == 3 {
			c.prologVariable(t)
		}
	}
}

func (r *reporter) prologVariable(t *term) {
	text := t.value.Text()
	r.error(CodePrologVariable, t.at, "%s is a constant here, and looks like a variable", text).
		hint("write ?%s for the variable, or %s for the text", text, belief.Quote(text))
}

// headTerms yields every term of the head.
func (r *clause) headTerms() iter.Seq[*term] {
	if r.head == nil {
		return slices.Values([]*term(nil))
	}
	return r.head.terms()
}

// terms yields the arguments.
func (c *call) terms() iter.Seq[*term] { return slices.Values(c.args) }

// bodyTerms yields every term of the body, those in braces and in expressions too.
func (r *clause) bodyTerms() iter.Seq[*term] {
	return func(yield func(*term) bool) {
		all := slices.Clone(r.body)
		for _, l := range r.body {
			if l.kind == aggregateLiteral {
				all = append(all, l.braces.body...)
			}
		}
		more := true
		for _, l := range all {
			l.walk(func(t *term) { more = more && yield(t) })
		}
	}
}

func capitalizedTerms(terms iter.Seq[*term]) []*term {
	var found []*term
	for t := range terms {
		if t.kind == constantTerm && t.bare && looksLikeVariable(t.value.Text()) {
			found = append(found, t)
		}
	}
	return found
}

// looksLikeVariable reports whether Prolog would read the word as a variable: a capital letter, then word characters.
func looksLikeVariable(word string) bool {
	for i, r := range word {
		if i == 0 && !unicode.IsUpper(r) || r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return word != ""
}
