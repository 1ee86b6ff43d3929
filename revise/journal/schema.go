package journal

import (
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// tables are those that every base has. docs/reference/base-file.md says what is in them.
const tables = `
CREATE TABLE _about (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
CREATE TABLE _documents (revision INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
	text TEXT, _seal BLOB NOT NULL, PRIMARY KEY (revision, number)) STRICT, WITHOUT ROWID;
CREATE TABLE _relations (name TEXT PRIMARY KEY, columns TEXT NOT NULL, has_rules INTEGER NOT NULL, bag INTEGER NOT NULL,
	file TEXT NOT NULL, line INTEGER NOT NULL, "column" INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE _rules (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, sha256 TEXT NOT NULL,
	since INTEGER NOT NULL, until INTEGER, PRIMARY KEY (kind, name, since)) STRICT, WITHOUT ROWID;
CREATE TABLE _revisions (number INTEGER PRIMARY KEY, name TEXT, because TEXT, by TEXT, at TEXT, recorded TEXT NOT NULL, undoes INTEGER,
	file TEXT NOT NULL, line INTEGER NOT NULL, request TEXT NOT NULL, report TEXT NOT NULL, hash BLOB NOT NULL, _seal BLOB NOT NULL) STRICT;
CREATE TABLE _changes (revision INTEGER NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, atom TEXT NOT NULL, was TEXT, before INTEGER, after INTEGER,
	detail TEXT NOT NULL, _seal BLOB NOT NULL, PRIMARY KEY (revision, number)) STRICT, WITHOUT ROWID;
CREATE INDEX _changes_of ON _changes (atom, revision);
CREATE INDEX _changes_from ON _changes (was) WHERE was IS NOT NULL;
CREATE INDEX _revisions_named ON _revisions (name);
CREATE TABLE _sums (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, crc INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

// The keys of _about.
const (
	aboutTitle   = "title"
	aboutText    = "about"
	aboutShown   = "report"  // relations whose changes reports show, separated by spaces; NULL is every one with rules
	aboutClock   = "clock"   // of ranks
	aboutBeliefs = "beliefs" // the highest number of a row of beliefs
)

// tell sets a value of _about.
func (j *Journal) tell(key string, value any) error {
	return j.do("INSERT OR REPLACE INTO _about VALUES (?, ?)", key, value)
}

// told returns a value of _about as a text; ok is false for one that is NULL or missing.
func (j *Journal) told(key string) (value string, ok bool, err error) {
	err = j.query("SELECT value FROM _about WHERE key = ? AND value IS NOT NULL", []any{key}, func(s *sqlite3.Stmt) error {
		value, ok = s.ColumnText(0), true
		return nil
	})
	return value, ok, err
}

func (j *Journal) toldNumber(key string) (int64, error) {
	value, ok, err := j.told(key)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if !ok || err != nil {
		return 0, damaged(j.name, "it does not say "+key)
	}
	return n, nil
}

// chainAbout tells a chain what a base is about, and what reports of it show.
func (j *Journal) chainAbout(c *chain) error {
	var parts []string
	for _, key := range []string{aboutTitle, aboutText, aboutShown} {
		value, ok, err := j.told(key)
		if err != nil {
			return err
		}
		parts = append(parts, value, strconv.FormatBool(ok))
	}
	c.add(sealed(nil, "about", texts(parts...)))
	return nil
}

// Shown returns the relations whose changes reports show; nil means every relation with rules.
func (j *Journal) Shown() ([]string, error) {
	value, ok, err := j.told(aboutShown)
	if !ok || err != nil {
		return nil, err
	}
	return strings.Fields(value), nil
}

// Title returns the title and the description that the base was made with.
func (j *Journal) Title() (title, about string, err error) {
	title, _, err = j.told(aboutTitle)
	if err == nil {
		about, _, err = j.told(aboutText)
	}
	return title, about, err
}
