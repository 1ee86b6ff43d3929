package scenarios

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"github.com/beliefbase/revise/rules"
)

// FuzzLoad: whatever stands in the files, there is a scenario or there are errors, soon, and always the same.
func FuzzLoad(f *testing.F) {
	files, err := fs.Glob(Gallery(), "*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(Gallery(), name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, []byte("a,b\nx,1\n"))
	}
	for _, code := range rules.Codes() {
		f.Add([]byte(code.Example()), []byte("a\n"))
	}
	all := "beliefs:\n  - {relation: p, file: f.csv}\n  - {relation: q, file: f.tsv}\n  - {relation: r, file: f.facts}\n  - {relation: s, file: f.jsonl}\n  - {relation: t, file: f.csv.gz}\n"
	for _, data := range []string{"a,b\n\"x\ny\",1\n", "a\tb\nx\\t\t2\n", "[1,\"x\"]\n", "{\"a\":\"\\u00e4\",\"b\":true}\n", "\xff\x00\n", "\ufeffa\r\n1\r\n", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"} {
		f.Add([]byte(all), []byte(data))
	}
	f.Add([]byte(offices+"  - withdraw: ['member(bo, _)']\n    expect: {retracted: []}\n"), []byte(""))
	f.Fuzz(func(t *testing.T, text, data []byte) {
		fsys := folder("main.yaml", string(text))
		for _, name := range []string{"f.csv", "f.tsv", "f.facts", "f.jsonl", "f.csv.gz"} {
			fsys[name] = folder(name, string(data))[name]
		}
		start := time.Now()
		s, err := Load(fsys, "main.yaml")
		if limit := time.Second + time.Duration(len(text)+len(data))*10*time.Microsecond; time.Since(start) > limit {
			t.Errorf("%d bytes took %v", len(text)+len(data), time.Since(start))
		}
		var diags rules.Diagnostics
		if (s == nil) == (err == nil) || err != nil && (!errors.As(err, &diags) || !diags.HasErrors()) {
			t.Fatalf("a scenario %v and the error %v", s != nil, err)
		}
		_, again := Load(fsys, "main.yaml")
		if err != nil && again.Error() != err.Error() {
			t.Errorf("the second time it says\n%v\nand not\n%v", again, err)
		}
	})
}
