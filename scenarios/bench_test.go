package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLoad reads fact files of a million cells or so. What counts is the column MB/s, of unpacked bytes.
func BenchmarkLoad(b *testing.B) {
	const rows = 200_000
	lines := func(row string) string {
		var s strings.Builder
		for i := range rows {
			fmt.Fprintf(&s, row, i%5000, i, i%977)
		}
		return s.String()
	}
	for _, bench := range []struct{ name, file, declaration, data string }{
		{"csv", "f.csv", "[a: string, b: string, c: int]", "a,b,c\n" + lines("user-%d@example.org,some/document-%d,%d\n")},
		{"csv/guessed", "f.csv", "", "a,b,c\n" + lines("user-%d@example.org,some/document-%d,%d\n")},
		{"csv/quoted", "f.csv", "[a: string, b: string, c: int]", "a,b,c\n" + lines("\"user %d\",\"some document, number %d\",%d\n")},
		{"csv/ints", "f.csv", "[a: int, b: int, c: int]", "a,b,c\n" + lines("%d,%d,%d\n")},
		{"facts", "f.facts", "[a: string, b: string, c: int]", lines("user-%d@example.org\tsome/document-%d\t%d\n")},
		{"facts/ints", "f.facts", "[a: int, b: int, c: int]", lines("%d\t%d\t%d\n")},
		{"jsonl", "f.jsonl", "[a: string, b: string, c: int]", lines("{\"a\":\"user-%d@example.org\",\"b\":\"some/document-%d\",\"c\":%d}\n")},
		{"yaml", "f.yaml", "", "beliefs:\n" + lines("  - p(user-%d, document-%d, %d)\n")[:1<<20]},
	} {
		b.Run(bench.name, func(b *testing.B) {
			fsys := factFolder(bench.declaration, "", bench.file, bench.data)
			if bench.name == "yaml" {
				text := bench.data[:strings.LastIndexByte(bench.data, '\n')+1]
				fsys = folder("main.yaml", text)
			}
			b.SetBytes(int64(len(bench.data)))
			for b.Loop() {
				if _, err := Load(fsys, "main.yaml"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
