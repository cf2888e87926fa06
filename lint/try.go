package lint

import (
	"fmt"
	"strings"

	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Tried holds the matches of a rule's patterns in some files.
type Tried struct {
	Matches []TriedMatch
	// Reason explains on one line why nothing matches. Closest is the code that the reason
	// refers to, with its location. Both are empty if something matches.
	Reason, Closest string
	// Broken lists the files that could not be parsed.
	Broken []string
}

// TriedMatch is one match: its location, its first line, and the captures as pairs of a
// metavariable and its text.
type TriedMatch struct {
	Path     string
	Position source.Position
	Code     string
	Captures [][2]string
	// NotReplaced explains why the replacement is not made; "" if it is, or if there is none.
	NotReplaced string
}

// TryPatterns matches a rule against files, and explains why nothing matches, or why a match
// is not replaced.
func TryPatterns(search *Search, files []*source.File) *Tried {
	rule := search.Rule
	tried := &Tried{}
	kinds := map[syntax.Kind]bool{}
	for _, kind := range rule.Kinds() {
		kinds[kind] = true
	}
	var parsed []*syntax.File
	for _, text := range files {
		file := syntax.Parse(text, optionsFor(text))
		if broken(file) {
			at := text.Position(file.Errors[0].Span.Start)
			tried.Broken = append(tried.Broken, fmt.Sprintf("%s:%d:%d: %s; the code after it may not be searched", text.Name, at.Line, at.Column, file.Errors[0].Message))
		}
		parsed = append(parsed, file)
		work := pattern.NewWork(file, nil)
		syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
			if kinds[cursor.Node().Kind()] {
				around := func(n int) syntax.Node { return cursor.Ancestor(n + 1) }
				rule.Find(work, cursor.Node(), around, func(match *pattern.Match) bool {
					tried.add(search, file, match)
					return true
				})
			}
			return true
		}, nil)
	}
	if len(tried.Matches) == 0 {
		tried.explain(rule, parsed)
	}
	return tried
}

func (t *Tried) add(search *Search, file *syntax.File, match *pattern.Match) {
	span := file.Extent(match.Node)
	made := TriedMatch{Path: file.Source.Name, Position: file.Source.Position(span.Start), Code: firstLine(file.Source.Slice(span))}
	if why := search.Replacement.Refused(file, match); why != "" {
		made.NotReplaced = "the replacement " + why
	}
	for i := range match.Captures {
		capture := &match.Captures[i]
		made.Captures = append(made.Captures, [2]string{capture.Name(), source.OneLine(capture.Text())})
	}
	t.Matches = append(t.Matches, made)
}

func firstLine(text string) string {
	line, rest, _ := strings.Cut(text, "\n")
	if line = strings.TrimRight(line, " \t\r"); rest != "" {
		line += " …"
	}
	return line
}

// explain finds the closest near miss in all files.
func (t *Tried) explain(rule *pattern.Rule, files []*syntax.File) {
	var best *pattern.Miss
	var in *syntax.File
	for _, file := range files {
		miss := rule.Explain(file)
		if miss != nil && (best == nil || miss.Depth > best.Depth) {
			best, in = miss, file
		}
	}
	if best == nil {
		return
	}
	t.Reason = best.Reason
	if best.Node != nil {
		span := in.Extent(best.Node)
		at := in.Source.Position(span.Start)
		t.Closest = fmt.Sprintf("%s:%d:%d: %s", in.Source.Name, at.Line, at.Column, firstLine(in.Source.Slice(span)))
	}
}
