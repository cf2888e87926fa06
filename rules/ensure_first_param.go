package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var ensureFirstParam = Rule{
	Rule: diag.Rule{
		Name:        "ensure_first_param",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "`ensure` is not the first attribute",
		Rationale: "`ensure` says whether the resource is created or removed, which a reader has to know before all other " +
			"attributes. In the middle of a list, `ensure => absent` is easily overlooked. In the profile " +
			"puppet-lint, the fix swaps `ensure` with the first attribute.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    owner  => 'a',\n    ensure => file,\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "move ensure to the front"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#attribute-ordering"},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if body.IsClass || len(body.Attributes) == 0 {
			return
		}
		first := &body.Attributes[0]
		for i := range body.Attributes {
			ensure := &body.Attributes[i]
			if ensure.Name != "ensure" {
				continue
			}
			if i > 0 {
				finding := pass.Report(pass.Token(ensure.NameToken).Span, "ensure found on line but it's not the first attribute")
				if pass.AsRuby() || !moveBefore(pass, finding, first, ensure) {
					swapAttributes(pass, finding, first, ensure)
				}
			}
			return
		}
	})},
}

// moveBefore moves the lines of an attribute, with comments above it, before those of the first
// attribute. It returns false if one of the two shares its lines with other code, or if the comma
// after it is on another line.
func moveBefore(pass *Pass, finding *diag.Diagnostic, first, moved *attribute) bool {
	text := pass.Source.Text
	start, isAlone := startOfLine(pass.Source, pass.Token(moved.NameToken).Start)
	target, isFirstAlone := startOfLine(pass.Source, pass.Token(first.NameToken).Start)
	end := lineEnd(pass.Source, moved.End)
	comma, rest := "", strings.TrimLeft(text[moved.End:end], " \t")
	if !strings.HasPrefix(rest, ",") {
		comma = ","
		last := moved.First
		for pass.Token(last+1).Start < moved.End {
			last++
		}
		if pass.Token(pass.NextCode(last)).Kind == syntax.Comma {
			return false
		}
	}
	rest = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	if holdsHeredoc(pass, moved.NameToken, moved.End) || !isAlone || !isFirstAlone || rest != "" && rest[0] != '#' || int(end) == len(text) {
		return false
	}
	start, target = aboveComments(pass.Source, start, target), aboveComments(pass.Source, target, 0)
	lines := source.Span{Start: start, End: end + lineFeedLength(pass.Source, end)}
	if strings.Contains(pass.Source.Slice(lines), "lint:") {
		return false // a control comment is where it is for a reason
	}
	pass.Fix(finding, pass.Replace(source.Span{Start: target, End: target}, text[start:moved.End]+comma+text[moved.End:lines.End]), pass.Replace(lines, ""))
	return true
}

// startOfLine returns the start of the line of an offset, and whether only blanks are before the
// offset.
func startOfLine(file *source.File, offset int32) (start int32, isFirst bool) {
	start = file.LineStart(file.Line(offset))
	return start, strings.Trim(file.Text[start:offset], " \t") == ""
}

// aboveComments returns the start of the comments on the lines above a line. It does not go above the
// offset least, or past comments that look like attributes.
func aboveComments(file *source.File, start, least int32) int32 {
	for start > least && start > 0 {
		before := file.LineStart(file.Line(start - 1))
		line := strings.TrimLeft(file.Text[before:start], " \t")
		if before < least || !strings.HasPrefix(line, "#") || strings.Contains(line, "=>") {
			break
		}
		start = before
	}
	return start
}

// holdsHeredoc reports whether a heredoc is begun between a token and an offset.
func holdsHeredoc(p *Pass, first int, end int32) bool {
	for i := first; i < len(p.File.Tokens) && p.Token(i).Start < end; i++ {
		if p.Token(i).Kind == syntax.HeredocTag {
			return true
		}
	}
	return false
}

// swapAttributes exchanges the texts of two attributes. It does nothing if one has a heredoc,
// whose text begins after the line of its tag and cannot be moved this way.
func swapAttributes(pass *Pass, finding *diag.Diagnostic, first, second *attribute) {
	a, b := attributeSpan(pass, first), attributeSpan(pass, second)
	if holdsHeredoc(pass, first.NameToken, b.End) {
		return
	}
	pass.Fix(finding, pass.Replace(a, pass.Source.Slice(b)), pass.Replace(b, pass.Source.Slice(a)))
}

// attributeSpan returns the span from the attribute's name to the end of its value.
func attributeSpan(p *Pass, attribute *attribute) source.Span {
	return source.Span{Start: p.Token(attribute.NameToken).Start, End: attribute.End}
}
