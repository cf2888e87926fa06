// Command corpus runs the checker over a folder of modules and lists what it
// finds, so that each finding can be looked at.
//
//	go run ./internal/oracle/corpus -modules DIR
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"puppet-lint/checker"
	"puppet-lint/module"
	"puppet-lint/source"
)

func main() {
	modules := flag.String("modules", "", "folder of modules")
	workers := flag.Int("workers", 0, "bodies evaluated at once")
	profile := flag.String("profile", "", "file for a CPU profile")
	flag.Parse()
	if *profile != "" {
		file, err := os.Create(*profile)
		if err != nil {
			fmt.Fprintln(os.Stderr, "corpus:", err)
			os.Exit(2)
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			fmt.Fprintln(os.Stderr, "corpus:", err)
			os.Exit(2)
		}
		defer pprof.StopCPUProfile()
	}
	run(*modules, *workers)
}

func run(folder string, workers int) {
	var paths []string
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "spec" {
			return filepath.SkipDir
		}
		if err == nil && !entry.IsDir() && (strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".epp")) {
			paths = append(paths, path)
		}
		return nil
	})
	start := time.Now()
	tree := module.NewWorkspace(source.Disk{}, []string{folder}, nil).TreeOf(folder)
	findings := checker.Check(tree, checker.Options{Paths: paths, Workers: workers})
	elapsed := time.Since(start)
	counts := map[string]int{}
	for i := range findings {
		finding := &findings[i]
		position := finding.Position()
		counts[finding.Rule.Name]++
		relative, _ := filepath.Rel(folder, finding.File.Name)
		fmt.Printf("%s:%d:%d: %s [%s]\n    %s\n", relative, position.Line, position.Column, finding.Message, finding.Rule.Name,
			strings.TrimSpace(finding.File.LineText(position.Line)))
	}
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	for _, name := range names {
		fmt.Printf("%6d %s\n", counts[name], name)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("%d files, %d findings, %v, %d MB from the system\n", len(paths), len(findings), elapsed.Round(time.Millisecond), memory.Sys>>20)
}
