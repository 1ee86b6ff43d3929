package testkit

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var mutantsWanted = flag.String("mutants", "few", "which seeded faults must be noticed: none, few or all")

// mutant is a fault put into the engine by exact replacement of a text that occurs once. Whatever the tests say of the
// engine, they say it only if they notice such faults.
type mutant struct {
	fault string
	few   bool // tried in every run
	edits []replacement
}

type replacement struct{ file, old, new string }

const engineRoot = "../../revise/"

var mutants = []mutant{
	{fault: "overdeletion joins the lower literals as they are now", few: true, edits: []replacement{
		{"internal/maintain/enumerate.go", "killed  = plan.Views{Before: store.Stable, After: store.InOld,", "killed  = plan.Views{Before: store.Stable, After: store.InNew,"},
	}},
	{fault: "what comes under a negation is not noticed above", edits: []replacement{
		{"internal/maintain/enumerate.go", "\tif lit.Negated {\n\t\treturn lit.Relation.Gained\n\t}\n", "\tif lit.Negated {\n\t\treturn nil\n\t}\n"},
	}},
	{fault: "what goes under a negation is not noticed above", edits: []replacement{
		{"internal/maintain/enumerate.go", "\tif lit.Negated {\n\t\treturn lit.Relation.Lost\n\t}\n", "\tif lit.Negated {\n\t\treturn nil\n\t}\n"},
	}},
	{fault: "gains join the lower literals as they were", edits: []replacement{
		{"internal/maintain/enumerate.go", "gained  = plan.Views{Before: store.Stable, After: store.InNew,", "gained  = plan.Views{Before: store.Stable, After: store.InOld,"},
	}},
	{fault: "an instance with two lost facts of its stratum is counted twice", edits: []replacement{
		{"internal/maintain/enumerate.go", "store.AbsentThrough, StratumBefore: store.InNew, StratumAfter: store.NewOrWave}", "store.AbsentThrough, StratumBefore: store.NewOrWave, StratumAfter: store.NewOrWave}"},
	}},
	{fault: "an instance with two lost facts of its stratum is not counted", edits: []replacement{
		{"internal/maintain/enumerate.go", "store.AbsentThrough, StratumBefore: store.InNew, StratumAfter: store.NewOrWave}", "store.AbsentThrough, StratumBefore: store.InNew, StratumAfter: store.InNew}"},
	}},
	{fault: "instances that were killed from below go with their facts once more", edits: []replacement{
		{"internal/maintain/enumerate.go", "lost    = plan.Views{Before: store.Stable, After: store.Stable,", "lost    = plan.Views{Before: store.InOld, After: store.InOld,"},
	}},
	{fault: "an instance with two new facts of its stratum is counted twice", edits: []replacement{
		{"internal/maintain/enumerate.go", "StratumBefore: store.NewNotWave, StratumAfter: store.InNew}", "StratumBefore: store.InNew, StratumAfter: store.InNew}"},
	}},
	{fault: "the view of a literal ignores where it stands", edits: []replacement{
		{"internal/plan/run.go", "before := lit.Position < driver", "before := lit.Position < 0"},
	}},
	{fault: "a support of equal rank is strict", few: true, edits: []replacement{
		{"internal/maintain/turn.go", "uint64(lit.Relation.Rank(x.Rows[lit.Position]))+1)", "uint64(lit.Relation.Rank(x.Rows[lit.Position])))"},
	}},
	{fault: "every support is strict: plain counts under recursion", edits: []replacement{
		{"internal/maintain/turn.go", "least = max(least, ", "least = min(least, "},
	}},
	{fault: "suspects that keep a support are not put back", edits: []replacement{
		{"internal/maintain/waves.go", "if r.Count(row) > 0 {", "if false {"},
	}},
	{fault: "overdeleted facts are not rederived", edits: []replacement{
		{"internal/dred/dred.go", "if t.Derivable(r, row) {", "if false {"},
	}},
	{fault: "rederivation is not iterated", edits: []replacement{
		{"internal/maintain/waves.go", "for t.Enter(s) {", "if t.Enter(s) {"},
	}},
	{fault: "remaining base beliefs are overdeleted and put back by rules alone", edits: []replacement{
		{"internal/dred/dred.go", "maintain.Fact.Doubtful", "func(f maintain.Fact) bool { return f.Holds(f.Row) }"},
		{"internal/maintain/support.go", "if !f.Holds(f.Row) && f.State(f.Row)&store.Base != 0 {", "if false {"},
	}},
	{fault: "what supports each other is not overdeleted", edits: []replacement{
		{"internal/dredcounts/dredcounts.go", "f.FromBelow() == 0 }", "f.Count(f.Row) == 0 }"},
	}},
	{fault: "supports from below that went are still counted apart", edits: []replacement{
		{"internal/maintain/support.go", "\t\th.AddBelow(row, -1)\n", ""},
	}},
	{fault: "of a body only the first fact is checked that is not checked yet", edits: []replacement{
		{"internal/maintain/search.go", "\t\t\t\ttop.body = append(top.body, b)\n", "\t\t\t\ttop.body = append(top.body, b)\n\t\t\t\tbreak\n"},
	}},
	{fault: "what was proved before it was checked is forgotten", edits: []replacement{
		{"internal/maintain/search.go", "\t\t\t\ts.known[h] |= delayed\n", ""},
	}},
	{fault: "one true instance is proof enough", edits: []replacement{
		{"internal/pf/pf.go", "t.NewSearch(false).Proves(f)", "t.Derivable(f.Relation, f.Row)"},
	}},
	{fault: "ranks are not mended", edits: []replacement{
		{"internal/maintain/reorder.go", "if f.Doubtful() && f.Strict(f.Row) == 0 {", "if false {"},
	}},
	{fault: "a fact stays in as long as any justification is valid", few: true, edits: []replacement{
		{"internal/jtms/jtms.go", "	case y.support(f) != j:\n", "	case f.Count(f.Row) > 0:\n"},
	}},
	{fault: "what comes in does not break the justifications that have it in their out-lists", edits: []replacement{
		{"internal/jtms/jtms.go", "if in != lit.Negated {", "if in {"},
	}},
	{fault: "a premise that is withdrawn stays in", edits: []replacement{
		{"internal/jtms/jtms.go", "f.Doubtful() && y.support(f) == premise {", "f.Doubtful() && y.support(f) == 0 {"},
	}},
	{fault: "what went out is not reconsidered", edits: []replacement{
		{"internal/jtms/jtms.go", "			y.reconsider(maintain.Fact{Relation: r, Row: row})\n", "			_ = row\n"},
	}},
	{fault: "an instance that comes true again is justified once more", edits: []replacement{
		{"internal/network/network.go", "	if id := n.slots[slot]; id != None {\n", "	if id := n.slots[slot]; id == 1 {\n"},
	}},
	{fault: "a justification of a bag goes on weighing what it weighed", edits: []replacement{
		{"internal/jtms/bag.go", "			y.add(t, j, -y.weight(t, j, before))\n", "			_ = before\n"},
	}},
	{fault: "justifications of bags do not hear of other multiplicities", edits: []replacement{
		{"internal/jtms/bag.go", "if above := y.Head(j).Stratum; above.Bag && !lit.Negated", "if above := y.Head(j).Stratum; false && above.Bag && !lit.Negated"},
	}},
	{fault: "a justification of a bag that is not true any more weighs on", edits: []replacement{
		{"internal/jtms/bag.go", "		if y.states[j]&unsat > 0 {\n", "		if false {\n"},
	}},
	{fault: "what does not fit on the way does not fit", edits: []replacement{
		{"internal/maintain/weigh.go", "						t.Abandoned = true\n", "						t.Stop(store.ErrOverflow)\n"},
	}},
	{fault: "the number of solutions of a group wraps", edits: []replacement{
		{"internal/aggregate/groups.go", "(sum > a.groups[g].n) != (n > 0) && n != 0", "(sum > a.groups[g].n) != (n > 0) && false"},
	}},
	{fault: "labels do not shrink when what they negate comes to hold under more assumptions", few: true, edits: []replacement{
		{"internal/atms/label.go", "y.weakened[above] || grown", "y.weakened[above]"},
	}},
	{fault: "labels do not shrink when what they rest on holds under fewer assumptions", edits: []replacement{
		{"internal/atms/label.go", "y.weakened[above] || shrunk", "y.weakened[above]"},
	}},
	{fault: "environments may have an assumption with both signs", edits: []replacement{
		{"internal/atms/label.go", "both.consistent() && ", ""},
	}},
	{fault: "environments are not minimal", edits: []replacement{
		{"internal/atms/environment.go", "		if !e.Within(f) {\n", "		if len(f) >= 0 {\n"},
	}},
	{fault: "what follows from two environments together is not in the label", edits: []replacement{
		{"internal/atms/label.go", "if y.Label(f).mixed() {", "if false {"},
	}},
	{fault: "a group never vanishes", edits: []replacement{
		{"internal/maintain/fold.go", "if c.Before != aggregate.None {", "if c.Before != aggregate.None && c.After != aggregate.None {"},
	}},
	{fault: "what the value of a group was is not looked at", edits: []replacement{
		{"internal/plan/run.go", "for _, value := range [2]ID{before, now} {", "for _, value := range [2]ID{now, now} {"},
	}},
	{fault: "an empty group has no value", edits: []replacement{
		{"internal/maintain/fold.go", "\tif a.ZeroGroup {\n", "\tif false {\n"},
	}},
	{fault: "a group's value is remembered after its first change", edits: []replacement{
		{"internal/aggregate/groups.go", "\ta.touch(g)\n\tif !a.loading {", "\tif !a.loading {"},
		{"internal/aggregate/groups.go", "\ta.apply(g, value, n)\n\treturn nil\n", "\ta.apply(g, value, n)\n\ta.touch(g)\n\treturn nil\n"},
	}},
	{fault: "sums of floats are not exact", edits: []replacement{
		{"internal/aggregate/sum.go", "const scale = 1074", "const scale = 40"},
	}},
	{fault: "the extreme that left is still the extreme", edits: []replacement{
		{"internal/aggregate/extreme.go", "\t\tif e.times[v] > 0 {\n\t\t\treturn v", "\t\tif v != None {\n\t\t\treturn v"},
	}},
	{fault: "each value of _ is a support", edits: []replacement{
		{"internal/plan/lower.go", "b.wildcardsCount && !a.Negated {", "!a.Negated {"},
	}},
	{fault: "products of multiplicities are not multiplied", edits: []replacement{
		{"internal/maintain/weigh.go", "_, factor = lit.Relation.Multiplicity(row)", "_, _ = lit.Relation.Multiplicity(row)"},
	}},
	{fault: "changes of multiplicities join the new state on both sides", edits: []replacement{
		{"internal/maintain/enumerate.go", "crossed = plan.Views{Before: store.InNew, After: store.InOld,", "crossed = plan.Views{Before: store.InNew, After: store.InNew,"},
	}},
	{fault: "what can be undefined is evaluated wherever it is cheapest", edits: []replacement{
		{"internal/plan/join.go", "for c.partial < len(r.guards) && !r.guards[c.partial].partial {", "for c.partial < len(r.guards) {"},
	}},
	{fault: "losses that wait are forgotten at the end of a wave", edits: []replacement{
		{"internal/maintain/waves.go", "\t\tt.Lost(s, lose)\n\t\tt.LoseAll(doubt)\n", "\t\tt.Lost(s, lose)\n\t\tt.losses.strict = t.losses.strict[:0]\n\t\tt.LoseAll(doubt)\n"},
	}},
	{fault: "a look-up that was put off is not made", edits: []replacement{
		{"internal/plan/gather.go", "\t\t\tif !view.Shows(s.relation.StateOf(row)) {\n", "\t\t\tif !view.Shows(s.relation.StateOf(row)) && view == 0 {\n"},
	}},
	{fault: "heads count as new that come twice", edits: []replacement{
		{"internal/plan/differ.go", "!areKnown(lit.Terms, known))", "false)"},
	}},
	{fault: "heads count as new though some are there", edits: []replacement{
		{"internal/maintain/derive.go", "h.Loading() && h.Rows() == 0 &&", "h.Loading() &&"},
	}},
	{fault: "facts are added that are there, but not laid yet", edits: []replacement{
		{"internal/store/derivation.go", "\tr.Complete()\n\td := r.derive(tuples)\n\tr.supports", "\td := r.derive(tuples)\n\tr.supports"},
	}},
	{fault: "rows of a bunch differ in what is read once for all of them", edits: []replacement{
		{"internal/store/primary.go", "groupFrom  = 1 << 12", "groupFrom  = 1 << 2"},
		{"internal/store/primary.go", "groupRows  = 8", "groupRows  = 2"},
		{"internal/plan/bunch.go", "\t\tif a[p.column] != b[p.column] {\n", "\t\tif a[p.column] != b[p.column] && false {\n"},
	}},
	{fault: "a bunch goes past a comparison that reads the rest of its rows", edits: []replacement{
		{"internal/store/primary.go", "groupFrom  = 1 << 12", "groupFrom  = 1 << 2"},
		{"internal/store/primary.go", "groupRows  = 8", "groupRows  = 2"},
		{"internal/plan/bunch.go", "s.guard.reads(func(r int) { reads = reads || r == register })", "s.guard.reads(func(int) {})"},
	}},
	{fault: "facts of neighbours are told apart by one column", edits: []replacement{
		{"internal/store/primary.go", "groupFrom  = 1 << 12", "groupFrom  = 1 << 2"},
		{"internal/store/neighbours.go", "fewNear  = 12", "fewNear  = 1"},
		{"internal/store/neighbours.go", "return 4*s.near >= 3*s.tuples", "return true"},
		{"internal/store/derivation.go", "scatteredNear = 4", "scatteredNear = 0"},
		{"internal/store/derivation.go", "record[0] == a && record[1] == b", "record[1] == b"},
	}},
	{fault: "of a batch only the first new row is queued", edits: []replacement{
		{"internal/store/derivation.go", "\tif given&word(New|Queued) == 0 {", "\tif given&word(New|Queued) == 0 && len(d.queued) == 0 {"},
	}},
	{fault: "taking back forgets the counts", edits: []replacement{
		{"internal/store/transaction.go", "\t\t\tr.setSupports(s.row, s.count)\n", "\t\t\t_ = s.count\n"},
	}},
	{fault: "taking back forgets the groups", edits: []replacement{
		{"engine.go", "r.Aggregate.Groups.Rollback()", "r.Aggregate.Groups.Commit()"},
	}},
	{fault: "taking back forgets the belief base", edits: []replacement{
		{"revise.go", "\ttx.belief.TakeBack()\n", ""},
	}},
	{fault: "what keeps its support is reported too", edits: []replacement{
		{"describe.go", "supportNow(r, row).Total() < supportBefore(r, row).Total()", "supportNow(r, row).Total() <= supportBefore(r, row).Total()"},
	}},
}

func source(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(engineRoot + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestMutantsApply fails when the engine has changed under a mutant, so that no mutant goes out of use unnoticed.
func TestMutantsApply(t *testing.T) {
	for _, m := range mutants {
		for _, e := range m.edits {
			if n := strings.Count(source(t, e.file), e.old); n != 1 {
				t.Errorf("%s: %q occurs %d times in %s: give the mutant the text that stands there now", m.fault, e.old, n, e.file)
			}
		}
	}
}

// TestMutants runs the random programs on engines with a fault each, and wants every fault to be noticed.
func TestMutants(t *testing.T) {
	for _, m := range mutants {
		if *mutantsWanted == "none" || *mutantsWanted == "few" && (!m.few || testing.Short()) {
			continue
		}
		t.Run(m.fault, func(t *testing.T) {
			overlay := overlay(t, m.edits)
			run := exec.Command("go", "test", "-count=1", "-overlay", overlay, ".", "-run", "^(TestRandomPrograms|TestSmallWorlds|TestThereAndBack|TestNetworks|TestLabels|TestFound)$",
				"-failfast", "-timeout=5m", "-mutants=none", "-shrink=false", "-small-stride=1000")
			output, err := run.CombinedOutput()
			switch {
			case err == nil:
				t.Errorf("nothing noticed it")
			case !strings.Contains(string(output), "--- FAIL") && !strings.Contains(string(output), "panic"):
				t.Errorf("the tests did not run: %v\n%s", err, output)
			}
		})
	}
}

// overlay writes the edited files and the file that puts them in place of the real ones.
func overlay(t *testing.T, edits []replacement) string {
	t.Helper()
	dir := t.TempDir()
	texts := map[string]string{}
	for _, e := range edits {
		if texts[e.file] == "" {
			texts[e.file] = source(t, e.file)
		}
		if !strings.Contains(texts[e.file], e.old) {
			t.Fatalf("%s has no %q", e.file, e.old)
		}
		texts[e.file] = strings.Replace(texts[e.file], e.old, e.new, 1)
	}
	replace := map[string]string{}
	for file, text := range texts {
		mutated := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		real, err := filepath.Abs(engineRoot + file)
		if err == nil {
			err = os.WriteFile(mutated, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		replace[real] = mutated
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestMutantsDiffer wants no fault twice.
func TestMutantsDiffer(t *testing.T) {
	for i, m := range mutants {
		if slices.ContainsFunc(mutants[:i], func(other mutant) bool { return slices.Equal(m.edits, other.edits) }) {
			t.Errorf("%s is there twice", m.fault)
		}
	}
}
