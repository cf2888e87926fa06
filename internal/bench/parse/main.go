//go:build develop

// Command parse measures the parser against Go's own, side by side in one run
// on one core: syntax.Parse (tokens, comments, tree, lines) over the manifests
// of a corpus, and go/parser with ParseComments|SkipObjectResolution over the
// sources of Go's library. Both read files that are already in memory.
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
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"puppet-lint/source"
	"puppet-lint/syntax"
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
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	manifests, puppetSize, err := load(corpus, ".pp", 0)
	if err != nil {
		return err
	}
	sources, goSize, err := load(filepath.Join(goroot, "src"), ".go", 4*puppetSize)
	if err != nil {
		return err
	}
	if len(manifests) == 0 || len(sources) == 0 {
		return fmt.Errorf("no files found; give -corpus and -goroot")
	}
	if profile != "" {
		file, err := os.Create(profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		for range rounds * 10 {
			parsePuppet(manifests)
		}
		pprof.StopCPUProfile()
		return file.Close()
	}
	ours, gos := time.Hour, time.Hour
	for range rounds {
		ours = min(ours, timed(func() { parsePuppet(manifests) }))
		gos = min(gos, timed(func() { parseGo(sources) }))
	}
	ourRate, goRate := rate(puppetSize, ours), rate(goSize, gos)
	fmt.Printf("| parser | files | MB | best round | MB/s |\n| --- | --- | --- | --- | --- |\n")
	fmt.Printf("| syntax.Parse | %d | %.2f | %v | %.1f |\n", len(manifests), float64(puppetSize)/1e6, ours.Round(time.Millisecond/10), ourRate)
	fmt.Printf("| go/parser | %d | %.2f | %v | %.1f |\n", len(sources), float64(goSize)/1e6, gos.Round(time.Millisecond/10), goRate)
	fmt.Printf("\nratio: %.2f\n", ourRate/goRate)
	return nil
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

func timed(work func()) time.Duration {
	runtime.GC()
	start := time.Now()
	work()
	return time.Since(start)
}

func rate(size int, duration time.Duration) float64 {
	return float64(size) / 1e6 / duration.Seconds()
}
