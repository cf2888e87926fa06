//go:build develop

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"puppet-lint/internal/layout"
	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/source"
	"puppet-lint/rules"
	"puppet-lint/syntax"
	"puppet-lint/syntax/slashes"
)

// layoutRules returns the rules whose fixes change only layout, and rules about layout without
// fixes. What --fix writes for some other rules is not only a matter of blanks.
func layoutRules() (names []string) {
	for _, rule := range rules.All() {
		if rule.Fix.LayoutOnly && !notLayout[rule.Name] {
			names = append(names, rule.Name)
		}
	}
	return append(names, "140chars", "2sp_soft_tabs")
}

// notLayout are rules that change tokens or comments, but not the tree.
var notLayout = map[string]bool{
	"double_quoted_strings": true, "star_comments": true, "slash_comments": true, "unquoted_node_name": true, "variables_not_enclosed": true,
}

// findings searches formatted texts for layout findings: with all our layout rules, and with
// puppet-lint (Ruby).
func (p *program) findings(name string, formatted []text, oracle string) error {
	work, err := os.MkdirTemp("", "format-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	within, excuses := map[string]map[int]bool{}, map[string]*excuse{}
	for _, t := range formatted {
		path := filepath.Join(work, t.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(t.text), 0o644); err != nil {
			return err
		}
		parsed := syntax.Parse(source.NewFile(t.name, t.text), t.options)
		name := filepath.ToSlash(t.name)
		within[name], excuses[name] = linesOfTokens(parsed, func(syntax.TokenKind) bool { return true }), excuseOf(parsed)
	}
	command := exec.Command(p.binary, "--no-config", "--only-checks", strings.Join(layoutRules(), ","), "--format", "jsonl", ".")
	command.Dir = work
	output, err := command.Output()
	var status *exec.ExitError
	if err != nil && !(errors.As(err, &status) && status.ExitCode() == 1) {
		return err
	}
	count, long := 0, 0
	for line := range bytes.Lines(output) {
		var found struct {
			Path, Rule, Message string
			Line                int
		}
		if err := json.Unmarshal(line, &found); err != nil || found.Rule == "" {
			continue
		}
		switch excuse := excuses[found.Path]; {
		case excuse.holds(found.Rule, found.Line):
		case found.Rule != "140chars":
			count++
			p.complain("%s: %s:%d: %s: %s", name, found.Path, found.Line, found.Rule, found.Message)
		case !within[found.Path][found.Line] && !isUnbreakable(excuse.lines[found.Line-1]):
			count++
			p.complain("%s: %s:%d could be broken", name, found.Path, found.Line)
		default:
			long++
		}
	}
	fmt.Printf("%s: %d layout findings; %d lines are too long and cannot be broken\n", name, count, long)
	if oracle == "" {
		return nil
	}
	return p.rubyFindings(name, formatted, oracle, excuses)
}

// excuse says which findings in a formatted file are about text that the formatter preserves.
type excuse struct {
	lines []string
	// slashed is true if the file has a "//" that rules, here and in puppet-lint (Ruby), treat as
	// the beginning of a comment, as people mean it. The formatter treats it as Puppet does: a
	// regular expression, and code.
	slashed bool
	// inRegexp holds the lines of regular expressions that span several lines, which puppet-lint
	// (Ruby) does not recognize.
	inRegexp map[int]bool
}

func excuseOf(parsed *syntax.File) *excuse {
	_, comments := slashes.AsComments(parsed)
	inRegexp := linesOfTokens(parsed, func(kind syntax.TokenKind) bool { return kind == syntax.Regex })
	return &excuse{strings.Split(parsed.Source.Text, "\n"), len(comments) > 0, inRegexp}
}

// holds reports whether a finding of a rule, at a line counted from 1, is excused.
func (e *excuse) holds(rule string, line int) bool {
	// A tab in an expression in a string, which the formatter does not change.
	return e.slashed || e.inRegexp[line] || rule == "hard_tabs" && strings.Contains(e.lines[line-1], "${")
}

// linesOfTokens returns the lines of tokens of the wanted kinds that span several lines.
func linesOfTokens(parsed *syntax.File, wanted func(syntax.TokenKind) bool) map[int]bool {
	within := map[int]bool{}
	for _, token := range parsed.Tokens {
		if !wanted(token.Kind) {
			continue
		}
		first, last := parsed.Source.Line(token.Start), parsed.Source.Line(max(token.Start, token.End-1))
		for line := first; first < last && line <= last; line++ {
			within[line] = true
		}
	}
	return within
}

// isUnbreakable reports whether a formatter cannot break a line that is too long: it contains
// one long string or comment, or is part of one.
func isUnbreakable(line string) bool {
	if layout.IsExcused(line) {
		return true
	}
	longest, start := 0, 0
	var quote byte
	for i := 0; i < len(line); i++ {
		switch char := line[i]; {
		case quote != 0 && char == '\\':
			i++
		case quote != 0 && char == quote:
			longest, quote = max(longest, i-start), 0
		case quote == 0 && (char == '\'' || char == '"' || char == '/'):
			quote, start = char, i
		case quote == 0 && char == '#':
			return true
		}
	}
	if quote != 0 {
		return true
	}
	// A string of two thirds of the line leaves little choice.
	return longest > 70 || !strings.ContainsAny(line, "([{")
}

// rubyFindings runs the layout checks of puppet-lint (Ruby).
func (p *program) rubyFindings(name string, formatted []text, oracle string, excuses map[string]*excuse) error {
	type question struct {
		Path   string `json:"path"`
		Source string `json:"source"`
	}
	type answer struct {
		Problems []struct {
			Check, Kind, Message string
			Line                 int
		} `json:"problems"`
	}
	var questions []question
	for i, t := range formatted {
		if filepath.Ext(t.name) == ".pp" && i%p.everyRuby == 0 {
			questions = append(questions, question{t.name, t.text})
		}
	}
	const checks = "arrow_alignment,2sp_soft_tabs,hard_tabs,trailing_whitespace,space_before_arrow,arrow_on_right_operand_line"
	answers, err := judge.AskAll[question, answer](2, func() (*judge.Judge, error) {
		return judge.Start(oracle, "lint.rb", nil, "--only", checks)
	}, questions)
	if err != nil {
		return err
	}
	count := 0
	for i, a := range answers {
		for _, problem := range a.Problems {
			excuse := excuses[filepath.ToSlash(questions[i].Path)]
			if problem.Kind != "ignored" && strings.Contains(checks, problem.Check) && !excuse.holds(problem.Check, problem.Line) {
				count++
				p.complain("%s: %s:%d: puppet-lint (Ruby): %s: %s", name, questions[i].Path, problem.Line, problem.Check, problem.Message)
			}
		}
	}
	fmt.Printf("%s: %d findings of puppet-lint (Ruby) in %d files\n", name, count, len(questions))
	return nil
}
