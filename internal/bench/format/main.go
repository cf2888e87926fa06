//go:build develop

// Command format measures the formatter against gofmt, side by side in one run on
// one core: syntax.Parse, format.File and the new text over the manifests of a
// corpus, and go/format over the sources of Go's library. Both read files that are
// already in memory. It then measures how the time grows with size and nesting.
//
//	go run -tags develop ./internal/bench/format -corpus DIR [-rounds 7] [-goroot DIR] [-cpuprofile FILE]
//
// It prints Markdown tables of the best round of each, and ends with status 1 if
// gofmt is faster.
package main

import (
	"flag"
	"fmt"
	"go/build"
	goformat "go/format"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"puppet-lint/diag"
	"puppet-lint/format"
	"puppet-lint/source"
	"puppet-lint/syntax"
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
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	manifests, puppetSize, err := load(corpus, ".pp", 0)
	if err != nil {
		return false, err
	}
	sources, goSize, err := load(filepath.Join(goroot, "src"), ".go", puppetSize)
	if err != nil {
		return false, err
	}
	if len(manifests) == 0 || len(sources) == 0 {
		return false, fmt.Errorf("no files found; give -corpus and -goroot")
	}
	if profile != "" {
		return true, record(profile, func() { formatPuppet(manifests) })
	}
	ours, again, gos := time.Hour, time.Hour, time.Hour
	formatted := formatPuppet(manifests)
	for range rounds {
		ours = min(ours, timed(func() { formatPuppet(manifests) }))
		again = min(again, timed(func() { formatPuppet(formatted) }))
		gos = min(gos, timed(func() { formatGo(sources) }))
	}
	ourRate, goRate := rate(puppetSize, ours), rate(goSize, gos)
	fmt.Printf("| formatter | files | MB | best round | MB/s |\n| --- | --- | --- | --- | --- |\n")
	fmt.Printf("| format.File | %d | %.2f | %v | %.1f |\n", len(manifests), float64(puppetSize)/1e6, ours.Round(time.Millisecond/10), ourRate)
	fmt.Printf("| format.File, of what is formatted | %d | %.2f | %v | %.1f |\n", len(manifests), float64(puppetSize)/1e6, again.Round(time.Millisecond/10), rate(puppetSize, again))
	fmt.Printf("| go/format | %d | %.2f | %v | %.1f |\n", len(sources), float64(goSize)/1e6, gos.Round(time.Millisecond/10), goRate)
	fmt.Printf("\nratio: %.2f\n\n", ourRate/goRate)
	growth()
	return ourRate >= goRate, nil
}

// growth prints how long texts take that are twice as long, or twice as deep, as
// the ones before.
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
				best = min(best, timed(func() { out = formatPuppet([]string{text}) }))
			}
			fmt.Printf("| %s | %d | %d | %d | %v |\n", shape.name, n, len(text), len(out[0]), best.Round(10*time.Microsecond))
		}
	}
}

func record(path string, work func()) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	for range 20 {
		work()
	}
	pprof.StopCPUProfile()
	return file.Close()
}

// load reads all files with the given extension, up to about limit bytes if
// limit is not 0.
func load(folder, extension string, limit int) (texts []string, size int, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" && extension == ".go" {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, extension) || limit > 0 && size > limit {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		texts = append(texts, string(content))
		size += len(content)
		return nil
	})
	return texts, size, err
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
		// What does not parse alone is no matter here.
		_, _ = goformat.Source([]byte(text))
	}
}

func timed(work func()) time.Duration {
	runtime.GC()
	start := time.Now()
	work()
	return time.Since(start)
}

func rate(size int, duration time.Duration) float64 {
	return float64(size) / 1e6 / duration.Seconds()
}
