package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var starComments = Rule{
	Rule: diag.Rule{
		Name:        "star_comments",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a comment is written as `/* */`",
		Rationale: "puppet-strings reads documentation only from comments with `#`, and a `/*` whose end is missing " +
			"comments out the rest of the file. The fix leaves a comment with code after it on its last line.",
		Bad: []diag.Example{{
			Code:  "# An example.\nclass example {\n  /* one\n   * two */\n  $x = 1\n}\n",
			Fixed: "# An example.\nclass example {\n  # one\n  # two\n  $x = 1\n}\n",
		}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  # one\n  # two\n  $x = 1\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "write the comment with #", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#comments"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		token := pass.Token(index)
		finding := pass.Report(token.Span, "/* */ comment found")
		if !pass.EndsLine(token.End) {
			return
		}
		ending := "\n"
		if end := lineEnd(pass.Source, token.End); int(end) < len(pass.Source.Text) && pass.Source.Text[end] == '\r' {
			ending = "\r\n"
		}
		separator := ending + pass.Indentation(token.Start)
		pass.Fix(finding, pass.Replace(token.Span, strings.Join(hashComment(pass.Text(index), !pass.AsRuby()), separator)))
	}, syntax.BlockComment)},
}

// hashComment converts a block comment to the lines of a comment with "#". isIndented keeps how far
// lines are indented beyond the others, as in an example of code.
func hashComment(comment string, isIndented bool) []string {
	body := strings.TrimSuffix(strings.TrimPrefix(comment, "/*"), "*/")
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		isStarred := i > 0 || strings.HasPrefix(strings.TrimSpace(line), "*")
		if line = strings.TrimRight(line, " \t\r"); i == 0 || !isIndented {
			line = strings.TrimSpace(line)
		}
		if trimmed := strings.TrimLeft(line, " \t"); isStarred && strings.HasPrefix(trimmed, "*") {
			line = strings.TrimLeft(trimmed, "*")
			if !isIndented {
				line = strings.TrimSpace(line)
			}
		}
		lines[i] = line
	}
	withoutIndentation(lines[1:])
	lines[0] = strings.TrimSpace(lines[0])
	for len(lines) > 1 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 1 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight("# "+line, " ")
	}
	return lines
}

// withoutIndentation removes the blanks and tabs that all lines with text begin with.
func withoutIndentation(lines []string) {
	common, isFirst := "", true
	for _, line := range lines {
		indentation := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		switch {
		case indentation == line: // an empty line
		case isFirst:
			common, isFirst = indentation, false
		default:
			for !strings.HasPrefix(indentation, common) {
				common = common[:len(common)-1]
			}
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(line, common), " \t")
	}
}
