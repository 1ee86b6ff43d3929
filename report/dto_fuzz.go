package report

type fuzzingJSON struct {
	Schema         int                 `json:"schema"`
	Seed           uint64              `json:"seed"`
	Tried          int                 `json:"tried"`             // random cases
	Dropped        int                 `json:"dropped,omitempty"` // others that could not be tried
	Revisions      int                 `json:"revisions"`
	Refused        int                 `json:"refused"`
	Retracted      number              `json:"retracted"` // conclusions
	Gained         number              `json:"gained"`
	Counterexample *counterexampleJSON `json:"counterexample,omitempty"` // absent when nothing is wrong
}

type counterexampleJSON struct {
	Wrong    string `json:"wrong"`
	Law      string `json:"law,omitempty"`  // that is broken; absent where strategies disagree or a state is not sound
	Strategy string `json:"strategy"`       // under which it goes wrong
	File     string `json:"file,omitempty"` // the scenario that shows it; absent where it could not be written
}

func newFuzzingJSON(z *Fuzzing) fuzzingJSON {
	made := fuzzingJSON{
		Schema: schemaVersion, Seed: z.Seed, Tried: z.Tried, Dropped: z.Dropped, Revisions: z.Revisions, Refused: z.Refused,
		Retracted: number(z.Retracted), Gained: number(z.Gained),
	}
	if z.Wrong != "" {
		made.Counterexample = &counterexampleJSON{z.Wrong, z.Law, z.Strategy, z.File}
	}
	return made
}
