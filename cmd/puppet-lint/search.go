package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/english"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// searchFlags are the arguments of a search besides its pattern.
type searchFlags struct {
	replace              string
	parts, where         []string
	inside, not, without []string
	diff, write          bool
	format, color        string
}

// searchCommand searches code by its structure, and optionally replaces the matches.
func searchCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("search")
	var s searchFlags
	f.set.StringVar(&s.replace, "replace", "", "replace each match with `CODE`, in which $NAME is what the pattern captured and $MATCH the whole match")
	f.set.StringArrayVar(&s.parts, "set", nil, "with `NAME=CODE`: replace only what $NAME captured; may be repeated")
	f.set.StringArrayVar(&s.where, "where", nil, "keep only matches where REGEXP matches what $NAME captured, as `NAME=REGEXP`; may be repeated")
	f.set.StringArrayVar(&s.inside, "inside", nil, "`PATTERN` must match code around the match; may be repeated: one of the patterns must match")
	f.set.StringArrayVar(&s.not, "not-inside", nil, "`PATTERN` must not match code around the match; may be repeated")
	f.set.StringArrayVar(&s.without, "unless", nil, "`PATTERN` must not match the same code; may be repeated")
	f.set.BoolVar(&s.diff, "diff", false, "change nothing; print a diff of what --replace or --set would change")
	f.set.BoolVar(&s.write, "write", false, "write the replacements")
	f.set.StringVar(&s.format, "format", "text", "print the matches as `FORM`: text or json")
	f.set.StringVar(&s.color, "color", "auto", "use colour `WHEN`: auto, always, never")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	f.hideUnused()
	paths, status, done := f.parse(env, "search", arguments)
	if done {
		return status
	}
	switch {
	case len(paths) == 0:
		return env.usage("search needs a pattern")
	case s.format != "text" && s.format != "json":
		return env.usage("search: --format is text or json, not %q", s.format)
	case (s.diff || s.write) && s.replace == "" && len(s.parts) == 0:
		return env.usage("search: --diff and --write need --replace or --set")
	case s.diff && s.write:
		return env.usage("search: --diff changes nothing; remove --write")
	}
	search, err := s.compile(paths[0])
	if err != nil {
		return env.usage("search: %v", err)
	}
	paths = paths[1:]
	f.files = lint.Confine(env.folder, paths)
	progress := newProgress(env, "searched", false)
	found := lint.SearchFiles(context.Background(), lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: *jobs, Progress: progress.update}, search)
	progress.clear()
	return env.showSearch(f.files, found, &s)
}

// showSearch prints the matches, prints a diff of their replacements or writes those, as the flags
// ask, and returns the exit status.
func (env *environment) showSearch(files *source.Confined, found *lint.Searched, s *searchFlags) int {
	failures := found.Failures
	switch {
	case s.diff:
		report.WriteDiff(env.stdout, found.Changes, env.colors(s.color))
	case s.write:
		changed := len(found.Changes)
		for _, change := range found.Changes {
			// A file that may not be written does not keep the others from being written.
			failed := lint.WriteChanges(env.writer, files, []lint.Change{change}, nil)
			failures = append(failures, failed...)
			changed -= len(failed)
		}
		fmt.Fprintf(env.stderr, "changed %s\n", english.Count(changed, "file"))
	case s.format == "json":
		if err := writeMatches(env, found.Matches); err != nil {
			return env.fail(err)
		}
	default:
		env.printMatches(found.Matches)
	}
	status := env.printFailures(failures)
	if status == exitClean && !s.write && len(found.Matches) > 0 {
		return exitFindings
	}
	return status
}

// printMatches prints each match on a line, and its captures below it.
func (env *environment) printMatches(matches []lint.TriedMatch) {
	for _, match := range matches {
		fmt.Fprintf(env.stdout, "%s:%d:%d: %s\n", source.ShownFirst(match.Path), match.Position.Line, match.Position.Column, source.Shown(match.Code))
		for _, capture := range match.Captures {
			fmt.Fprintf(env.stdout, "    $%s = %s\n", capture[0], source.Shown(capture[1]))
		}
	}
}

// compile compiles the patterns.
func (s *searchFlags) compile(text string) (*lint.Search, error) {
	search := &lint.Search{Rule: &pattern.Rule{Where: map[string]*pattern.Condition{}}}
	var captures []string
	for _, of := range []struct {
		flag  string
		texts []string
		into  *[]*pattern.Pattern
	}{{"", []string{text}, &search.Rule.Patterns}, {"--inside: ", s.inside, &search.Rule.Inside}, {"--not-inside: ", s.not, &search.Rule.NotInside}, {"--unless: ", s.without, &search.Rule.Unless}} {
		for _, text := range of.texts {
			compiled, err := pattern.Compile(text)
			if err != nil {
				return nil, fmt.Errorf("%s%w", of.flag, withPosition(text, err))
			}
			*of.into = append(*of.into, compiled)
			if of.flag == "" || of.flag == "--inside: " {
				captures = append(captures, compiled.Captures()...)
			}
		}
	}
	for _, condition := range s.where {
		name, expression, ok := strings.Cut(strings.TrimPrefix(condition, "$"), "=")
		if !ok || !slices.Contains(captures, name) {
			return nil, fmt.Errorf("--where %s: write NAME=REGEXP, where the pattern captures $NAME", condition)
		}
		compiled, err := pattern.CompileExpression(expression)
		if err != nil {
			return nil, fmt.Errorf("--where %s: %w", condition, err)
		}
		search.Rule.Where[name] = &pattern.Condition{Matches: compiled}
	}
	return search, s.compileReplacements(search, captures)
}

func (s *searchFlags) compileReplacements(search *lint.Search, captures []string) error {
	if s.replace != "" && len(s.parts) > 0 {
		return errors.New("--replace and --set cannot be used together")
	}
	if s.replace != "" {
		template, err := pattern.CompileTemplate(s.replace, captures)
		if err != nil {
			return fmt.Errorf("--replace: %w", err)
		}
		if search.Rule.Patterns[0].IsPartial() && !template.UsesWhole() {
			return errors.New("--replace: the matched code may contain more than the pattern describes, which would be lost; use $MATCH for the whole match, or --set NAME=CODE")
		}
		search.Replacement.Whole = template
	}
	for _, part := range s.parts {
		name, code, ok := strings.Cut(strings.TrimPrefix(part, "$"), "=")
		if !ok || !slices.Contains(captures, name) {
			return fmt.Errorf("--set %s: write NAME=CODE, where the pattern captures $NAME", part)
		}
		template, err := pattern.CompileTemplate(code, captures)
		if err != nil {
			return fmt.Errorf("--set %s: %w", part, err)
		}
		search.Replacement.Parts = append(search.Replacement.Parts, pattern.PartReplacement{Capture: name, Text: template})
	}
	return nil
}

// withPosition adds the position in the pattern to an error.
func withPosition(text string, err error) error {
	var problem *pattern.Error
	if !errors.As(err, &problem) {
		return err
	}
	at := source.NewFile("", text).Position(problem.Offset)
	return fmt.Errorf("the pattern, line %d, column %d: %s", at.Line, at.Column, problem.Message)
}

// writeMatches prints matches as JSON. Columns are in characters.
func writeMatches(env *environment, matches []lint.TriedMatch) error {
	type one struct {
		File     string            `json:"file"`
		Line     int               `json:"line"`
		Column   int               `json:"column"`
		Code     string            `json:"code"`
		Captures map[string]string `json:"captures"`
	}
	all := make([]one, len(matches))
	for i, match := range matches {
		all[i] = one{match.Path, match.Position.Line, match.Position.Column, match.Code, map[string]string{}}
		for _, capture := range match.Captures {
			all[i].Captures[capture[0]] = capture[1]
		}
	}
	return source.WriteJSON(env.stdout, all, "  ")
}
