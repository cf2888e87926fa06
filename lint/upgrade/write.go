package upgrade

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// maxPasses bounds how often files are fixed and checked again: a fix may allow another.
const maxPasses = 4

// write applies the fixes, those of metadata.json last. It returns the remaining findings.
func (r *run) write(first *Outcome) (*Outcome, error) {
	original, texts := map[string]*source.File{}, map[string]string{}
	outcome := first
	refused := map[string]bool{}
	for range maxPasses {
		if !r.apply(outcome, texts, original, refused) {
			break
		}
		if err := r.revertRegressions(texts, refused); err != nil {
			return nil, err
		}
		var err error
		if outcome, err = r.compareWith(texts); err != nil {
			return nil, err
		}
	}
	notices, err := r.writeRanges(outcome, texts, original)
	if err != nil {
		return nil, err
	}
	if len(texts) > 0 {
		if outcome, err = r.compareWith(texts); err != nil {
			return nil, err
		}
	}
	outcome.Notices = append(outcome.Notices, notices...)
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if texts[path] == original[path].Text {
			continue
		}
		outcome.Changes = append(outcome.Changes, lint.Change{Path: path, Before: original[path].Text, After: texts[path]})
		if r.Dry {
			continue
		}
		if err := lint.Replace(r.Writer, r.Files, original[path], texts[path]); err != nil {
			outcome.Result.Failures = append(outcome.Result.Failures, lint.Failure{Path: path, Message: err.Error()})
		}
	}
	return outcome, nil
}

// apply applies the fixes in code and data to texts, except in refused files. It reports
// whether any fix was applied.
func (r *run) apply(outcome *Outcome, texts map[string]string, original map[string]*source.File, refused map[string]bool) bool {
	var fixes []diag.Fix
	for _, finding := range outcome.Result.Findings {
		if fix := r.fixOf(finding); fix != nil && finding.Rule.Name != outdated && !refused[finding.File.Name] {
			fixes = append(fixes, *fix)
		}
	}
	merged, _ := diag.Merge(fixes)
	for file, edits := range merged {
		if original[file.Name] == nil {
			original[file.Name] = file
		}
		texts[file.Name] = diag.Apply(file, edits)
	}
	return len(merged) > 0
}

// revertRegressions reverts the changes of files that have more errors with them than without. It
// compares with the target versions of the modules, under both the new and the old version of
// Puppet.
func (r *run) revertRegressions(texts map[string]string, refused map[string]bool) error {
	after := overridesOf(r.Targets)
	for _, overrides := range []module.VersionOverrides{after, {Puppet: r.overridesBefore(r.Targets).Puppet, Modules: after.Modules}} {
		before, err := r.runWith(overrides, nil)
		if err != nil {
			return err
		}
		after, err := r.runWith(overrides, texts)
		if err != nil {
			return err
		}
		had, has := mistakes(before), mistakes(after)
		for path, count := range has {
			if count > had[path] {
				delete(texts, path)
				refused[path] = true
			}
		}
	}
	return nil
}

// mistakes returns the number of errors in each file.
func mistakes(result *lint.Result) map[string]int {
	counts := map[string]int{}
	for _, finding := range result.Findings {
		if finding.Severity == diag.Error && !finding.Suppressed {
			counts[finding.File.Name]++
		}
	}
	return counts
}

// writeRanges extends the ranges in the metadata if no error is left. It raises a lower end if
// the changed code no longer works with the versions there.
func (r *run) writeRanges(outcome *Outcome, texts map[string]string, original map[string]*source.File) ([]string, error) {
	left, hasRange := 0, false
	for _, finding := range outcome.Result.Findings {
		hasRange = hasRange || finding.Rule.Name == outdated
		if finding.Rule.Name != outdated && finding.Severity == diag.Error {
			left++
		}
	}
	if left > 0 {
		if !hasRange {
			return nil, nil
		}
		return []string{"metadata.json is unchanged: " + english.Count(left, "error") + " left"}, nil
	}
	lowest, err := r.lowestWorking(texts)
	if err != nil {
		return nil, err
	}
	ranges := newRanges()
	for _, finding := range outcome.Result.Findings {
		if fix := r.fixOf(finding); fix != nil && finding.Rule.Name == outdated {
			ranges.set(finding.File, fix.Edits[0].Span, fix.Edits[0].NewText)
		}
	}
	for _, owner := range r.checkedModules(r.plain) {
		for _, target := range r.Targets {
			wanted := rangeNode(owner, target)
			if major := lowest[raised{owner.Folder, target.String()}]; major > 0 && wanted != nil {
				ranges.raise(r.asGiven(owner.Metadata().Document.File), wanted.Span, major)
			}
		}
	}
	ranges.apply(texts, original)
	return nil, nil
}

// raised is a range whose lower end must be raised.
type raised struct{ folder, target string }

// lowestWorking returns the major versions that ranges must begin with, because the fixed code
// does not work with older ones although the original code did.
func (r *run) lowestWorking(texts map[string]string) (map[raised]int64, error) {
	lowest := map[raised]int64{}
	if len(texts) == 0 {
		return lowest, nil
	}
	for _, target := range r.Targets {
		if target.Module == nil {
			continue
		}
		wanted := target.Module.In(target.Module.Allowed)[0]
		for i, version := range target.Module.Versions {
			if version.Compare(wanted) >= 0 {
				continue
			}
			overrides := module.VersionOverrides{Modules: []*known.View{target.Module.View(1 << i)}}
			before, err := r.runWith(overrides, nil)
			if err != nil {
				return nil, err
			}
			after, err := r.runWith(overrides, texts)
			if err != nil {
				return nil, err
			}
			had, has := mistakes(before), mistakes(after)
			for path, count := range has {
				if owner := r.moduleOf(r.plain, path); owner != nil && count > had[path] {
					lowest[raised{owner.Folder, target.String()}] = version.Major + 1
				}
			}
		}
	}
	return lowest, nil
}

// ranges holds the new version ranges, quoted, by file and span.
type ranges struct {
	files map[string]*source.File
	texts map[string]map[source.Span]string
}

func newRanges() *ranges {
	return &ranges{map[string]*source.File{}, map[string]map[source.Span]string{}}
}

func (s *ranges) set(file *source.File, at source.Span, text string) {
	if s.files[file.Name] == nil {
		s.files[file.Name], s.texts[file.Name] = file, map[source.Span]string{}
	}
	s.texts[file.Name][at] = text
}

// lowerBound matches the lower end of a range.
var lowerBound = lazyregexp.New(`>=?\s*[0-9][0-9.xX]*`)

// raise sets the lower end of a range to a major version.
func (s *ranges) raise(file *source.File, at source.Span, major int64) {
	text, changed := s.texts[file.Name][at]
	if !changed {
		text = file.Slice(at)
	}
	text = lowerBound.ReplaceAllString(text, fmt.Sprintf(">= %d.0.0", major))
	if _, err := types.ParseVersionRange(strings.Trim(text, `"`)); err == nil && !strings.Contains(text, "||") {
		s.set(file, at, text)
	}
}

// apply adds the changed texts of the files to texts.
func (s *ranges) apply(texts map[string]string, original map[string]*source.File) {
	for path, file := range s.files {
		fix := diag.Fix{}
		for at, text := range s.texts[path] {
			fix.Edits = append(fix.Edits, diag.Replace(file, at, text))
		}
		edits, _ := diag.Merge([]diag.Fix{fix})
		original[path], texts[path] = file, diag.Apply(file, edits[file])
	}
}
