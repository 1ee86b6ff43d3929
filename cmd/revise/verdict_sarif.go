package main

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

// The types are those of SARIF 2.1.0, as far as a verdict fills them.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool    sarifTool     `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string    `json:"id"`
	ShortDescription sarifText `json:"shortDescription"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Related      []sarifLocation    `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

// writeGateSARIF writes a result for each change that breaches a check, and a suppressed one for each that an exception
// lets pass.
func writeGateSARIF(_ *console, s stream, g *gated, _ bool) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "revise", Version: readBuild().version, InformationURI: "https://github.com/beliefbase/revise", Rules: []sarifRule{},
		}},
		Results: []sarifResult{},
	}
	for i := range g.verdict.Results {
		r := &g.verdict.Results[i]
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{r.Check.Name, sarifText{r.Check.Name}})
		if r.Breached() {
			for _, b := range r.Breaches {
				run.Results = append(run.Results, g.sarif(i, r, b))
			}
		}
		for _, b := range r.Allowed {
			result := g.sarif(i, r, b)
			result.Suppressions = []sarifSuppression{{"external", "accepted", b.Exception.Because}}
			run.Results = append(run.Results, result)
		}
	}
	return writeJSON(s, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (g *gated) sarif(index int, r *gate.Result, b gate.Breach) sarifResult {
	digest := sha256.Sum256([]byte(r.Check.Name + "\n" + b.Change.Kind.String() + "\n" + b.Change.Fact.String()))
	result := sarifResult{
		RuleID: r.Check.Name, RuleIndex: index, Level: "error",
		Message:      sarifText{strings.Join(append([]string{effect(b)}, placer(g.written).causes(b.Change)...), "\n")},
		Locations:    []sarifLocation{sarifAt(g.mark(b.Change), "")},
		Fingerprints: map[string]string{"change/v1": hex.EncodeToString(digest[:16])},
	}
	for _, root := range b.Change.Roots {
		if place := g.written(root); place.File != "" {
			result.Related = append(result.Related, sarifAt(place, root.String()))
		}
	}
	return result
}

func sarifAt(p belief.Place, message string) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{
		Artifact: sarifArtifact{(&url.URL{Path: p.File}).String()},
		Region:   sarifRegion{max(1, p.Line), max(1, p.Column)},
	}}
	if message != "" {
		l.Message = &sarifText{message}
	}
	return l
}
