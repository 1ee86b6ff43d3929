package rules

import "strings"

// The codes about files, and about YAML as such.
var (
	CodeUnreadable = register(1001, "unreadable-file",
		"A file that the command line or another file names cannot be read: it does not exist, is a folder or a device, or may not be read.", "include: [nowhere.yaml]\n")
	CodeOutsideRoot = register(1002, "outside-root",
		"A scenario reads files from its own folder and below only, so that a file from a stranger reads nothing else. Names are relative, with slashes, without .. that lead out; --root DIR widens the folder.", "include: [../../passwd]\n")
	CodeFileTooBig = register(1003, "file-too-big",
		"The file is bigger than a file of its kind may be. Bulk facts belong into .csv, .tsv, .facts or .jsonl files, each also .gz.", "")
	CodeEmptyFile = register(1004, "empty-file",
		"The file holds nothing, or comments only. That is more often a slip than a wish.", "# nothing yet\n")
	CodeNotUTF8 = register(1005, "not-utf-8",
		"Files are UTF-8. A byte that is not would become another character without a word.", "title: caf\xe9\n")
	CodeControlCharacter = register(1006, "control-character",
		"A character such as NUL or ESC stands in the file. It cannot be seen and does harm on a terminal. Inside double quotes it can be written as an escape.", "title: a\x01b\n")
	CodeTab = register(1007, "tab",
		"YAML allows no tab in the indentation, and drops one that stands inside an unquoted text.", "beliefs:\n\t- member(ana, finance)\n")
	CodeSyntax = register(1008, "yaml-syntax",
		"The file is not YAML. Most often a line is indented by too much or too little, or a text holds a colon, a # or a bracket and needs quotes.", "title: a: b\n")
	CodeSecondDocument = register(1009, "second-document",
		"A line of --- or ... starts a second document in the file. YAML readers take the first and drop the rest without a word; use include: instead.", "title: a\n---\ntitle: b\n")
	CodeTooDeep = register(1010, "nested-too-deep",
		"Lists and maps are nested deeper than any file of the language needs. Such files are made to stop a reader.", "rules: "+strings.Repeat("[", 65)+strings.Repeat("]", 65)+"\n")
	CodeLineTooLong = register(1011, "line-too-long",
		"A line of a YAML file, or of a fact file, is longer than its limit.", "")
	CodeTooManyKeys = register(1012, "too-many-keys",
		"A map has more keys than any file of the language needs. Data belongs into fact files.", "")
	CodeTooManyNodes = register(1013, "too-many-entries",
		"A YAML file holds rules and a few thousand facts well, and hundreds of thousands badly. Put them into a fact file, which is read a hundred times faster.", "")
	CodeDuplicateKey = register(1014, "duplicate-key",
		"A key stands twice in one map. YAML readers take one of the two without a word.", "title: a\ntitle: b\n")
	CodeAnchor = register(1015, "anchor-or-alias",
		"YAML's anchors (&), aliases (*) and merge keys (<<) are not part of the file language: what a file says must be seen where it stands.", "title: &a x\nabout: *a\n")
	CodeNotSections = register(1016, "not-sections",
		"A file is a map of sections: title, about, include, report, relations, rules, constraints, beliefs, revisions.", "- member(ana, finance)\n")
	CodeUnknownKey = register(1017, "unknown-key",
		"The file language does not know the key at this place. Nothing in a file is ignored without a word.", "titel: a\n")
	CodeWrongKind = register(1018, "wrong-kind",
		"A list, a map or a text stands where something else is expected.", "title: [a, b]\n")
	CodeMissingKey = register(1019, "missing-key",
		"Something that belongs to this entry is not written: a key is left out, or nothing stands behind it.", "beliefs:\n  - source: HR-17\n")
	CodeIncludeCycle = register(1020, "include-cycle",
		"Files include each other in a circle, so that none can be read first. Put what they share into a file that all of them include.", "")
)

// The codes about what YAML makes of atoms.
var (
	CodeFlowAtoms = register(1101, "atoms-in-brackets",
		"Inside [ ] and { } YAML splits an unquoted text at every comma, the commas of an atom too: [parent(ann, bob)] is a list of two texts. Write each atom on a line of its own, or quote it.", "beliefs: [bird(tweety), parent(ann, bob)]\n")
	CodeColonInAtom = register(1102, "colon-in-atom",
		"In an unquoted text YAML takes a colon and a space for the end of a key, even inside double quotes that begin later. Put the whole atom into single quotes.", "beliefs:\n  - note(ann, \"a: b\")\n")
	CodeCommentInAtom = register(1103, "comment-in-atom",
		"In an unquoted text YAML takes a space and # for the start of a comment, even inside double quotes that begin later, and drops the rest. Put the whole atom into single quotes.", "beliefs:\n  - note(ann, \"x # y\")\n")
	CodeNumberForm = register(1104, "number-form",
		"Readers of YAML disagree about 010, 1_000 and 0x10. Numbers are read as they are written, and such forms are refused: write the plain number, or quote the text.", "beliefs:\n  - relation: stock\n    rows: [[ana, 010]]\n")
	CodeTextAfterQuote = register(1105, "text-after-quote",
		"A text that starts with a quote ends, for YAML, at the closing one, and what follows is an error. Put the variable first, or quote the whole.", "beliefs:\n  - q(ana)\nrules:\n  - conclude: p(?x)\n    when:\n      - q(?x)\n      - \"ana\" != ?x\n")
	CodeQuestionMark = register(1106, "question-mark-key",
		"A question mark and a space start a key in YAML. A variable is written without the space: ?x.", "beliefs:\n  - ? p(a)\n")
	CodeTag = register(1107, "yaml-tag",
		"A text that starts with ! is a YAML tag, which is dropped together with the text, and may take the next lines with it. Negation is written: not p(?x).", "beliefs:\n  - q(ana)\n  - r(bo)\nrules:\n  - conclude: p(?x)\n    when:\n      - q(?x)\n      - !r(?x)\n")
)

// The codes about beliefs and fact files.
var (
	CodeNotGround = register(1401, "not-a-fact",
		"A belief is about named things: it has constants and no variables. Patterns belong under withdraw.", "beliefs:\n  - member(?x, finance)\n")
	CodeFactFormat = register(1402, "fact-file-format",
		"The ending of its name says how a fact file is written: .csv, .tsv, .facts or .jsonl, each also packed as .gz.", "relations:\n  p: {columns: [x]}\nbeliefs:\n  - relation: p\n    file: p.xlsx\n")
	CodeFactHeader = register(1403, "fact-file-header",
		"The first row of a fact file names the columns. They are matched with the declared columns by name, in any order; none may be missing, extra, or there twice. A file without such a row says header: false.", "")
	CodeRowLength = register(1404, "row-length",
		"A row has more or fewer cells than its relation has columns.", "beliefs:\n  - relation: member\n    rows: [[ana, finance], [bo]]\n")
	CodeCell = register(1405, "cell",
		"A cell is read by the type of its column, and this one cannot be. An empty cell is the empty text in a string column and an error in every other.", "relations:\n  age: {columns: [who: string, years: int]}\nbeliefs:\n  - relation: age\n    rows: [[ana, old]]\n")
	CodeRowSyntax = register(1406, "row-syntax",
		"A row of a fact file is not written as its format demands: a quote that is not closed, an escape that is not known, a line that is not JSON.", "")
	CodeFactFileDamaged = register(1407, "damaged-file",
		"A fact file cannot be unpacked: it is cut off, its checksum is wrong, or it is no gzip file whatever its name says.", "")
	CodeGuessedType = register(1408, "guessed-type",
		"A fact file fills a column whose type is not declared, so that its cells decided: int, float, date or bool if all of them are, string otherwise. Declare the column under relations to be sure.", "")
	CodeBeliefEntry = register(1409, "belief-entry",
		"An entry under beliefs is an atom, or belief: with an atom, or relation: with file: or rows:. It is one of these and not two.", "beliefs:\n  - relation: member\n")
	CodeSeparator = register(1410, "separator",
		"A .csv file seems to have one column, and its first row has a semicolon or a tab, which is what other programs separate cells by. The cells of a .csv file are separated by commas, those of a .tsv file by tabs.", "")
)

// The codes about revisions and what is expected of them.
var (
	CodeRevisionEntry = register(1501, "revision-entry",
		"The keys of a revision, or of an entry under withdraw, do not go together: a revision that undoes another has no other part, and a withdrawal names a belief or a source.", "revisions:\n  - name: first\n    assert: ['p(a)']\n  - undo: first\n    assert: ['p(b)']\n")
	CodeRevisionName = register(1502, "revision-name",
		"Two revisions have one name, or one is called like a number. Names are unique over all files, since undo uses them, and a number stands for the revision that has it in the order.", "revisions:\n  - name: first\n    assert: ['p(a)']\n  - name: first\n    assert: ['p(b)']\n")
	CodeUndoUnknown = register(1503, "undo-unknown",
		"Undo names a revision that does not stand before it. Revisions are made in the order of the file, those of included files first.", "revisions:\n  - undo: first\n")
	CodeUndoWhatIf = register(1504, "undo-what-if",
		"A what-if changes nothing, so that there is nothing to undo.", "revisions:\n  - name: first\n    what_if: true\n    assert: ['p(a)']\n  - undo: first\n")
	CodeExpectation = register(1505, "expectation",
		"An expectation is not written as the report writes it: facts such as can_read(bo, ledger), changes such as 'headcount(staff): 7 → 6', violations such as separation-of-duties(bo).", "rules:\n  - q(?x) :- p(?x)\nrevisions:\n  - assert: ['p(a)']\n    expect:\n      changed: ['q(a)']\n")
	CodeReportUnknown = register(1506, "report-unknown",
		"The report names a relation that has no facts, no rules and no declaration in any file.", "report: [member]\n")
	CodeRevisionAt = register(1507, "revision-at",
		"At begins like a date and is none, or goes on like a time and is none. Dates are written 2026-11-29 and times 2026-11-29T12:00:00Z, with their zone; what does not begin like a date is taken as words.", "revisions:\n  - at: 2026-02-30\n    assert: ['p(a)']\n")
)
