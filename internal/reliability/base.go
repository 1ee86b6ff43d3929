//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

// rulesText are the rules of the base that everything is tried on: recursion, negation and an aggregate, so that counts,
// ranks and groups are all kept in the file.
const rulesText = `relations:
  link: {columns: [from: int, to: int]}
  node: {columns: [node: int]}
rules:
  - reach(?x, ?y) :- link(?x, ?y)
  - reach(?x, ?z) :- reach(?x, ?y), link(?y, ?z)
  - lonely(?x) :- node(?x), not reach(?x, _), not reach(_, ?x)
  - degree(?x, ?n) :- node(?x), ?n = count { link(?x, _) }
constraints:
  - name: no-cycle
    deny: ['reach(?x, ?x)']
`

// nodes is how many the links are between.
const nodes = 24

// rulesName is the file that the rules are said to stand in.
const rulesName = "rules.yaml"

// links are the base beliefs after some revisions, each with the number of the one that asserted it last.
type links map[[2]int]int

// program checks the rules.
func program() (*rules.Program, *rules.Document, error) {
	document, diags := rules.ReadDocument(rulesName, []byte(rulesText))
	if diags.HasErrors() {
		return nil, nil, diags
	}
	signature := rules.Signature{
		{Relation: "link", Columns: []rules.Column{{Type: belief.IntType}, {Type: belief.IntType}}},
		{Relation: "node", Columns: []rules.Column{{Type: belief.IntType}}},
	}
	p, diags := rules.Parse([]*rules.Document{document}, signature)
	if p == nil {
		return nil, nil, diags
	}
	return p, document, nil
}

// create makes a base without links.
func create(ctx context.Context, name string, opts ...journal.Option) error {
	p, document, err := program()
	if err != nil {
		return err
	}
	base := belief.NewBase()
	for i := range nodes {
		base.Add(belief.NewFact("node", belief.Int(int64(i))), belief.Attribution{Source: "start"})
	}
	engine, err := revise.New(ctx, p, base)
	if err != nil {
		return err
	}
	return journal.Create(ctx, name, journal.Start{
		Documents: []journal.Document{{Name: document.Name, SHA256: hex.EncodeToString(document.Digest[:]), Bytes: int64(document.Bytes), Lines: document.Lines}},
		Program:   p, Base: base, Engine: engine, Stamp: journal.Stamp{Recorded: "2026-01-01T00:00:00Z"},
	}, opts...)
}

// step is what revision n withdraws and asserts: it follows from the seed alone, so that nobody has to remember it.
func step(seed uint64, n int) (withdraw, assert [][2]int) {
	dice := rand.New(rand.NewPCG(seed, uint64(n)))
	pair := func() [2]int { return [2]int{dice.IntN(nodes), dice.IntN(nodes)} }
	for range 1 + dice.IntN(6) {
		withdraw = append(withdraw, pair())
	}
	for range 1 + dice.IntN(3) {
		assert = append(assert, pair())
	}
	return withdraw, assert
}

func link(pair [2]int) belief.Fact {
	return belief.NewFact("link", belief.Int(int64(pair[0])), belief.Int(int64(pair[1])))
}

// request is revision n.
func request(seed uint64, n int) journal.Request {
	r := journal.Request{Request: revise.Request{Name: fmt.Sprint("revision ", n), Because: "reliability"}, Recorded: "2026-01-01T00:00:00Z", Text: "revisions: []\n"}
	withdraw, assert := step(seed, n)
	for _, pair := range withdraw {
		q := rules.Query{Relation: "link"}
		for _, v := range link(pair).Values {
			q.Terms = append(q.Terms, rules.Term{Kind: rules.ConstantTerm, Value: v})
		}
		r.Withdraw = append(r.Withdraw, revise.Withdrawal{Pattern: &q})
	}
	for _, pair := range assert {
		r.Assert = append(r.Assert, revise.Assertion{Fact: link(pair), Attribution: belief.Attribution{Source: r.Name}})
	}
	return r
}

// after returns the links after n revisions.
func after(seed uint64, n int) links {
	l := links{}
	for i := 1; i <= n; i++ {
		withdraw, assert := step(seed, i)
		for _, pair := range withdraw {
			delete(l, pair)
		}
		for _, pair := range assert {
			l[pair] = i
		}
	}
	return l
}

// acknowledged is what a writer said of revisions that were applied: the hash of each.
type acknowledged map[int]string

// write applies revisions one after the other, and says of each that it is done, until it is ended.
func write(ctx context.Context, name string, seed uint64, most int, out io.Writer, opts ...journal.Option) error {
	for {
		j, err := journal.OpenToWrite(ctx, name, opts...)
		if err != nil {
			return err
		}
		for range 1 + rand.IntN(8) { // then it closes the file, which is when SQLite tidies up
			n := j.Head().Number + 1
			if n > most {
				return j.Close()
			}
			if _, err := j.Apply(ctx, request(seed, n)); err != nil {
				return errors.Join(err, j.Close())
			}
			if _, err := fmt.Fprintf(out, "%d %x\n", n, j.Head().Hash); err != nil {
				return errors.Join(err, j.Close())
			}
		}
		if err := j.Close(); err != nil {
			return err
		}
	}
}

// read takes in what a writer said; a last line that is cut off was not said.
func (a acknowledged) read(said []byte) {
	for lines := bufio.NewScanner(bytes.NewReader(said)); lines.Scan(); {
		number, hash, whole := strings.Cut(lines.Text(), " ")
		var n int
		if fmt.Sscan(number, &n); whole && len(hash) == 64 {
			a[n] = hash
		}
	}
}

// last is the highest revision that was acknowledged.
func (a acknowledged) last() int {
	last := 0
	for n := range a {
		last = max(last, n)
	}
	return last
}

// errLost says that a revision which was acknowledged is not there.
var errLost = errors.New("lost")

// inspect opens a base and says what is wrong with it: a revision that was acknowledged and is not there, or is another;
// one that is there in part; conclusions that do not follow. It returns how many revisions there are.
func inspect(ctx context.Context, name string, seed uint64, said acknowledged) (int, error) {
	j, err := journal.Open(ctx, name)
	if err != nil {
		return 0, err
	}
	defer j.Close() // nothing was written
	last := j.Head().Number
	if last < said.last() {
		return last, fmt.Errorf("%w: revision %d was acknowledged, and the last is %d", errLost, said.last(), last)
	}
	numbers := []int{}
	for n := range said {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers[max(0, len(numbers)-20):] { // the chain vouches for those before
		r, err := j.Outcome(n)
		if err != nil {
			return last, err
		}
		if got := hex.EncodeToString(r.Hash); got != said[n] {
			return last, fmt.Errorf("revision %d has the hash %s, and %s was acknowledged", n, got, said[n])
		}
	}
	return last, holds(ctx, j, seed, last)
}

// holds compares what is believed with what must be, and what is concluded with what follows.
func holds(ctx context.Context, j *journal.Journal, seed uint64, last int) error {
	engine, err := j.Engine(ctx)
	if err != nil {
		return err
	}
	want := after(seed, last)
	got := 0
	for f := range engine.Facts("link") {
		got++
		pair := [2]int{int(f.Values[0].Int()), int(f.Values[1].Int())}
		b, _ := engine.Believed(f)
		i := slices.IndexFunc(b.Attributions, func(a belief.Attribution) bool { return a.Source == fmt.Sprint("revision ", want[pair]) })
		if i < 0 {
			return fmt.Errorf("after revision %d it believes %s, which it should not, or not from there", last, f)
		}
	}
	if got != len(want) {
		return fmt.Errorf("after revision %d it believes %d links, and should believe %d", last, got, len(want))
	}
	return engine.Verify(ctx)
}

// memory returns a folder that is no disk, where the system has one: what is tried a hundred thousand times there, and
// does not depend on a disk, does not wait for one. Otherwise it is the folder for temporary files.
func memory() string {
	const shared = "/dev/shm"
	if info, err := os.Stat(shared); err != nil || !info.IsDir() {
		return ""
	}
	return shared
}
