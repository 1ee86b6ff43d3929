//go:build unix

package main

// figures are the rows of the page. Those without a way to run them are listed as not run, with the reason in place of
// the target.
var figures = []figure{
	{"A1", "cases whose answers are known", "all", tested{
		room: "internal/testkit", run: "^(TestCases|TestCaseRejects|TestCasesOracle|TestFound)$", unit: "%s tests and cases passed",
	}.measured},
	{"A2, A3", "random programs with random histories, every strategy beside a naive oracle", "100,000 programs, no difference in facts, counts and changes", tested{
		room: "internal/testkit", run: "^TestRandomPrograms$", flags: []string{"-programs", "PROGRAMS", "-mutants", "none"},
		unit: "PROGRAMS programs, no difference",
	}.measured},
	{"A4, A5", "laws that need no oracle: there and back, batch is sequence, history does not matter, names and order do not matter, a positive program is monotone", "no violation at the size of 100,000 programs", tested{
		room: "internal/testkit", run: "^(TestLaws|TestBatchIsSequence|TestThereAndBack|TestPreviewIsRevision|TestHistoryDoesNotMatter|TestSameOutcome|TestPositiveIsMonotone)$",
		flags: []string{"-programs", "PROGRAMS", "-mutants", "none"}, unit: "%s tests of laws passed, at the size of PROGRAMS programs",
	}.measured},
	{"A6", "explanations checked without the engine: trees, kernels, contractions, repairs", "none refused, and minimal, at the size of 100,000 programs", tested{
		room: "internal/testkit", run: "^(TestKernels|TestContractions|TestRemediesWithAssertions|TestRepairs)$",
		flags: []string{"-programs", "PROGRAMS", "-mutants", "none"}, unit: "%s tests passed, at the size of PROGRAMS programs",
	}.measured},
	{"A7", "small worlds: all programs of two rules over two relations, all single changes", "no difference", tested{
		room: "internal/testkit", run: "^(TestSmallWorlds|TestEveryChange)$", flags: []string{"-small-stride", "STRIDE", "-mutants", "none"},
		unit: "%s tests passed, on one in STRIDE of the pairs of rules",
	}.measured},
	{"A8", "wrong results that other engines had", "none reproduced", tested{
		room: "internal/testkit", run: "^TestCases$", unit: "%s of their cases passed", count: published,
	}.measured},
	{"A9", "what delete and rederive takes out too much", "measured", overdeletion},
	{"A10", "the same bytes for the same input", "100 reports of each scenario, no two differ", determinism},

	{"C1", "kill -9 while a process writes", "1,000 kills, nothing acknowledged lost, nothing half done", kills},
	{"C2", "power cuts", "1,000 cuts, the same; the control run loses", powerCuts},
	{"C3", "every access to a file fails once", "a clear error, the old state whole, the next revision works", everyFault},
	{"C4", "states of the disk after a crash", "100,000 states, none bad", crashStates},
	{"C5", "damaged files", "100,000: refused or exactly the old state", damage},
	{"C6", "full disk", "100 points: refused whole, goes on with room", fullDisk},
	{"C7", "memory at 100,000 and 1,000,000 conclusions", "at most 200 bytes a fact, and no more at the larger size than 10 %", bytesPerFact},
	{"C8", "memory after revisions and their undo", "10,000 cycles, less than 1 % growth", growth},
	{"C9", "files of other versions", "old ones are read, later ones refused", versions},

	{"D1", "hours of fuzzing", "8 hours without a finding", fuzzing},
	{"D2, D3, D4", "hostile YAML and fact files", "refused with a place, soon, no text changed", tested{
		room: "rules", run: "^(TestReadDocument|TestAtomsInBrackets|TestDeepTexts|TestManyTokens)", unit: "%s tests and files passed",
	}.measured},
	{"D5", "programs that do not end or hold too much", "stopped at the limit, nothing changed", tested{
		room: "internal/testkit", run: "^(TestLimits|TestRefusesWhatDoesNotFit|TestMultiplicityOverflow)$", unit: "%s tests passed",
	}.measured},
	{"D6", "Ctrl-C and time-outs at any moment", "the state is as it was", tested{
		room: "internal/testkit", run: "^TestStoppedAnywhere$", unit: "%s tests passed",
	}.measured},
	{"D7", "programs that are refused", "nothing is evaluated, the message shows the way", tested{
		room: "rules", run: "^(TestUnsafe|TestUnstratified|TestTypeConflicts|TestSyntaxErrors|TestNames|TestKeys|TestDeclarations|TestParseAtomErrors)$", unit: "%s tests and programs passed",
	}.measured},
	{"D8", "values that act on a terminal, a spreadsheet, Markdown or a drawing", "none gets through", tested{
		room: "report", run: "^(TestNastyCorpus|TestNothingHarmfulGetsThrough|TestLinesStay|TestEveryWriterKeepsValues|TestMarkdownShowsValues|TestRowsKeepValues|TestSpreadsheetsRunNothing|TestSafe|TestAtomsAreInjective|TestGraphTextsStayInside)", unit: "%s tests and values passed",
	}.measured},
	{"D9", "paths that lead out", "all refused", tested{
		room: "scenarios", run: "^(TestPathAttacks|TestPathsInside|TestSpecialFiles|TestLinkedFolder|TestUnreadableFiles|TestPipe)$", unit: "%s tests and paths passed",
	}.measured},

	{"E1", "readers beside a writer, under the race detector", "no report; half an hour of it is `make deep`", tested{
		room: "revise", run: "^TestReaders", flags: []string{"-race"}, unit: "%s tests passed",
	}.measured},
	{"E2", "what readers see", "the state after some whole revision", tested{
		room: "revise", run: "^TestReaders", unit: "%s tests passed",
	}.measured},
	{"E3", "how long a reader waits for a writer", "shown; in another process it waits for none", readerDelay},
	{"E4", "two processes, one base", "the second writer is refused clearly, readers are not; after kill -9 it goes on", twoProcesses},
	{"E5", "a day of random revisions", "not done by this command", nil},
}
