package journal_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/revise/journal"
)

// TestTampered finds what was changed by one who keeps the checksums of pages right.
func TestTampered(t *testing.T) {
	for sql, want := range map[string]string{
		"UPDATE _rules SET text = 'p(a)' WHERE name = 'reads'": "table _rules does not have rule reads",
		"UPDATE _rules SET sha256 = '' WHERE name = 'reads'":   "table _rules does not have rule reads",
		"UPDATE _rules SET until = 1 WHERE name = 'reads'":     "table _rules does not have rule reads",
		"DELETE FROM _rules WHERE name = 'reads'":              "table _rules does not have rule reads",
		"UPDATE _about SET value = 'x' WHERE key = 'title'":    "revision 0 is not what was written",
		"UPDATE _about SET value = '' WHERE key = 'report'":    "revision 0 is not what was written",
		"DELETE FROM _revisions WHERE number = 1":              "the last revision is 0, and something is there of revision 1",
	} {
		name := makeBase(t)
		if err := hire(t, name, 1); err != nil {
			t.Fatal(err)
		}
		db, err := sqlite3.Open("file:" + name + "?vfs=revise")
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(sql); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		wrong := ""
		j, err := journal.Open(context.Background(), name)
		if err != nil {
			wrong = err.Error()
		} else {
			checked, err := j.Check(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			wrong = strings.Join(checked.Wrong, "; ")
			j.Close()
		}
		if !strings.Contains(wrong, want) {
			t.Errorf("%s: %q", sql, wrong)
		}
	}
}
