//go:build develop

package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/cputime"
	"puppet-lint/lint"
	"puppet-lint/source"
)

type files struct {
	source.FileSystem
	path string
	file *source.File
}

func (f *files) Read(path string) (*source.File, error) {
	if path == f.path {
		return f.file, nil
	}
	return f.FileSystem.Read(path)
}

const typed = `  $typed = $facts['os']['family'] ? { 'Debian' => [1, 2], default => [] }
  file { "/srv/typed/${title}":
    ensure => directory, # as it was
  }
  if $typed =~ Array[Integer] { include typed }
`

type gap struct {
	took  time.Duration
	stack string
	from  string
}

type gapContext struct {
	context.Context
	mutex sync.Mutex
	last  time.Duration
	from  []uintptr
	gaps  []gap
}

func stackOf(pcs []uintptr) string {
	var b strings.Builder
	frames := runtime.CallersFrames(pcs)
	for i := 0; i < 9; i++ {
		f, more := frames.Next()
		fmt.Fprintf(&b, " < %s:%d", strings.TrimPrefix(f.Function, "puppet-lint/"), f.Line)
		if !more {
			break
		}
	}
	return b.String()
}

func (g *gapContext) Err() error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	now := cputime.Used()
	pcs := make([]uintptr, 16)
	pcs = pcs[:runtime.Callers(2, pcs)]
	if took := now - g.last; took > 4*time.Millisecond && g.from != nil {
		g.gaps = append(g.gaps, gap{took, stackOf(pcs), stackOf(g.from)})
	}
	g.last, g.from = now, pcs
	return nil
}

type key struct {
	path         string
	at           int
	own, total   time.Duration
	again        int
	firstDiffers string
	said         bool
}

func lines(r *lint.Result, path string) []string {
	var out []string
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.File.Name == path && !f.Suppressed {
			out = append(out, fmt.Sprintf("%d %s %s", f.Span.Start, f.Rule.Name, f.Message))
		}
	}
	slices.Sort(out)
	return out
}

func main() {
	folder := flag.String("modules", "/tmp/ci/corpus/modules", "")
	n := flag.Int("files", 12, "")
	offset := flag.Int("offset", 0, "")
	profile := flag.String("profile", "", "")
	worst := flag.Int("worst", 15, "")
	rest := flag.Bool("rest", false, "")
	only := flag.String("only", "", "")
	showGaps := flag.Bool("gaps", false, "")
	flag.Parse()
	fsys := &files{FileSystem: lint.ConfineFolder(*folder)}
	options := lint.Options{Files: fsys, Folder: *folder, Paths: []string{*folder}, KeepBaseline: true, Resolver: config.NewResolver(fsys, *folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})}
	var manifests []string
	filepath.WalkDir(*folder, func(path string, e fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".pp") {
			manifests = append(manifests, path)
		}
		return nil
	})
	var ctx context.Context = context.Background()
	gaps := &gapContext{Context: ctx}
	if *showGaps {
		ctx = gaps
		runtime.GOMAXPROCS(1)
	}
	var session lint.Session
	session.AgainOnly = true
	started := cputime.Used()
	if _, err := session.Run(ctx, options); err != nil {
		panic(err)
	}
	fmt.Println(len(manifests), "manifests; whole run", cputime.Used()-started)
	if *profile != "" {
		f, _ := os.Create(*profile)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	var keys []key
	var k *key
	var from time.Duration
	var firstLines []string
	session.First = func(result *lint.Result, again map[string]bool) {
		k.own, k.said = cputime.Used()-from, true
		firstLines = lines(result, k.path)
	}
	if *only != "" {
		manifests = slices.DeleteFunc(manifests, func(p string) bool { return !strings.Contains(p, *only) })
	}
	step := (len(manifests) + *n - 1) / *n
	for at := *offset; at < len(manifests); at += step {
		path := manifests[at]
		original, _ := fsys.FileSystem.Read(path)
		text := original.Text
		fsys.path = path
		where := strings.Index(text, "{\n") + 2
		if where < 2 {
			where = 0
		}
		do := func(text string, i int) {
			fsys.file = source.NewFile(path, text)
			keys = append(keys, key{path: path, at: i})
			k = &keys[len(keys)-1]
			from = cputime.Used()
			gaps.last, gaps.from = from, nil
			result, again, err := session.Rerun(ctx, []string{path})
			k.total = cputime.Used() - from
			if err != nil || result == nil {
				fmt.Println("WHOLE", path, i, err)
				session.Run(ctx, options)
				return
			}
			k.again = len(again)
			if !k.said {
				k.own = k.total
			} else if final := lines(result, path); !slices.Equal(final, firstLines) {
				k.firstDiffers = fmt.Sprint("\n  first ", strings.Join(firstLines, "\n   "), "\n  final ", strings.Join(final, "\n   "))
			}
		}
		for i := range typed {
			do(text[:where]+typed[:i+1]+text[where:], i)
			if *rest && i%10 == 0 {
				session.Rest(ctx)
			}
		}
		do(text, -1)
		fsys.path = ""
	}
	show := func(name string, of func(k key) time.Duration) {
		var all []time.Duration
		for _, k := range keys {
			all = append(all, of(k))
		}
		slices.Sort(all)
		var sum time.Duration
		for _, one := range all {
			sum += one
		}
		at := func(share float64) time.Duration {
			return all[min(len(all)-1, int(share*float64(len(all))))].Round(10 * time.Microsecond)
		}
		fmt.Println(name, len(all), "mean", (sum / time.Duration(len(all))).Round(10*time.Microsecond), "median", at(.5), "75%", at(.75), "90%", at(.9), "95%", at(.95), "99%", at(.99), "max", at(1))
	}
	slices.SortFunc(gaps.gaps, func(a, b gap) int { return int(b.took - a.took) })
	for _, g := range gaps.gaps[:min(14, len(gaps.gaps))] {
		fmt.Println(g.took, "\n   from", g.from, "\n   to  ", g.stack)
	}
	fmt.Println(len(gaps.gaps), "gaps over 4 ms")
	show("own  ", func(k key) time.Duration { return k.own })
	show("total", func(k key) time.Duration { return k.total })
	differs := 0
	said := 0
	for _, k := range keys {
		if k.firstDiffers != "" {
			if differs < 5 {
				fmt.Println("DIFFERS", k.path, k.at, k.firstDiffers)
			}
			differs++
		}
		if k.said {
			said++
		}
	}
	fmt.Println("first differs:", differs, "of", said)
	slices.SortFunc(keys, func(a, b key) int { return int(b.own - a.own) })
	for _, k := range keys[:min(*worst, len(keys))] {
		what := "restore"
		if k.at >= 0 {
			what = fmt.Sprintf("%q", typed[max(0, k.at-12):k.at+1])
		}
		fmt.Println(k.own, k.total, k.again, strings.TrimPrefix(k.path, *folder), what)
	}
}
