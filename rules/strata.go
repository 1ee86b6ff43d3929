package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dominikbraun/graph"
)

// dependencies is the dependency graph of relations: an edge from a head to each relation that its rules mention.
type dependencies struct {
	edges     map[string][]*dependency // by head, sorted by what it needs
	component map[string]int           // by relation: a number of its strongly connected component
	members   [][]string               // by component, sorted
	recursive []bool                   // by component
}

// dependency says that a relation needs another one.
type dependency struct {
	from, to string
	kinds    dependencyKind
	places   map[dependencyKind]span // where each kind is first found
}

// dependencyKind is a set of ways in which a relation needs another.
type dependencyKind uint8

const (
	positively dependencyKind = 1 << iota
	negated
	aggregated
)

// strongest returns the kind that a cycle must not have, if there is one, else positively.
func (d *dependency) strongest() dependencyKind {
	switch {
	case d.kinds&negated != 0:
		return negated
	case d.kinds&aggregated != 0:
		return aggregated
	default:
		return positively
	}
}

// sentence says what the dependency is.
func (d *dependency) sentence() string {
	switch d.strongest() {
	case negated:
		return d.from + " needs not " + d.to
	case aggregated:
		return d.from + " needs an aggregate of " + d.to
	default:
		return d.from + " needs " + d.to
	}
}

// stratify finds the components of the dependency graph and reports cycles through not and aggregates, bags in
// recursion, and aggregates whose parameters come from their own recursion.
func (c *checker) stratify() {
	c.graph = newDependencies(c.rules, c.names())
	c.reportCycles()
	for _, name := range c.names() {
		if r := c.relations[name]; r.Bag && c.graph.recursive[c.graph.component[name]] {
			c.recursiveBag(r)
		}
	}
	for _, r := range c.rules {
		c.checkParameters(r)
	}
}

func (c *checker) recursiveBag(r *relation) {
	const message = "%s is recursive, and so cannot be a bag: its conclusions would have infinitely many derivations"
	d := (*Diagnostic)(nil)
	if r.declared != nil {
		d = c.errorAt(CodeRecursiveBag, r.declared.bag, message, r.Name)
	} else {
		d = c.errorPlace(CodeRecursiveBag, r.Place, len([]rune(r.Name)), message, r.Name)
	}
	d.hint("leave semantics: bag out; conclusions of a recursive relation are a set")
}

func newDependencies(clauses []*clause, names []string) *dependencies {
	d := &dependencies{edges: map[string][]*dependency{}, component: map[string]int{}}
	found := map[[2]string]*dependency{}
	for _, r := range clauses {
		for _, l := range r.body {
			for _, inner := range l.atoms() {
				d.add(found, r.head.name, inner, l.kind == aggregateLiteral)
			}
		}
	}
	for _, edges := range d.edges {
		slices.SortFunc(edges, func(a, b *dependency) int { return strings.Compare(a.to, b.to) })
	}
	d.findComponents(names)
	return d
}

// atoms returns the atoms of the literal, those in braces too.
func (l *literal) atoms() []*literal {
	switch l.kind {
	case atomLiteral:
		return []*literal{l}
	case aggregateLiteral:
		return slices.DeleteFunc(slices.Clone(l.braces.body), func(inner *literal) bool { return inner.kind != atomLiteral })
	}
	return nil
}

func (d *dependencies) add(found map[[2]string]*dependency, head string, l *literal, inBraces bool) {
	kind := positively
	switch {
	case l.negated:
		kind = negated
	case inBraces:
		kind = aggregated
	}
	key := [2]string{head, l.atom.name}
	edge := found[key]
	if edge == nil {
		edge = &dependency{from: head, to: l.atom.name, places: map[dependencyKind]span{}}
		found[key] = edge
		d.edges[head] = append(d.edges[head], edge)
	}
	if edge.kinds&kind == 0 {
		edge.kinds |= kind
		edge.places[kind] = l.at
	}
}

// findComponents numbers the strongly connected components so that each needs only itself and earlier ones. Relations
// that do not need each other stay in the order of their names.
func (d *dependencies) findComponents(names []string) {
	g := graph.New(graph.StringHash, graph.Directed())
	for _, name := range names {
		_ = g.AddVertex(name) // fails only for a name that is there already
	}
	for _, name := range names {
		for _, e := range d.edges[name] {
			_ = g.AddEdge(e.from, e.to) // fails only for unknown relations, which are reported elsewhere
		}
	}
	members, err := graph.StronglyConnectedComponents(g)
	if err != nil {
		panic("the dependency graph is directed: " + err.Error())
	}
	for _, component := range members {
		slices.Sort(component)
	}
	slices.SortFunc(members, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	d.members = sortByLevel(members, d.edges)
	d.recursive = make([]bool, len(d.members))
	for i, component := range d.members {
		for _, name := range component {
			d.component[name] = i
		}
		_, err := g.Edge(component[0], component[0]) // a component of one is recursive when it needs itself
		d.recursive[i] = len(component) > 1 || err == nil
	}
}

// sortByLevel orders components by the longest chain of components that they need, keeping the order of equals.
func sortByLevel(members [][]string, edges map[string][]*dependency) [][]string {
	component := map[string]int{}
	for i, names := range members {
		for _, name := range names {
			component[name] = i
		}
	}
	neededBy := make([][]int, len(members))
	open := make([]int, len(members)) // needs that have no level yet
	for i, names := range members {
		for _, name := range names {
			for _, e := range edges[name] {
				if to, known := component[e.to]; known && to != i {
					neededBy[to] = append(neededBy[to], i)
					open[i]++
				}
			}
		}
	}
	level := make([]int, len(members))
	var ready []int
	for i := range members {
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		i := ready[0]
		ready = ready[1:]
		for _, user := range neededBy[i] {
			level[user] = max(level[user], level[i]+1)
			if open[user]--; open[user] == 0 {
				ready = append(ready, user)
			}
		}
	}
	order := make([]int, len(members))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(level[a], level[b]) })
	sorted := make([][]string, len(members))
	for to, from := range order {
		sorted[to] = members[from]
	}
	return sorted
}

// strata returns the components that rules conclude.
func (d *dependencies) strata(p *Program) []Stratum {
	var strata []Stratum
	for i, names := range d.members {
		s := Stratum{Recursive: d.recursive[i]}
		for _, name := range names {
			r := p.byName[name]
			s.Relations = append(s.Relations, r)
			s.Rules = append(s.Rules, r.Rules...)
		}
		if len(s.Rules) == 0 {
			continue
		}
		slices.SortFunc(s.Rules, func(a, b *Rule) int { return cmp.Compare(a.Number, b.Number) })
		strata = append(strata, s)
	}
	return strata
}

// reportCycles reports each dependency through not or an aggregate that lies on a cycle, with the shortest one. A
// dependency that is part of a cycle already printed is not reported again.
func (c *checker) reportCycles() {
	const most = 100 // after so many there is nothing new to learn, and each costs a search
	reported := 0
	printed := map[*dependency]bool{}
	for _, names := range c.graph.members {
		for _, name := range names {
			for _, e := range c.graph.edges[name] {
				to, known := c.graph.component[e.to]
				if !known || e.strongest() == positively || to != c.graph.component[e.from] || printed[e] || reported == most {
					continue
				}
				reported++
				c.reportCycle(e, printed)
			}
		}
	}
}

func (c *checker) reportCycle(e *dependency, printed map[*dependency]bool) {
	cycle := append([]*dependency{e}, c.graph.shortest(e.to, e.from)...)
	at := e.places[e.strongest()]
	message, hint := e.from+" depends on its own absence", "let "+e.to+" depend on something that does not need "+e.from
	if e.strongest() == aggregated {
		message = e.from + " depends on an aggregate of itself"
	}
	if e.from == e.to {
		hint = "conclude what stands in the braces or behind not in a relation of its own, below " + e.from
	}
	d := c.error(CodeUnstratified, at, "%s", message).hint("%s", hint)
	d.Source = "" // the path is printed in place of the line
	for _, step := range cycle {
		printed[step] = true
		d.Related = append(d.Related, Related{Place: step.places[step.strongest()].place(), Message: step.sentence()})
	}
}

// shortest returns a shortest path of dependencies, none when from is to.
func (d *dependencies) shortest(from, to string) []*dependency {
	reachedBy := map[string]*dependency{}
	queue := []string{from}
	for len(queue) > 0 && from != to && reachedBy[to] == nil {
		name := queue[0]
		queue = queue[1:]
		for _, e := range d.edges[name] {
			if reachedBy[e.to] == nil {
				reachedBy[e.to] = e
				queue = append(queue, e.to)
			}
		}
	}
	var path []*dependency
	for at := to; at != from && reachedBy[at] != nil; at = reachedBy[at].from {
		path = append(path, reachedBy[at])
	}
	slices.Reverse(path)
	return path
}

// checkParameters reports aggregates of a recursive rule whose parameters only the recursion itself binds: the values
// to compute the aggregate for must be known before the recursion starts.
func (c *checker) checkParameters(r *clause) {
	home := c.graph.component[r.head.name]
	if !c.graph.recursive[home] {
		return
	}
	before := c.boundBefore(r, home)
	for _, l := range r.body {
		if l.kind != aggregateLiteral {
			continue
		}
		for _, v := range l.braces.parameters {
			if before[v] {
				continue
			}
			name := r.variables[v].name
			c.error(CodeRecursiveParameter, l.at, "the aggregate needs ?%s, which only the recursion of %s binds", name, r.head.name).
				hint("bind ?%s by a relation that does not need %s, too", name, r.head.name)
		}
	}
}

// boundBefore returns which variables are bound without the atoms of the rule's own component.
func (c *checker) boundBefore(r *clause, home int) []bool {
	bound := make([]bool, len(r.variables))
	for _, l := range r.body {
		if at, known := c.graph.component[callName(l)]; l.isPositive() && (!known || at != home) {
			markAll(l.variables, bound)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range r.body {
			var gives []int
			if v := l.target(bound); v >= 0 {
				gives = []int{v}
			}
			if l.kind == aggregateLiteral && allBound(l.braces.parameters, bound) {
				gives = append([]int{l.left.variable}, l.braces.group...)
			}
			for _, v := range gives {
				if !bound[v] {
					bound[v], changed = true, true
				}
			}
		}
	}
	return bound
}

func callName(l *literal) string {
	if l.atom == nil {
		return ""
	}
	return l.atom.name
}
