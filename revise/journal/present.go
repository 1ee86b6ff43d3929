package journal

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"

	"github.com/ncruces/go-sqlite3"
)

// besides are the parts of the file that say neither what a revision did nor what is believed, each with what reads it.
// The report of a revision has the digest of each as the revision left it, so that the chain covers them, too.
var besides = []struct{ key, what, sql string }{
	{"schema", "the definitions of tables, indexes and views", `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type, name`},
	{"about", "table _about", "SELECT * FROM _about ORDER BY key"},
	{"relations", "table _relations", "SELECT * FROM _relations ORDER BY name"},
	{"sums", "table _sums", "SELECT * FROM _sums ORDER BY name"},
	{"documents", "table _documents", "SELECT revision, number, name, sha256, bytes, typeof(text) FROM _documents ORDER BY revision, number"},
}

// present returns the digests of what stands beside beliefs, conclusions and history now.
func (j *Journal) present() (map[string]string, error) {
	digests := map[string]string{}
	for _, part := range besides {
		d, err := j.digestRows(part.sql)
		if err != nil {
			return nil, err
		}
		digests[part.key] = d
	}
	return digests, nil
}

// digestRows returns the digest of the rows of a query, column by column with their types.
func (j *Journal) digestRows(queries ...string) (string, error) {
	h := sha256.New()
	var row []byte
	for _, sql := range queries {
		err := j.query(sql, nil, func(s *sqlite3.Stmt) error {
			row = binary.AppendUvarint(row[:0], uint64(s.ColumnCount()))
			for i := range s.ColumnCount() {
				row = appendColumn(row, s, i)
			}
			h.Write(row)
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// appendColumn appends what a column holds so that different contents have different bytes.
func appendColumn(b []byte, s *sqlite3.Stmt, i int) []byte {
	switch t := s.ColumnType(i); t {
	case sqlite3.INTEGER:
		return binary.LittleEndian.AppendUint64(append(b, 'i'), uint64(s.ColumnInt64(i)))
	case sqlite3.FLOAT:
		return binary.LittleEndian.AppendUint64(append(b, 'f'), math.Float64bits(s.ColumnFloat(i)))
	case sqlite3.TEXT:
		return prefixed(append(b, 't'), s.ColumnRawText(i))
	case sqlite3.BLOB:
		return prefixed(append(b, 'b'), s.ColumnRawBlob(i))
	}
	return append(b, 'n')
}

// erasedRows returns the digest of every row whose content was erased: the chain has the digests of what stood there
// before, and the report of the erasure this one, of what stands there since.
func (j *Journal) erasedRows() (string, error) {
	erased := func(table, key string) string {
		return "SELECT * FROM " + quoted(table) + " WHERE length(_seal) <> 16 ORDER BY " + key
	}
	queries := []string{erased("_documents", "revision, number"), erased("_revisions", "number"), erased("_changes", "revision, number")}
	for _, r := range j.everyRelation() {
		queries = append(queries, erased(beliefsOf(r.Name), "_id"))
	}
	return j.digestRows(queries...)
}
