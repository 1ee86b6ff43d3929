package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

type junitSuites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []junitSuite
}

type junitSuite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Cases    []junitCase
}

type junitCase struct {
	XMLName xml.Name      `xml:"testcase"`
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitTrouble `xml:"failure"`
	Error   *junitTrouble `xml:"error"`
}

type junitTrouble struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite for each scenario and a case for each revision.
func writeJUnit(_ *console, s stream, verdicts []verdict, _ bool) error {
	var all junitSuites
	for _, v := range verdicts {
		suite := junitSuite{Name: v.path}
		for i, r := range v.results {
			suite.Cases = append(suite.Cases, junitCase{Class: v.path, Name: stepName(r.Step.Request, i+1), Failure: failure(r)})
		}
		suite.Failures = v.failed()
		if v.err != nil {
			suite.Cases = append(suite.Cases, junitCase{Class: v.path, Name: "runs to its end", Error: &junitTrouble{v.summary(), v.details()}})
			suite.Errors = 1
		}
		suite.Tests = len(suite.Cases)
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Errors += suite.Errors
		all.Suites = append(all.Suites, suite)
	}
	return writeJUnitSuites(s, all)
}

func writeJUnitSuites(s stream, all junitSuites) error {
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(s, xml.Header+string(text)+"\n")
	return err
}

func failure(r scenarios.Result) *junitTrouble {
	if len(r.Mismatches) == 0 {
		return nil
	}
	return &junitTrouble{r.Mismatches[0].Message, mismatches(r)}
}

// mismatches is one line for each mismatch.
func mismatches(r scenarios.Result) string {
	var lines []string
	for _, m := range r.Mismatches {
		lines = append(lines, onLine(m.String()))
	}
	return strings.Join(lines, "\n")
}

// details are everything there is to say about what ended a scenario early.
func (v *verdict) details() string {
	var found rules.Diagnostics
	if errors.As(v.err, &found) {
		return found.Error()
	}
	return visible(v.err.Error())
}
