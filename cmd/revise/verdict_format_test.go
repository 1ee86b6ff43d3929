package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sarifShapes says what SARIF 2.1.0 demands of an object, as far as a verdict has such objects: the kind of each property that it
// may have, after ! where it must be there.
var sarifShapes = map[string]map[string]string{
	"sarifLog":            {"$schema": "uri", "version": "!2.1.0", "runs": "![run"},
	"run":                 {"tool": "!tool", "results": "[result"},
	"tool":                {"driver": "!toolComponent"},
	"toolComponent":       {"name": "!text", "version": "text", "informationUri": "uri", "rules": "{reportingDescriptor"},
	"reportingDescriptor": {"id": "!text", "shortDescription": "multiformatMessageString"},
	"multiformatMessageString": {
		"text": "!text",
	},
	"result": {
		"ruleId": "text", "ruleIndex": "index", "level": "none|note|warning|error", "message": "!message", "locations": "[location",
		"relatedLocations": "{location", "partialFingerprints": "texts", "suppressions": "{suppression",
	},
	"message":          {"text": "!text"},
	"location":         {"physicalLocation": "physicalLocation", "message": "message"},
	"physicalLocation": {"artifactLocation": "!artifactLocation", "region": "region"},
	"artifactLocation": {"uri": "uri"},
	"region":           {"startLine": "from 1", "startColumn": "from 1"},
	"suppression":      {"kind": "!inSource|external", "status": "accepted|underReview|rejected", "justification": "text"},
}

// sarifError says what is not as a shape wants it.
func sarifError(kind string, v any) error {
	item, unique := strings.CutPrefix(kind, "{")
	if list, found := strings.CutPrefix(kind, "["); found || unique {
		if found {
			item = list
		}
		items, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%v is no list", v)
		}
		seen := map[string]bool{}
		for i, x := range items {
			text, err := json.Marshal(x)
			if err != nil || unique && seen[string(text)] {
				return fmt.Errorf("item %d of a set is there twice: %s", i, text)
			}
			seen[string(text)] = true
			if err := sarifError(item, x); err != nil {
				return fmt.Errorf("item %d: %w", i, err)
			}
		}
		return nil
	}
	if shape, ok := sarifShapes[kind]; ok {
		object, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%v is no %s", v, kind)
		}
		for _, key := range slices.Sorted(maps.Keys(object)) {
			wanted, known := shape[key]
			if !known {
				return fmt.Errorf("a %s has no %s", kind, key)
			}
			if err := sarifError(strings.TrimPrefix(wanted, "!"), object[key]); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		for key, wanted := range shape {
			if _, there := object[key]; !there && wanted[0] == '!' {
				return fmt.Errorf("a %s must have %s", kind, key)
			}
		}
		return nil
	}
	text, isText := v.(string)
	number, isNumber := v.(float64)
	ok := isText
	switch kind {
	case "text":
	case "uri":
		_, err := url.Parse(text)
		ok = isText && err == nil && !strings.ContainsAny(text, " \\\n")
	case "index":
		ok = isNumber && number >= -1 && number == float64(int(number))
	case "from 1":
		ok = isNumber && number >= 1 && number == float64(int(number))
	case "texts":
		object, is := v.(map[string]any)
		ok = is
		for _, x := range object {
			_, is := x.(string)
			ok = ok && is
		}
	default:
		ok = isText && slices.Contains(strings.Split(kind, "|"), text)
	}
	if !ok {
		return fmt.Errorf("%v is no %s", v, kind)
	}
	return nil
}

// gatedAs runs gate and returns what it prints, which must find a breach.
func gatedAs(t *testing.T, dir, base, head, policy, format string) string {
	t.Helper()
	c := exec.Command("revise", "gate", "--base", base, "--head", head, "--policy", policy, "--today", "2026-12-01", "--format", format)
	c.Dir = dir
	out, err := c.Output()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != exitNo {
		t.Fatalf("gate --format %s: %v\n%s", format, err, ended.Stderr)
	}
	return string(out)
}

// lineExists reports a place that is in no file below a folder.
func lineExists(dir, file string, line int) error {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	if n := strings.Count(string(data), "\n") + 1; line < 1 || line > n {
		return fmt.Errorf("%s has %d lines, and none %d", file, n, line)
	}
	return nil
}

// What gate writes for other programs is as these want it, and every place in it can be opened.
func TestGateFormats(t *testing.T) {
	shipped, hostile := filepath.Dir(gallery(t)), hostileFiles(t)
	results, annotations := 0, 0
	for _, change := range []struct{ dir, base, head, policy string }{
		{shipped, "scenarios/access-review@0", "scenarios/access-review", "scenarios/access-review/policy/gate.yaml"},
		{shipped, "scenarios/access-review", "scenarios/access-review@0", "scenarios/access-review/policy/gate.yaml"},
		{hostile, "s.yaml", "r.yaml@1", "policy.yaml"},
	} {
		var log any
		text := gatedAs(t, change.dir, change.base, change.head, change.policy, "sarif")
		if err := json.Unmarshal([]byte(text), &log); err != nil {
			t.Fatal(err)
		}
		if err := sarifError("sarifLog", log); err != nil {
			t.Errorf("%s to %s: sarif: %v\n%s", change.base, change.head, err, text)
		}
		var read sarifLog
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			t.Fatal(err)
		}
		for _, r := range read.Runs[0].Results {
			results++
			if known := read.Runs[0].Tool.Driver.Rules; r.RuleIndex >= len(known) || known[r.RuleIndex].ID != r.RuleID {
				t.Errorf("result of %q has the index %d of another rule", r.RuleID, r.RuleIndex)
			}
			for _, l := range slices.Concat(r.Locations, r.Related) {
				file, err := url.PathUnescape(l.Physical.Artifact.URI)
				if err := errors.Join(err, lineExists(change.dir, file, l.Physical.Region.StartLine)); err != nil {
					t.Errorf("sarif: %v", err)
				}
			}
		}

		var suites struct {
			XMLName  xml.Name `xml:"testsuites"`
			Tests    int      `xml:"tests,attr"`
			Failures int      `xml:"failures,attr"`
			Suites   []struct {
				Name     string      `xml:"name,attr"`
				Tests    int         `xml:"tests,attr"`
				Failures int         `xml:"failures,attr"`
				Cases    []junitCase `xml:"testcase"`
			} `xml:"testsuite"`
		}
		text = gatedAs(t, change.dir, change.base, change.head, change.policy, "junit")
		if err := xml.Unmarshal([]byte(text), &suites); err != nil {
			t.Fatal(err)
		}
		total, failed := 0, 0
		for _, s := range suites.Suites {
			failures := 0
			for _, c := range s.Cases {
				if c.Name == "" || c.Class == "" || c.Failure != nil && (c.Failure.Message == "" || c.Failure.Text == "") {
					t.Errorf("junit: a case lacks what it must have: %+v", c)
				}
				if c.Failure != nil {
					failures++
				}
			}
			if s.Name == "" || s.Tests != len(s.Cases) || s.Failures != failures {
				t.Errorf("junit: suite %q counts %d and %d, and has %d and %d", s.Name, s.Tests, s.Failures, len(s.Cases), failures)
			}
			total, failed = total+s.Tests, failed+s.Failures
		}
		if suites.Tests != total || suites.Failures != failed || failed == 0 {
			t.Errorf("junit: %d tests and %d failures are counted, and there are %d and %d", suites.Tests, suites.Failures, total, failed)
		}

		command := regexp.MustCompile(`^::error file=([^,:]+),line=(\d+),col=(\d+),title=([^,:]+)::(.+)$`)
		lines := strings.Split(strings.TrimSpace(gatedAs(t, change.dir, change.base, change.head, change.policy, "github")), "\n")
		for _, line := range lines[1:] {
			found := command.FindStringSubmatch(line)
			if found == nil {
				t.Errorf("github: %q is no annotation", line)
				continue
			}
			annotations++
			n, err := strconv.Atoi(found[2])
			if err := errors.Join(err, lineExists(change.dir, found[1], n)); err != nil {
				t.Errorf("github: %v in %s", err, line)
			}
		}
	}
	if results < 10 || annotations < 3 {
		t.Errorf("only %d results and %d annotations were looked at", results, annotations)
	}
}
