//go:build develop

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// counted holds the number of lines of a module, and how many of them change: because a layout
// check demands it, and for other reasons.
type counted struct{ lines, demanded, others int }

// similarity formats the newest releases of the modules that run the Vox Pupuli checks. It lists
// the changed lines: those that a layout check demands, by check, and the others, by construct.
func (p *program) similarity(texts []text) error {
	texts = newest(texts)
	asked, err := p.askedFor(texts)
	if err != nil {
		return err
	}
	s := similarities{byCheck: map[string]int{}, byConstruct: map[string]int{}, examples: map[string]string{}, modules: map[string]*counted{}}
	for _, t := range texts {
		file := syntax.Parse(source.NewFile(t.name, t.text), t.options)
		edits, err := format.File(file, format.DefaultOptions())
		if err != nil {
			continue
		}
		s.lines += lineCount(t.text)
		name, _, _ := strings.Cut(filepath.ToSlash(t.name), "/")
		if s.modules[name] == nil {
			s.modules[name] = &counted{}
		}
		module := s.modules[name]
		module.lines += lineCount(t.text)
		changed := map[int]string{}
		for _, edit := range edits {
			for line, construct := range constructs(file, edit) {
				if before, isChanged := changed[line]; !isChanged || rank(construct) < rank(before) {
					changed[line] = construct
				}
			}
		}
		for line, construct := range changed {
			if rule := asked[filepath.ToSlash(t.name)][line]; rule != "" {
				s.byCheck[rule]++
				module.demanded++
				continue
			}
			module.others++
			s.byConstruct[construct]++
			place := fmt.Sprintf("%s:%d", t.name, line)
			if p.similar {
				fmt.Printf("  %s: %s\n", place, construct)
			}
			if s.examples[construct] == "" || place < s.examples[construct] {
				s.examples[construct] = place
			}
		}
	}
	s.print(len(texts))
	return nil
}

// similarities counts changed lines by the check that demands them, and the others by construct, with
// an example of each.
type similarities struct {
	lines                int
	byCheck, byConstruct map[string]int
	examples             map[string]string
	modules              map[string]*counted
}

// print prints the counts. files is the number of files that were asked for.
func (s *similarities) print(files int) {
	var clean counted
	for _, module := range s.modules {
		if module.demanded == 0 {
			clean.lines, clean.others, clean.demanded = clean.lines+module.lines, clean.others+module.others, clean.demanded+1
		}
	}
	fmt.Printf("%d modules, in %d of which no layout check finds anything: %d of their %d lines change (similarity %.5f)\n",
		len(s.modules), clean.demanded, clean.others, clean.lines, 1-float64(clean.others)/float64(max(clean.lines, 1)))
	demanded, rest := sum(s.byCheck), sum(s.byConstruct)
	fmt.Printf("newest puppet-* modules: %d files, %d lines; %d change (similarity %.5f): a layout check asks for %d, %d others (similarity %.5f)\n",
		files, s.lines, demanded+rest, 1-float64(demanded+rest)/float64(max(s.lines, 1)), demanded, rest, 1-float64(rest)/float64(max(s.lines, 1)))
	for _, check := range byCount(s.byCheck) {
		fmt.Printf("  %5d lines: the check %s\n", s.byCheck[check], check)
	}
	for _, construct := range byCount(s.byConstruct) {
		fmt.Printf("  %5d lines: %s, such as %s\n", s.byConstruct[construct], construct, s.examples[construct])
	}
}

// newest returns the texts of the newest version of each module by Vox Pupuli.
func newest(texts []text) (kept []text) {
	newest := map[string]*types.Version{}
	version := func(t text) (module string, version *types.Version) {
		parts := strings.SplitN(filepath.ToSlash(t.name), "/", 3)
		if !strings.HasPrefix(parts[0], "puppet-") {
			return "", nil
		}
		parsed, err := types.ParseVersion(strings.TrimSuffix(parts[1], ".tar.xz"))
		if err != nil {
			return "", nil
		}
		return parts[0], parsed
	}
	for _, t := range texts {
		if module, found := version(t); found != nil && (newest[module] == nil || found.Compare(newest[module]) > 0) {
			newest[module] = found
		}
	}
	for _, t := range texts {
		if module, found := version(t); found != nil && found.Compare(newest[module]) == 0 {
			kept = append(kept, t)
		}
	}
	return kept
}

// askedFor runs all layout rules over texts and returns the first rule with a finding on each
// line of each path.
func (p *program) askedFor(texts []text) (map[string]map[int]string, error) {
	work, err := os.MkdirTemp("", "format-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	for _, t := range texts {
		path := filepath.Join(work, t.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(t.text), 0o644); err != nil {
			return nil, err
		}
	}
	command := exec.Command(p.binary, "--no-config", "--only-checks", strings.Join(layoutRules(), ","), "--format", "jsonl", ".")
	command.Dir = work
	output, err := command.Output()
	var status *exec.ExitError
	if err != nil && !(errors.As(err, &status) && status.ExitCode() == 1) {
		return nil, err
	}
	asked := map[string]map[int]string{}
	for line := range bytes.Lines(output) {
		var found struct {
			Path, Rule string
			Line       int
		}
		if err := json.Unmarshal(line, &found); err != nil || found.Rule == "" {
			continue
		}
		if asked[found.Path] == nil {
			asked[found.Path] = map[int]string{}
		}
		if asked[found.Path][found.Line] == "" {
			asked[found.Path][found.Line] = found.Rule
		}
	}
	return asked, nil
}

// constructs returns the lines of the source that an edit changes, each with the kind of the
// change.
func constructs(file *syntax.File, edit diag.Edit) map[int]string {
	before := file.Source.Slice(edit.Span)
	first, last := file.Source.Line(edit.Span.Start), file.Source.Line(edit.Span.End)
	left, right := neighbours(file, edit.Span)
	changed := map[int]string{}
	if strings.Contains(edit.NewText, ",") && !strings.Contains(before, ",") {
		changed[first] = "a trailing comma after the last of " + listAround(file, edit.Span.End)
	}
	oldLines, newLines := strings.Count(before, "\n"), strings.Count(edit.NewText, "\n")
	switch {
	case strings.ContainsAny(before, "#>~"):
		changed[first] = "an arrow moves to the line of its right operand"
	case oldLines == 0 && newLines == 0:
		if len(changed) == 0 {
			changed[first] = blanks(file, edit, left, right)
		}
	case oldLines == 0:
		changed[first] = fmt.Sprintf("a line ending between %s and %s", left, right)
		if file.Source.LineSpan(first).Len() > 140 {
			changed[first] = "a line of more than 140 characters is broken"
		}
	case newLines == 0:
		changed[first] = fmt.Sprintf("no line ending between %s and %s", left, right)
		changed[last] = changed[first]
	case oldLines != newLines:
		for line := first + 1; line < last; line++ {
			changed[line] = fmt.Sprintf("no empty line between %s and %s", left, right)
		}
		if oldLines < newLines {
			changed[last] = fmt.Sprintf("an empty line between %s and %s", left, right)
		}
	case before[strings.LastIndexByte(before, '\n'):] != edit.NewText[strings.LastIndexByte(edit.NewText, '\n'):]:
		changed[last] = fmt.Sprintf("the indentation of %s after %s", right, left)
	}
	return changed
}

// blanks names a change of blanks within a line.
func blanks(file *syntax.File, edit diag.Edit, left, right string) string {
	switch {
	case right == "=>":
		return "the column of => in " + listAround(file, edit.Span.Start)
	case right == "=":
		return "the blanks before ="
	case right == "a comment":
		return "the blanks before a comment"
	case right == "a variable" && edit.Span.Len() > 1:
		return "the column of the names of parameters"
	case left == ",":
		return "the space after a comma"
	case left == "(" || right == ")":
		return "a space within parentheses"
	}
	return fmt.Sprintf("the blanks between %s and %s", left, right)
}

// neighbours describes the tokens on both sides of an edit.
func neighbours(file *syntax.File, span source.Span) (left, right string) {
	for i, token := range file.Tokens {
		if token.End <= span.Start && !isBlank(token.Kind) {
			left = describe(file, token)
		}
		if token.Start >= span.End && !isBlank(file.Tokens[i].Kind) {
			return left, describe(file, token)
		}
	}
	return left, "the end of the file"
}

func isBlank(kind syntax.TokenKind) bool { return kind.IsTrivia() && !kind.IsComment() }

func describe(file *syntax.File, token syntax.Token) string {
	switch {
	case token.Kind.IsComment():
		return "a comment"
	case token.Kind == syntax.Variable:
		return "a variable"
	case token.Kind == syntax.Word || token.Kind == syntax.Name || token.Kind == syntax.ClassReference:
		return "a name"
	case token.Kind == syntax.EndOfFile:
		return "the end of the file"
	}
	if text := file.Source.Slice(token.Span); len(text) <= 8 && !strings.ContainsAny(text, "\"'\n") {
		return text
	}
	return "a value"
}

// listAround names the innermost list around an offset.
func listAround(file *syntax.File, offset int32) string {
	name := "statements"
	syntax.Inspect(file.Program, func(node syntax.Node) bool {
		if node.LastToken() < node.FirstToken() {
			return false
		}
		if file.Tokens[node.FirstToken()].Start > offset || file.Tokens[node.LastToken()].End < offset {
			return false
		}
		switch n := node.(type) {
		case *syntax.ResourceExpression, *syntax.ResourceDefaultsExpression, *syntax.ResourceOverrideExpression, *syntax.CollectExpression:
			name = "attributes"
		case *syntax.LiteralHash:
			name = "a hash"
		case *syntax.LiteralList:
			name = "an array"
		case *syntax.SelectorExpression:
			name = "a selector"
		case *syntax.AccessExpression:
			name = "a type's parameters"
		case *syntax.LambdaExpression:
			name = "a lambda"
		case *syntax.Parameter:
			name = "parameters"
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition, *syntax.PlanDefinition:
			name = "parameters"
		case *syntax.BlockExpression:
			if n.FirstToken() <= n.LastToken() && file.Tokens[n.FirstToken()].Start <= offset && node != syntax.Node(file.Program) {
				name = "statements"
			}
		}
		return true
	})
	return name
}

// rank orders constructs: a line with several counts as the first one.
func rank(construct string) int {
	for i, word := range []string{"140", "line ending", "trailing comma", "arrow", "column", "indentation"} {
		if strings.Contains(construct, word) {
			return i
		}
	}
	return 9
}

func sum(counts map[string]int) (total int) {
	for _, count := range counts {
		total += count
	}
	return total
}

func byCount(counts map[string]int) []string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	return names
}
