//go:build develop

// Command vet holds this repository's conventions for "go vet":
//
//	go build -tags develop -o /tmp/conventions ./internal/conventions/vet
//	go vet -vettool=/tmp/conventions ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"puppet-lint/internal/conventions"
)

func main() { unitchecker.Main(conventions.Analyzers()...) }
