package journal

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Journal is an open belief base: the state that the file had when it was opened and, if it was opened for writing, what
// has been written since. One goroutine at a time uses it.
type Journal struct {
	name     string
	vfs      string
	patience time.Duration
	conn     *sqlite3.Conn
	writing  bool
	broken   error       // a write that failed: nothing more is written
	unlocked os.FileInfo // of a file that is read without locks, as it was when it was opened

	proving  bool // page checksums are not verified, because everything else is
	unsummed bool // pages have no checksums
	unmarked bool // it does not say that it is a base, or of which version

	ctx    context.Context // bounds every access
	engine *revise.Engine
	base   *belief.Base
	stored *rules.Program  // what the file knows of relations, where that is less than the program does
	tried  map[string]bool // names of revisions that were tried: they are in the engine, and not in the file
	idle   map[string]bool // names of revisions that changed nothing since the base was opened: they are not in the file
	state
}

// state is what a revision changes.
type state struct {
	editions   []edition
	head       Head
	nextBelief int64
	sums       map[string]sum // by table, as far as it was read or written
}

// Head is where a base stands: its last revision and the hash that all of its history makes.
type Head struct {
	Number int
	Hash   []byte
}

// Open opens a belief base for reading: it shows the state of one moment, whatever others write meanwhile. The error is
// an *Error. The context bounds every access until Close.
func Open(ctx context.Context, name string, opts ...Option) (*Journal, error) {
	return open(ctx, name, false, opts)
}

// OpenToWrite opens a belief base for revising it. There is one writer at a time: a second waits, and after a while
// gets an *Error of kind Busy.
func OpenToWrite(ctx context.Context, name string, opts ...Option) (*Journal, error) {
	return open(ctx, name, true, opts)
}

func open(ctx context.Context, name string, writing bool, opts []Option) (*Journal, error) {
	j := newJournal(ctx, name, opts)
	j.writing = writing
	err := j.open(writing)
	if err == nil {
		err = j.begin()
	}
	if err == nil {
		err = j.readHead()
	}
	if err == nil {
		err = j.readProgram()
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

func newJournal(ctx context.Context, name string, opts []Option) *Journal {
	j := &Journal{ctx: ctx, name: name, patience: patience}
	j.sums, j.idle, j.tried = map[string]sum{}, map[string]bool{}, map[string]bool{}
	for _, o := range opts {
		o(j)
	}
	return j
}

// begin starts the transaction that everything is read in, and written. A writer keeps others out from here on, because
// what it will write follows from what it reads.
func (j *Journal) begin() error {
	if !j.writing {
		return j.exec("BEGIN")
	}
	return j.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE")
}

func (j *Journal) readHead() error {
	found := false
	err := j.query("SELECT number, hash FROM _revisions ORDER BY number DESC LIMIT 1", nil, func(s *sqlite3.Stmt) error {
		j.head, found = Head{s.ColumnInt(0), s.ColumnBlob(1, nil)}, true
		return nil
	})
	if err == nil && !found {
		err = damaged(j.name, "it has no revisions")
	}
	return err
}

// Name returns the name of the file.
func (j *Journal) Name() string { return j.name }

// Head returns where the base stands.
func (j *Journal) Head() Head { return j.head }

// Close closes the file. What was applied is in it already. The error is of kind Busy if the file was read without locks,
// because nobody here may write it, and someone else has written it meanwhile.
func (j *Journal) Close() error {
	if j.conn == nil {
		return nil
	}
	j.rollback() // there is nothing in it that was acknowledged
	err := j.conn.Close()
	j.conn = nil
	return cmp.Or(j.fail(err), j.undisturbed())
}

// rollback ends the transaction, if one is open. What made it necessary is the error to tell.
func (j *Journal) rollback() {
	if !j.conn.GetAutocommit() {
		j.conn.SetInterrupt(context.Background())
		j.conn.Exec("ROLLBACK")
		j.conn.SetInterrupt(j.ctx)
	}
}

// Engine returns the engine of the base as it is now: its conclusions are read, not derived. Options other than the
// strategy are those of revise.New. The error is an *Error, or that of revise.Open.
func (j *Journal) Engine(ctx context.Context, opts ...revise.Option) (*revise.Engine, error) {
	if j.engine != nil {
		return j.engine, nil
	}
	base, err := j.baseAfter(-1)
	if err != nil {
		return nil, err
	}
	clock, err := j.toldNumber(aboutClock)
	if err != nil {
		return nil, err
	}
	if j.nextBelief, err = j.toldNumber(aboutBeliefs); err != nil {
		return nil, err
	}
	position := revise.Position{Number: j.head.Number, Clock: uint32(clock)}
	engine, err := revise.Open(ctx, j.Program(), base, position, func(kept []revise.Kept) error {
		for _, t := range conclusionTables(kept) {
			if err := j.readConclusions(t, base.Dictionary()); err != nil {
				return err
			}
		}
		return nil
	}, opts...)
	if err != nil {
		return nil, err
	}
	j.engine, j.base = engine, base
	return engine, nil
}

// EngineAfter returns an engine of the base as it was after a revision; 0 is the start. Its conclusions are derived.
func (j *Journal) EngineAfter(ctx context.Context, number int, opts ...revise.Option) (*revise.Engine, error) {
	base, err := j.Base(number)
	if err != nil {
		return nil, err
	}
	return revise.New(ctx, j.programAfter(number), base, opts...)
}

// Base returns what was believed after a revision.
func (j *Journal) Base(number int) (*belief.Base, error) {
	if err := j.known(number); err != nil {
		return nil, err
	}
	return j.baseAfter(number)
}

// ProgramAfter returns the rules as they were after a revision.
func (j *Journal) ProgramAfter(number int) (*rules.Program, error) {
	if err := j.known(number); err != nil {
		return nil, err
	}
	return j.programAfter(number), nil
}

func (j *Journal) known(number int) error {
	if number >= 0 && number <= j.head.Number {
		return nil
	}
	return j.unknown(strconv.Itoa(number))
}

// unknown is the error of a number that no revision has.
func (j *Journal) unknown(number string) error {
	return &Error{
		Kind: Unknown, File: j.name, Message: fmt.Sprintf("%s has no revision %s: the last is %d", j.name, number, j.head.Number),
		Hint: "0 is the start, before the first revision",
	}
}

// baseAfter reads what was believed after a revision, or is now where the number is negative.
func (j *Journal) baseAfter(number int) (*belief.Base, error) {
	base := belief.NewBase()
	for _, r := range j.relations(number) {
		if err := j.readBeliefs(r, base, number); err != nil {
			return nil, err
		}
	}
	return base, nil
}

// relations returns the relations of the program after a revision, of the present one where the number is negative.
func (j *Journal) relations(number int) []*rules.Relation {
	if number < 0 {
		return j.Program().Relations
	}
	return j.programAfter(number).Relations
}

// Widen makes the base know more of its relations: the program is the present one, after Program.Observe. It is written
// with the next revision.
func (j *Journal) Widen(program *rules.Program) {
	last := len(j.editions) - 1
	if program == j.Program() {
		return
	}
	j.stored = j.Program()
	j.editions = append(j.editions[:last:last], edition{j.editions[last].since, program})
}
