//go:build develop

// Command format measures the formatter against gofmt, alternately on one core: syntax.Parse,
// format.File and the new text over the manifests of a corpus, and go/format over the sources
// of Go's library. Both read files that are already in memory. Then it measures how the time
// grows with size and nesting.
//
//	go run -tags develop ./internal/bench/format -corpus DIR [-rounds 7] [-goroot DIR] [-cpuprofile FILE]
//
// It prints Markdown tables of the best round of each, and exits with status 1 if gofmt is
// faster.
package main

import (
	"flag"
	"fmt"
	"go/build"
	goformat "go/format"
	"os"
	"strings"
	"time"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"

	"puppet-lint/internal/bench/yardstick"
)

func main() {
	corpus := flag.String("corpus", "", "folder with manifests")
	goroot := flag.String("goroot", build.Default.GOROOT, "Go's own folder")
	rounds := flag.Int("rounds", 7, "rounds, of which the best counts")
	profile := flag.String("cpuprofile", "", "file to write a CPU profile of our formatter to")
	flag.Parse()
	faster, err := run(*corpus, *goroot, *rounds, *profile)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench format:", err)
		os.Exit(2)
	}
	if !faster {
		os.Exit(1)
	}
}

func run(corpus, goroot string, rounds int, profile string) (faster bool, err error) {
	manifests, sources, err := yardstick.Load(corpus, goroot, 1)
	if err != nil {
		return false, err
	}
	if profile != "" {
		return true, yardstick.Profile(profile, 20, func() { formatPuppet(manifests.All) })
	}
	measured, again, gos := time.Hour, time.Hour, time.Hour
	formatted := formatPuppet(manifests.All)
	for range rounds {
		measured = min(measured, yardstick.Time(func() { formatPuppet(manifests.All) }))
		again = min(again, yardstick.Time(func() { formatPuppet(formatted) }))
		gos = min(gos, yardstick.Time(func() { formatGo(sources.All) }))
	}
	ratio := yardstick.Print("formatter",
		yardstick.Row{Name: "format.File", Texts: manifests, Best: measured},
		yardstick.Row{Name: "format.File, of what is formatted", Texts: manifests, Best: again},
		yardstick.Row{Name: "go/format", Texts: sources, Best: gos})
	fmt.Println()
	growth()
	return ratio >= 1, nil
}

// growth prints the times for texts of which each is twice as long, or twice as deep, as the
// previous one.
func growth() {
	shapes := []struct {
		name  string
		sizes []int
		text  func(n int) string
	}{
		{"resources", []int{1000, 2000, 4000}, func(n int) string {
			return strings.Repeat("file { '/x': ensure=>file,\n mode => '0644' }\n", n)
		}},
		{"parameters", []int{1000, 2000, 4000}, func(n int) string {
			return "class x (" + strings.Repeat("String  $a = 'b',\n", n) + ") {}\n"
		}},
		{"a long line", []int{1000, 2000, 4000}, func(n int) string {
			return "$x = [" + strings.Repeat("'aaaaaaaaaa', ", n) + "]\n"
		}},
		{"nested lists", []int{250, 500, 1000}, func(n int) string {
			return "$x = " + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + "\n"
		}},
		{"nested hashes, broken", []int{50, 100, 200}, func(n int) string {
			return "$x = " + strings.Repeat("{ 'a' => ", n) + "1" + strings.Repeat(",\n}", n) + "\n"
		}},
		{"calls in calls", []int{250, 500, 1000}, func(n int) string {
			return "$x = " + strings.Repeat("f('aaaaaaa', ", n) + "1" + strings.Repeat(")", n) + "\n"
		}},
		{"and", []int{500, 1000, 1900}, func(n int) string {
			return "if " + strings.Repeat("$aaaaaaaaaaa and ", n) + "$b { }\n"
		}},
	}
	fmt.Printf("| shape | n | bytes in | bytes out | time |\n| --- | --- | --- | --- | --- |\n")
	for _, shape := range shapes {
		for _, n := range shape.sizes {
			text := shape.text(n)
			var out []string
			best := time.Hour
			for range 3 {
				best = min(best, yardstick.Time(func() { out = formatPuppet([]string{text}) }))
			}
			fmt.Printf("| %s | %d | %d | %d | %v |\n", shape.name, n, len(text), len(out[0]), best.Round(10*time.Microsecond))
		}
	}
}

func formatPuppet(texts []string) []string {
	formatted := make([]string, len(texts))
	for i, text := range texts {
		file := syntax.Parse(source.NewFile("x.pp", text), syntax.Options{})
		edits, err := format.File(file, format.DefaultOptions())
		if err != nil {
			formatted[i] = text
			continue
		}
		formatted[i] = diag.Apply(file.Source, edits)
	}
	return formatted
}

func formatGo(texts []string) {
	for _, text := range texts {
		// A part that does not parse does not matter here.
		_, _ = goformat.Source([]byte(text))
	}
}
