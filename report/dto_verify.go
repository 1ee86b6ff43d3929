package report

type verificationJSON struct {
	Schema   int                 `json:"schema"`
	Strategy string              `json:"strategy"`
	Sound    bool                `json:"sound"` // nothing is wrong in any state
	States   []verifiedStateJSON `json:"states"`
}

type verifiedStateJSON struct {
	Revision  string `json:"revision"`          // that led here; empty at the start
	Refused   string `json:"refused,omitempty"` // the kind of refusal: the state is the one before
	Facts     int    `json:"facts"`             // base beliefs and conclusions
	Instances int    `json:"instances"`         // rule instances that were found in it
	Wrong     string `json:"wrong,omitempty"`   // what is wrong first
}

func newVerificationJSON(v *Verification) verificationJSON {
	return verificationJSON{schemaVersion, string(v.Strategy), v.Sound(), list(v.States, func(s VerifiedState) verifiedStateJSON {
		made := verifiedStateJSON{Revision: s.Title, Facts: s.Checked.Facts, Instances: s.Checked.Instances}
		if s.Refused != nil {
			made.Refused = string(s.Refused.Kind)
		}
		if s.Wrong != nil {
			made.Wrong = s.Wrong.Error()
		}
		return made
	})}
}
