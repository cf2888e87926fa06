//go:build develop

// Package yardstick measures work on the manifests of a corpus beside the same work of
// Go's own library on its sources: on one core, with all texts in memory. The programs
// under internal/bench that do so stand on it.
package yardstick

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"
)

// Texts are files of one kind, and how many bytes they have together.
type Texts struct {
	All  []string
	Size int
}

// Load has the program run on one core, and reads the manifests below a folder and
// about as many bytes of Go's library, or a multiple of that.
func Load(corpus, goroot string, multiple int) (manifests, sources Texts, err error) {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	if manifests, err = read(corpus, ".pp", 0); err == nil {
		sources, err = read(filepath.Join(goroot, "src"), ".go", multiple*manifests.Size)
	}
	if err == nil && (len(manifests.All) == 0 || len(sources.All) == 0) {
		err = errors.New("no files found; give -corpus and -goroot")
	}
	return manifests, sources, err
}

// read reads all files with an extension, up to about limit bytes if limit is not 0.
func read(folder, extension string, limit int) (texts Texts, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" && extension == ".go" {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, extension) || limit > 0 && texts.Size > limit {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		texts.All = append(texts.All, string(content))
		texts.Size += len(content)
		return nil
	})
	return texts, err
}

// Profile writes a CPU profile of some rounds of work to a file.
func Profile(path string, rounds int, work func()) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	for range rounds {
		work()
	}
	pprof.StopCPUProfile()
	return file.Close()
}

// Time is how long work takes.
func Time(work func()) time.Duration {
	runtime.GC()
	start := time.Now()
	work()
	return time.Since(start)
}

// Row is a line of the table that Print prints: what worked, on which texts, and the
// best round.
type Row struct {
	Name  string
	Texts Texts
	Best  time.Duration
}

// Rate is in megabytes a second.
func (r *Row) Rate() float64 { return float64(r.Texts.Size) / 1e6 / r.Best.Seconds() }

// Print prints a Markdown table, and the ratio of the first row to the last. It returns
// the ratio.
func Print(title string, rows ...Row) float64 {
	fmt.Printf("| %s | files | MB | best round | MB/s |\n| --- | --- | --- | --- | --- |\n", title)
	for i := range rows {
		row := &rows[i]
		fmt.Printf("| %s | %d | %.2f | %v | %.1f |\n", row.Name, len(row.Texts.All), float64(row.Texts.Size)/1e6, row.Best.Round(time.Millisecond/10), row.Rate())
	}
	ratio := rows[0].Rate() / rows[len(rows)-1].Rate()
	fmt.Printf("\nratio: %.2f\n", ratio)
	return ratio
}
