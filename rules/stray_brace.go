package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var strayBrace = Rule{
	Rule: diag.Rule{
		Name:     "stray_brace",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a brace stays in a path: `{$x}` or `${x}}`",
		Rationale: "Puppet interpolates `${x}` and `$x`. In `\"/srv/{$x}\"` and `\"/srv/${x}}\"` it replaces the variable, and " +
			"the braces around it stay in the path. The rule reports only absolute paths and `puppet://` URLs that contain no " +
			"other braces.",
		Bad: []diag.Example{
			{Code: example("  $site = 'a'\n  file { \"/srv/{$site}\":\n    ensure => directory,\n  }\n"), Fixed: example("  $site = 'a'\n  file { \"/srv/${site}\":\n    ensure => directory,\n  }\n")},
			{Code: example("  $site = 'a'\n  file { \"/srv/${site}}/data\":\n    ensure => directory,\n  }\n"), Fixed: example("  $site = 'a'\n  file { \"/srv/${site}/data\":\n    ensure => directory,\n  }\n")},
		},
		Good:       []diag.Example{{Code: example("  $site = 'a'\n  file { \"/srv/${site}\":\n    ensure => directory,\n  }\n")}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "interpolate the variable without the brace"},
		Since:      "1.0.0",
		Supersedes: []string{"variables_not_enclosed"},
	},
	Visits: []Visit{Tokens(checkBraces, syntax.StringStart)},
}

// pathText matches the text of a path without what makes it a pattern or a command.
var pathText = lazyregexp.New(`^[\w./:@%+{}-]*$`)

// longestPath is the largest number of tokens of a path. It keeps the time for strings nested in
// strings linear.
const longestPath = 200

// checkBraces looks for one brace too many beside the only braces of a path.
func checkBraces(pass *Pass, start int) {
	if first := pass.Token(start + 1); first.Kind != syntax.StringText || !isPathStart(pass.Text(start+1)) {
		return
	}
	var braces []source.Span // the braces that are part of the text
	depth, beside := 0, 0    // the token before the first of these braces
	for index := start + 1; pass.Token(index).Kind != syntax.StringEnd || depth > 0; index++ {
		if index-start > longestPath {
			return
		}
		switch token := pass.Token(index); token.Kind {
		case syntax.EndOfFile:
			return
		case syntax.InterpolationStart:
			depth++
		case syntax.InterpolationEnd:
			depth--
		case syntax.StringText:
			if depth > 0 {
				continue
			}
			text := pass.Text(index)
			if !pathText.MatchString(text) {
				return
			}
			for at := range len(text) {
				if text[at] != '{' && text[at] != '}' {
					continue
				}
				if len(braces) == 0 {
					beside = index - 1
				}
				braces = append(braces, source.Span{Start: token.Start + int32(at), End: token.Start + int32(at) + 1})
			}
		}
	}
	reportBraces(pass, braces, beside)
}

// isPathStart reports whether a string that begins with this text is an absolute path or the address
// of a file.
func isPathStart(text string) bool {
	return strings.HasPrefix(text, "/") || strings.HasPrefix(text, "puppet://")
}

// reportBraces reports the braces of a path if they are around a variable alone, or if there is only
// a closing one behind a variable. before is the token before the first brace's.
func reportBraces(pass *Pass, braces []source.Span, before int) {
	text := pass.Source.Text
	switch len(braces) {
	case 1:
		at := braces[0].Start
		if text[at] == '}' && pass.Token(before).Kind == syntax.InterpolationEnd && pass.Token(before).End == at {
			finding := pass.Report(braces[0], "this brace stays in the path: the one before it ends the interpolation")
			finding.Help = "remove the brace"
			pass.Fix(finding, pass.Delete(braces[0]))
		}
	case 2:
		span := source.Span{Start: braces[0].Start, End: braces[1].End}
		name, isVariable := strings.CutPrefix(text[braces[0].End:braces[1].Start], "$")
		if isVariable && text[braces[0].Start] == '{' && text[braces[1].Start] == '}' && variableName.MatchString(name) {
			finding := pass.Report(span, "the braces stay in the path: Puppet interpolates '${}', not '{$}'")
			finding.Help = "write ${" + name + "}"
			pass.Fix(finding, pass.Replace(span, "${"+name+"}"))
		}
	}
}

// variableName matches the name of a variable.
var variableName = lazyregexp.New(`^(?:::)?[a-z_]\w*(?:::[a-z_]\w*)*$`)
