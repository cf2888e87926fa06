package lint

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"puppet-lint/internal/effort"
)

// countdown is a context that is cancelled once its error has been read a number of times. On one
// core, that is the same point of a run, whatever else the machine does.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledSessionFindsWhatRunFinds changes files at random, as TestSessionFindsWhatRunFinds
// does, and cancels most runs at a random point. The next run that is not cancelled must find what
// a run from the start finds, and must report every file whose findings have changed since the last
// complete run.
func TestCancelledSessionFindsWhatRunFinds(t *testing.T) {
	archives, err := filepath.Glob("../checker/*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("there are no trees", err)
	}
	var cancelled, done atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d runs were cancelled, %d were not", cancelled.Load(), done.Load())
		// The first runs of a tree are rarely cancelled: how long they take is not known yet.
		if cancelled.Load() < done.Load()/4 {
			t.Error("too few runs were cancelled")
		}
	})
	for i, archive := range archives {
		if (i+1)%2 >= effort.Rounds(1, 2) {
			continue // TestSessionFindsWhatRunFinds changes it
		}
		t.Run(filepath.Base(archive), func(t *testing.T) {
			t.Parallel()
			tree := newChangingTree(t, archive, seedOf(archive)+1)
			tree.strict = seedOf(archive)%2 == 0
			session := Session{Early: seedOf(archive)%3 > 0, First: func(*Result, map[string]bool) {}}
			if _, err := session.Run(t.Context(), tree.options()); err != nil {
				t.Fatal(err)
			}
			before := findingsByFile(freshRun(t, tree.options()))
			var since []string
			points := int64(200)
			for range effort.Rounds(2, 10) {
				for range 1 + tree.random.IntN(3) {
					paths, what := tree.change(t)
					since = append(since, what)
					ctx := &countdown{Context: t.Context()}
					ctx.left.Store(tree.random.Int64N(points))
					asked := ctx.left.Load()
					result, _, err := session.Rerun(ctx, paths)
					switch {
					case err != nil:
						cancelled.Add(1)
						since = append(since, "a run is cancelled")
						points = max(points/2, 20)
						continue
					case result != nil:
						points = max(2*(asked-ctx.left.Load()), 20)
					default:
						since = append(since, "everything is looked at again")
						if _, err := session.Run(t.Context(), tree.options()); err != nil {
							t.Fatal(err)
						}
					}
					done.Add(1)
					before = nil
				}
				result, again, err := session.Rerun(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				fresh := freshRun(t, tree.options())
				if got, want := findingLines(result), findingLines(fresh); !slices.Equal(got, want) {
					t.Fatalf("after\n%s\nunexpected:\n%s\nmissing:\n%s", strings.Join(since, "\n"), strings.Join(missingIn(got, want), "\n"), strings.Join(missingIn(want, got), "\n"))
				}
				now := findingsByFile(fresh)
				for path, lines := range now {
					if before != nil && !again[path] && !slices.Equal(lines, before[path]) {
						t.Fatalf("after\n%s\nit does not report %s again, of which it finds\n%s\nand not\n%s", strings.Join(since, "\n"), path, strings.Join(lines, "\n"), strings.Join(before[path], "\n"))
					}
				}
				before = now
			}
		})
	}
}

// findingsByFile are the findings in each file that was looked at.
func findingsByFile(result *Result) map[string][]string {
	byFile := map[string][]string{}
	for _, path := range result.Files {
		byFile[path] = nil
	}
	lines := findingLines(result)
	for i := range result.Findings {
		path := result.Findings[i].File.Name
		byFile[path] = append(byFile[path], lines[i])
	}
	return byFile
}

// TestCancelledAtAnyTime cancels the runs of a session from another goroutine, for the
// race detector.
func TestCancelledAtAnyTime(t *testing.T) {
	tree := newChangingTree(t, "../checker/documents/testdata/data.txtar", 3)
	session := Session{Early: true, First: func(*Result, map[string]bool) {}}
	if _, err := session.Run(t.Context(), tree.options()); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		paths, _ := tree.change(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(tree.random.IntN(3000))*time.Microsecond)
		result, _, err := session.Rerun(ctx, paths)
		cancel()
		if result == nil && err == nil {
			if _, err := session.Run(t.Context(), tree.options()); err != nil {
				t.Fatal(err)
			}
		}
	}
	result, _, err := session.Rerun(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := findingLines(result), findingLines(freshRun(t, tree.options())); !slices.Equal(got, want) {
		t.Errorf("unexpected:\n%s\nmissing:\n%s", strings.Join(missingIn(got, want), "\n"), strings.Join(missingIn(want, got), "\n"))
	}
}
