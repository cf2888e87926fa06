//go:build develop

// Command parse measures the parser against Go's own, alternately on one core: syntax.Parse
// (tokens, comments, tree, lines) over the manifests of a corpus, and go/parser with
// ParseComments|SkipObjectResolution over the sources of Go's library. Both read files that are
// already in memory.
//
//	go run -tags develop ./internal/bench/parse -corpus DIR [-rounds 15] [-goroot DIR] [-cpuprofile FILE]
//
// It prints a Markdown table of the best round of each.
package main

import (
	"flag"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"time"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"

	"puppet-lint/internal/bench/yardstick"
)

func main() {
	corpus := flag.String("corpus", "", "folder with manifests")
	goroot := flag.String("goroot", build.Default.GOROOT, "Go's own folder")
	rounds := flag.Int("rounds", 15, "rounds, of which the best counts")
	profile := flag.String("cpuprofile", "", "file to write a CPU profile of our parser to")
	flag.Parse()
	if err := run(*corpus, *goroot, *rounds, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "bench parse:", err)
		os.Exit(2)
	}
}

func run(corpus, goroot string, rounds int, profile string) error {
	manifests, sources, err := yardstick.Load(corpus, goroot, 4)
	if err != nil {
		return err
	}
	if profile != "" {
		return yardstick.Profile(profile, rounds*10, func() { parsePuppet(manifests.All) })
	}
	measured, gos := time.Hour, time.Hour
	for range rounds {
		measured = min(measured, yardstick.Time(func() { parsePuppet(manifests.All) }))
		gos = min(gos, yardstick.Time(func() { parseGo(sources.All) }))
	}
	yardstick.Print("parser", yardstick.Row{Name: "syntax.Parse", Texts: manifests, Best: measured}, yardstick.Row{Name: "go/parser", Texts: sources, Best: gos})
	return nil
}

func parsePuppet(texts []string) {
	for _, text := range texts {
		syntax.Parse(source.NewFile("x.pp", text), syntax.Options{})
	}
}

func parseGo(texts []string) {
	files := token.NewFileSet()
	for _, text := range texts {
		parser.ParseFile(files, "x.go", text, parser.ParseComments|parser.SkipObjectResolution)
	}
}
