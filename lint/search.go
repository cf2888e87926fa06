package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Search is the code to search for, and its replacement.
type Search struct {
	Rule *pattern.Rule
	// Replacement is what replaces the matches.
	Replacement pattern.Replacement
}

// Searched is the result of a search.
type Searched struct {
	Matches []TriedMatch
	// Changes are the files changed by the replacements.
	Changes  []Change
	Failures []Failure
}

// SearchFiles searches manifests and templates for code. The matches are in the order of the
// files.
func SearchFiles(ctx context.Context, options Options, search *Search) *Searched {
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return &Searched{Failures: []Failure{{Message: err.Error()}}}
	}
	r.settings = settings
	r.findFiles()
	files := slices.DeleteFunc(slices.Clone(r.files), func(path string) bool { return !isPuppet(path) })
	found := make([]Searched, len(files))
	var done atomic.Int64
	err = parallel.Each(ctx, cmp.Or(options.Jobs, runtime.GOMAXPROCS(0)), len(files), func(i int) {
		r.searchFile(files[i], search, &found[i])
		if options.Progress != nil {
			options.Progress(int(done.Add(1)), len(files))
		}
	})
	if err != nil {
		return &Searched{Failures: []Failure{{Message: err.Error()}}}
	}
	all := &Searched{}
	for _, one := range found {
		all.Matches = append(all.Matches, one.Matches...)
		all.Changes = append(all.Changes, one.Changes...)
		all.Failures = append(all.Failures, one.Failures...)
	}
	all.Failures = append(all.Failures, r.result.Failures...)
	return all
}

// searchFile searches one file for code.
func (r *run) searchFile(path string, search *Search, into *Searched) {
	fail := func(err error) { into.Failures = append(into.Failures, Failure{Path: path, Message: err.Error()}) }
	context, err := r.context(path)
	if err != nil {
		fail(err)
		return
	}
	manifest := context.modules.Manifests.At(path)
	if manifest.Err != nil {
		fail(errors.New(source.Explain(manifest.Err)))
		return
	}
	damage := manifest.Damage()
	if damage != nil {
		into.Failures = append(into.Failures, Failure{Path: path, Notice: true, Message: fmt.Sprintf("%s:%s; only code that the syntax error does not affect is searched", r.shown(path), syntaxErrorIn(manifest.File))})
	}
	kinds := map[syntax.Kind]bool{}
	for _, kind := range search.Rule.Kinds() {
		kinds[kind] = true
	}
	work := pattern.NewWork(manifest.File, typerOf(context, manifest, search.Rule))
	var edits []diag.Edit
	syntax.Walk(manifest.Program, func(cursor *syntax.Cursor) bool {
		if kinds[cursor.Node().Kind()] && (damage == nil || damage.IsIntact(manifest.Extent(cursor.Node()))) {
			around := func(n int) syntax.Node { return cursor.Ancestor(n + 1) }
			search.Rule.Find(work, cursor.Node(), around, func(match *pattern.Match) bool {
				tried := &Tried{}
				tried.add(search, manifest.File, match)
				tried.Matches[0].Path = path
				if why := tried.Matches[0].NotReplaced; why != "" {
					at := tried.Matches[0].Position
					into.Failures = append(into.Failures, Failure{Path: path, Notice: true, Message: fmt.Sprintf("%s:%d:%d: not replaced: %s", r.shown(path), at.Line, at.Column, why)})
				}
				into.Matches = append(into.Matches, tried.Matches[0])
				for _, edit := range search.Replacement.Edits(manifest.File, match) {
					work.Wrote(len(edit.NewText))
					edits = append(edits, edit)
				}
				return true
			})
		}
		return true
	}, nil)
	if work.GaveUp(search.Rule) {
		into.Failures = append(into.Failures, Failure{Path: path, Notice: true, Message: r.shown(path) + ": not searched completely, because the pattern can match in too many ways"})
	}
	if len(edits) == 0 {
		return
	}
	if damage != nil {
		fail(fmt.Errorf("%s: nothing is replaced in a file with a syntax error", r.shown(path)))
		return
	}
	text := diag.Apply(manifest.Source, withoutOverlaps(edits))
	if why := brokenBy(manifest.Source, text); why != "" {
		fail(fmt.Errorf("%s: %s after the replacement; the file is left alone", path, why))
		return
	}
	if text != manifest.Source.Text {
		into.Changes = append(into.Changes, Change{Path: path, Before: manifest.Source.Text, After: text})
	}
}

// typerOf returns a function that tests the types of a manifest's expressions. It returns nil
// if the pattern does not use types. The types are inferred on first use.
func typerOf(context *fileContext, manifest *module.Manifest, rule *pattern.Rule) pattern.Typer {
	if len(rule.Types()) == 0 {
		return nil
	}
	inferred := sync.OnceValue(func() *infer.Types {
		return infer.WithoutFindings(context.modules, manifest, checker.Options{TargetVersion: context.target, Workers: 1})
	})
	return func(node syntax.Node, typeText string) bool { return inferred().Fits(node, typeText) }
}

// withoutOverlaps drops edits that overlap a preceding one. A later search can replace matches
// within the replaced text.
func withoutOverlaps(edits []diag.Edit) []diag.Edit {
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return int(a.Span.Start) - int(b.Span.Start) })
	var kept []diag.Edit
	for _, edit := range edits {
		if last := len(kept) - 1; last >= 0 && edit.Span.Start < kept[last].Span.End {
			continue
		}
		if last := len(kept) - 1; last >= 0 && edit.Span == kept[last].Span {
			continue
		}
		kept = append(kept, edit)
	}
	return kept
}
