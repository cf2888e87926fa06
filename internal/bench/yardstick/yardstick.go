//go:build develop

// Package yardstick measures work on the manifests of a corpus, compared with the same work of
// Go's own library on its sources: on one core, with all texts in memory. The programs under
// internal/bench use it for such comparisons.
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

// Texts are files of one kind, with their total number of bytes.
type Texts struct {
	All  []string
	Size int
}

// Load limits the program to one core. It reads the manifests below a folder, and about
// multiple times as many bytes of Go's library.
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

// read reads all files with an extension, up to about limit bytes unless limit is 0.
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

// Time returns how long work takes.
func Time(work func()) time.Duration {
	runtime.GC()
	start := time.Now()
	work()
	return time.Since(start)
}

// Row is a line of the table of Print: the program, the texts, and the best round.
type Row struct {
	Name  string
	Texts Texts
	Best  time.Duration
}

// Rate returns the speed in megabytes per second.
func (r *Row) Rate() float64 { return float64(r.Texts.Size) / 1e6 / r.Best.Seconds() }

// Print prints a Markdown table. It returns the ratio of the first row to the last.
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
