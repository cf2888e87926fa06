// Package recorded holds the real Puppet's answers about thousands of manifests and templates, and
// compares those of package validate with them. It serves the tests of validate, which need no
// Puppet, and internal/oracle/validate, which queries Puppet again.
package recorded

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
)

//go:embed testdata
var testdata embed.FS

// The files of recorded answers.
const (
	// Snippets contains queries written to find mistakes, answered by Puppet 8.10.
	Snippets = "snippets.jsonl.gz"
	// Vectors is a copy of the oracle's vectors, answered by Puppet 8.10.
	Vectors = "vectors.jsonl.gz"
	// Puppet7 contains those of Snippets that Puppet 7.23 answers differently.
	Puppet7 = "puppet7.jsonl.gz"
)

// Read unpacks a file: one query with Puppet's answer a line.
func Read(name string) ([]byte, error) {
	packed, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		return nil, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}
