//go:build develop

package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
)

//go:embed testdata
var testdata embed.FS

// readSnippets unpacks a file of testdata: one query with Puppet's answer a line.
// snippets.jsonl.gz contains queries written to find mistakes, answered by Puppet 8.10.
// puppet7.jsonl.gz contains those of them that 7.23 answers differently. vectors.jsonl.gz is a
// copy of the oracle's vectors.
func readSnippets(name string) ([]byte, error) {
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
